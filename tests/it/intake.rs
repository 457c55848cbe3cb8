//! Properties of taking evidence in: whatever the bytes, nothing panics, and what is read can be cited.

use kb::config::{EvidenceConfig, Policy};
use kb::digest::Sha256Hex;
use kb::evidence::hazard::{Concern, redact, scan};
use kb::evidence::intake::{Intake, Source};
use kb::evidence::{Form, Item, Meta, Reading};
use kb::path::RepoPath;
use proptest::prelude::*;

const NAMES: [&str; 12] = [
    "a.md", "a.txt", "a.jsonl", "a.json", "a.yaml", "a.csv", "a.tsv", "a.html", "a.eml", "a.pdf", "a",
    "a.bin",
];

/// Lines of which the formats are made.
const LINES: [&str; 40] = [
    "# Title",
    "## Part",
    "- item one",
    "  goes on",
    "1. first",
    "> quoted words",
    "> > deeper",
    "Ann: How much is it?",
    "Bob: $85,000",
    "**Ann:** Fine.",
    "**Bob** (10:32): No.",
    "| a | b |",
    "|---|---|",
    "```",
    "    code",
    "<!-- hidden -->",
    "words <!-- x --> more",
    "%% note %%",
    "[x]: y",
    "[^1]: A footnote",
    "---",
    "key: value",
    "labels: a",
    "",
    "",
    "\t",
    "{\"role\":\"user\",\"content\":\"It costs 5.\"}",
    "{\"id\":\"c1\",\"timestamp\":\"2024-11-15\"}",
    "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}",
    "[{\"role\":\"user\",\"content\":\"Hi\"}]",
    "messages:",
    "- role: user",
    "  content: Hi",
    "id,subject,body",
    "1,\"two",
    "<p>A <b>full</b> refund",
    "</p>",
    "From: a@example.org",
    "MIME-Version: 1.0",
    "===",
];

fn check(name: &str, bytes: &[u8], config: &EvidenceConfig) -> Result<(), TestCaseError> {
    let Ok(intake) = Intake::prepare(Source { name: Some(name), bytes, text: None }, config) else {
        return Ok(());
    };
    let meta = Meta {
        id: "2026-11-30-call-3f9a2c".parse().expect("an id"),
        kind: "call".parse().expect("a kind"),
        origin: None,
        title: None,
        captured_at: jiff::Timestamp::UNIX_EPOCH,
        captured_by: None,
        sha256: Sha256Hex::of(&intake.source),
        media_type: intake.media.media_type().to_owned(),
        source: intake.media.source_name().to_owned(),
        text_sha256: None,
        subjects: Vec::new(),
        labels: Default::default(),
        tenant: None,
    };
    let folder = RepoPath::new("evidence/x").expect("a path");
    let item = Item::new(meta, folder, &intake.source, intake.text.as_deref().map(str::as_bytes));
    for block in Reading::of(&item).blocks {
        prop_assert!(block.lines.last() <= item.line_count(), "{} past the end", block.lines);
        let has_words = block.text.chars().any(|c| !c.is_whitespace());
        if has_words && block.form != Form::Code {
            prop_assert!(
                item.quotes(block.lines, &block.text),
                "{:?} in {} of\n{}",
                block.text,
                block.lines,
                item.text()
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(name in 0..NAMES.len(), bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        check(NAMES[name], &bytes, &EvidenceConfig::default())?;
    }

    #[test]
    fn what_starts_like_a_document_never_panics(
        start in prop::sample::select(vec!["%PDF-1.7\n", "\u{89}PNG", "<html>", "From: a\nDate: x\n\n", "{", "[", "---\n"]),
        bytes in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let whole: Vec<u8> = start.bytes().chain(bytes).collect();
        check("a", &whole, &EvidenceConfig::default())?;
    }

    #[test]
    fn what_is_read_stands_in_its_lines(
        name in 0..NAMES.len(),
        lines in prop::collection::vec(0..LINES.len(), 1..25),
        end in prop::sample::select(vec!["\n", "\r\n"]),
    ) {
        let text: String = lines.iter().map(|&line| format!("{}{end}", LINES[line])).collect();
        check(NAMES[name], text.as_bytes(), &EvidenceConfig::default())?;
    }

    #[test]
    fn a_redacted_source_holds_no_secret(
        before in "[a-z .,\u{200b}\u{ad}0-9-]{0,30}",
        secret in prop::sample::select(vec!["4000 0000 0000 0697", "123-45-6789", "DE93 9999 9999 9000 0000 01"]),
        after in "[a-z .,\u{200b}0-9-]{0,30}",
    ) {
        let text = format!("{before} {secret} {after}\n");
        let config = EvidenceConfig { secrets: Policy::Redact, hidden: Policy::Redact, ..EvidenceConfig::default() };
        let source = Source { name: Some("a.txt"), bytes: text.as_bytes(), text: None };
        if let Ok(intake) = Intake::prepare(source, &config) {
            let clean = String::from_utf8(intake.source).expect("UTF-8");
            prop_assert!(scan(&clean).iter().all(|hazard| hazard.concern != Concern::Secret), "{clean}");
        }
        let once = redact(&text, &scan(&text)).into_owned();
        prop_assert!(once.len() <= text.len() + 40);
    }
}
