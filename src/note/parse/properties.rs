//! Whatever the bytes are, parsing gives a note whose every range is text of it.

use std::ops::Range;

use proptest::prelude::*;

use crate::note::Note;
use crate::path::RepoPath;
use crate::text::{contains_words, fold_space};

/// Pieces that Markdown, front matter and footnotes are made of, so that random texts meet their corners.
const PIECES: &[&str] = &[
    "---\n",
    "---",
    "+++\n",
    "type: Note\n",
    "a: [b, \"[[c]]\"]\n",
    "\u{feff}",
    "\r\n",
    "\n",
    "\n\n",
    " ",
    "    ",
    "\t",
    "# ",
    "## A b\n",
    "- ",
    "1. ",
    "> ",
    "> [!note] ",
    "| a | b |\n|---|---|\n| ",
    " | ",
    "\\|",
    "```\n",
    "~~~",
    "`",
    "``",
    "*",
    "**",
    "_",
    "~~",
    "[[",
    "]]",
    "![[",
    "|",
    "#",
    "^b1",
    "[",
    "]",
    "](",
    "](x.md#L1-L2)",
    ")",
    "<",
    ">",
    "<a id=x>",
    "<!-- ",
    " -->",
    "%%",
    "$",
    "$$",
    "\\",
    "&amp;",
    "[^a]",
    "[^b]",
    "[^a]: ",
    "[^b]: [c](evidence/x#L3)\n",
    "    \"quoted \\\" words\"\n",
    "\"",
    "“",
    "”",
    "Heron 2.4 sustained 6,150. ",
    "Dr. B. H. Hart e.g. Inc. ",
    "...",
    "?",
    "! ",
    "。",
    "？",
    "「",
    "」",
    "é",
    "e\u{301}",
    "😀",
    "表",
    "http://x.y/z",
    "[r]: y.md\n",
    "[r]",
    "<<<<<<< HEAD\n",
    "a",
    "word ",
    "0",
    "%20",
    "\0",
];

fn markdown() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..60);
    pieces.prop_map(|pieces| pieces.concat().into_bytes())
}

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![4 => markdown(), 1 => prop::collection::vec(any::<u8>(), 0..200), 1 => any::<String>().prop_map(String::into_bytes)]
}

fn ranges(note: &Note) -> Vec<(&'static str, Range<usize>)> {
    let mut found =
        vec![("front matter", note.front.span.clone()), ("body", note.front.end..note.text.len())];
    for field in &note.front.fields {
        found.push(("key", field.key_span.clone()));
        found.push(("value", field.value_span.clone()));
    }
    found.extend(note.headings.iter().map(|heading| ("heading", heading.span.clone())));
    for link in &note.links {
        found.push(("link", link.span.clone()));
        found.push(("target", link.target_span.clone()));
    }
    found.extend(note.claims().iter().map(|claim| ("claim", claim.span.clone())));
    for citation in note.citations() {
        found.push(("mark", citation.mark.clone()));
        found.push(("definition", citation.definition.clone()));
        found.push(("target of a citation", citation.target_span.clone()));
        found.extend(citation.quote_span.iter().map(|span| ("quote", span.clone())));
    }
    found.extend(note.problems.iter().map(|problem| ("problem", problem.span.clone())));
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_range_is_text_of_the_note(bytes in any_bytes()) {
        let note = Note::parse(RepoPath::new("a/n.md").expect("a path"), &bytes);
        prop_assert_eq!(note.text.len(), bytes.len());
        for (what, range) in ranges(&note) {
            prop_assert!(note.text.get(range.clone()).is_some(), "{what} {range:?} of {:?}", note.text);
        }
        for claim in note.claims() {
            prop_assert!(claim.text.contains(char::is_alphanumeric));
            prop_assert!(claim.text == fold_space(&claim.text));
            prop_assert!(claim.lines.last() <= note.lines.line_count());
            prop_assert!(claim.citations.iter().all(|&index| index < note.citations().len()));
        }
        for pair in note.claims().windows(2) {
            prop_assert!(pair[0].span.end <= pair[1].span.start, "{pair:?} of {:?}", note.text);
        }
        for link in &note.links {
            let raw = &note.text[link.span.clone()];
            prop_assert!(raw.starts_with(['[', '!', '<']), "{raw:?}");
        }
        let body = note.body().len();
        prop_assert!(note.front.end + body == note.text.len());
    }

    #[test]
    fn sentences_lose_nothing(text in any_bytes().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())) {
        let sentences = crate::text::sentences(&text);
        let joined: String = sentences.iter().map(|range| &text[range.clone()]).collect();
        let dense = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        prop_assert_eq!(dense(&joined), dense(&text));
    }

    #[test]
    fn a_written_quote_is_read_back(quote in "[ -~é“”\\\\\\[\\]\"`$<&*_]{1,40}") {
        prop_assume!(contains_words(&quote, quote.trim()) && quote.trim().chars().any(char::is_alphanumeric));
        let from = RepoPath::new("knowledge/n.md").expect("a path");
        let target = RepoPath::new("evidence/2026/11/2026-11-30-call-3f9a2c/source.md").expect("a path");
        let lines = crate::text::LineRange::single(3);
        let definition = crate::note::footnote(&from, "a", "call", &target, lines, Some(&quote));
        let text = format!("It is so.[^a]\n\n{definition}");
        let note = Note::parse(from, text.as_bytes());
        prop_assert_eq!(note.citations().len(), 1, "{}", text);
        let read = note.citations()[0].quote.clone().unwrap_or_default();
        let expected = fold_space(&quote).into_owned();
        prop_assert_eq!(read, expected, "{}", text);
    }
}
