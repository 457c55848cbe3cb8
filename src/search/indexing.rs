//! Makes the documents of a note: what is indexed for each of its chunks, and in which words.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::chunk::Chunk;
use super::detection::{of_note, of_text};
use super::facet::{facets, of_language};
use super::language::Languages;
use super::outline::chunks;
use super::qualification::qualification;
use super::stem::forms;
use super::words::{Shape, next_word, plain_end, words};
use crate::caller::Access;
use crate::note::Note;
use crate::port::{Document, TextField};

/// The version of everything that turns a note into documents. Another version makes every index stale.
pub const PIPELINE: &str = "6";

/// How many words a thread remembers the forms of.
const MOST_STEMS: usize = 50_000;

thread_local! {
    static STEMS: RefCell<Known> = RefCell::default();
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
    let languages = of_note(note);
    let facets = facets(note, languages);
    STEMS.with_borrow_mut(|stems| {
        let made = chunks(note).into_iter().map(|chunk| Drafted {
            meaning: meaning(note, &chunk, qualification.as_deref()),
            document: Document {
                note: chunk.note.clone(),
                content: content.to_owned(),
                ordinal: chunk.ordinal,
                access: access.clone(),
                validity: chunk.validity,
                terms: terms(&chunk, &title, &context, stems.of(languages)),
                facets: facets.clone(),
                vectors: [None, None],
                body: chunk.encode(),
            },
        });
        made.collect()
    })
}

/// The documents of an evidence item whose text is `text`: those of its `chunks`, which demand `access`.
pub(super) fn of_evidence(
    text: &str,
    chunks: Vec<Chunk>,
    content: &str,
    mut facets: Vec<String>,
    access: &Access,
) -> Vec<Document> {
    let languages = of_text(text);
    facets.extend(languages.iter().map(|language| of_language(language.code())));
    STEMS.with_borrow_mut(|stems| {
        let made = chunks.into_iter().map(|chunk| Document {
            note: chunk.note.clone(),
            content: content.to_owned(),
            ordinal: chunk.ordinal,
            access: access.clone(),
            validity: chunk.validity,
            terms: terms(&chunk, &chunk.title, "", stems.of(languages)),
            facets: facets.clone(),
            vectors: [None, None],
            body: chunk.encode(),
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
    let known: Vec<String> = texts.iter().flat_map(|text| words(text)).flat_map(|word| word.parts).collect();
    if words(stem).iter().flat_map(|word| &word.parts).any(|part| !known.contains(part)) {
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
                let (forms, exact) = stems.of_ascii(&text[at..end]);
                push(&mut terms[field.index()], forms);
                if forms != exact {
                    push(&mut terms[TextField::Exact.index()], exact);
                }
                at = end;
            } else if text.as_bytes()[at].is_ascii_whitespace() {
                at += 1;
            } else {
                let Some((word, end)) = next_word(text, at) else { break };
                at = end;
                let Some(word) = word else { continue };
                let field = &mut terms[field.index()];
                match word.shape {
                    Shape::Unspaced => word.parts.iter().for_each(|part| push(field, part)),
                    Shape::Plain | Shape::Compound => {
                        word.parts.iter().for_each(|part| push(field, stems.of_exact(part)));
                    }
                }
                if word.shape != Shape::Plain || stems.of_exact(&word.exact) != word.exact {
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

/// The forms of words met before, by the languages of the text: a language repeats itself.
#[derive(Default)]
struct Known(FxHashMap<Languages, Stems>);

impl Known {
    /// Those for texts in `languages`.
    fn of(&mut self, languages: Languages) -> &mut Stems {
        if self.0.values().map(|stems| stems.known.len()).sum::<usize>() >= MOST_STEMS {
            self.0.clear();
        }
        self.0.entry(languages).or_insert_with(|| Stems {
            languages,
            known: FxHashMap::default(),
            lower: String::new(),
        })
    }
}

/// The forms of words met before in texts in `languages`, separated by spaces.
struct Stems {
    languages: Languages,
    known: FxHashMap<String, String>,
    lower: String,
}

impl Stems {
    /// The forms and the exact form of a plain ASCII word.
    fn of_ascii(&mut self, word: &str) -> (&str, &str) {
        self.lower.clear();
        self.lower.push_str(word);
        self.lower.make_ascii_lowercase();
        if !self.known.contains_key(&self.lower) {
            self.known.insert(self.lower.clone(), forms(&self.lower, self.languages).join(" "));
        }
        (self.known.get(&self.lower).map_or("", String::as_str), &self.lower)
    }

    /// The forms of a word in its exact form.
    fn of_exact(&mut self, exact: &str) -> &str {
        if !self.known.contains_key(exact) {
            self.known.insert(exact.to_owned(), forms(exact, self.languages).join(" "));
        }
        self.known.get(exact).map_or("", String::as_str)
    }
}

fn push(terms: &mut String, form: &str) {
    if !terms.is_empty() {
        terms.push(' ');
    }
    terms.push_str(form);
}
