//! `kb demo`, as a user sees it.
