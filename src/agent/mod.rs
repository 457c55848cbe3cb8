//! Agents: what proposes and what reviews, by rules or on a language model. No agent holds anything that could write.
//!
//! | part | file |
//! | --- | --- |
//! | rules, without a model | `rules` |
//! | programs of this machine as agents | `command` |
//! | the agents on a model | `proposer`, `reviewer`, `reorganiser` |
//! | the seat of a model, the loop, its turns, what it may cost | `seat`, `session`, `conversation`, `step`, `spending` |
//! | what is looked at, and how it is shown | `library`, `looking`, `fence`, `shown` |
//! | what is worked on | `propose_desk`, `review_desk`, `scope`, `coverage`, `front` |
//! | a reviewer's word that was given elsewhere | `handed` |
//! | tools by role | `tools` |
//! | language models behind their wire formats | `model` |
//! | short texts that can be done without | `writer` |
//! | what models are told, and what people read of it | `prompt`, `transcript` |

mod command;
mod conversation;
mod coverage;
mod fence;
mod front;
mod handed;
mod library;
mod looking;
pub mod model;
mod prompt;
mod propose_desk;
mod proposer;
mod reorganiser;
mod review_desk;
mod reviewer;
mod rules;
mod scope;
mod seat;
mod session;
mod shown;
mod spending;
mod step;
mod tools;
mod transcript;
mod writer;

pub use command::{CommandProposer, CommandReviewer, ProgramSeat};
pub use fence::Entropy;
pub use handed::HandedReviewer;
pub use proposer::ModelProposer;
pub use reorganiser::ModelReorganiser;
pub use reviewer::ModelReviewer;
pub use rules::{RulesProposer, RulesReorganiser};
pub use seat::Seat;
pub use spending::Limits;
pub use writer::{KeptPrefixes, ModelExpander, ModelPrefixWriter, ModelSummariser, Pen};

#[cfg(test)]
mod tests;
