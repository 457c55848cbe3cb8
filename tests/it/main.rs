//! The one integration test binary: a module a command, each through the real program on a [`TestRepo`].

#![expect(clippy::disallowed_methods, reason = "tests make and run what they test")]

mod test_repo;

mod add;
mod agent_cases;
mod ask;
mod audit;
mod bad_input;
mod baseline;
mod build;
mod callers;
mod cases;
mod check;
mod cite;
mod crash;
mod demo;
mod doctor;
mod doctor_models;
mod eval;
mod evidence;
mod fix;
mod forge;
mod formats;
mod frame;
mod front_matter_cases;
mod fs_cases;
mod gate;
mod git_cases;
mod github;
mod hazard;
mod history;
mod init;
mod injected;
mod intake;
mod language_models;
mod leaks;
mod levels;
mod link_cases;
mod links;
mod merge;
mod model;
mod model_server;
mod mv;
mod new;
mod okf;
mod proposal;
mod propose;
mod read;
mod read_evidence;
mod readme;
mod registered;
mod review;
mod review_path;
mod search;
mod search_cases;
mod search_evidence;
mod search_links;
mod server;
mod snapshot;
mod stage;
mod stub;
mod summaries;
mod vectors;
mod why;

pub use test_repo::{Run, TestRepo};
