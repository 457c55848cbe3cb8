//! `kb search`, as a user sees it.
