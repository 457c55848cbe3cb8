//! `kb links`, as a user sees it.

use serde_json::{Value, json};

use crate::TestRepo;

const ITEM: &str = "evidence/2026/11/2026-11-30-call-3f9a2c";

#[track_caller]
fn links<const N: usize>(repo: &TestRepo, arguments: [&str; N]) -> Vec<Value> {
    let mut command = repo.kb_command();
    let run = repo.run(command.arg("links").args(arguments).args(["--format", "json"]), b"").code(0);
    let report = run.json();
    let keys: Vec<&String> = report.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["links"]);
    report["links"].as_array().expect("links").clone()
}

fn raws(links: &[Value]) -> Vec<&str> {
    links.iter().map(|link| link["raw"].as_str().expect("raw")).collect()
}

#[test]
fn every_kind_of_link_has_its_place_and_its_file() {
    let repo = TestRepo::plain()
        .file("Folder/Other.md", "# Top\n")
        .file("pic.png", "png")
        .file(
            "note.md",
            "é [[Other#Top|the top]] ![[pic.png]] `[[code]]`\r\n\r\n| a |\r\n|---|\r\n| [[Folder/Other\\|x]] |\r\n\r\n\
             [gone](gone.md) <https://x.y/z#f> [m](Folder/Other.md#top) [[#Head]]\r\n\r\n# Head\r\n",
        );
    let found = links(&repo, ["note.md"]);
    assert_eq!(
        found[0],
        json!({
            "path": "note.md", "line": 1, "column": 3, "raw": "[[Other#Top|the top]]", "kind": "link",
            "target": "Other", "fragment": "Top", "label": "the top", "resolved": "Folder/Other.md",
        })
    );
    let short: Vec<(&str, u64, &str, &Value)> = found[1..]
        .iter()
        .map(|link| {
            let text = |key: &str| link[key].as_str().expect("text");
            (text("raw"), link["line"].as_u64().expect("a line"), text("kind"), &link["resolved"])
        })
        .collect();
    assert_eq!(
        short,
        [
            ("![[pic.png]]", 1, "embed", &json!("pic.png")),
            ("[[Folder/Other\\|x]]", 5, "link", &json!("Folder/Other.md")),
            ("[gone](gone.md)", 7, "link", &Value::Null),
            ("<https://x.y/z#f>", 7, "external", &Value::Null),
            ("[m](Folder/Other.md#top)", 7, "link", &json!("Folder/Other.md")),
            ("[[#Head]]", 7, "link", &json!("note.md")),
        ]
    );
    assert_eq!((&found[3]["fragment"], &found[3]["target"]), (&Value::Null, &json!("gone.md")));
    assert_eq!(found[6]["target"], "");
}

#[test]
fn what_several_notes_answer_to_leads_to_none() {
    let repo = TestRepo::plain().file("a/x.md", "").file("b/x.md", "").file("i.md", "[[x]] [[a/x]]");
    let found = links(&repo, []);
    assert_eq!((&found[0]["resolved"], &found[1]["resolved"]), (&Value::Null, &json!("a/x.md")));
}

/// A base with a restricted note, restricted evidence, and an open note that leads to both.
fn base() -> TestRepo {
    let source = "one\ntwo\n";
    let meta = format!(
        "id: 2026-11-30-call-3f9a2c\nkind: call\ncaptured_at: 2026-11-30T10:00:00Z\nsha256: {}\n\
         media_type: text/markdown\nsource: source.md\nlabels: [finance]\n",
        kb::digest::Sha256Hex::of(source.as_bytes())
    );
    TestRepo::new()
        .file("kb.toml", "")
        .file(&format!("{ITEM}/meta.yaml"), meta)
        .file(&format!("{ITEM}/source.md"), source)
        .file("knowledge/pay/salaries.md", "---\ntype: Note\nlabels: [finance]\n---\nSee [[open]].\n")
        .file("knowledge/pay/grades.md", "---\ntype: Note\n---\n")
        .file(
            "knowledge/open.md",
            format!(
                "---\ntype: Note\n---\nIt is so.[^1] See [[salaries]], [[grades]], [read](../README.md).\n\n\
                 [^1]: [call](../{ITEM}/source.md#L2)\n    \"two\"\n"
            ),
        )
        .file("README.md", "read\n")
}

#[test]
fn what_leads_to_a_note_a_folder_or_evidence() {
    let repo = base();
    let citation = format!("[call](../{ITEM}/source.md#L2)");
    for (to, expected) in [
        ("knowledge/pay/grades.md", vec!["[[grades]]"]),
        ("pay/grades", vec!["[[grades]]"]),
        ("pay", vec!["[[salaries]]", "[[grades]]"]),
        ("2026-11-30-call-3f9a2c", vec![citation.as_str()]),
        (ITEM, vec![citation.as_str()]),
        ("evidence", vec![citation.as_str()]),
    ] {
        assert_eq!(raws(&links(&repo, ["--back", to])), expected, "{to}");
    }
    assert_eq!(raws(&links(&repo, ["knowledge/pay", "--back", "open"])), ["[[open]]"]);
    let found = links(&repo, ["open"]);
    let cited = found.last().expect("the citation");
    assert_eq!((&cited["kind"], &cited["fragment"]), (&json!("citation"), &json!("L2")));
    assert_eq!(cited["resolved"], format!("{ITEM}/source.md"));
    let read = found.iter().find(|link| link["label"] == "read").expect("the README");
    assert_eq!(read["resolved"], "README.md", "a file outside of the knowledge");
}

