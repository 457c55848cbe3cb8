//! What the format requires, and what it bears.

use super::file;
use crate::finding::Severity;
use crate::okf::conformance::check;

fn found(at: &str, text: &str) -> Vec<(Severity, String, u32)> {
    let findings = check(&[file(at, text)]);
    findings.into_iter().map(|one| (one.severity, one.rule.into_owned(), one.place.start.line)).collect()
}

#[test]
fn a_type_is_enough_and_everything_unknown_is_borne() {
    assert_eq!(found("a.md", "---\ntype: Whatever\nfoo: {bar: 1}\n---\n[broken](nowhere.md)\n"), []);
    assert_eq!(found("index.md", "# Here\n\n* [A](a.md) - what\n"), []);
    assert_eq!(found("index.md", "---\nokf_version: \"0.2\"\n---\n# Here\n\n* [A](a.md)\n"), []);
    assert_eq!(found("log.md", "# Log\n\n## 2026-05-22\n* New.\n\n## 2026-05-15: first\n* Old.\n"), []);
}

#[test]
fn what_the_format_requires_is_an_error() {
    for (at, text, rule, line) in [
        ("a.md", "# No front matter\n", "okf-front-matter", 1),
        ("a.md", "---\ntype: [\n---\n", "okf-front-matter", 1),
        ("a.md", "---\ntitle: A\n---\n", "okf-type", 1),
        ("a.md", "---\ntype: \"  \"\n---\n", "okf-type", 2),
        ("a.md", "---\ntype: [a, b]\n---\n", "okf-type", 2),
        ("deep/index.md", "---\ntype: Index\n---\n# Here\n", "okf-index", 1),
        ("index.md", "---\ntitle: Home\n---\n# Here\n", "okf-index", 2),
        ("log.md", "# Log\n\n## Yesterday\n", "okf-log", 3),
    ] {
        assert_eq!(found(at, text), [(Severity::Error, rule.to_owned(), line)], "{text}");
    }
    let bytes = crate::okf::BundleFile { bytes: b"---\ntype: A\xff\n---\n".to_vec(), ..file("a.md", "") };
    assert_eq!(check(&[bytes])[0].rule, "okf-encoding");
}

#[test]
fn what_other_readers_may_not_understand_is_a_warning() {
    for (line, rule) in [
        ("status: done", "okf-status"),
        ("stale_after: soon", "okf-stale-after"),
        ("tags: one", "okf-field"),
        ("generated: {at: 2026-06-20T22:53:05Z}", "okf-trust"),
        ("generated: {by: gemini, at: 2026-06-20T22:53:05Z}", "okf-actor"),
        ("verified: {by: human:ann, at: 2026-06-20T22:53:05}", "okf-trust"),
        ("verified: [{by: human:ann}]", "okf-trust"),
        ("sources: [{id: a, title: no resource}]", "okf-sources"),
        ("sources: [{id: a, resource: x}, {id: a, resource: y}]", "okf-sources"),
    ] {
        let text = format!("---\ntype: A\n{line}\n---\n");
        assert_eq!(found("a.md", &text), [(Severity::Warning, rule.to_owned(), 3)], "{line}");
    }
    assert_eq!(found("a.md", "---\ntype: Attested Computation\n---\n")[0].1, "okf-computation");
    assert_eq!(found("log.md", "# Log\n\n## 2026-05-15\n\n## 2026-05-22\n")[0].1, "okf-log");
    assert_eq!(
        found("a.md", "---\ntype: A\n---\nSee [[b]].\n"),
        [(Severity::Info, "okf-wiki-link".into(), 4)]
    );
}

#[test]
fn the_families_as_the_specification_writes_them_are_fine() {
    let text = "---\ntype: Metric\nstatus: stable\nstale_after: 2026-12-31\n\
                generated: { by: reference_agent/gemini-2.5-pro, at: 2026-06-20T22:53:05Z }\n\
                verified: { by: human:ahormati, at: 2026-06-25T09:00:00Z }\n\
                sources:\n  - id: handbook\n    resource: https://wiki.acme/handbook\n    author: team:fpa\n\
                usage_window: { from: 2026-06-01, to: 2026-06-30 }\n---\nText.[^handbook]\n\n[^handbook]: The handbook\n";
    assert_eq!(found("a.md", text), []);
}
