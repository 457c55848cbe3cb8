//! Who wrote a concept and who confirmed it, as the format says it. Where that comes from is not decided here.

use jiff::Timestamp;

use super::front::quoted;

/// Somebody did something at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attestation {
    /// Who, by the format's convention: `<producer>/<version>`, `human:<id>` or `process:<id>` (section 7).
    pub by: String,
    /// When.
    pub at: Timestamp,
}

/// What is known of a note's making. What is not known is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trust {
    /// Who wrote what stands there, and when it last changed.
    pub generated: Option<Attestation>,
    /// Who confirmed all of it, ordered by time.
    pub verified: Vec<Attestation>,
}

impl Trust {
    /// The lines of front matter that say so.
    pub(super) fn lines(&self) -> String {
        let mut lines = String::new();
        if let Some(generated) = &self.generated {
            lines += &format!("generated: {}\n", generated.flow());
        }
        if !self.verified.is_empty() {
            lines += "verified:\n";
            for one in &self.verified {
                lines += &format!("  - {}\n", one.flow());
            }
        }
        lines
    }
}

impl Attestation {
    fn flow(&self) -> String {
        format!("{{ by: {}, at: {} }}", quoted(&self.by), self.at)
    }
}
