use proptest::prelude::*;

use super::read;
use crate::yaml::positioned::read_all;

/// Pieces that front matter is made of, those that are read here and those that are not.
const PIECES: &[&str] = &[
    "type: Policy\n",
    "title: Refund policy\n",
    "a: ",
    "b-c:",
    "d:\n",
    "e: \n",
    "key",
    ":",
    ": ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "- ",
    "  - x\n",
    "- y\n",
    "  - \"z\"\n",
    "  - 'it'\n",
    " - 1\n",
    "[a, b]",
    "[",
    "]",
    ", ",
    ",",
    "\"",
    "'",
    "\"q r\"\n",
    "''",
    "#",
    " # c\n",
    "# c\n",
    "---\n",
    "...\n",
    "1",
    "1.10",
    "007",
    "1.5",
    "-1",
    "+1",
    "0x1F",
    "true",
    "false",
    "null",
    "~",
    "yes",
    "2024-03-31",
    "10:00",
    "a: b",
    "https://x.y/z",
    "{",
    "}",
    "{a: b}",
    "&a ",
    "*a",
    "!t ",
    "|",
    ">",
    "|\n  x\n",
    "%",
    "@",
    "`",
    "?",
    "? ",
    "é",
    "ü: ",
    "—",
    "\t",
    "\r\n",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "\\",
    "\\n",
    "word ",
    "x",
    "<<: ",
    "(",
    ")",
    "/p/q",
    "=",
    "a#b",
    "a:b",
    "[x y, 2]\n",
    "[[x]]",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_here_is_read_alike(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..14)) {
        let text = pieces.concat();
        if let Some(entries) = read(&text) {
            prop_assert_eq!(Ok(entries), read_all(&text), "{:?}", text);
        }
    }

    #[test]
    fn usual_lines_are_read_alike(lines in prop::collection::vec("[a-c]{1,3}:( ?[a-c1(/é\"'\\[\\]#:,.–-]{0,4}){0,3} ?(\n ? ?- ?[a-c\"'\\[:#-]{0,4}){0,2}", 0..5)) {
        let text = lines.join("\n") + "\n";
        if let Some(entries) = read(&text) {
            prop_assert_eq!(Ok(entries), read_all(&text), "{:?}", text);
        }
    }
}

#[test]
fn the_front_matter_of_most_notes_is_read_here() {
    let text = "type: Policy\ntitle: \"Refund: policy\"\n# kept\nlabels: [public, 'of us']\naliases:\n  - money back\n  - \"2\"\n\
        valid_from: 2026-01-01\nversion: 1.10\ncount: 3\ndone: true\nsource: https://x.y/z?a=b\nempty: []\ntags:\nlast: x\n";
    let entries = read(text).expect("read");
    assert_eq!(entries.len(), 12);
    assert_eq!(Ok(entries), read_all(text));
    for text in [
        "a: b: c\n",
        "a:\n  b: c\n",
        "a: |\n  b\n",
        "a: b\n  c\n",
        "a: {b: c}\n",
        "a: \"\\n\"\n",
        "a: b # c\n",
        "a: [[x]]\n",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}
