//! Summaries of folders by a language model. It gives sentences; titles, links and sizes are kb's own.

use serde::Deserialize;
use serde_json::{Value, json};

use super::pen::{Pen, Wish};
use crate::agent::prompt::SUMMARISER;
use crate::agent::shown::escaped;
use crate::caller::Caller;
use crate::config::RedactConfig;
use crate::port::{DraftEntry, Summarised, Summariser, SummaryDraft, Texts};
use crate::redact::Redaction;
use crate::summary::{Extract, LONGEST_ABSTRACT, LONGEST_OVERVIEW};
use crate::verify::Sources;

/// The least characters of an abstract that are worth asking for, however long the title.
const LEAST_ABSTRACT: usize = 160;

/// The most characters of the sentences that begin an overview.
const OVERVIEW: usize = 1_200;

/// The most characters of what is said of an entry.
const MOST_ENTRY: usize = 240;

/// The least characters of what is said of an entry; where there is less room nothing is said.
const LEAST_ENTRY: usize = 60;

/// Has a model sum up folders.
pub struct ModelSummariser<'a> {
    pen: Pen<'a>,
    id: String,
    redact: RedactConfig,
}

/// What a model answers.
#[derive(Deserialize)]
struct Answered {
    #[serde(rename = "abstract")]
    abstract_text: String,
    overview: String,
    #[serde(default)]
    entries: Vec<Said>,
}

/// What a model says of an entry.
#[derive(Deserialize)]
struct Said {
    number: usize,
    text: String,
}

impl<'a> ModelSummariser<'a> {
    /// A summariser that writes with `pen`. What `redact` takes out of what readers of a folder get, the model does not get.
    pub fn new(pen: Pen<'a>, redact: RedactConfig) -> ModelSummariser<'a> {
        ModelSummariser { id: pen.id(SUMMARISER), pen, redact }
    }

    fn texts(&self, draft: &SummaryDraft) -> Result<Texts, String> {
        let reader = Caller::new(draft.access.tenant.clone(), draft.access.labels.iter().cloned());
        let redaction = Redaction::outbound(&self.redact, &reader);
        let shown = Shown::of(draft, |text| escaped(&redaction.text(text)));
        let room = self.pen.room();
        let data = shown
            .data(room)
            .ok_or_else(|| format!("its {} entries are more than the model holds", draft.entries.len()))?;
        let lengths = Lengths::of(draft);
        let shape = shape();
        let wish = Wish {
            prompt: SUMMARISER,
            values: &[
                ("abstract", lengths.abstract_text.to_string()),
                ("overview", OVERVIEW.to_string()),
                ("entries", lengths.entries_wanted()),
            ],
            shape: &shape,
            source: "folder",
            data: &data,
        };
        let answered = self.pen.write(&wish, |text| judged(text, &shown, &lengths))?;
        Ok(texts(draft, answered))
    }
}

impl Summariser for ModelSummariser<'_> {
    fn id(&self) -> &str {
        &self.id
    }

    fn summarise(&self, draft: &SummaryDraft) -> Summarised {
        match self.texts(draft) {
            Ok(texts) => Summarised { texts, made_by: self.id.clone(), instead: None },
            Err(why) => Extract::instead(draft, why),
        }
    }
}

/// How long what a model writes may be.
struct Lengths {
    abstract_text: usize,
    entry: Option<usize>,
}

impl Lengths {
    fn of(draft: &SummaryDraft) -> Lengths {
        let title = draft.title.chars().count() + 2;
        let frame = |entry: &DraftEntry| entry.title.chars().count() + entry.target.len() + 10;
        let frames: usize = draft.entries.iter().map(frame).sum();
        let room = LONGEST_OVERVIEW.saturating_sub(OVERVIEW + title + 10 + frames);
        let each = room.checked_div(draft.entries.len());
        Lengths {
            abstract_text: LONGEST_ABSTRACT.saturating_sub(title).max(LEAST_ABSTRACT),
            entry: each.map(|each| each.min(MOST_ENTRY)).filter(|each| *each >= LEAST_ENTRY),
        }
    }

    fn entries_wanted(&self) -> String {
        match self.entry {
            Some(most) => format!(
                "for each entry, by its number, one sentence of at most {most} characters: what it says and when to read it"
            ),
            None => "an empty list".to_owned(),
        }
    }
}

/// What a model is shown of a draft, each part by itself.
struct Shown {
    head: String,
    entries: Vec<[String; 3]>,
}

