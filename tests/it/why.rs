//! `kb why`, as a user sees it.
