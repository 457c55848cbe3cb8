//! Operations: one file or folder a use case, over ports, with plain data as report. No terminal, no adapter.

pub mod add;
pub mod ask;
pub mod audit;
pub mod baseline;
pub mod build;
pub mod check;
pub mod cite;
pub mod doctor;
pub mod eval;
pub mod fix;
pub mod folders;
pub mod gate;
pub mod init;
pub mod ledger;
pub mod links;
pub mod list;
pub mod merge;
pub mod model;
pub mod mv;
pub mod named;
pub mod new;
pub mod okf;
pub mod patch;
pub mod policy;
pub mod proposal;
pub mod propose;
pub mod read;
pub mod review;
pub mod search;
mod shelf;
pub mod snapshot;
pub mod summaries;
pub mod target;
pub mod why;
mod workspace;

pub use workspace::{Workspace, WorkspaceError};
