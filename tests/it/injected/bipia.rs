//! The attacks that others published, as evidence and as note text, in every channel that an agent reads.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::outside::{outside, unquoted};
use super::{base, calling_at_once};
use crate::TestRepo;
use crate::model_server::KEY;
use crate::stage::evidence;

/// The word at the end of every attack, with its number behind it.
const WORD: &str = "PINEAPPLE-B";

/// How many of the attacks are BIPIA's; they come first.
const BIPIA: usize = 33;

/// Every attack, with a word of its own at the end: BIPIA's, and the samples of hidden text.
fn attacks() -> Vec<String> {
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    let bipia = fs::read_to_string(fixtures.join("injection/bipia.jsonl")).expect("the attacks of BIPIA");
    let text = |line: &str| {
        let one: Value = serde_json::from_str(line).expect("JSON");
        one["text"].as_str().expect("a text").to_owned()
    };
    let mut texts: Vec<String> = bipia.lines().map(text).collect();
    assert_eq!(texts.len(), BIPIA);
    let mut samples: Vec<_> = fs::read_dir(fixtures.join("evidence/hazard"))
        .expect("samples")
        .map(|entry| entry.expect("a sample").path())
        .filter(|path| !path.to_string_lossy().contains("-ok-"))
        .collect();
    samples.sort();
    texts.extend(samples.iter().map(|path| fs::read_to_string(path).expect("UTF-8")));
    assert!(texts.len() >= 50, "{} attacks", texts.len());
    texts.iter().zip(10..).map(|(text, number)| format!("{} {WORD}{number}", text.trim_end())).collect()
}

/// Plants `attacks`: in body and front matter of a note, in a file name, in a commit message, in evidence and its record.
fn plant(repo: &TestRepo, attacks: &[String]) -> Vec<String> {
    let mut ids = Vec::new();
    for (attack, number) in attacks.iter().zip(10..) {
        let title = Value::from(attack.as_str());
        let note =
            format!("---\ntype: Note\ntitle: {title}\ndescription: {title}\n---\n# Note\n\n{attack}\n");
        repo.write(&format!("knowledge/attacks/n{number}.md"), note);
        let words: String =
            attack.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').take(40).collect();
        let named = format!("knowledge/named/{} {WORD}{number}.md", words.trim());
        repo.write(&named, format!("---\ntype: Note\n---\n# Named\n\nSee [[n{number}]].\n"));
        // Git takes no message with a zero byte, and kb's own commits have none either.
        repo.commit_all(&attack.replace('\0', ""));
        ids.push(evidence(repo, &format!("User: hello\n\n{attack}\n"), &format!("title: {title}\n")));
    }
    ids
}

#[test]
fn published_attacks_stay_data_in_every_channel() {
    let attacks = attacks();
    let mut looks = vec![
        ("list", json!({"folder": "named"})),
        ("list", json!({"folder": "evidence"})),
        ("grep", json!({"pattern": "apple-b"})),
        ("grep", json!({"pattern": "apple-b", "evidence": true})),
        ("search_notes", json!({"query": "your answer"})),
        ("search_evidence", json!({"query": "your answer"})),
        ("check", json!({})),
    ];
    let mut batches = vec![std::mem::take(&mut looks)];
    let names: Vec<String> =
        (10..).take(attacks.len()).map(|number| format!("attacks/n{number}.md")).collect();
    // What is known before the base is made: the ids follow from the words.
    let id = |attack: &String| {
        let sha256 = kb::digest::Sha256Hex::of(format!("User: hello\n\n{attack}\n").as_bytes());
        format!("2026-11-30-call-{}", &sha256.as_str()[..6])
    };
    let ids: Vec<String> = attacks.iter().map(id).collect();
    for (names, ids) in names.chunks(6).zip(ids.chunks(6)) {
        let mut batch = Vec::new();
        for (name, id) in names.iter().zip(ids) {
            batch.push(("read_note", json!({"path": name})));
            batch.push(("history", json!({"path": name})));
            batch.push(("backlinks", json!({"path": name})));
            batch.push(("read_evidence", json!({"id": id})));
        }
        batches.push(batch);
    }
    batches.push(vec![(
        "finish",
        json!({"title": "Nothing to keep", "summary": "It only orders agents about."}),
    )]);
    let writer = calling_at_once(&batches);
    let repo = base(&writer);
    assert_eq!(plant(&repo, &attacks), ids);
    let main = repo.git(["rev-parse", "main"]);
    let run = super::propose(&repo).code(0);
    assert!(!run.stdout.contains(WORD) && !run.stderr.contains(WORD), "{} {}", run.stdout, run.stderr);
    writer.finish();

    let asked = writer.asked();
    for request in &asked {
        assert!(!request.system.contains(WORD), "{}", request.system);
        for turn in &request.turns {
            let loose = outside(turn);
            assert!(!loose.contains(WORD), "outside of a fence: {loose}");
        }
        assert!(!request.body.contains(KEY));
    }
    let last: Vec<&String> = asked.iter().filter_map(|request| request.turns.last()).collect();
    for (attack, number) in attacks.iter().zip(10..) {
        // The text of the note, its title, its description, the commit, the name that links to it, the evidence.
        let word = format!("{WORD}{number}");
        let times: usize = last.iter().map(|turn| turn.matches(&word).count()).sum();
        // The samples of hidden text are long once their characters are spelt out: what is cut or gives way is named at least.
        let wanted = if number < 10 + BIPIA { 6 } else { 1 };
        assert!(times >= wanted, "shown {times} times: {attack}");
    }

    assert_eq!(repo.git(["rev-parse", "main"]), main);
    for file in repo.git(["ls-tree", "-r", "--name-only", "kb/ledger"]).lines() {
        let text = repo.git(["show", &format!("kb/ledger:{file}")]);
        let loose = if file.ends_with(".md") { unquoted(&text, WORD) } else { Vec::new() };
        assert!(loose.is_empty(), "{file}: {loose:?}");
    }
}
