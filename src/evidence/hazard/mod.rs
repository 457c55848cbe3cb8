//! What must not come in unseen with a source: secrets, and text that is hidden from people or aimed at agents. One
//! detector a file. What a conversation is about, such as a customer's telephone number, is no secret.

mod hidden;
mod personal;
mod secret;
mod shown;
mod trigger;

pub use shown::escaped;

pub use personal::{Datum, every_personal_datum, personal_data};

use std::borrow::Cow;
use std::ops::Range;

use trigger::Triggers;

/// What a hazard endangers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Concern {
    /// Something that opens a door or an account.
    Secret,
    /// Something that people do not see, or that orders agents about.
    Hidden,
}

/// One thing found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// What it endangers.
    pub concern: Concern,
    /// What it is, such as `github-token` or `zero-width`.
    pub kind: &'static str,
    /// The bytes in the text, one or several stretches of one line, but for a private key.
    pub ranges: Vec<Range<usize>>,
    /// More about it for people, never the secret itself; empty when the kind says all.
    pub detail: String,
}

impl Hazard {
    fn secret(kind: &'static str, range: Range<usize>) -> Hazard {
        Hazard { concern: Concern::Secret, kind, ranges: vec![range], detail: String::new() }
    }

    fn hidden(kind: &'static str, range: Range<usize>) -> Hazard {
        Hazard { concern: Concern::Hidden, kind, ranges: vec![range], detail: String::new() }
    }

    /// Whether it is words that order an agent about, open or encoded.
    pub fn orders(&self) -> bool {
        matches!(self.kind, "agent-instruction" | "encoded-instruction")
    }

    /// Whether it stands for a person or an account, and opens nothing.
    pub fn is_personal(&self) -> bool {
        matches!(self.kind, "card" | "iban" | "us-ssn")
    }

    /// Whether it shows nothing, so that taking it out changes no word that a person sees.
    pub fn shows_nothing(&self) -> bool {
        hidden::shows_nothing(self.kind)
    }

    /// Where it starts.
    pub fn start(&self) -> usize {
        self.ranges.first().map_or(0, |range| range.start)
    }
}

/// Finds what is hazardous in `text`, in the order in which it stands there. Of two secrets that overlap the longer
/// counts.
pub fn scan(text: &str) -> Vec<Hazard> {
    let triggers = Triggers::of(text);
    let mut found = secret::scan(text, &triggers);
    found.sort_by_key(|hazard| (hazard.start(), std::cmp::Reverse(hazard.ranges[0].end)));
    let mut end = 0;
    found.retain(|hazard| {
        let keeps = hazard.start() >= end;
        end = end.max(hazard.ranges[0].end);
        keeps
    });
    found.extend(hidden::scan(text, &triggers));
    found.sort_by_key(|hazard| (hazard.start(), hazard.concern, hazard.kind));
    found
}

/// Every secret in `text`, in no order: also one that stands inside another.
pub fn every_secret(text: &str) -> Vec<Hazard> {
    secret::scan(text, &Triggers::of(text))
}

/// `text` with every stretch of `hazards` replaced by `[redacted:kind]`; characters that show nothing are taken out.
pub fn redact<'t>(text: &'t str, hazards: &[Hazard]) -> Cow<'t, str> {
    if hazards.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut stretches: Vec<(&Range<usize>, &Hazard)> =
        hazards.iter().flat_map(|hazard| hazard.ranges.iter().map(move |range| (range, hazard))).collect();
    stretches.sort_by_key(|(range, _)| (range.start, range.end));
    let mut clean = String::with_capacity(text.len());
    let mut at = 0;
    for (range, hazard) in stretches {
        if range.start < at {
            // Overlaps what is already gone: the rest of it goes too.
            at = at.max(range.end);
            continue;
        }
        clean.push_str(&text[at..range.start]);
        if !hazard.shows_nothing() {
            clean.push_str(&format!("[redacted:{}]", hazard.kind));
        }
        at = range.end;
    }
    clean.push_str(&text[at..]);
    Cow::Owned(clean)
}

#[cfg(test)]
mod tests;
