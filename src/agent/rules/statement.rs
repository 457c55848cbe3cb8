//! A statement: one assertion of the evidence as a claim words it, with the lines and words that it rests on.

use crate::text::LineRange;

use super::worth::Worth;

/// Lines of the evidence, and the words in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Support {
    /// The lines.
    pub(super) lines: LineRange,
    /// Words that stand in them; `None` when none can be quoted.
    pub(super) quote: Option<String>,
}

/// One assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// The claim: a sentence with its full stop, unescaped.
    pub(super) text: String,
    /// What it rests on, at least one.
    pub(super) support: Vec<Support>,
    /// The headings that the source puts it under, outermost first.
    pub(super) headings: Vec<String>,
    /// Why it is kept.
    pub(super) worth: Worth,
    /// Whether somebody says it, rather than a document.
    pub(super) spoken: bool,
    /// Whether the source marks it as a correction or a change of something said before.
    pub(super) corrects: bool,
}

/// What became of one sentence of the evidence, for the transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Considered {
    /// Its lines.
    pub(super) lines: LineRange,
    /// The sentence as it stands.
    pub(super) sentence: String,
    /// Whether it is kept.
    pub(super) kept: bool,
    /// Why, or why not.
    pub(super) reason: &'static str,
}

/// Everything that one source gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Yield {
    /// What is worth keeping, in order.
    pub(super) statements: Vec<Statement>,
    /// Every sentence and what became of it, in order.
    pub(super) considered: Vec<Considered>,
}

impl Yield {
    /// Notes what becomes of `sentence`.
    pub(super) fn note(&mut self, lines: LineRange, sentence: &str, kept: bool, reason: &'static str) {
        self.considered.push(Considered { lines, sentence: sentence.to_owned(), kept, reason });
    }
}

/// `text` as a sentence: first letter large, a full stop where no other mark ends it.
pub(super) fn sentence_case(text: &str) -> String {
    let text = text.trim().trim_end_matches([',', ';', ':', '-', '–', '—']).trim_end();
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    // A word such as `iPhone` or `rsullivan82@mail` keeps its own writing.
    let word = text.split_whitespace().next().unwrap_or_default();
    let own = word.chars().skip(1).any(|c| c.is_uppercase())
        || word.contains(['@', '/', '_'])
        || word.bytes().any(|b| b.is_ascii_digit());
    let mut sentence: String = if own { first.to_string() } else { first.to_uppercase().collect() };
    sentence.push_str(chars.as_str());
    if !sentence.ends_with(['.', '!', '?', '…', '。', '！', '？']) && !sentence.ends_with(".\"") {
        sentence.push('.');
    }
    sentence
}

/// `text` without the mark that ends it.
pub(super) fn without_end(text: &str) -> &str {
    text.trim().trim_end_matches(['.', '!', '?', ';', ',', ' '])
}
