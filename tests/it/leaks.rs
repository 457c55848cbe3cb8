//! I7 over every way of reading: what a caller may not see changes nothing in what they get, byte for byte.
//!
//! Two repositories, one with everything, one with only what the caller may see, answer the same commands; commits aside,
//! both must say the same.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use kb::digest::Sha256Hex;

use crate::stage::evidence;
use crate::test_repo::TestRepo;

const POLICY: &str = "\
[callers.reader]
tenant = \"t\"
labels = [\"x\"]

[redact.rules]
e-mail = []
secret = []
";

/// A note, as it is put down, and whether the reader may see it.
#[derive(Clone, Debug)]
pub struct Put {
    /// Where it lies.
    pub path: String,
    text: String,
    /// Whether the reader may see it.
    pub seen: bool,
}

/// Names that notes share, so that hidden ones stand in the way of links and of other names.
const NAMES: [&str; 5] = ["index", "pump", "valve", "seal", "motor"];

/// Evidence that notes cite: what its record says of who may see it, and whether the reader does.
const EVIDENCE: [(&str, &str, bool); 3] = [
    ("Oil it often.\nThe pump likes oil.\n", "labels: [x]\ntenant: t\n", true),
    ("Oil it in secret.\nThe pump hides.\n", "labels: [y]\n", false),
    ("Oil it elsewhere.\nThe pump is another's.\n", "tenant: u\n", false),
];

/// The ids of [`EVIDENCE`].
pub fn ids() -> [String; 3] {
    EVIDENCE.map(|(text, ..)| format!("2026-11-30-call-{}", &Sha256Hex::of(text.as_bytes()).as_str()[..6]))
}

/// Questions of the reader that name nothing hidden.
const QUESTIONS: &str = "\
version: 1
questions:
  - question: which days to oil the motor
    notes: [machine]
    not: [nowhere.md]
    caller: {name: reader}
  - question: how does the machine run
    claims: [It runs]
    caller: {name: reader}
  - question: xyzzy nothing here
    unanswerable: true
    caller: {name: reader}
";

pub fn put() -> impl Strategy<Value = Put> {
    let folder = prop::sample::select(vec!["", "a/", "a/b/", "c/"]);
    let name = prop::sample::select(NAMES.to_vec());
    let labels = prop::sample::subsequence(vec!["public", "x", "y"], 0..=2);
    let tenant = prop::option::weighted(0.3, prop::sample::select(vec!["t", "u"]));
    let target = prop::sample::select(NAMES.to_vec());
    let more = prop::sample::select(vec![
        "status: deprecated\n",
        "valid_until: 2020-01-01\n",
        "aliases: [press]\n",
        "description: How the machine runs.\n",
        "tags: [machine]\n",
        "",
    ]);
    let cited = prop::sample::select(ids().to_vec());
    (folder, name, labels, tenant, target, more, 0..4_u32, cited).prop_map(
        |(folder, name, labels, tenant, target, more, number, cited)| {
            let seen = !labels.contains(&"y") && tenant != Some("u");
            let tenant = tenant.map_or_else(String::new, |tenant| format!("tenant: {tenant}\n"));
            let text = format!(
                "---\ntype: Note\ntitle: The {name} {number}\nlabels: [{}]\n{tenant}{more}---\n# The {name} {number}\n\n\
                 The {name} runs at {number}0 bar. Ask [[{target}]] or ann@example.com about the pump.\n\n\
                 ## Care\n\nOil the {target} every {number} days.[^1]\n\n\
                 [^1]: [log](/evidence/2026/11/{cited}/source.md#L1) \"oil it\"\n",
                labels.join(", ")
            );
            Put { path: format!("knowledge/{folder}{name}.md"), text, seen }
        },
    )
}

/// A base of `notes`: all of them, or what the reader may see.
pub fn repo(notes: &BTreeMap<String, Put>, all: bool, derived: bool) -> TestRepo {
    let repo =
        TestRepo::new().file("kb.toml", POLICY).file("knowledge/machine.md", "# Machine\n\nIt runs.\n");
    for put in notes.values().filter(|put| all || put.seen) {
        repo.write(&put.path, &put.text);
    }
    repo.write("eval/a.yaml", QUESTIONS);
    for (text, meta, _) in EVIDENCE.iter().filter(|(.., seen)| all || *seen) {
        evidence(&repo, text, meta);
    }
    repo.commit_all("notes");
    if derived {
        repo.kb(["build", "--commit"]).code(0);
    }
    repo
}

/// Every way of reading.
const READING: [&[&str]; 33] = [
    &["search", "pump pressure bar"],
    &["search", "which days to oil the motor", "--format", "json", "--explain"],
    &["search", "\"oil the seal\"", "--include-deprecated"],
    &["search", "valve", "--as-of", "2019-06-30", "--format", "json"],
    &["search", "xyzzy nothing here"],
    &["search", "ann@example.com"],
    &["search", "pump", "--limit", "1", "--format", "json"],
    &["search", "pump", "--progressive", "--format", "json"],
    &["search", "folder:a pump type:note"],
    &["search", "oil", "--progressive", "--explain"],
    &["read", "pump"],
    &["read", "press", "--level", "1"],
    &["read", "a/pump.md", "--format", "json"],
    &["read", "knowledge/c/seal.md#Care"],
    &["read", "kb://t/knowledge/a/valve.md", "--format", "json"],
    &["read", "a", "--level", "0"],
    &["read", ".", "--level", "1"],
    &["ls"],
    &["ls", "a", "--format", "json"],
    &["tree", "--depth", "9"],
    &["tree", "c"],
    &["links", "--format", "json"],
    &["links", "--back", "pump"],
    &["links", "--components"],
    &["why", "knowledge/motor.md:10"],
    &["why", "c/index.md", "--format", "json"],
    &["ask", "which days to oil the motor", "--format", "json"],
    &["ask", "what runs at 20 bar"],
    &["ask", "xyzzy nothing here"],
    &["search", "--evidence", "oil the pump", "--format", "json", "--explain"],
    &["search", "--evidence", "secret elsewhere"],
    &["search", "oil", "--explain", "--format", "json", "--tag", "machine"],
    &["read", "pump#Care", "--format", "json"],
];

/// What a command says, commits and moments aside.
fn said(repo: &TestRepo, arguments: &[&str]) -> String {
    let mut command = repo.kb_command();
    let run = repo.run(command.args(arguments).args(["--as", "reader"]), b"");
    let mut text = run.whole();
    for commit in repo.git(["rev-list", "--all"]).lines() {
        text = text.replace(commit, "[COMMIT]").replace(&commit[..8], "[COMMIT]");
    }
    let is_time = |line: &&str| !line.trim_start().starts_with("time ") && !line.contains("\"time\":");
    text.lines().filter(is_time).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_a_caller_may_not_see_changes_nothing_in_what_they_get() {
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner =
        TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, seed);
    let notes = proptest::collection::vec(put(), 4..14);
    for derived in [false, true, false] {
        let notes = notes.new_tree(&mut runner).expect("notes").current();
        let notes: BTreeMap<String, Put> = notes.into_iter().map(|put| (put.path.clone(), put)).collect();
        let (whole, rest) = (repo(&notes, true, derived), repo(&notes, false, derived));
        for arguments in READING {
            assert_eq!(said(&whole, arguments), said(&rest, arguments), "{arguments:?} of {notes:#?}");
        }
        for id in ids() {
            for name in [id.clone(), format!("evidence/2026/11/{id}/source.md:L2")] {
                let arguments = ["read", &name];
                assert_eq!(said(&whole, &arguments), said(&rest, &arguments), "{arguments:?}");
            }
        }
        let measured = |repo: &TestRepo| {
            let mut report = repo.kb(["eval", "--format", "json"]).code(0).json();
            report["commit"].take();
            report
        };
        assert_eq!(measured(&whole), measured(&rest), "{notes:#?}");
    }
}

#[test]
fn what_a_rule_redacts_comes_out_of_no_command() {
    let repo = TestRepo::new()
        .file("kb.toml", "[callers.reader]\n[callers.support]\nlabels = [\"support\"]\n[redact.rules]\ne-mail = [\"support\"]\n")
        .file("knowledge/pump.md", "---\ntitle: Pump of ann@example.com\ndescription: Ask ann@example.com.\n---\n## Ask ann@example.com\n\nThe pump is [Ann's](mailto:ann@example.com); write to ann@example.com.[^1]\n\n[^1]: [log](/evidence/2026/11/2026-11-30-log-aaaaaa/source.md#L1) \"ann@example.com\"\n")
        .commit("note");
    let commands: [&[&str]; 14] = [
        &["search", "pump"],
        &["search", "pump", "--format", "json", "--explain"],
        &["read", "pump"],
        &["read", "pump", "--format", "json"],
        &["read", "pump", "--level", "1"],
        &["read", "pump", "--level", "0"],
        &["read", "pump#L7"],
        &["read", ".", "--level", "1"],
        &["ls"],
        &["tree", "--format", "json"],
        &["links"],
        &["links", "--format", "json"],
        &["why", "pump"],
        &["why", "pump", "--format", "json"],
    ];
    for arguments in commands {
        let run = |name: &str| {
            let mut command = repo.kb_command();
            repo.run(command.args(arguments).args(["--as", name]), b"").code(0).whole()
        };
        let said = run("reader");
        assert!(!said.contains("ann@example.com"), "{arguments:?}:\n{said}");
        assert!(said.contains("[redacted:e-mail]"), "{arguments:?}:\n{said}");
        assert!(run("support").contains("ann@example.com"), "{arguments:?}");
        let mut command = repo.kb_command();
        assert!(
            repo.run(command.args(arguments), b"").whole().contains("ann@example.com"),
            "the owner sees all"
        );
    }
}
