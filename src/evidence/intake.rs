//! Makes one source ready to become an item: what it is, what it says of itself, its text, and what must not come in
//! unseen. It decides nothing about ids and writes nothing.

use std::borrow::Cow;

use thiserror::Error;

use crate::config::{EvidenceConfig, Policy};
use crate::evidence::encoding::{Encoding, decode};
use crate::evidence::extract::Extraction;
use crate::evidence::hazard::{Concern, Hazard, redact, scan};
use crate::evidence::media::Media;
use crate::evidence::reading::{self, Reading};
use crate::evidence::{Stated, StatedTime};
use crate::text::LineIndex;

/// One source as it was handed over.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its file name.
    pub name: Option<&'a str>,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// The text that a person gives for it.
    pub text: Option<&'a str>,
}

/// A source that is ready.
#[derive(Clone, Debug)]
pub struct Intake {
    /// What it is.
    pub media: Media,
    /// The bytes to keep: as received, but for what was redacted.
    pub source: Vec<u8>,
    /// The content of `text.md`, where there is one.
    pub text: Option<String>,
    /// What it says of itself.
    pub stated: Stated,
    /// What a person should know, one line each, no full stop.
    pub warnings: Vec<String>,
    /// How many secrets and hidden stretches were redacted.
    pub redacted: usize,
}

/// Says why a source is not taken in.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// It holds what the policy refuses.
    #[error("it holds {found}; take them out, or set [evidence] {key} to `redact` or `warn` in kb.toml")]
    Hazard {
        /// What, and in which lines.
        found: String,
        /// The key of the policy.
        key: &'static str,
    },
    /// It holds what the policy redacts, where kb cannot rewrite it.
    #[error("it holds {found}, which kb cannot redact inside {media_type}; take them out of the source")]
    CannotRedact {
        /// What, and in which lines of the text.
        found: String,
        /// The media type.
        media_type: &'static str,
    },
    /// What it says of itself cannot be followed.
    #[error("{0}")]
    Statement(String),
}

impl Intake {
    /// Makes `source` ready under the policies of `config`.
    pub fn prepare(source: Source<'_>, config: &EvidenceConfig) -> Result<Intake, Refusal> {
        if source.bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(Refusal::Empty);
        }
        let media = Media::detect(source.name, source.bytes);
        let policy = |concern| match concern {
            Concern::Secret => config.secrets,
            Concern::Hidden => config.hidden,
        };
        let mut warnings = Vec::new();
        let raw = Raw::new(media, source.bytes);
        refuse(&raw.hazards, |hazard| policy(hazard.concern) == Policy::Refuse, &raw.text, "line")?;
        let (clean, mut redacted) = raw.without(|hazard| policy(hazard.concern) == Policy::Redact);
        let bytes = clean.unwrap_or_else(|| source.bytes.to_vec());

        let mut extraction = match source.text {
            Some(text) => {
                let hazards = scan(text);
                refuse(&hazards, |hazard| policy(hazard.concern) == Policy::Refuse, text, "line")?;
                let (mine, _): (Vec<_>, Vec<_>) =
                    hazards.into_iter().partition(|hazard| policy(hazard.concern) == Policy::Redact);
                redacted += mine.len();
                Some(Extraction::supplied(&redact(text, &mine)))
            }
            None => Extraction::of(media, &bytes),
        };
        let spoken = match &extraction {
            Some(extraction) => Cow::Borrowed(extraction.text.as_str()),
            None if media == Media::JsonLines => Cow::Owned(spoken_lines(&bytes)),
            None => Cow::Borrowed(""),
        };
        let found = scan(&spoken);
        refuse(&found, |hazard| policy(hazard.concern) == Policy::Refuse, &spoken, "line")?;
        if let Some(found) =
            listed(&found, |hazard| policy(hazard.concern) == Policy::Redact, &spoken, "line")
        {
            return Err(Refusal::CannotRedact { found, media_type: media.media_type() });
        }
        // In the text that spans point into a line can be looked up; the raw source adds what the text does not show.
        let kinds: Vec<&str> = found.iter().map(|hazard| hazard.kind).collect();
        let place = if extraction.is_some() { "line of text.md" } else { "line" };
        warnings.extend(listed(&found, |_| true, &spoken, place).map(|found| format!("holds {found}")));
        let only_raw =
            |hazard: &Hazard| policy(hazard.concern) == Policy::Warn && !kinds.contains(&hazard.kind);
        let place = if extraction.is_some() { "line of the source" } else { "line" };
        warnings
            .extend(listed(&raw.hazards, only_raw, &raw.text, place).map(|found| format!("holds {found}")));

        if let Some(encoding) = raw.encoding.filter(|&encoding| encoding != Encoding::Utf8) {
            warnings.push(format!("is not UTF-8 but {}; text.md holds it decoded", encoding.name()));
        }
        if let Some(missing) = extraction.as_mut().and_then(|extraction| extraction.missing.take()) {
            warnings.push(match source.text {
                Some(_) => missing,
                None => format!("{missing}; `--text FILE` or `--description TEXT` can give the text"),
            });
        }
        let stated = stated(media, &bytes, extraction.as_ref()).map_err(Refusal::Statement)?;
        let text = extraction.map(|extraction| extraction.text);
        Ok(Intake { media, source: bytes, text, stated, warnings, redacted })
    }
}

/// How often a redacted text is looked at again: each layer of disguise takes one round.
const MOST_ROUNDS: usize = 5;

/// The source as text, where it is text, and what was found in it.
struct Raw<'a> {
    text: Cow<'a, str>,
    encoding: Option<Encoding>,
    hazards: Vec<Hazard>,
    /// Whether the bytes are the text, so that redacting one redacts the other.
    is_verbatim: bool,
}

