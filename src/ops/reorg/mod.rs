//! Reorganisation: the scheduled pass that reads everything again against the raw evidence.

pub mod plan;
