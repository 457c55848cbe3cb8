//! Golden questions: what must be found, what must not, how well an answer does, and questions made of claims. Pure: it
//! asks nothing and opens no file.

mod derive;
mod fact;
mod judge;
mod measures;
mod metric;
mod question;
mod separation;
mod set;
mod split;
mod strange;

pub use derive::{DERIVED, Derived, derive, verbatim};
pub use fact::normal;
pub use judge::{Outcome, Piece, Target, TargetKind, judge, names};
pub use measures::Measures;
pub use metric::{Metric, ParseMetricError};
pub use question::{Asking, Question};
pub use separation::{Separation, separate};
pub use set::{Golden, GoldenFile, GoldenSet, Problem, read};
pub use split::{Item, Split, split};
pub use strange::{WORDS as STRANGE_WORDS, strange_questions};
