//! Paragraphs, list items, rows and fields of a document into statements, word for word.

use crate::evidence::{Block, Form};

use super::cast::Speaker;
use super::correction;
use super::quotable::quotable;
use super::statement::{Statement, Support, Yield, sentence_case};
use super::talk::{instructs_readers, is_service, without_openers};
use super::token::sentences;
use super::worth::{Worth, weigh};

/// The longest claim that is made of one paragraph, in characters.
const LONGEST: usize = 400;

/// The statements of `block`, added to `found`.
pub(super) fn statements(block: &Block, found: &mut Yield) {
    match block.form {
        Form::Code => found.note(block.lines, &block.text, false, "code"),
        Form::Row => row(block, found),
        Form::Field => field(block, found),
        Form::Turn | Form::Paragraph | Form::ListItem => prose(block, found),
    }
}

fn prose(block: &Block, found: &mut Yield) {
    for sentence in sentences(&block.text) {
        let reason = if instructs_readers(sentence) {
            "speaks to whoever reads, not of the matter"
        } else if sentence.ends_with('?') {
            "question"
        } else if without_openers(sentence).is_empty() || is_service(sentence) {
            "talk"
        } else if sentence.chars().count() > LONGEST {
            "too long for one claim"
        } else {
            ""
        };
        let worth = if reason.is_empty() { worth(sentence) } else { None };
        let why = if reason.is_empty() {
            worth.map_or("no fact, decision, preference or procedure", Worth::reason)
        } else {
            reason
        };
        found.note(block.lines, sentence, worth.is_some(), why);
        if let Some(worth) = worth {
            push(block, sentence.to_owned(), sentence, block.headings.clone(), worth, found);
        }
    }
}

/// In a document every sentence with some words of its own asserts something.
fn worth(sentence: &str) -> Option<Worth> {
    let reader = Speaker::Nobody;
    weigh(sentence, &reader).or_else(|| {
        (sentence.split_whitespace().count() >= 4 && sentence.ends_with('.')).then_some(Worth::State)
    })
}

/// A row becomes "first cell: header value; header value".
fn row(block: &Block, found: &mut Yield) {
    let mut headings = block.headings.clone();
    let header = headings.pop().unwrap_or_default();
    let names: Vec<&str> = header.split(" | ").map(str::trim).collect();
    let cells: Vec<&str> = block.text.split(" | ").map(str::trim).collect();
    let Some((first, rest)) =
        cells.split_first().filter(|(first, rest)| !first.is_empty() && !rest.is_empty())
    else {
        found.note(block.lines, &block.text, false, "a row without values");
        return;
    };
    let pairs: Vec<String> = rest
        .iter()
        .enumerate()
        .filter(|(_, cell)| !cell.is_empty())
        .map(|(index, cell)| {
            names
                .get(index + 1)
                .filter(|name| !name.is_empty())
                .map_or_else(|| (*cell).to_owned(), |name| format!("{name} {cell}"))
        })
        .collect();
    let text = format!("{first}: {}", pairs.join("; "));
    let keep = !pairs.is_empty() && text.chars().count() <= LONGEST && !instructs_readers(&text);
    found.note(block.lines, &block.text, keep, if keep { "row of a table" } else { "a row without values" });
    if keep {
        push(block, text, &block.text, headings, Worth::State, found);
    }
}

/// A field becomes "name: value", or its sentences where it holds several.
fn field(block: &Block, found: &mut Yield) {
    let mut headings = block.headings.clone();
    let name = headings.pop().unwrap_or_default();
    if name.is_empty() || sentences(&block.text).len() > 1 || block.text.chars().count() > 200 {
        return prose(block, found);
    }
    let text = format!("{name}: {}", block.text);
    let keep = !instructs_readers(&text) && !block.text.is_empty();
    found.note(block.lines, &text, keep, if keep { "field" } else { "empty field" });
    if keep {
        push(block, text, &block.text, headings, Worth::State, found);
    }
}

fn push(block: &Block, text: String, words: &str, headings: Vec<String>, worth: Worth, found: &mut Yield) {
    let Some(quote) = quotable(words) else { return };
    found.statements.push(Statement {
        text: sentence_case(&text),
        support: vec![Support { lines: block.lines, quote: Some(quote) }],
        headings,
        worth,
        spoken: false,
        corrects: correction::corrects(words),
    });
}
