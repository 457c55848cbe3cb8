//! Levels by path and label, and findings that a comment allows.

use crate::TestRepo;

const NOTE: &str = "---\ntype: Note\n---\n# Orders\n\nSee [[nowhere]].\n\nOrders close at noon.\n";

/// The findings of `kb check` as `path:line severity rule`.
fn findings(repo: &TestRepo) -> Vec<String> {
    let run = repo.kb(["check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let text = |finding: &serde_json::Value, key: &str| finding[key].as_str().expect("a text").to_owned();
    let found = report["findings"].as_array().expect("findings");
    let line = |f: &serde_json::Value| {
        format!("{}:{} {} {}", text(f, "path"), f["line"], text(f, "severity"), text(f, "rule"))
    };
    found.iter().map(line).filter(|line| !line.ends_with("orphan-note")).collect()
}

#[test]
fn a_level_may_differ_by_path_and_by_label() {
    let repo = TestRepo::new()
        .file("kb.toml", "[check.rules]\nuncited-claim = \"off\"\n\n[[check.override]]\npaths = [\"knowledge/drafts\"]\nrules = { broken-link = \"info\", uncited-claim = \"warning\" }\n\n[[check.override]]\nlabels = [\"finance\"]\nrules = { uncited-claim = \"error\" }\n")
        .file("knowledge/orders.md", NOTE)
        .file("knowledge/drafts/new.md", NOTE.replace("# Orders", "# New"))
        .file("knowledge/drafts/fees.md", NOTE.replace("type: Note", "type: Note\ntitle: Fees\nlabels: [finance]"));
    assert_eq!(
        findings(&repo),
        [
            "knowledge/drafts/fees.md:8 info broken-link",
            "knowledge/drafts/fees.md:10 error uncited-claim",
            "knowledge/drafts/new.md:6 info broken-link",
            "knowledge/drafts/new.md:8 warning uncited-claim",
            "knowledge/orders.md:6 error broken-link",
        ]
    );
}

#[test]
fn a_rule_or_pattern_that_is_none_is_refused() {
    let repo = TestRepo::new().file("kb.toml", "[[check.override]]\nrules = { brokn-link = \"off\" }\n");
    let run = repo.kb(["check"]);
    assert_eq!(run.status, 2, "{}", run.stdout);
    assert!(run.stderr.contains("[check.override]: there is no rule `brokn-link`"), "{}", run.stderr);
    repo.write("kb.toml", "[[check.override]]\npaths = [\"a[\"]\n");
    let run = repo.kb(["check"]);
    assert_eq!(run.status, 2, "{}", run.stdout);
    assert!(run.stderr.contains("`a[`"), "{}", run.stderr);
}

#[test]
fn a_comment_allows_what_it_names_where_it_stands() {
    let note = NOTE
        .replace("[[nowhere]].", "[[nowhere]]. <!-- kb: allow broken-link: it comes next week -->")
        .replace("Orders close", "<!-- kb: allow uncited-claim: everybody knows -->\nOrders close");
    let repo = TestRepo::new().file("kb.toml", "").file("knowledge/orders.md", note);
    assert_eq!(findings(&repo), [""; 0]);
    repo.write("knowledge/nowhere.md", "---\ntype: Note\n---\n# Nowhere\n\nSee [[orders]].\n");
    assert_eq!(findings(&repo), ["knowledge/orders.md:6 info unused-suppression"]);
    repo.write("kb.toml", "[check]\nnever_allow = [\"uncited-claim\"]\n");
    assert_eq!(
        findings(&repo),
        [
            "knowledge/orders.md:6 info unused-suppression",
            "knowledge/orders.md:8 warning bad-suppression",
            "knowledge/orders.md:9 warning uncited-claim",
        ]
    );
}

#[test]
fn no_comment_allows_what_protects_trust() {
    let note = "---\ntype: Note\nverified: true\n---\n<!-- kb: allow-file self-asserted-trust, secret, hidden-text: trust me -->\n# A\n\nLies in `postgres://kb:s3cr3t-99@db/kb`, pres\u{200b}sure.\n";
    let repo = TestRepo::new()
        .file("kb.toml", "[check.rules]\nuncited-claim = \"off\"\n")
        .file("knowledge/a.md", note);
    let found = findings(&repo);
    for rule in ["self-asserted-trust", "secret", "hidden-text"] {
        assert!(found.iter().any(|line| line.ends_with(&format!("error {rule}"))), "{rule}: {found:?}");
    }
    assert_eq!(found.iter().filter(|line| line.ends_with("bad-suppression")).count(), 3);
}

#[test]
fn a_folder_of_somebody_is_asked_for_nothing() {
    let repo = TestRepo::plain()
        .file("a.md", "# Fees\n\nOne is. Two is.\n")
        .file("b.md", "---\nstatus: done\ntags: [1]\nlabel: x\n---\n# Fees\n\nRing +36 30 000 0000.\n")
        .file("c.md", "# Empty\n");
    let run = repo.kb(["check"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, "no findings in 3 notes and 0 links\n"));
}
