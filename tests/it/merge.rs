//! `kb merge`, as a user sees it.
