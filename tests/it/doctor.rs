//! `kb doctor`, as a user sees it.
