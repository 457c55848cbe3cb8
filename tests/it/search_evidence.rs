//! `kb search --evidence`: the raw layer is searched, without what nobody stands by any more.

mod seeking;

use super::TestRepo;
use super::stage::evidence;

const CALL: &str =
    "The refund window is 30 days.\nThe refund window is now 7 days.\nDana likes turquoise folders.\n";

/// A base whose first evidence line only a superseded note cites.
fn base(meta: &str) -> (TestRepo, String) {
    let repo = TestRepo::initialised();
    let id = evidence(&repo, CALL, meta);
    let note = |front: &str, text: &str, line: u32| {
        format!(
            "---\ntype: Policy\n{front}---\n# Refunds\n\n{text}[^1]\n\n[^1]: [call](../evidence/2026/11/{id}/source.md#L{line})\n"
        )
    };
    repo.write("knowledge/old.md", note("superseded_by: \"[[new]]\"\n", "The refund window is 30 days.", 1));
    repo.write("knowledge/new.md", note("", "The refund window is 7 days.", 2));
    repo.commit_all("notes");
    (repo, id)
}

fn lines(repo: &TestRepo, arguments: &[&str]) -> Vec<String> {
    let all = [&["search", "--evidence", "--format", "json"], arguments].concat();
    let mut command = repo.kb_command();
    command.args(all);
    let report = repo.run(&mut command, b"").code(0).json();
    let results = report["results"].as_array().expect("results").clone();
    results
        .iter()
        .flat_map(|result| result["text"].as_str().expect("text").lines())
        .map(str::to_owned)
        .collect()
}

#[test]
fn lines_that_only_superseded_claims_rest_on_are_left_out_and_said() {
    let (repo, id) = base("title: Call with Dana\n");
    let held = lines(&repo, &["refund window"]);
    assert_eq!(held[0], "The refund window is now 7 days.");
    assert!(!held.iter().any(|line| line.contains("30 days")), "{held:?}");
    let all = lines(&repo, &["refund window", "--include-deprecated"]);
    assert!(all.iter().any(|line| line.contains("30 days")), "{all:?}");
    let report = repo.kb(["search", "--evidence", "turquoise", "--format", "json"]).code(0).json();
    assert_eq!(report["results"][0]["path"], format!("evidence/2026/11/{id}/source.md"));
    assert_eq!(report["results"][0]["citations"][0]["evidence"], id);
    assert!(
        report["reason"].as_str().is_some_and(|reason| reason.contains("do not hold any more")),
        "{report}"
    );
}

#[test]
fn evidence_obeys_its_labels() {
    let (repo, _) = base("labels: [finance]\n");
    let seen = lines(&repo, &["turquoise", "--label", "finance"]);
    assert!(seen.contains(&"Dana likes turquoise folders.".to_owned()), "{seen:?}");
    assert!(lines(&repo, &["turquoise", "--label", "public"]).is_empty());
}
