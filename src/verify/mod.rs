//! The built-in auditor: every claim is taken apart into atoms, and each must be found in the lines it cites.
//!
//! Pure and deterministic. It shares no extraction code with the built-in proposer (I3): neither imports the other.

mod actors;
mod audit;
mod auditor;
mod binding;
mod cited;
mod code;
mod contrast;
mod coverage;
mod date;
mod derived;
mod gist;
mod heard;
mod hedge;
mod held;
mod hostile;
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
mod removal;
mod sentence;
mod transcript;
mod trust;
mod unit;
mod values;
mod words;

pub use audit::{Audited, audit, audit_claims, audit_vault};
pub use auditor::{Auditor, FAMILY};
pub use contrast::{Contrast, Term, Told};
pub use derived::{Sources, unfit};
pub use gist::Gist;
pub use heard::Passage;
pub use hedge::hedge_lost;
pub use held::{Held, HeldKind, Holding};
pub use judge::judge;
pub use judgment::{Atom, AtomKind, Found, Judgment, Lapse};
pub use transcript::Transcript;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
