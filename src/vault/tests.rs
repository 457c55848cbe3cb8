use super::*;
use crate::change::ChangeSet;
use crate::digest::Sha256Hex;
use crate::text::LineRange;

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn vault_with(knowledge: Option<&str>, files: &[(&str, &str)]) -> Vault {
    let files = files
        .iter()
        .map(|(at, text)| File { path: path(at), bytes: Some(text.as_bytes().to_vec()) })
        .collect();
    Vault::build(Layout { knowledge: knowledge.map(path), evidence: path("evidence") }, files, Vec::new())
}

/// What every link of `from` resolves to, in order, in short.
fn resolved(vault: &Vault, from: &str) -> Vec<String> {
    let note = vault.note(from).expect("a note");
    let short = |link| match vault.resolve(note, link) {
        Resolution::Note { path, fragment_found: true } => path.to_string(),
        Resolution::Note { path, fragment_found: false } => format!("{path} without the fragment"),
        Resolution::Evidence { id, .. } => format!("evidence {id}"),
        Resolution::File(path) => format!("file {path}"),
        Resolution::Elsewhere(path) => format!("elsewhere {path}"),
        Resolution::External => "external".to_owned(),
        Resolution::Ambiguous(paths) => {
            format!("ambiguous {}", paths.iter().map(RepoPath::as_str).collect::<Vec<_>>().join(" "))
        }
        Resolution::Missing => "missing".to_owned(),
    };
    note.links.iter().map(short).collect()
}

#[test]
fn dots_in_names_are_no_endings_and_suffixes_may_be_written() {
    let vault = vault_with(
        None,
        &[
            (
                "i.md",
                "[[Vite 5.5.0]] [[B.H. Hart]] [[data.tsv]] [[Node.js]] [[note.md#Top]] [[odd.md]] [[odd.md.md]]",
            ),
            ("Vite 5.5.0.md", ""),
            ("B.H. Hart.md", ""),
            ("data.tsv", ""),
            ("Node.js.md", ""),
            ("note.md", "# Top\n"),
            ("odd.md", ""),
            ("odd.md.md", ""),
        ],
    );
    assert_eq!(
        resolved(&vault, "i.md"),
        ["Vite 5.5.0.md", "B.H. Hart.md", "file data.tsv", "Node.js.md", "note.md", "odd.md", "odd.md.md"]
    );
}

#[test]
fn the_same_name_in_several_folders() {
    let files = [
        (
            "a/README.md",
            "[[Introduction]] [[b/Introduction]] [[a/Introduction|mine]] [[./Introduction]] [[../root]]",
        ),
        ("a/Introduction.md", ""),
        ("b/Introduction.md", ""),
        ("root.md", "[[Introduction]] [[Root]] [[/a/introduction]]"),
    ];
    let vault = vault_with(None, &files);
    assert_eq!(
        resolved(&vault, "a/README.md"),
        ["a/Introduction.md", "b/Introduction.md", "a/Introduction.md", "a/Introduction.md", "root.md"]
    );
    let root = ["ambiguous a/Introduction.md b/Introduction.md", "root.md", "a/Introduction.md"];
    assert_eq!(resolved(&vault, "root.md"), root);
    let reversed: Vec<_> = files.into_iter().rev().collect();
    assert_eq!(resolved(&vault_with(None, &reversed), "root.md"), root);
}

#[test]
fn exact_case_first_then_a_unique_match() {
    let vault = vault_with(
        None,
        &[
            ("projects/openclaw.md", ""),
            ("Foo.md", ""),
            ("foo.md", ""),
            ("i.md", "[[OpenClaw]] [[foo]] [[Foo]] [[FOO]] [x](Projects/openclaw.md) [[site_roadmap]]"),
            ("site-roadmap.md", ""),
        ],
    );
    assert_eq!(
        resolved(&vault, "i.md"),
        ["projects/openclaw.md", "foo.md", "Foo.md", "ambiguous Foo.md foo.md", "missing", "missing"]
    );
    assert_eq!(vault.catalogue().nearest("site_roadmap", 3), [path("site-roadmap.md")]);
}

#[test]
fn letters_composed_either_way_are_the_same_name() {
    let vault = vault_with(
        None,
        &[("A\u{301}bra.md", "# x\n"), ("i.md", "[[\u{c1}bra]] [[A\u{301}bra]] [x](%C3%81bra.md)")],
    );
    assert_eq!(resolved(&vault, "i.md"), ["A\u{301}bra.md"; 3]);
}

