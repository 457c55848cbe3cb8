//! Tests of the fake itself: that it refuses what GitHub refuses, and that the contract finds what breaks it.

mod client;
mod examples;
mod first;
