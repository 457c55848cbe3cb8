//! The reorganiser as a whole: a plan in, notes out.
