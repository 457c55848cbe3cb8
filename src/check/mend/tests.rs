use proptest::prelude::*;

use super::*;
use crate::check::Setting;
use crate::config::Config;
use crate::text::FilePatch;
use crate::vault::{File, Layout};

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn vault_of(files: &BTreeMap<String, String>) -> Vault {
    let files = files
        .iter()
        .map(|(at, text)| File { path: path(at), bytes: Some(text.as_bytes().to_vec()) })
        .collect();
    Vault::build(Layout { knowledge: None, evidence: path("evidence") }, files, Vec::new())
}

fn mend_in(vault: &Vault, mending: &Mending) -> Mended {
    let config = Config::default();
    let scene = Scene { archive: vault.archive(), config: &config, setting: Setting::Base, today: None };
    mend(vault, scene, mending)
}

fn findings(vault: &Vault) -> Vec<Finding> {
    crate::check::check(vault, &Config::default(), Setting::Base).findings
}

#[track_caller]
fn check(files: &[(&str, &str)], expected: &[(&str, &str)], mended: usize) -> Mended {
    let files = files.iter().map(|(at, text)| ((*at).to_owned(), (*text).to_owned())).collect();
    let vault = vault_of(&files);
    let outcome = mend_in(&vault, &Mending::default());
    let now = outcome.vault.as_ref().unwrap_or(&vault);
    for (at, text) in expected {
        assert_eq!(now.note(at).expect("a note").text, *text, "{at}");
    }
    assert_eq!(outcome.changes.len(), expected.len(), "{:?}", outcome.changes);
    assert_eq!(outcome.mended.len(), mended, "{:?}", outcome.mended);
    outcome
}

const FRONT: &str = "---\ntype: Note\n---\n";

#[test]
fn entries_of_one_page_are_mended_together() {
    let page = "\u{feff}---\r\ntype: Index\r\n---\r\n# All\r\n\r\nSome words.";
    let listed = format!("{page}\r\n\r\n* [a](a.md)\r\n* [b](b.md)\r\n* [c d](c%20d.md)\r\n");
    check(
        &[("index.md", page), ("a.md", FRONT), ("b.md", FRONT), ("c d.md", FRONT)],
        &[("index.md", &listed)],
        3,
    );
}

#[test]
fn a_fix_that_brings_up_another_finding_is_held() {
    // Nobody can list a note in a page whose front matter swallows what is added.
    let outcome = check(&[("index.md", "---\ntype: Index\n---\n<!-- open\n"), ("a.md", FRONT)], &[], 0);
    assert_eq!(outcome.held.len(), 1);
    assert!(outcome.held[0].reason.contains("finding would stay"), "{:?}", outcome.held);
    assert_eq!(
        outcome.left.findings.iter().filter(|finding| finding.rule == "missing-index-entry").count(),
        1
    );
}

#[test]
fn what_is_no_text_is_left_alone() {
    let files = [
        ("index.md", b"---\ntype: Index\n---\ncaf\xe9 [a](A.md)\n".as_slice()),
        ("a.md", FRONT.as_bytes()),
        ("b.md", FRONT.as_bytes()),
    ];
    let files = files.map(|(at, bytes)| File { path: path(at), bytes: Some(bytes.to_vec()) }).to_vec();
    let vault = Vault::build(Layout { knowledge: None, evidence: path("evidence") }, files, Vec::new());
    let outcome = mend_in(&vault, &Mending { is_unsafe: true, ..Mending::default() });
    assert!(outcome.changes.is_empty());
    assert!(outcome.held.iter().all(|held| held.reason.contains("not its text")), "{:?}", outcome.held);
    assert!(!outcome.held.is_empty());
}

#[test]
fn only_what_is_named_is_mended() {
    let files = BTreeMap::from(
        [
            ("index.md", FRONT),
            ("a.md", FRONT),
            ("f/index.md", FRONT),
            ("f/b.md", "---\ntype: Note\n---\n[a](../A.md)\n"),
        ]
        .map(|(at, text)| (at.to_owned(), text.to_owned())),
    );
    let vault = vault_of(&files);
    let mended = |rules: &[&str], within: &[&str]| {
        let mending = Mending {
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            within: within.iter().map(|at| path(at)).collect(),
            is_unsafe: false,
        };
        let outcome = mend_in(&vault, &mending);
        assert!(outcome.left.findings.iter().all(|finding| mending.names(finding)));
        outcome
            .mended
            .iter()
            .map(|finding| format!("{} {}", finding.place.path, finding.rule))
            .collect::<Vec<_>>()
    };
    assert_eq!(mended(&["broken-link"], &[]), ["f/b.md broken-link"]);
    assert_eq!(mended(&["missing-index-entry"], &["f"]), ["f/b.md missing-index-entry"]);
    assert_eq!(mended(&[], &["a.md"]), ["a.md missing-index-entry"]);
}

