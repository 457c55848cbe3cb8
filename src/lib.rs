//! `kb`: knowledge as Markdown in git, in which every claim cites its evidence.
//!
//! # Where to start
//!
//! [`vault`] is what is read, [`ops`] is what is done, [`proposal`] is what is recorded. Dependencies point downward only;
//! `tests/architecture` holds that, and `ARCHITECTURE.md` says why.
//!
//! | layer | modules |
//! | --- | --- |
//! | faces | [`cli`]: parses, calls one operation, renders; [`mcp`]: the same for agents |
//! | operations | [`ops`]: one file or folder a use case |
//! | judgment | [`check`]: rules; [`verify`]: claims against evidence; [`search`]: chunks, ranks, trims; [`golden`]: golden questions, judged; [`okf`]: the exchange format; [`redact`]: what callers do not read in clear; [`summary`]: what a folder is; [`reorg`]: what the whole has wrong; [`pull`]: what a pull request says |
//! | domain | [`text`], [`path`], [`digest`], [`yaml`], [`finding`], [`note`], [`evidence`], [`vault`], [`change`], [`edit`], [`caller`], [`config`], [`proposal`], [`plan`], [`signature`], [`uri`] |
//! | seams | [`port`]: traits and plain data |
//! | adapters | [`store`]: files, git, index, keys; [`agent`]: the built-in proposer and reviewer; [`embed`]: models of meaning; [`forge`]: pull requests |
//!
//! # Which file on disk belongs to which module
//!
//! | on disk | module |
//! | --- | --- |
//! | `kb.toml` | [`config`] |
//! | `knowledge/**.md` | [`note`] |
//! | `knowledge/**/.abstract`, `.overview` | [`summary`], [`ops::summaries`] |
//! | `evidence/YYYY/MM/<id>/` | [`evidence`] |
//! | branches `kb/proposal/<id>` and `kb/ledger` | [`proposal`], [`ops::ledger`] |
//! | `.kb/keys/` | [`store::keys`], [`signature`] |
//! | `assets/potion-base-2m/` | [`embed`] |
//! | `.kb/index/` | [`store::index`], [`search`] |

pub mod agent;
pub mod caller;
pub mod change;
pub mod check;
pub mod cli;
pub mod config;
pub mod digest;
pub mod edit;
pub mod embed;
pub mod evidence;
pub mod finding;
pub mod forge;
pub mod golden;
pub mod mcp;
pub mod note;
pub mod okf;
pub mod ops;
pub mod path;
pub mod plan;
pub mod port;
pub mod proposal;
pub mod pull;
pub mod redact;
pub mod reorg;
pub mod search;
pub mod signature;
pub mod store;
pub mod summary;
pub mod text;
pub mod uri;
pub mod vault;
pub mod verify;
pub mod yaml;
