//! The built-in auditor: every claim is taken apart into atoms, and each must be found in the lines it cites.
//!
//! Pure and deterministic. It shares no extraction code with the built-in proposer (I3): neither imports the other.

mod actors;
mod binding;
mod code;
mod coverage;
mod date;
mod heard;
mod hour;
mod judge;
mod judgment;
mod lex;
mod limits;
mod names;
mod negation;
mod number;
mod people;
mod polarity;
mod qualifier;
mod quantity;
mod quoted;
mod sentence;
mod transcript;
mod unit;
mod values;
mod words;

pub use heard::Passage;
pub use judge::judge;
pub use judgment::{Atom, AtomKind, Found, Judgment};
pub use transcript::Transcript;

#[cfg(test)]
mod tests;
