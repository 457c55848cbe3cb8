//! `kb audit`, as a user sees it.
