//! `kb build`, as a user sees it.
