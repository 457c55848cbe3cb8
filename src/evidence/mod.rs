//! Evidence: captured sources, immutable, and the spans that claims point into. It reads no disk.

pub mod append_only;
mod context;
mod conversation;
pub mod encoding;
pub mod extract;
pub mod hazard;
mod id;
pub mod intake;
mod item;
pub mod media;
mod meta;
mod reading;
mod span;
mod stated;
mod stated_time;
mod trust;

pub use id::{EvidenceId, ParseEvidenceIdError};
pub use item::{Item, TEXT_FILE};
pub use meta::{Kind, Meta};
pub use reading::{Block, Form, Part, Reading};
pub use span::{ParseSpanError, Span};
pub use stated::Stated;
pub use stated_time::StatedTime;
pub use trust::Trust;
