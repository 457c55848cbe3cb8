//! Proposers: what they write, what kb holds them to, and what they cannot write.

use serde_json::json;

use super::scripted::{Scripted, call, words};
use super::{Base, files, note};
use crate::port::AgentError;
use crate::proposal::{ClaimVerdict, Verdict, changed_claims};

const CLAIM: &str = "The refund window is 7 days from receipt.";

fn finish() -> Result<crate::port::Answer, crate::port::ModelFault> {
    call("finish", json!({"title": "Refund window", "summary": "Seven days."}))
}

#[test]
fn searches_writes_cites_and_hands_in() {
    let base = Base::new(&[("knowledge/index.md", "---\ntype: Index\n---\n# Knowledge\n")]);
    let id = base.ids[0].to_string();
    let text = format!("---\ntype: Policy\ntitle: Refunds\ndescription: When.\n---\n# Refunds\n\n{CLAIM}\n");
    let model = Scripted::new(vec![
        call("search_notes", json!({"query": "refund window"})),
        call("write", json!({"path": "refunds.md", "text": text})),
        call(
            "cite",
            json!({"path": "refunds.md", "after": "from receipt", "evidence": id, "first": 1, "quote": "7 days from receipt"}),
        ),
        call(
            "edit",
            json!({"path": "index.md", "old": "# Knowledge\n", "new": "# Knowledge\n\n* [Refunds](refunds.md) - When.\n"}),
        ),
        finish(),
    ]);
    let draft = base.propose(&model).expect("a draft");
    let files = files(&draft.changes);
    assert_eq!(files.keys().collect::<Vec<_>>(), ["knowledge/index.md", "knowledge/refunds.md"]);
    assert_eq!(
        files["knowledge/refunds.md"],
        format!(
            "{}[^1]\n\n[^1]: [call, line 1](../evidence/2026/11/{id}/source.md#L1)\n    \"7 days from receipt\"\n",
            text.trim_end()
        )
    );
    assert_eq!((draft.title.as_str(), draft.summary.as_str()), ("Refund window", "Seven days."));
    for part in ["proposer 1 (", "### `cite`", "| 5 | 500 | 200 | 0 | 50 |"] {
        assert!(draft.transcript.contains(part), "{part}: {}", draft.transcript);
    }
    let first = &model.shown()[0];
    assert!(first.system.contains("<<070707070707"), "{}", first.system);
    assert!(!model.shown().iter().any(|shown| shown.tools.iter().any(|tool| tool == "submit_review")));
}

#[test]
fn a_model_without_tool_calls_does_the_same_by_steps() {
    let base = Base::new(&[]);
    let text = note(&base, "Refunds", CLAIM, 1, "7 days from receipt");
    let step = |action: &str, argument: serde_json::Value| {
        words(&json!({"action": action, "argument": argument}).to_string())
    };
    let model = Scripted::new(vec![
        step("list", json!({})),
        step("write", json!({"path": "refunds.md", "text": text})),
        step("finish", json!({"title": "Refunds", "summary": ""})),
    ])
    .by_steps();
    let draft = base.propose(&model).expect("a draft");
    assert_eq!(files(&draft.changes)["knowledge/refunds.md"], text);
    let first = &model.shown()[0];
    assert!(first.tools.is_empty() && first.system.contains("- `write`: "), "{}", first.system);
}

