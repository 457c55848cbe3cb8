//! `kb propose`, as a user sees it.