impl<'a> Raw<'a> {
    fn new(media: Media, bytes: &'a [u8]) -> Raw<'a> {
        let is_text = !matches!(media, Media::Pdf | Media::Image(_) | Media::Binary);
        match std::str::from_utf8(bytes).ok().filter(|_| is_text) {
            Some(text) => Raw {
                text: text.into(),
                encoding: Some(Encoding::Utf8),
                hazards: scan(text),
                is_verbatim: true,
            },
            None => {
                let encoding = if is_text { decode(bytes).map(|(_, encoding)| encoding) } else { None };
                // Mail says its encodings itself.
                let encoding = encoding.filter(|_| media != Media::Mail);
                Raw { text: "".into(), encoding, hazards: Vec::new(), is_verbatim: false }
            }
        }
    }

    /// The bytes without the hazards that `goes` names, where that changes them, and how many went.
    ///
    /// What was hidden between the letters of a secret hid the secret too, so that the result is looked at again.
    fn without(&self, goes: impl Fn(&Hazard) -> bool) -> (Option<Vec<u8>>, usize) {
        if !self.is_verbatim || !self.hazards.iter().any(&goes) {
            return (None, 0);
        }
        let (mut clean, mut count) = (self.text.to_string(), 0);
        for _ in 0..MOST_ROUNDS {
            let mut gone = scan(&clean);
            gone.retain(&goes);
            if gone.is_empty() {
                break;
            }
            count += gone.len();
            clean = redact(&clean, &gone).into_owned();
        }
        (Some(clean.into_bytes()), count)
    }
}

/// The decoded words of JSON Lines, line for line.
fn spoken_lines(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut spoken = String::with_capacity(text.len());
    let mut line = 1;
    for block in reading::json_lines(&text).blocks {
        while line < block.lines.first() {
            spoken.push('\n');
            line += 1;
        }
        spoken.push_str(&block.text);
        spoken.push(' ');
    }
    spoken
}

fn refuse(
    hazards: &[Hazard],
    refused: impl Fn(&Hazard) -> bool,
    text: &str,
    place: &str,
) -> Result<(), Refusal> {
    let key = match hazards.iter().find(|hazard| refused(hazard)).map(|hazard| hazard.concern) {
        Some(Concern::Hidden) => "hidden",
        _ => "secrets",
    };
    match listed(hazards, refused, text, place) {
        Some(found) => Err(Refusal::Hazard { found, key }),
        None => Ok(()),
    }
}

/// Lists the hazards that `counts` names: `2 card numbers …` by kind, with their first lines. `None` for none.
fn listed(hazards: &[Hazard], counts: impl Fn(&Hazard) -> bool, text: &str, place: &str) -> Option<String> {
    let lines = LineIndex::new(text);
    let mut kinds: Vec<(&str, Vec<u32>, &str)> = Vec::new();
    for hazard in hazards.iter().filter(|hazard| counts(hazard)) {
        let line = lines.line(hazard.start());
        match kinds.iter_mut().find(|(kind, ..)| *kind == hazard.kind) {
            Some((_, at, _)) => at.push(line),
            None => kinds.push((hazard.kind, vec![line], &hazard.detail)),
        }
    }
    let one = |(kind, mut at, detail): (&str, Vec<u32>, &str)| {
        at.dedup();
        let shown: Vec<String> = at.iter().take(3).map(u32::to_string).collect();
        let more = if at.len() > 3 { format!(" and {} more", at.len() - 3) } else { String::new() };
        let detail = if detail.is_empty() { String::new() } else { format!(", {detail}") };
        format!("`{kind}` in {place} {}{more}{detail}", shown.join(", "))
    };
    (!kinds.is_empty()).then(|| kinds.into_iter().map(one).collect::<Vec<_>>().join("; "))
}

/// What the source says of itself.
fn stated(media: Media, bytes: &[u8], extraction: Option<&Extraction>) -> Result<Stated, String> {
    let Some(extraction) = extraction else {
        let text = String::from_utf8_lossy(bytes);
        let reading = match media {
            Media::JsonLines => reading::json_lines(&text),
            Media::Markdown => reading::markdown(&text),
            Media::Text => reading::plain(&text),
            _ => return Ok(Stated::default()),
        };
        let mut stated = of_reading(&reading)?;
        if media == Media::Markdown {
            stated.title = stated.title.or_else(|| reading::first_heading(&text));
        } else if media == Media::Text {
            // Anybody may say `Labels: x` in a transcript; only its time is taken from there.
            stated = Stated { time: stated.time, ..Stated::default() };
        }
        return Ok(stated);
    };
    let mut stated = of_reading(&reading::extracted(&extraction.text))?;
    stated.title = stated.title.or_else(|| extraction.title.clone());
    let time = extraction.time.as_deref().and_then(StatedTime::parse);
    stated.time = stated.time.or(time);
    if matches!(media, Media::Mail | Media::Html | Media::Pdf) {
        // Who sends a message or makes a page has no say in who may see it here.
        stated =
            Stated { title: stated.title, origin: stated.origin, time: stated.time, ..Stated::default() };
    }
    Ok(stated)
}

fn of_reading(reading: &Reading) -> Result<Stated, String> {
    let mut stated = Stated::read(&reading.context)?;
    for part in &reading.parts {
        stated.add_part(Stated::read(&part.context)?)?;
    }
    let first =
        || reading.blocks.iter().filter_map(|block| block.time.as_deref()).find_map(StatedTime::parse);
    stated.time = stated.time.or_else(first);
    Ok(stated)
}

#[cfg(test)]
mod tests;
