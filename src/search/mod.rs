//! Search: what of a note is indexed, how a query is read, how documents are ranked and packed into an answer.
//!
//! Pure: the index is asked through [`port`](crate::port), and nothing here opens one.

mod bm25;
mod chunk;
mod density;
mod detection;
mod encoding;
pub mod facet;
mod filler;
mod filter;
mod focus;
mod fold;
mod fuse;
mod graph;
mod indexing;
mod language;
mod lexicon;
mod outgoing;
mod outline;
mod pack;
mod passage;
mod phrase;
mod qualification;
mod query;
mod rank;
mod raw;
mod script;
mod sieve;
mod stem;
mod syntax;
mod term;
mod units;
mod whole;
mod widen;
mod words;

pub use chunk::{Chunk, CitedLines, Outgoing, Unit};
pub use filter::{Filter, FilterField};
pub use fuse::{Meaning, RESCORED, fuse, rescore};
pub use graph::{Neighbour, neighbours};
pub use indexing::{Drafted, PIPELINE, documents, piece};
pub use outline::chunks;
pub use pack::{CHARACTERS, Limits, Packed, pack};
pub use passage::{Passage, passages, stands};
pub use query::{Exclusion, Query, main_languages};
pub use rank::{Hit, Legs, Ranking, Via, rank, shares};
pub use raw::{Withdrawn, raw_documents};
pub use sieve::{Admission, Judgment, Sieve};
pub use term::{Probe, Term};
pub use whole::weigh_wholes;
pub use widen::{OTHER_WORDS, widen};
