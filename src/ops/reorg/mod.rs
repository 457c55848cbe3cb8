//! `kb reorg`: the pass that reads everything again. The plan, its parts as proposals, and the proof in the end.

mod abort;
mod dashboard;
mod due;
mod error;
mod finish;
mod part;
pub mod plan;
mod proposer;
mod run;
mod state;
mod status;

pub use abort::{AbortReport, abort};
pub use dashboard::{Posted, post_dashboard};
pub use due::{DueReport, Trigger, due};
pub use error::ReorgError;
pub use finish::{Finish, LostQuestion};
pub use part::PartReport;
pub use run::{Bench, Crew, RunOptions, RunReport, run};
pub use state::PartState;
pub use status::{PartStatus, StatusReport, status};
