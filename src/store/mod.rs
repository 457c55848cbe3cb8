//! Adapters for what lies on this machine: files, git, other repositories, registries, the index, keys, the clock, the lock between
//! processes, the log of what agents were told.

#![expect(clippy::disallowed_methods, reason = "adapters are what touches the machine")]

pub mod answers;
pub mod cache;
pub mod clock;
pub mod deliveries;
pub mod examine;
pub mod files;
pub mod git;
pub mod index;
pub mod keys;
pub mod lock;
pub mod random;
pub mod registry;
pub mod remote;
pub mod tokens;
pub mod vectors;
