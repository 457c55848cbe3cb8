//! Built-in agents: what proposes and what reviews without a model. No agent holds anything that could write.

pub mod model;
mod rules;

pub use rules::RulesProposer;

#[cfg(test)]
mod tests;
