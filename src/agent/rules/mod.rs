//! The built-in proposer, and the built-in reorganiser: rules that turn evidence, or the faults of a plan, into the
//! smallest change of the notes.
//!
//! Pure and deterministic: no model, no disk, no clock. It shares nothing with the reviewer that judges it.
//!
//! | step | file |
//! | --- | --- |
//! | who speaks | `cast` |
//! | words and what they carry | `token`, `signal` |
//! | talk dropped, worth weighed | `talk`, `worth`, `secret`, `repetition` |
//! | questions meet answers, persons become nouns | `question`, `answer`, `person`, `verb`, `conversation`, `document` |
//! | the claim with its quoted words | `statement`, `quotable`, `escape` |
//! | the note it belongs to | `place`, `slug`, `similar`, `topic` |
//! | the edit | `compare`, `correction`, `revise`, `outline`, `splice`, `new_note`, `related`, `index_page`, `desk` |
//! | what a person reads of it | `transcript` |
//! | the faults of a plan mended | `reorg` |

mod answer;
mod cast;
mod compare;
mod conversation;
mod correction;
mod desk;
mod document;
mod escape;
mod index_page;
mod new_note;
mod outline;
mod person;
mod place;
mod proposer;
mod question;
mod quotable;
mod related;
mod reorg;
mod repetition;
mod revise;
mod secret;
mod signal;
mod similar;
mod splice;
mod statement;
mod talk;
mod token;
mod topic;
mod transcript;
mod verb;
mod worth;

pub(super) use desk::may_write;
pub use proposer::RulesProposer;
pub use reorg::RulesReorganiser;
pub(super) use similar::Similar;

#[cfg(test)]
mod tests;
