//! `kb init`, as a user sees it.
