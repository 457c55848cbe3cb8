//! Makes the documents of a note: what is indexed for each of its chunks, and in which words.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::chunk::Chunk;
use super::facet::facets;
use super::outline::chunks;
use super::qualification::qualification;
use super::words::{Word, loose, next_word, plain_end, words};
use crate::note::Note;
use crate::port::{Document, TextField};

/// The version of everything that turns a note into documents. Another version makes every index stale.
pub const PIPELINE: &str = "3";

/// How many words a thread remembers the forms of.
const MOST_STEMS: usize = 50_000;

thread_local! {
    static STEMS: RefCell<Stems> = RefCell::default();
}

/// A document without its vectors yet, and the text that they are made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drafted {
    /// The document.
    pub document: Document,
    /// What a model is given to say what the document means; its vectors depend on nothing else.
    pub meaning: String,
}

/// The documents of `note`, whose content is named `content`.
pub fn documents(note: &Note, content: &str) -> Vec<Drafted> {
    let title = title_text(note);
    let qualification = qualification(note);
    let context = context_text(note, qualification.as_deref());
    let access = note.access();
    let facets = facets(note);
    STEMS.with_borrow_mut(|stems| {
        let made = chunks(note).into_iter().map(|chunk| Drafted {
            meaning: meaning(note, &chunk, qualification.as_deref()),
            document: Document {
                note: chunk.note.clone(),
                content: content.to_owned(),
                ordinal: chunk.ordinal,
                access: access.clone(),
                validity: chunk.validity,
                terms: terms(&chunk, &title, &context, stems),
                facets: facets.clone(),
                vectors: [None, None],
                body: chunk.encode(),
            },
        });
        made.collect()
    })
}

/// What a model is given: a line of the title and the headings, what the note says of itself, and the text.
///
/// Vectors are kept by the hash of this: whoever changes its form makes every kept vector worthless.
fn meaning(note: &Note, chunk: &Chunk, qualification: Option<&str>) -> String {
    let size: usize = chunk.units.iter().map(|unit| unit.text.len() + 1).sum();
    let mut meaning = String::with_capacity(size + 256);
    meaning.push_str(&chunk.title);
    for heading in &chunk.headings {
        meaning.push_str(" > ");
        meaning.push_str(heading);
    }
    let description = note.front.text("description").filter(|_| chunk.ordinal == 0);
    let units = chunk.units.iter().map(|unit| unit.text.as_str());
    for text in description.into_iter().chain(qualification).chain(units) {
        meaning.push('\n');
        meaning.push_str(text);
    }
    meaning
}

/// The title, the aliases, and the name of the file where it says something else.
fn title_text(note: &Note) -> String {
    let mut texts = vec![note.title()];
    texts.extend(note.front.texts("aliases"));
    let stem = note.path.file_stem();
    let known: Vec<String> = texts.iter().flat_map(|text| words(text)).flat_map(|word| word.loose).collect();
    if words(stem).iter().flat_map(|word| &word.loose).any(|form| !known.contains(form)) {
        texts.push(stem);
    }
    texts.join("\n")
}

/// What the note says of itself, and the folders that it lies in.
fn context_text(note: &Note, qualification: Option<&str>) -> String {
    let mut texts = Vec::new();
    texts.extend(qualification);
    texts.extend(note.front.text("description"));
    texts.extend(note.front.texts("tags"));
    texts.extend(note.front.text("type"));
    let folders: Vec<&str> = note.path.as_str().split('/').rev().skip(1).collect();
    texts.extend(folders.into_iter().filter(|folder| *folder != "knowledge"));
    texts.join("\n")
}

fn terms(chunk: &Chunk, title: &str, context: &str, stems: &mut Stems) -> [String; 4] {
    let mut terms: [String; 4] = Default::default();
    let size: usize = chunk.units.iter().map(|unit| unit.text.len()).sum();
    terms[TextField::Body.index()].reserve(size);
    terms[TextField::Exact.index()].reserve(size / 2);
    let mut put = |field: TextField, text: &str| {
        let mut at = 0;
        while at < text.len() {
            if let Some(end) = plain_end(text, at) {
                let (form, exact) = stems.of(&text[at..end]);
                push(&mut terms[field.index()], form);
                if form != exact {
                    push(&mut terms[TextField::Exact.index()], exact);
                }
                at = end;
            } else if text.as_bytes()[at].is_ascii_whitespace() {
                at += 1;
            } else {
                let Some((word, end)) = next_word(text, at) else { break };
                at = end;
                let Some(word) = word else { continue };
                word.loose.iter().for_each(|form| push(&mut terms[field.index()], form));
                if has_exact_form(&word) {
                    push(&mut terms[TextField::Exact.index()], &word.exact);
                }
            }
        }
    };
    put(TextField::Title, title);
    put(TextField::Heading, context);
    chunk.headings.iter().for_each(|heading| put(TextField::Heading, heading));
    for unit in &chunk.units {
        put(TextField::Body, &unit.text);
        unit.quotes.iter().for_each(|quote| put(TextField::Body, quote));
    }
    terms
}

/// The forgiving forms of plain words met before: a language repeats itself.
#[derive(Default)]
struct Stems {
    known: FxHashMap<String, String>,
    lower: String,
}

impl Stems {
    /// The forgiving and the exact form of a plain ASCII word.
    fn of(&mut self, word: &str) -> (&str, &str) {
        self.lower.clear();
        self.lower.push_str(word);
        self.lower.make_ascii_lowercase();
        if self.known.len() >= MOST_STEMS {
            self.known.clear();
        }
        if !self.known.contains_key(&self.lower) {
            self.known.insert(self.lower.clone(), loose(&self.lower));
        }
        (self.known.get(&self.lower).map_or("", String::as_str), &self.lower)
    }
}

/// Whether the exact form of a word says more than its forgiving one.
pub(super) fn has_exact_form(word: &Word) -> bool {
    word.loose.len() != 1 || word.loose[0] != word.exact
}

fn push(terms: &mut String, form: &str) {
    if !terms.is_empty() {
        terms.push(' ');
    }
    terms.push_str(form);
}