#[test]
fn a_commit_is_read_as_it_was() {
    let repo = base().commit("base");
    repo.remove("knowledge/open.md");
    assert_eq!(raws(&links(&repo, [])), ["[[open]]"]);
    assert_eq!(links(&repo, ["--rev", "HEAD"]).len(), 5);
    let read = links(&repo, ["--rev", "HEAD", "open"]);
    assert!(read.iter().any(|link| link["resolved"] == "README.md"), "{read:?}");
    repo.kb(["links", "--rev", "nowhere"]).code(3);
}

/// What a caller may not see is as if it were not there.
#[test]
fn a_limited_caller_learns_nothing_of_what_is_hidden() {
    let repo = base();
    let seen = links(&repo, ["--label", "public"]);
    assert_eq!(raws(&seen), ["[[salaries]]", "[[grades]]", "[read](../README.md)"]);
    assert_eq!(seen[0]["resolved"], Value::Null);
    for hidden in ["pay/salaries", "2026-11-30-call-3f9a2c", ITEM] {
        repo.kb(["links", "--label", "public", "--back", hidden])
            .code(2)
            .says("there is no note, file or folder");
    }
    repo.remove("knowledge/pay/salaries.md");
    repo.remove(&format!("{ITEM}/source.md"));
    assert_eq!(links(&repo, ["--label", "public"]), seen);
    let repo = base();
    assert_eq!(links(&repo, ["--label", "finance"]).len(), links(&repo, []).len());
}

#[test]
fn an_empty_answer_says_what_was_examined() {
    let repo = base();
    let run = repo.kb(["links", "--back", "pay/salaries.md", "pay"]).code(0).says("0 of 1 link in 2 notes");
    assert_eq!(run.stdout, "");
    repo.kb(["links", "--back", "pay/salaries.md", "pay", "--format", "json"])
        .code(0)
        .says("0 of 1 link in 2 notes");
    let none = TestRepo::plain();
    none.kb(["links"]).code(0).says("0 links in 0 notes");
}

#[test]
fn people_read_a_line_a_link() {
    let run = base().kb(["links", "open"]).code(0);
    insta::assert_snapshot!(run.stdout, @r"
    knowledge/open.md:4:19  [[salaries]]  -> knowledge/pay/salaries.md
    knowledge/open.md:4:33  [[grades]]  -> knowledge/pay/grades.md
    knowledge/open.md:4:45  [read](../README.md)  -> README.md
    knowledge/open.md:6:7  [call](../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L2)  -> evidence/2026/11/2026-11-30-call-3f9a2c/source.md
    ");
}

#[test]
fn what_is_not_there_is_named() {
    let repo = base();
    repo.kb(["links", "pay/grade"]).code(2).says("did you mean `knowledge/pay/grades.md`?");
    repo.kb(["links", "--back", "../elsewhere"]).code(2).says("there is no note, file or folder");
    repo.write("knowledge/pay/Álom.md", "[[open]]");
    assert_eq!(raws(&links(&repo, ["pay/A\u{301}lom"])), ["[[open]]"]);
}

#[test]
fn notes_that_hang_together_are_shown_together_as_far_as_a_caller_sees() {
    let repo = TestRepo::new()
        .file("kb.toml", "")
        .file("knowledge/a.md", "---\naliases: [the first]\n---\nSee [[b]], [[b]], [[nowhere]], [[a]].\n")
        .file("knowledge/b.md", "# B\n")
        .file("knowledge/c.md", "---\nlabels: [board]\n---\nSee [[b]] and [d](d.md).\n")
        .file("knowledge/d.md", "# D\n")
        .file("knowledge/e.md", "---\nrelations:\n  - {type: refines, to: \"[[the first]]\"}\n---\n# E\n")
        .file("knowledge/alone.md", "# Alone\n")
        .commit("notes");
    let names = |arguments: &[&str]| -> Vec<(String, u64)> {
        let mut command = repo.kb_command();
        let run = repo.run(command.args(["links", "--components", "--format", "json"]).args(arguments), b"");
        let found = run.code(0).json();
        assert_eq!(found["version"], 1);
        let one = |component: &Value| {
            let notes = component["notes"].as_array().expect("notes").iter();
            let stems = notes.map(|note| {
                note.as_str()
                    .and_then(|note| note.strip_prefix("knowledge/")?.strip_suffix(".md"))
                    .expect("a note")
            });
            (stems.collect::<Vec<_>>().join(" "), component["links"].as_u64().expect("a count"))
        };
        found["components"].as_array().expect("components").iter().map(one).collect()
    };
    let pair = |notes: &str, links: u64| (notes.to_owned(), links);
    assert_eq!(names(&[]), [pair("a b c d e", 5), pair("alone", 0)]);
    assert_eq!(names(&["--label", "public"]), [pair("a b e", 3), pair("alone", 0), pair("d", 0)]);
    assert_eq!(names(&["alone", "--rev", "HEAD"]), [pair("alone", 0)]);
    repo.kb(["links", "--components"])
        .code(0)
        .prints("5 notes, 5 links\n  knowledge/a.md\n")
        .prints("1 note alone");
    repo.kb(["links", "--components", "--back", "a"]).code(2);
}
