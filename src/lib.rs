//! `kb`: knowledge as Markdown in git, in which every claim cites its evidence.
//!
//! Start at [`vault`] for what is read, at [`ops`] for what is done. Dependencies point downward only;
//! `tests/architecture.rs` holds that.
//!
//! | layer | modules |
//! | --- | --- |
//! | faces | [`cli`] |
//! | operations | [`ops`] |
//! | judgment | [`check`], [`verify`], [`search`] |
//! | domain | [`text`], [`path`], [`digest`], [`yaml`], [`finding`], [`note`], [`evidence`], [`vault`], [`change`], [`caller`], [`config`], [`proposal`], [`signature`] |
//! | seams | [`port`] |
//! | adapters | `store`, `agent`, `forge` |

pub mod agent;
pub mod caller;
pub mod change;
pub mod check;
pub mod cli;
pub mod config;
pub mod digest;
pub mod evidence;
pub mod finding;
pub mod note;
pub mod ops;
pub mod path;
pub mod port;
pub mod proposal;
pub mod search;
pub mod signature;
pub mod store;
pub mod text;
pub mod vault;
pub mod verify;
pub mod yaml;
