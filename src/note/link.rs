//! Links as they are written; what they resolve to is a question for the vault.

use std::ops::Range;

/// How a link is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkKind {
    /// `[[name]]`
    Wiki,
    /// `![[name]]`
    Embed,
    /// `[text](target)`, reference links included.
    Markdown,
    /// `![text](target)`
    Image,
}

/// One link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// How it is written.
    pub kind: LinkKind,
    /// The bytes of the whole link, brackets included.
    pub span: Range<usize>,
    /// The bytes of the target, fragment included.
    pub target_span: Range<usize>,
    /// The target without fragment, decoded once; empty for a fragment of the same note.
    pub target: String,
    /// What follows `#`, decoded once: a heading, or `^block`.
    pub fragment: Option<String>,
    /// The words shown.
    pub label: Option<String>,
    /// Whether it stands in the definition of a footnote.
    pub in_footnote: bool,
}

impl Link {
    /// Whether the target has a scheme (`https:`, `mailto:`) and so lies outside the vault.
    pub fn is_external(&self) -> bool {
        has_scheme(self.kind, &self.target)
    }
}

/// Whether `target`, in a link of `kind`, has a scheme and so lies outside the vault.
pub fn has_scheme(kind: LinkKind, target: &str) -> bool {
    if matches!(kind, LinkKind::Wiki | LinkKind::Embed) {
        return false;
    }
    let Some((scheme, _)) = target.split_once(':') else { return target.starts_with("//") };
    scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}
