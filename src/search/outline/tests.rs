//! What a chunk is: a piece of one section that is understood alone.

use super::*;
use crate::path::RepoPath;

fn cut(text: &str) -> Vec<Chunk> {
    chunks(&Note::parse(RepoPath::new("knowledge/a.md").expect("a path"), text.as_bytes()))
}

fn texts(chunk: &Chunk) -> Vec<&str> {
    chunk.units.iter().map(|unit| unit.text.as_str()).collect()
}

fn filled(chunk: &Chunk) -> usize {
    chunk.units.iter().map(|unit| size(&unit.text) + 1).sum()
}

#[test]
fn a_chunk_stays_below_one_heading() {
    let chunks =
        cut("# A\n\nOne is.\n\n## B\n\nTwo is.\n\n### C\n\n- Three is.\n- Four is.\n\n## D\n\nFive is.\n");
    let seen: Vec<(Vec<String>, Vec<&str>)> = chunks.iter().map(|c| (c.headings.clone(), texts(c))).collect();
    let above = |headings: &[&str]| headings.iter().map(|&heading| heading.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        seen,
        [
            (above(&[]), vec!["One is."]),
            (above(&["B"]), vec!["Two is."]),
            (above(&["B", "C"]), vec!["Three is.", "Four is."]),
            (above(&["D"]), vec!["Five is."]),
        ]
    );
}

#[test]
fn a_long_section_is_divided_evenly_and_whole() {
    for (sentences, word) in [(60, "word "), (200, "szó "), (45, "слово ")] {
        let lines: Vec<String> =
            (0..sentences).map(|n| format!("Claim {n} is {}.", word.repeat(8).trim())).collect();
        let chunks = cut(&format!("# A\n\n{}\n", lines.join("\n\n")));
        assert!(chunks.len() > 1);
        for chunk in &chunks {
            assert!((MOST / 2 - 64..=MOST).contains(&filled(chunk)), "{} of {}", filled(chunk), chunks.len());
        }
        let all: Vec<&str> = chunks.iter().flat_map(texts).collect();
        assert_eq!(all, lines);
    }
}

#[test]
fn rows_of_a_long_table_keep_their_head() {
    let rows: String = (0..120).map(|n| format!("| item {n} | {n} Ft | yes |\n")).collect();
    let chunks = cut(&format!("# Prices\n\n| Item | Price | Taxed |\n|---|---|---|\n{rows}\nAfter it.\n"));
    assert!(chunks.len() > 1);
    for (at, chunk) in chunks.iter().enumerate() {
        assert_eq!(chunk.units[0].text, "| Item | Price | Taxed |");
        assert_eq!(chunk.units[0].again, at > 0, "the head is its own in the first chunk only");
        assert!(filled(chunk) <= MOST);
    }
    assert_eq!(
        chunks[1].lines().first(),
        chunks[1].units[1].lines.first(),
        "a head again is not where a chunk starts"
    );
    assert!(!chunks[1].units[1..].iter().any(|unit| unit.again));
}

#[test]
fn what_follows_a_table_has_no_head() {
    let prose: String =
        (0..60).map(|n| format!("Sentence {n} says something that is not in the table.\n\n")).collect();
    let chunks = cut(&format!("# A\n\n| Item | Price |\n|---|---|\n| one | 1 |\n\n{prose}"));
    assert!(chunks.len() > 1);
    assert!(!chunks.iter().flat_map(|chunk| &chunk.units).any(|unit| unit.again));
}

#[test]
fn a_long_block_of_code_is_divided_at_its_lines_and_says_its_language() {
    let code: String = (0..150).map(|n| format!("    let value_{n} = compute({n});\n")).collect();
    let chunks = cut(&format!("# Code\n\n```rust\n{code}```\n"));
    assert!(chunks.len() > 1);
    let mut next = 4;
    for chunk in &chunks {
        let unit = &chunk.units[0];
        assert!(unit.text.starts_with("```rust\n"), "{}", unit.text);
        let first = unit.text.lines().nth(1).expect("a line");
        assert!(first.contains(&format!("value_{}", next - 4)), "{first} on line {next}");
        let lines = u32::try_from(unit.text.lines().count() - 1).expect("few");
        assert_eq!(unit.lines.last(), if next == 4 { 3 + lines } else { next + lines - 1 });
        next = unit.lines.last() + 1;
    }
}

#[test]
fn a_chunk_keeps_its_name_when_another_one_changes() {
    let before = cut("# A\n\n## B\n\nOne is.\n\n## C\n\nTwo is.\n");
    let after = cut("# A\n\nNew is.\n\n## B\n\nOne is.\n\n## C\n\nTwo was.\n");
    assert_eq!(before[0].id(), after[1].id());
    assert_ne!(before[1].id(), after[2].id());
    assert_ne!(before[0].id(), before[1].id());
    assert_eq!(before[0].id().len(), 16);
}
