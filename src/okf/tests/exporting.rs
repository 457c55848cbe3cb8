//! What an exported concept says, and what it does not.

use super::{CLOSED, OPEN, path, vault};
use crate::caller::{Caller, Label};
use crate::okf::conformance::check;
use crate::okf::{Attestation, BundleFile, Exporter, Trust};

const POLICY: &str = "---\ntype: Policy\ntitle: Refunds\nlabels: [public]\nowner: ann # stays\n---\n# Refunds\n\nWithin 7 days.[^w] \
                      See [[orders#How to|the orders]], ![[chart.png]], [[nowhere]] and [Orders](/knowledge/deep/orders.md#how-to).\n";

fn policy() -> String {
    format!(
        "{POLICY}\n[^w]: [call](../evidence/2026/11/{OPEN}/source.md#L2)\n    \"full refund within seven days\"\n"
    )
}

fn exported(caller: &Caller, files: &[(&str, &str)], trust: &Trust) -> Vec<(String, String)> {
    let vault = vault(files);
    let exporter = Exporter::new(&vault, caller);
    let mut bundle = Vec::new();
    let mut texts = Vec::new();
    for note in exporter.notes() {
        let concept = exporter.concept(note, trust).expect("a concept");
        let at = path(vault.layout().in_knowledge(&note.path));
        bundle.push(BundleFile {
            shown: at.to_string(),
            path: at.clone(),
            bytes: concept.text.clone().into_bytes(),
        });
        texts.push((at.to_string(), concept.text));
    }
    let wrong: Vec<_> = check(&bundle).into_iter().filter(|one| one.rule != "okf-wiki-link").collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{texts:?}");
    texts
}

#[test]
fn links_are_markdown_citations_are_sources_and_labels_are_gone() {
    let trust = Trust {
        generated: Some(Attestation {
            by: "rules/0.1.0".into(),
            at: "2026-12-01T10:00:00Z".parse().expect("a time"),
        }),
        verified: vec![Attestation {
            by: "human:ann@example.com".into(),
            at: "2026-12-02T10:00:00Z".parse().expect("a time"),
        }],
    };
    let policy = policy();
    let files = [
        ("knowledge/refunds.md", policy.as_str()),
        ("knowledge/deep/orders.md", "---\ntype: Note\n---\n# Orders\n\n## How to\n\nSo.\n"),
        ("knowledge/deep/chart.png", "png"),
    ];
    let texts = exported(&Caller::owner(), &files, &trust);
    let text = &texts.iter().find(|(at, _)| at == "refunds.md").expect("the note").1;
    insta::assert_snapshot!(text, @r##"
    ---
    type: Policy
    title: Refunds
    owner: ann # stays
    sources:
      - id: "w"
        resource: "urn:kb:evidence:2026-11-30-call-3f9a2c#L2"
        title: "Call of 2026-11-30-call-3f9a2c"
        last_modified: 2026-11-30
    generated: { by: "rules/0.1.0", at: 2026-12-01T10:00:00Z }
    verified:
      - { by: "human:ann@example.com", at: 2026-12-02T10:00:00Z }
    ---
    # Refunds

    Within 7 days.[^w] See [the orders](deep/orders.md#how-to), ![chart.png](deep/chart.png), [[nowhere]] and [Orders](deep/orders.md#how-to).

    [^w]: [call](urn:kb:evidence:2026-11-30-call-3f9a2c#L2)
        "full refund within seven days"
    "##);
}

#[test]
fn what_a_caller_may_not_see_is_in_no_file() {
    let cites = format!(
        "---\ntype: Note\n---\n# Open\n\nA claim.[^s] See [[board-plan]].\n\n[^s]: [the secret call](../evidence/2026/11/{CLOSED}/source.md#L2) \"full refund\"\n"
    );
    let files = [
        (
            "knowledge/index.md",
            "# All\n\n* [Open](open.md) - for all\n* [The board's plan](board-plan.md) - to sell\n",
        ),
        ("knowledge/open.md", cites.as_str()),
        ("knowledge/board-plan.md", "---\ntype: Note\nlabels: [board]\n---\n# Board plan\n\nSell.\n"),
    ];
    let caller = Caller::new(None, [Label("staff".into())]);
    let texts = exported(&caller, &files, &Trust::default());
    assert_eq!(texts.iter().map(|(at, _)| at.as_str()).collect::<Vec<_>>(), ["index.md", "open.md"]);
    let all = texts.iter().map(|(_, text)| text.as_str()).collect::<String>();
    for hidden in ["sell", "plan](", "secret call", CLOSED, "full refund", "labels"] {
        assert!(!all.contains(hidden), "{hidden}: {all}");
    }
    // A link to it is what it would be if there were no such note.
    let without = exported(&caller, &files[..2], &Trust::default());
    assert_eq!(texts[1], without[1]);
}

#[test]
fn odd_front_matter_becomes_front_matter_of_the_format() {
    for (text, says) in [
        ("# No front matter\n", "---\ntype: Note\n---\n# No front matter\n"),
        ("---\n---\nText\n", "---\ntype: Note\n---\nText\n"),
        (
            "---\n{title: One line, labels: [a], type: X}\n---\nText\n",
            "---\n\"title\": \"One line\"\n\"type\": \"X\"\n---\nText\n",
        ),
        (
            "---\r\ntype: X\r\nverified:\r\n  - {by: me}\r\n---\r\nText\r\n",
            "---\r\ntype: X\r\n---\r\nText\r\n",
        ),
    ] {
        let texts = exported(&Caller::owner(), &[("knowledge/a.md", text)], &Trust::default());
        assert_eq!(texts[0].1, says);
    }
    let vault = vault(&[("knowledge/a.md", "---\ntype: [\n---\n")]);
    let owner = Caller::owner();
    let exporter = Exporter::new(&vault, &owner);
    assert!(exporter.notes().all(|note| exporter.concept(note, &Trust::default()).is_none()));
}
