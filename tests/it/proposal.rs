//! `kb proposal`, as a user sees it.