const PIECES: &[&str] = &[
    "# Heading\n",
    "Some words. ",
    "\n",
    "\n\n",
    "[a](A.md)",
    "[b](F/b.md#heading)",
    "[b](f/b.md#headin)",
    "[[refund-polcy]]",
    "[[refund-policy#Headin]]",
    "![[refund-polcy|x]]",
    "`[[refund-polcy]]`",
    "\n```\n[[refund-polcy]] [a](A.md)\n```\n",
    "\n| a | b |\n|---|---|\n| [[refund-policy|x]] | [a](A.md) |\n",
    "<b title=\"[[refund-polcy]]\">x</b> ",
    "\n<div>\n[a](A.md)\n</div>\n",
    "<!-- [[refund-polcy]] -->",
    "\n<!-- open\n",
    "[^1]",
    "\n[^1]: [call](evidence/x#L1)\n    \"words\"\n",
    "\n- one\n- two\n",
    "[r][r] ",
    "\n[r]: A.md\n",
    "<<<<<<< HEAD\n",
    "\u{200b}",
    "> ",
    "    ",
];

const FRONTS: &[&str] = &[
    "",
    "---\ntype: Note\n---\n",
    "---\ntype: Note\nverified: true\ntitle: \"[[refund-polcy]]\"\n---\n",
    "---\ntype: Note\ntype: Note\n---\n",
    "---\ntype: [\n---\n",
    "\u{feff}---\ntype: Note\naliases: [x]\n---\n",
];

fn vaults() -> impl Strategy<Value = BTreeMap<String, String>> {
    let note = (0..FRONTS.len(), prop::collection::vec(prop::sample::select(PIECES), 0..8), any::<bool>());
    let names = ["index.md", "a.md", "f/index.md", "f/b.md", "refund-policy.md", "refund-police.md"];
    prop::collection::vec(prop::option::of(note), names.len()).prop_map(move |notes| {
        let texts = notes.into_iter().zip(names).filter_map(|(note, name)| {
            let (front, pieces, is_crlf) = note?;
            let text = format!("{}{}", FRONTS[front], pieces.concat());
            Some((name.to_owned(), if is_crlf { text.replace('\n', "\r\n") } else { text }))
        });
        texts.collect()
    })
}

fn literals(vault: &Vault) -> Vec<(String, Vec<String>)> {
    let of = |note: &crate::note::Note| {
        // A block at the end of a file may get the line end that it lacked.
        let text = |range: std::ops::Range<usize>| note.text[range].trim_end().to_owned();
        note.literal().into_iter().map(text).collect::<Vec<String>>()
    };
    vault.notes().map(|note| (note.path.to_string(), of(note))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mending_takes_findings_away_and_nothing_else(files in vaults(), is_unsafe in any::<bool>()) {
        let mending = Mending { is_unsafe, ..Mending::default() };
        let vault = vault_of(&files);
        let outcome = mend_in(&vault, &mending);
        let now = outcome.vault.as_ref().unwrap_or(&vault);
        let (before, after) = (counts(&findings(&vault)), counts(&findings(now)));
        for (key, count) in &after {
            prop_assert!(Some(count) <= before.get(key), "{:?} {:?}", key, files);
        }
        let total = |counts: &Counts| counts.values().sum::<usize>();
        prop_assert!(total(&after) + outcome.mended.len() <= total(&before), "{:?}", files);
        prop_assert_eq!(&outcome.left.findings, &findings(now));
        prop_assert_eq!(literals(now), literals(&vault), "{:?}", files);
        for note in vault.notes() {
            let new = &now.note(note.path.as_str()).expect("the note").text;
            let patch = FilePatch { old_path: None, new_path: None, old: note.text.as_bytes(), new: new.as_bytes() };
            let (_, removed) = patch.counts();
            let edits = outcome.mended.iter().flat_map(|finding| finding.fix.iter().flat_map(|fix| &fix.edits));
            let edits = edits.filter(|edit| edit.path == note.path).count();
            prop_assert!(removed <= edits, "{} lines of {}: {:?}", removed, note.path, files);
            prop_assert_eq!(new.starts_with('\u{feff}'), note.text.starts_with('\u{feff}'));
            let is_crlf = |text: &str| text.contains("\r\n") && text.matches('\n').count() == text.matches("\r\n").count();
            prop_assert!(!is_crlf(&note.text) || is_crlf(new), "{:?}", files);
        }
        let again = mend_in(now, &mending);
        prop_assert!(again.changes.is_empty() && again.mended.is_empty(), "{:?}", files);
        prop_assert_eq!(again.held.len(), outcome.held.len());
    }
}
