//! Tests of the fake itself: that it refuses what GitHub refuses, and that the contract finds what breaks it.

mod checks;
mod client;
mod contract;
mod documents;
mod examples;
mod matrix;
mod merging;
mod pulls;
mod pushes;
mod reviews;
mod rulesets;
mod stage;
mod tokens;
mod trouble;
