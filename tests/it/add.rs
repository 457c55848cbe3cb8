//! `kb add`, as a user sees it.
