//! Text as bytes, lines and columns: positions, line ranges and quoted words, and patches. It knows no Markdown.

mod hunks;
mod line_index;
mod line_range;
mod patch;
mod quote;
mod sentences;
mod terminal;
mod thousands;

pub use hunks::{CommentPlace, DiffSide, Hunks};
pub use line_index::{LineIndex, Position};
pub use line_range::{LineRange, ParseLineRangeError};
pub use patch::FilePatch;
pub use quote::{contains_words, fold_space};
pub use sentences::{sentences, sentences_with_marks};
pub use terminal::visible;
pub use thousands::thousands;

use quote::unspaced;
