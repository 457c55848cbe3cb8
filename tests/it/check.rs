//! `kb check`, as a user sees it.
