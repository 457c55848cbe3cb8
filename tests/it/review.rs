//! `kb review`, as a user sees it.