#[test]
fn what_the_lines_do_not_say_goes_back_and_ends_only_when_defended_twice() {
    let base = Base::new(&[]);
    let text = note(&base, "Refunds", "The refund window is 14 days from receipt.", 1, "7 days from receipt");
    let insist = || call("finish", json!({"title": "Refunds", "summary": "s", "defence": "I read it so."}));
    let model = Scripted::new(vec![
        call("write", json!({"path": "refunds.md", "text": text})),
        finish(),
        insist(),
        insist(),
    ]);
    let draft = base.propose(&model).expect("a draft");
    assert_eq!(model.shown().len(), 4);
    assert!(model.all_told().contains("14 days"), "{}", model.all_told());
    assert!(
        draft.summary.contains("does not agree with") && draft.summary.contains("I read it so."),
        "{}",
        draft.summary
    );
    let mended = note(&base, "Refunds", CLAIM, 1, "7 days from receipt");
    let model = Scripted::new(vec![
        call("write", json!({"path": "refunds.md", "text": text})),
        finish(),
        call("edit", json!({"path": "refunds.md", "old": "14 days", "new": "7 days"})),
        finish(),
    ]);
    let draft = base.propose(&model).expect("a draft");
    assert_eq!(files(&draft.changes)["knowledge/refunds.md"], mended);
    assert_eq!(draft.summary, "Seven days.");
}

#[test]
fn errors_of_the_check_cannot_be_defended() {
    let base = Base::new(&[]);
    let text = note(&base, "Refunds", CLAIM, 1, "7 days from receipt") + "\nSee [[nowhere]].\n";
    let model = Scripted::new(vec![
        call("write", json!({"path": "refunds.md", "text": text})),
        call("finish", json!({"title": "t", "summary": "s", "defence": "It is fine."})),
    ]);
    let error = base.propose(&model).expect_err("no draft");
    assert!(matches!(error, AgentError::Stopped { .. }), "{error}");
    assert!(model.last_told().contains("broken-link"), "{}", model.last_told());
}

#[test]
fn a_claim_that_was_rejected_is_not_handed_in_unchanged() {
    let base = Base::new(&[]);
    let text = note(&base, "Refunds", CLAIM, 1, "7 days from receipt");
    let draft = base
        .propose(&Scripted::new(vec![call("write", json!({"path": "refunds.md", "text": text})), finish()]))
        .expect("a draft");
    let claim = changed_claims(&base.vault, &base.vault.with_changes(&draft.changes)).remove(0).claim;
    let reasons = vec!["only for shoes".to_owned()];
    let rejected =
        ClaimVerdict { claim, removed: false, verdict: Verdict::Unsupported, spans: Vec::new(), reasons };
    let model = Scripted::new(vec![
        call("write", json!({"path": "refunds.md", "text": text})),
        finish(),
        call("delete", json!({"path": "refunds.md"})),
        finish(),
    ]);
    let draft = base.propose_by(&model.proposer(), &[rejected]).expect("a draft");
    assert!(draft.changes.is_empty());
    assert!(
        model.all_told().contains("only for shoes")
            && model.all_told().contains("rejected this claim before")
    );
}

#[test]
fn nothing_is_written_outside_of_the_knowledge() {
    let base = Base::new(&[("knowledge/Taken.md", "# Taken\n")]);
    for path in [
        "../kb.toml",
        "/etc/passwd",
        "evidence/2026/11/x/source.md",
        "knowledge/../.github/workflows/x.md",
        ".git/config.md",
        "knowledge/.obsidian/x.md",
        "con.md",
        "a:b.md",
        "x.txt",
        "taken.md",
        "billing/.overview",
    ] {
        let model = Scripted::new(vec![
            call("write", json!({"path": path, "text": "# X\n"})),
            call("finish", json!({"title": "t", "summary": "s"})),
        ]);
        let draft = base.propose(&model).expect("a draft");
        let outside: Vec<String> = draft
            .changes
            .iter()
            .map(|(path, _)| path.to_string())
            .filter(|path| !path.starts_with("knowledge/kb.toml"))
            .collect();
        assert!(outside.is_empty(), "{path}: {outside:?}");
        assert!(model.last_told().contains("FAILED"), "{path}: {}", model.last_told());
    }
}

