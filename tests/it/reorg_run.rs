//! `kb reorg run` and its companions, as a user sees them: the built-in reorganiser and the built-in auditor.

mod base;
mod crash;
mod due;
mod forge;
mod gate;
mod questions;
mod races;
mod server;
mod whole;
