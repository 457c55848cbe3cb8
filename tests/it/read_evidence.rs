//! `kb read` of evidence, and who is told what a claim rests on.

use serde_json::{Value, json};

use super::TestRepo;
use super::stage::{evidence, note};

const CALL: &str = "# Call\nThe window is 7 days.\nWrite to ann@example.com.\n";

fn base(meta: &str) -> (TestRepo, String) {
    let repo = TestRepo::initialised();
    let policy = "[callers.desk]\nlabels = [\"desk\"]\n[callers.acme]\ntenant = \"acme\"\nlabels = [\"desk\"]\n[callers.other]\n\
                  tenant = \"other\"\n[redact.rules]\ne-mail = []\n";
    repo.write("kb.toml", format!("{}\n{policy}", repo.read("kb.toml")));
    repo.commit_all("policy");
    let id = evidence(&repo, CALL, meta);
    repo.write(
        "knowledge/refunds.md",
        note("Refunds", "The window is 7 days.", &id, 2, "The window is 7 days."),
    );
    repo.commit_all("note");
    (repo, id)
}

fn folder(id: &str) -> String {
    format!("evidence/2026/11/{id}")
}

#[test]
fn evidence_is_read_by_id_path_uri_and_lines() {
    let (repo, id) = base("title: Call with Ann\nsubjects: [refunds]\n");
    let folder = folder(&id);
    for name in
        [id.clone(), folder.clone(), format!("{folder}/source.md"), format!("kb://_/{folder}/source.md")]
    {
        assert_eq!(repo.kb(["read", &name]).code(0).stdout, CALL, "{name}");
    }
    for name in [format!("{id}#L2"), format!("{folder}:L2-L2"), format!("{folder}/source.md#L2")] {
        assert_eq!(repo.kb(["read", &name]).code(0).stdout, "The window is 7 days.\n", "{name}");
    }
    let report = repo.kb(["read", &format!("{id}#L2-L3"), "--as", "desk", "--format", "json"]).code(0).json();
    assert_eq!(report["uri"], format!("kb://_/{folder}/source.md"));
    assert_eq!(
        (&report["kind"], &report["title"], &report["lines"], &report["fresh"]),
        (&json!("evidence"), &json!("Call with Ann"), &json!([2, 3]), &json!(true))
    );
    assert_eq!(report["text"], "The window is 7 days.\nWrite to [redacted:e-mail].\n");
    assert_eq!(repo.kb(["read", &id, "--level", "0"]).code(0).stdout, "Call with Ann\n");
    repo.kb(["read", &id, "--level", "1"])
        .code(0)
        .prints("- kind: call, text/markdown, 3 lines")
        .prints("- about: refunds");
    repo.kb(["read", &format!("{id}#L9")]).code(2).says("has no line 9");
    repo.kb(["read", &format!("{folder}/other.md")]).code(2).says("nothing answers to");
    repo.kb(["ls", &folder]).code(2).says("is no folder");
}

#[test]
fn evidence_is_read_by_who_may_see_it_only() {
    let (repo, id) = base("tenant: acme\nlabels: [desk]\n");
    let (bare, _) = base("");
    bare.git(["rm", "-r", "--quiet", "evidence"]);
    bare.commit_all("gone");
    let uri = format!("kb://acme/{}/source.md", folder(&id));
    for name in [&id, &folder(&id), &uri] {
        repo.kb(["read", name, "--as", "acme"]).code(0).prints("The window is 7 days.").says(&uri);
        repo.kb(["read", name]).code(0);
        for who in ["desk", "other"] {
            let hidden = repo.kb(["read", name, "--as", who]).code(2);
            assert_eq!(hidden.whole(), bare.kb(["read", name, "--as", who]).whole(), "{name} for {who}");
        }
    }
    repo.kb(["read", &format!("kb://_/{}/source.md", folder(&id))]).code(2).says("nothing answers to");
}

#[test]
fn citations_are_told_to_who_may_see_the_evidence() {
    let (repo, id) = base("labels: [desk]\n");
    let cited = |arguments: &[&str]| -> Value {
        let mut command = repo.kb_command();
        let report = repo.run(command.args(arguments).args(["--format", "json"]), b"").code(0).json();
        let first = if report["results"].is_array() { &report["results"][0] } else { &report };
        let first = if report["sentences"].is_array() { &report["sentences"][0] } else { first };
        first["citations"].clone()
    };
    let told = json!([{"evidence": id, "lines": [2, 2]}]);
    for command in [&["search", "window days"][..], &["read", "refunds"], &["ask", "is the window 7 days"]] {
        assert_eq!(cited(command), told, "{command:?}");
        assert_eq!(cited(&[command, &["--as", "desk"]].concat()), told, "{command:?}");
        assert_eq!(cited(&[command, &["--as", "other"]].concat()), json!([]), "{command:?}");
    }
    let human = repo.kb(["search", "window days", "--as", "other"]).code(0);
    assert!(!human.stdout.contains(&id), "{}", human.stdout);
}

#[test]
fn evidence_that_is_damaged_or_gone_says_so_to_who_may_know() {
    let (repo, id) = base("labels: [desk]\n");
    let source = format!("{}/source.md", folder(&id));
    repo.write(&source, "The window is 70 days.\n");
    repo.commit_all("edited by hand");
    repo.kb(["read", &id, "--as", "desk"]).code(3).says("the bytes are not those that were taken in");
    repo.kb(["read", &id, "--as", "other"]).code(2).says("nothing answers to");
    repo.kb(["read", &id, "--rev", "HEAD~1"]).code(0).prints("7 days").says("not what main has now");
    repo.remove(&source);
    repo.commit_all("removed");
    repo.kb(["read", &id]).code(3).says("has vanished");
    repo.write(&format!("{}/meta.yaml", folder(&id)), "nonsense");
    repo.commit_all("no record");
    repo.kb(["read", &id]).code(3).says("does not parse");
    repo.kb(["read", &id, "--as", "desk"]).code(2).says("nothing answers to");
}