impl Shown {
    fn of(draft: &SummaryDraft, shown: impl Fn(&str) -> String) -> Shown {
        let entry = |entry: &DraftEntry| {
            let more = entry.more.iter().map(|claim| format!("\n   {}", shown(claim))).collect();
            [shown(&format!("{} ({})", entry.title, entry.target)), shown(&entry.lead), more]
        };
        Shown {
            head: shown(&format!("{}\n{}", draft.title, draft.lead)),
            entries: draft.entries.iter().map(entry).collect(),
        }
    }

    /// As much as fits into `room` characters: all of it, or of each entry what it is, or its title; `None` where that is too much.
    fn data(&self, room: usize) -> Option<String> {
        (1..=3).rev().map(|parts| self.written(parts)).find(|data| data.chars().count() <= room)
    }

    fn written(&self, parts: usize) -> String {
        let mut data = format!("The folder: {}\n", self.head);
        for (number, entry) in (1..).zip(&self.entries) {
            let separate = if parts > 1 && !entry[1].is_empty() { ": " } else { "" };
            let [title, lead, more] = entry;
            data.push_str(&format!("{number}. {title}"));
            if parts > 1 {
                data.push_str(&format!("{separate}{lead}"));
            }
            if parts > 2 {
                data.push_str(more);
            }
            data.push('\n');
        }
        data
    }

    /// What the whole summary may say: without the numbers of the entries, which are no fact of any note.
    fn everything(&self) -> Sources {
        let mut text = self.head.clone();
        for entry in self.entries.iter().flatten() {
            text.push('\n');
            text.push_str(entry);
        }
        Sources::new(&text)
    }
}

/// The answer in `text`, or what is wrong with it.
fn judged(text: &str, shown: &Shown, lengths: &Lengths) -> Result<Answered, Vec<String>> {
    let answered: Answered = serde_json::from_str(text)
        .map_err(|error| vec![format!("it is not the object that was asked for: {error}")])?;
    let mut wrong = Vec::new();
    let everything = shown.everything();
    for (name, text, most) in [
        ("abstract", &answered.abstract_text, lengths.abstract_text),
        ("overview", &answered.overview, OVERVIEW),
    ] {
        wrong.extend(faults(name, text, most, &everything));
        if text.trim().is_empty() {
            wrong.push(format!("`{name}` is empty"));
        }
    }
    let start = answered.overview.trim_start();
    let digits = start.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_item = digits.len() < start.len() && digits.starts_with(['.', ')']);
    if is_item || start.starts_with(['#', '>', '|', '-', '+', '*', '=', '~', '[', '<', '\\', ':']) {
        wrong.push("`overview` begins with a sign and not with a word".to_owned());
    }
    for said in &answered.entries {
        let Some(entry) = said.number.checked_sub(1).and_then(|at| shown.entries.get(at)) else {
            wrong.push(format!("there is no entry {}", said.number));
            continue;
        };
        let name = format!("the text of entry {}", said.number);
        wrong.extend(faults(
            &name,
            &said.text,
            lengths.entry.unwrap_or(MOST_ENTRY),
            &Sources::new(&entry.join("\n")),
        ));
    }
    if wrong.is_empty() { Ok(answered) } else { Err(wrong) }
}

fn faults(name: &str, text: &str, most: usize, sources: &Sources) -> Vec<String> {
    let mut faults: Vec<String> =
        sources.objections(text).into_iter().map(|fault| format!("`{name}`: {fault}")).collect();
    let length = text.chars().count();
    if length > most {
        faults.push(format!("`{name}` has {length} characters, {most} are allowed"));
    }
    faults
}

/// The files' texts: what the model said, in the form that kb gives every summary.
fn texts(draft: &SummaryDraft, answered: Answered) -> Texts {
    let mut told = SummaryDraft { lead: folded(&answered.overview), ..draft.clone() };
    for entry in &mut told.entries {
        entry.more.clear();
    }
    for said in answered.entries {
        let text = folded(&said.text);
        if let Some(entry) = said.number.checked_sub(1).and_then(|at| told.entries.get_mut(at))
            && !text.is_empty()
        {
            entry.lead = text;
        }
    }
    let text = folded(&answered.abstract_text);
    let abstract_text = if draft.title.is_empty() { text } else { format!("{}: {text}", draft.title) };
    Texts { abstract_text, overview: Extract::texts(&told).overview }
}

/// `text` on one line.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shape() -> Value {
    let entry = json!({
        "type": "object",
        "properties": {"number": {"type": "integer"}, "text": {"type": "string"}},
        "required": ["number", "text"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": {
            "abstract": {"type": "string"},
            "overview": {"type": "string"},
            "entries": {"type": "array", "items": entry},
        },
        "required": ["abstract", "overview", "entries"],
        "additionalProperties": false,
    })
}
