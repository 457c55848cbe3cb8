//! Built-in agents.

pub mod rules;
