//! Makes the documents of a note: what is indexed for each of its chunks, and in which words.

use std::borrow::Cow;

use super::chunk::Chunk;
use super::detection::{of_note, of_text};
use super::facet::{PENDING_PREFIX, REFUSED_PREFIX, facets, of_language};
use super::lexicon::{self, Lexicon};
use super::outline::chunks;
use super::qualification::qualification;
use super::words::{Shape, Word, next_word, plain_end, words};
use crate::caller::Access;
use crate::note::Note;
use crate::port::{Document, Piece, Prefix, Prefixes, TextField};

/// The version of everything that turns a note into documents. Another version makes every index stale.
pub const PIPELINE: &str = "8";

/// A document without its vectors yet, and the text that they are made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drafted {
    /// The document.
    pub document: Document,
    /// What a model is given to say what the document means; its vectors depend on nothing else.
    pub meaning: String,
}

/// The documents of `note`, whose content is named `content`. What its pieces are about, beside what its headings say, is
/// looked up in `prefixes`.
pub fn documents(note: &Note, content: &str, prefixes: Option<&dyn Prefixes>) -> Vec<Drafted> {
    let title = title_text(note);
    let qualification = qualification(note);
    let context = context_text(note, qualification.as_deref());
    let access = note.access();
    let languages = of_note(note);
    let facets = facets(note, languages);
    lexicon::with(languages, |lexicon| {
        let made = chunks(note).into_iter().map(|chunk| {
            let prefix = prefixes.map(|prefixes| prefixes.of(&piece(note, &chunk)));
            let (prefix, state) = match prefix {
                None => (None, None),
                Some(Prefix::Written(prefix)) => (Some(prefix), None),
                Some(Prefix::Refused) => (None, Some(REFUSED_PREFIX)),
                Some(Prefix::Pending) => (None, Some(PENDING_PREFIX)),
            };
            let mut context = Cow::Borrowed(context.as_str());
            if let Some(prefix) = &prefix {
                context = Cow::Owned(format!("{context}\n{prefix}"));
            }
            Drafted {
                meaning: meaning(note, &chunk, prefix.as_deref(), qualification.as_deref()),
                document: Document {
                    note: chunk.note.clone(),
                    content: content.to_owned(),
                    ordinal: chunk.ordinal,
                    access: access.clone(),
                    validity: chunk.validity,
                    terms: terms(&chunk, &title, &context, lexicon),
                    facets: facets.iter().cloned().chain(state.map(str::to_owned)).collect(),
                    vectors: [None, None],
                    body: chunk.encode(),
                },
            }
        });
        made.collect()
    })
}

/// The most characters of a note's headings that stand beside a piece of it.
const OUTLINE: usize = 2_000;

/// `chunk` of `note` as a model is shown it.
pub fn piece(note: &Note, chunk: &Chunk) -> Piece {
    let mut place = vec![chunk.title.as_str()];
    place.extend(chunk.headings.iter().map(String::as_str));
    let headings: Vec<&str> = note.headings.iter().map(|heading| heading.text.as_str()).collect();
    Piece {
        place: place.join(" > "),
        outline: headings.join("; ").chars().take(OUTLINE).collect(),
        text: chunk.text(),
        access: note.access(),
    }
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
    lexicon::with(languages, |lexicon| {
        let made = chunks.into_iter().map(|chunk| Document {
            note: chunk.note.clone(),
            content: content.to_owned(),
            ordinal: chunk.ordinal,
            access: access.clone(),
            validity: chunk.validity,
            terms: terms(&chunk, &chunk.title, "", lexicon),
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
fn meaning(note: &Note, chunk: &Chunk, prefix: Option<&str>, qualification: Option<&str>) -> String {
    let size: usize = chunk.units.iter().map(|unit| unit.text.len() + 1).sum();
    let mut meaning = String::with_capacity(size + 256);
    meaning.push_str(&chunk.title);
    for heading in &chunk.headings {
        meaning.push_str(" > ");
        meaning.push_str(heading);
    }
    let description = note.front.text("description").filter(|_| chunk.ordinal == 0);
    let units = chunk.units.iter().map(|unit| unit.text.as_str());
    for text in prefix.into_iter().chain(description).chain(qualification).chain(units) {
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

/// The terms of a chunk by field, under way.
struct Terms<'l> {
    fields: [String; 4],
    lexicon: &'l mut Lexicon,
}

impl Terms<'_> {
    /// Adds the words of `text` to `field`, and where they tell more as they are written to the exact forms.
    fn add(&mut self, field: TextField, text: &str) {
        let mut at = 0;
        while let Some(byte) = text.as_bytes().get(at) {
            if let Some(end) = plain_end(text, at) {
                let word = self.lexicon.of_ascii(&text[at..end]);
                push(&mut self.fields[field.index()], word.forms);
                if word.forms != word.exact {
                    push(&mut self.fields[TextField::Exact.index()], word.exact);
                }
                at = end;
            } else if byte.is_ascii() && !byte.is_ascii_alphanumeric() {
                at += 1;
            } else {
                let Some((word, end)) = next_word(text, at) else { break };
                at = end;
                word.iter().for_each(|word| self.word(field, word));
            }
        }
    }

    fn word(&mut self, field: TextField, word: &Word) {
        let fields = &mut self.fields;
        for part in &word.parts {
            let form = match word.shape {
                Shape::Unspaced => part,
                Shape::Plain | Shape::Compound => self.lexicon.of_exact(part).forms,
            };
            push(&mut fields[field.index()], form);
        }
        if word.shape != Shape::Plain || self.lexicon.of_exact(&word.exact).forms != word.exact {
            push(&mut fields[TextField::Exact.index()], &word.exact);
        }
    }
}

fn terms(chunk: &Chunk, title: &str, context: &str, lexicon: &mut Lexicon) -> [String; 4] {
    let mut terms = Terms { fields: Default::default(), lexicon };
    let size: usize = chunk.units.iter().map(|unit| unit.text.len()).sum();
    terms.fields[TextField::Body.index()].reserve(size);
    terms.fields[TextField::Exact.index()].reserve(size / 2);
    terms.add(TextField::Title, title);
    terms.add(TextField::Heading, context);
    chunk.headings.iter().for_each(|heading| terms.add(TextField::Heading, heading));
    for unit in &chunk.units {
        terms.add(TextField::Body, &unit.text);
        unit.quotes.iter().for_each(|quote| terms.add(TextField::Body, quote));
    }
    terms.fields
}

fn push(terms: &mut String, form: &str) {
    if !terms.is_empty() {
        terms.push(' ');
    }
    terms.push_str(form);
}