#[test]
fn aliases_titles_fragments_and_paths() {
    let vault = vault_with(
        Some("knowledge"),
        &[
            (
                "knowledge/billing/refund.md",
                "---\ntitle: Refund policy\naliases: [refunds, money back]\n---\n# Refund: the rule\n\nIt is so. ^b1\n",
            ),
            (
                "knowledge/x.md",
                "[[money back]] [[refund policy]] [[refund#Refund the rule]] [[refund#^b1]] [[refund#^b2]] \
                 [[#nowhere]] [a](/billing/refund.md#refund-the-rule) [b](billing/) [c](../README.md) [d](../../x) \
                 [e](https://x.y) [f](mailto:a@b.c) [g](billing/refund.md#refund-rule) [h](billing/refund)",
            ),
        ],
    );
    let refund = "knowledge/billing/refund.md";
    let lost = format!("{refund} without the fragment");
    assert_eq!(
        resolved(&vault, "knowledge/x.md"),
        [
            refund,
            refund,
            refund,
            refund,
            &lost,
            "knowledge/x.md without the fragment",
            refund,
            "file knowledge/billing",
            "elsewhere README.md",
            "missing",
            "external",
            "external",
            &lost,
            refund
        ]
    );
}

const ID: &str = "2026-11-30-call-3f9a2c";

fn meta(source: &str) -> String {
    format!(
        "id: {ID}\nkind: call\ncaptured_at: 2026-11-30T10:00:00Z\nsha256: {}\nmedia_type: text/markdown\nsource: source.md\n",
        Sha256Hex::of(source.as_bytes())
    )
}

fn citing(fragment: &str) -> String {
    format!("It is so.[^a]\n\n[^a]: [call](../evidence/2026/11/{ID}/source.md{fragment})\n    \"two\"\n")
}

fn cited(vault: &Vault) -> Result<String, String> {
    let note = vault.note("knowledge/n.md").expect("a note");
    let span = vault.citation_span(note, &note.citations()[0]);
    span.map(|span| span.to_string()).map_err(|error| error.to_string())
}

#[test]
fn a_citation_leads_to_its_span_or_says_why_not() {
    let folder = format!("evidence/2026/11/{ID}");
    let (meta_path, source_path) = (format!("{folder}/meta.yaml"), format!("{folder}/source.md"));
    let source = "one\ntwo\n";
    let build = |note: &str, meta: &str, source: Option<&str>| {
        let mut files = vec![("knowledge/n.md", note), (meta_path.as_str(), meta)];
        files.extend(source.map(|source| (source_path.as_str(), source)));
        vault_with(Some("knowledge"), &files)
    };
    let good = meta(source);
    let sound = build(&citing("#L2"), &good, Some(source));
    assert_eq!(cited(&sound), Ok(format!("{ID}#L2")));
    let item = sound.item(&ID.parse().expect("an id")).expect("an item");
    assert!(item.quotes(LineRange::single(2), "two"));
    assert!(
        cited(&build(&citing("#L3"), &good, Some(source))).expect_err("past the end").contains("2 lines")
    );
    assert!(cited(&build(&citing(""), &good, Some(source))).expect_err("no lines").contains("no lines"));
    for (meta, source, rule, words) in [
        (good.as_str(), Some("one\nTWO\n"), "evidence-changed", "sha256"),
        (good.as_str(), None, "evidence-changed", "vanished"),
        ("id: [", Some(source), "evidence-broken", "does not parse"),
    ] {
        let vault = build(&citing("#L2"), meta, source);
        assert!(cited(&vault).expect_err(words).contains(words));
        assert_eq!(vault.oddities()[0].rule, rule);
        assert_eq!((vault.evidence_count(), vault.note_count()), (0, 1));
    }
    let mut changes = ChangeSet::new();
    changes.edit(path(&source_path), source.as_bytes(), b"one\nTWO\n".to_vec());
    assert!(cited(&sound.with_changes(&changes)).expect_err("edited").contains("never edited"));
}

#[test]
fn changes_are_read_and_the_rest_is_shared() {
    let before = vault_with(Some("knowledge"), &[("knowledge/a.md", "[[b]]"), ("knowledge/c.md", "c")]);
    assert_eq!(resolved(&before, "knowledge/a.md"), ["missing"]);
    let mut changes = ChangeSet::new();
    changes.create(path("knowledge/b.md"), b"b".to_vec());
    changes.remove(path("knowledge/c.md"), b"c");
    let folder = format!("evidence/2026/11/{ID}");
    changes.create(path(&format!("{folder}/meta.yaml")), meta("x\n").into_bytes());
    changes.create(path(&format!("{folder}/source.md")), b"x\n".to_vec());
    let after = before.with_changes(&changes);
    assert_eq!(resolved(&after, "knowledge/a.md"), ["knowledge/b.md"]);
    assert!(after.note("knowledge/c.md").is_none() && !after.has_file(&path("knowledge/c.md")));
    assert_eq!(after.evidence_count(), 1);
    assert!(std::ptr::eq(
        before.note("knowledge/a.md").expect("a note"),
        after.note("knowledge/a.md").expect("a note")
    ));
    assert_eq!(resolved(&before, "knowledge/a.md"), ["missing"]);
}