#[test]
fn an_edit_must_match_once_and_a_moved_note_is_found_by_its_title() {
    let base =
        Base::new(&[("knowledge/b/SKILL.md", "---\nid: k-1\ntitle: song-sketching\n---\nold old body\n")]);
    let tool = |name: &str, argument| {
        let model =
            Scripted::new(vec![call(name, argument), call("finish", json!({"title": "t", "summary": "s"}))]);
        let draft = base.propose(&model).expect("a draft");
        (model.last_told(), files(&draft.changes))
    };
    let (told, files) = tool("edit", json!({"path": "b/SKILL.md", "old": "old", "new": "new"}));
    assert!(told.contains("2 times") && files.is_empty(), "{told}");
    let (told, files) = tool("edit", json!({"path": "b/SKILL", "old": "older", "new": "new"}));
    assert!(told.contains("does not stand") && files.is_empty(), "{told}");
    for front in ["id: k-1\ntitle: another", "title: song-sketching", "title: Song-Sketching"] {
        let text = format!("---\n{front}\n---\nnew body\n");
        let (told, files) = tool("write", json!({"path": "song-sketching.md", "text": text}));
        assert!(told.contains("conflict") && told.contains("knowledge/b/SKILL.md"), "{told}");
        assert!(files.is_empty());
    }
}

#[test]
fn a_new_note_is_told_of_the_most_similar_ones_of_the_same_batch_too() {
    let base = Base::new(&[
        (
            "knowledge/reference_product_mapping.md",
            "# Product mapping\n\nUnit A sells pumps. Unit B sells valves.\n",
        ),
        ("knowledge/other.md", "# Holidays\n\nThe office is closed on Monday.\n"),
    ]);
    let first = "# Mapping of units to products (update)\n\nUnit A sells pumps, unit B valves.\n";
    let second = "# Units and products\n\nPumps belong to unit A; valves to unit B.\n";
    let model = Scripted::new(vec![
        call("write", json!({"path": "proposal1.md", "text": first})),
        call("write", json!({"path": "proposal2.md", "text": second})),
        call("delete", json!({"path": "proposal1.md"})),
        call("delete", json!({"path": "proposal2.md"})),
        call("finish", json!({"title": "t", "summary": "s"})),
    ]);
    let draft = base.propose(&model).expect("a draft");
    assert!(draft.changes.is_empty(), "nothing is overwritten or merged by itself");
    let told: Vec<String> =
        model.shown().iter().skip(1).map(|shown| format!("{:?}", shown.turns.last())).collect();
    assert!(told[0].contains("reference_product_mapping.md"), "{}", told[0]);
    assert!(
        told[1].contains("proposal1.md") && told[1].contains("reference_product_mapping.md"),
        "{}",
        told[1]
    );
}

#[test]
fn notes_move_and_retire_with_their_links() {
    let base = Base::new(&[
        ("knowledge/a.md", "---\ntype: X\ntitle: A\n---\n# A\n\nSee [[b]].\n"),
        ("knowledge/b.md", "---\ntype: X\ntitle: B\n---\n# B\n"),
        ("knowledge/c.md", "---\ntype: X\ntitle: C\n---\n# C\n"),
    ]);
    let model = Scripted::new(vec![
        call("move", json!({"from": "b.md", "to": "old/b-2025.md"})),
        call("retire", json!({"path": "old/b-2025.md", "successor": "c.md"})),
        call("finish", json!({"title": "t", "summary": "s"})),
    ]);
    let draft = base.propose(&model).expect("a draft");
    let changed = files(&draft.changes);
    assert!(changed["knowledge/a.md"].contains("[[b-2025]]"), "{changed:?}");
    assert!(
        changed["knowledge/old/b-2025.md"].contains("status: deprecated\nsuperseded_by: \"[[c]]\"\n---"),
        "{changed:?}"
    );
    assert!(changed["knowledge/c.md"].contains("supersedes: \"[[b-2025]]\""), "{changed:?}");
    let moved = draft.changes.iter().find_map(|(_, change)| change.moved_from.as_ref());
    assert_eq!(moved.map(ToString::to_string).as_deref(), Some("knowledge/b.md"));
}
