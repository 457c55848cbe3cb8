//! `kb cite`, as a user sees it.

use super::TestRepo;
use super::stage::{TEXT, evidence};

fn base() -> (TestRepo, String) {
    let repo = TestRepo::initialised();
    let id = evidence(&repo, TEXT, "title: Call with Dana\n");
    (repo, id)
}

#[test]
fn the_footnote_links_to_the_lines_and_quotes_them() {
    let (repo, id) = base();
    let hash = id.rsplit('-').next().expect("a hash").to_owned();
    let expected = format!(
        "[^1]: [Call with Dana, line 2](../evidence/2026/11/{id}/source.md#L2)\n    \"Support answers within 24 hours.\"\n"
    );
    let folder = format!("evidence/2026/11/{id}");
    for place in [
        format!("{id}:2"),
        format!("{id}#L2"),
        format!("{id}#L2-L2"),
        format!("{hash}:2"),
        format!("{folder}:2"),
        format!("{folder}/source.md#L2"),
    ] {
        assert_eq!(repo.kb(["cite", &place]).code(0).stdout, expected, "{place}");
    }
    let both =
        repo.kb(["cite", &format!("{id}:1-2"), "--label", "window", "--from", "billing/new.md"]).code(0);
    assert_eq!(
        both.stdout,
        format!(
            "[^window]: [Call with Dana, lines 1 to 2](../../evidence/2026/11/{id}/source.md#L1-L2)\n    \
             \"The refund window is 7 days after receipt. Support answers within 24 hours.\"\n"
        )
    );
}

#[test]
fn what_it_prints_passes_the_check() {
    let (repo, id) = base();
    let words = "---\ntype: Policy\n---\n# Support\n\nThe refund window is 7 days after receipt.[^1] Support answers within 24 hours.[^2]\n\n";
    let first = repo.kb(["cite", &format!("{id}:1")]).code(0).stdout;
    repo.write("knowledge/support.md", format!("{words}{first}"));
    repo.write("knowledge/index.md", "# Knowledge\n\n* [Support](support.md)\n");
    let second = repo.kb(["cite", &format!("{id}:2"), "--from", "support", "--label", "2"]).code(0).stdout;
    repo.write("knowledge/support.md", format!("{words}{first}{second}"));
    repo.kb(["check"]).code(0);
    let report =
        repo.kb(["cite", &format!("{id}:2"), "--from", "support", "--format", "json"]).code(0).json();
    assert_eq!(report["mark"], "[^3]", "the first number that is free");
    assert_eq!(report["quote"], "Support answers within 24 hours.");
    assert_eq!(report["lines"], serde_json::json!([2, 2]));
}

#[test]
fn what_is_wrong_is_named() {
    let (repo, id) = base();
    let near = format!("{}x:1", &id[..id.len() - 1]);
    repo.kb(["cite", &near]).code(2).says(&format!("did you mean `{id}`?"));
    repo.kb(["cite", "nowhere:1"]).code(2).says("there is no evidence `nowhere`");
    repo.kb(["cite", &format!("{id}:3")]).code(2).says("has 2 lines; there is no line 3");
    repo.kb(["cite", &format!("{id}:2-1")]).code(2).says("is not a range of lines");
    repo.kb(["cite", &id]).code(2).says("names no lines").says(&format!("`{id}:12`"));
    repo.kb(["cite", &format!("{id}:1"), "--label", "a b"]).code(2).says("no label of a footnote");
    repo.kb(["cite", &format!("{id}:1"), "--from", "../x.md"]).code(2).says("no note of the knowledge");
    repo.write(&format!("evidence/2026/11/{id}/source.md"), "changed\n");
    repo.kb(["cite", &format!("{id}:1")]).code(2);
}
