use super::*;
use crate::note::{BlockKind, LinkKind, footnote};
use crate::text::LineRange;

fn note(text: &str) -> Note {
    let path = RepoPath::new("knowledge/a/note.md").expect("a path");
    let note = Note::parse(path, text.as_bytes());
    assert_eq!(note.text, text);
    note
}

/// The claims as `(text, labels of the citations that cover it)`.
fn claims(text: &str) -> Vec<(String, Vec<String>)> {
    let note = note(text);
    let labels = |claim: &crate::note::Claim| {
        claim.citations.iter().map(|&index| note.citations()[index].label.clone()).collect()
    };
    note.claims().iter().map(|claim| (claim.text.clone(), labels(claim))).collect()
}

fn texts(text: &str) -> Vec<String> {
    claims(text).into_iter().map(|(text, _)| text).collect()
}

const DEFINITIONS: &str = "
[^a]: [call](../../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L12-L14)
    \"full refund\"
[^b]: [mail](../../evidence/2026/11/2026-11-29-mail-1f9a2c/source.md?plain=1#L3)
";

#[test]
fn the_note_of_the_design_reads_as_it_says() {
    let text = "---\ntype: Policy\ntitle: Refund policy\nsupersedes: \"[[refund-policy-2025]]\"\n---\n# Refund policy\n\n\
        A full refund can be requested within 7 days of receipt.[^window] See also [[order-status]].\n\n\
        [^window]: [call of 30 November, lines 12 to 14](../../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L12-L14)\n    \
        \"full refund within seven days of getting it\"\n";
    let note = note(text);
    assert!(note.problems.is_empty(), "{:?}", note.problems);
    assert_eq!(note.claims().len(), 1);
    let claim = &note.claims()[0];
    assert_eq!(claim.text, "A full refund can be requested within 7 days of receipt.");
    assert_eq!(
        &text[claim.span.clone()],
        "A full refund can be requested within 7 days of receipt.[^window]"
    );
    assert_eq!(claim.lines, LineRange::single(8));
    assert_eq!(claim.headings[..], ["Refund policy"]);
    let citation = &note.citations()[claim.citations[0]];
    assert_eq!(citation.target, "../../evidence/2026/11/2026-11-30-call-3f9a2c/source.md");
    assert_eq!(citation.lines, LineRange::new(12, 14));
    assert_eq!(citation.quote.as_deref(), Some("full refund within seven days of getting it"));
    let quote = citation.quote_span.clone().expect("a span");
    assert_eq!(&text[quote], "full refund within seven days of getting it");
    assert!(text[citation.target_span.clone()].ends_with("source.md#L12-L14"));
    let targets: Vec<_> = note.links.iter().map(|link| (link.target.as_str(), link.in_footnote)).collect();
    assert_eq!(targets[..2], [("refund-policy-2025", false), ("order-status", false)]);
    assert!(targets[2].1);
    for link in &note.links {
        assert!(text[link.span.clone()].contains(&text[link.target_span.clone()]));
    }
}

#[test]
fn a_mark_covers_back_to_the_mark_before_it() {
    let covered = |text: &str| {
        claims(&format!("{text}\n{DEFINITIONS}"))
            .into_iter()
            .map(|(_, labels)| labels.concat())
            .collect::<Vec<_>>()
    };
    assert_eq!(covered("One is. Two is.[^a] Three is.[^b] Four is."), ["a", "a", "b", ""]);
    assert_eq!(covered("One is[^a][^b]."), ["ab"]);
    assert_eq!(covered("One is.[^a] [^b] Two is."), ["ab", ""]);
    assert_eq!(covered("One[^a] is two[^b]."), ["ab"]);
    assert_eq!(covered("One[^a] is.\n\nTwo is."), ["a", ""]);
    assert_eq!(covered("- One is\n- Two is.[^b]\n  - Three is"), ["", "b", ""]);
    assert_eq!(covered("*One* is **bold**.[^a] *Two* is."), ["a", ""]);
    assert_eq!(covered("一は。[^a]二は。[^b]"), ["a", "b"]);
}

#[test]
fn claims_are_sentences_without_markup() {
    assert_eq!(
        texts(
            "The **limit** is `5.0. X`, see <https://x.y/z.A>; it costs $5 &amp; [more](x.md).\nIt ~~was~~ is [[a/b|fine]].\n"
        ),
        ["The limit is 5.0. X, see https://x.y/z.A; it costs $5 & more.", "It is fine."]
    );
    assert_eq!(texts("1. One is.\n2. Two is. Three is.\n"), ["One is.", "Two is.", "Three is."]);
    let table = "| Plan | Space |\n|---|---|\n| Free | 5 GB[^a] |\n| `Pro` | 50 GB |\n";
    assert_eq!(
        claims(&format!("{table}{DEFINITIONS}")),
        [("Free | 5 GB".into(), vec!["a".into()]), ("Pro | 50 GB".into(), vec![])]
    );
    let kinds: Vec<_> = note(table).claims().iter().map(|claim| claim.block).collect();
    assert_eq!(kinds, [BlockKind::TableRow, BlockKind::TableRow]);
}

#[test]
fn what_asserts_nothing_is_no_claim() {
    for text in [
        "# Heading\n",
        "```\ncode is\n```\n",
        "    code is\n",
        "- [one](one.md)\n- [[two]]\n- https://example.com/\n",
        "See also [[refund-policy]] for the conditions.\n",
        "Is it so? \"Really?\"\n",
        "> [!note] It is a title.\n",
        "[^x]: It is so.\n",
        "<!-- It is so. -->\n",
        "***\n",
        "~~It was so.~~\n",
    ] {
        assert_eq!(texts(text), [""; 0], "{text}");
    }
    assert_eq!(texts("> It is so.\n"), ["It is so."]);
    assert_eq!(
        texts("> [!note] It is a title.\n> It is so.\n>\n> > [!tip]\n> > This too.\n"),
        ["It is so.", "This too."]
    );
    assert_eq!(texts("[[Ada]] owns [[Billing]].\n"), ["Ada owns Billing."]);
    assert_eq!(texts("See [[x]] for 5 days.\n"), ["See x for 5 days."]);
    let index = Note::parse(RepoPath::new("knowledge/index.md").expect("a path"), b"It is so.\n");
    assert!(index.claims().is_empty());
}

#[test]
fn links_are_exact_and_stand_outside_code_math_and_comments() {
    let text = "[[a]] `[[b]]` $x[[c]]$ <!-- [[d]] --> %% [[e]] %% \\[[f]] ![[g#S|t]] [[1]](img.png) [R] [t](<x y.md#^b> \"t\")\n\n\
        ```sh\nwhile [[ $# -gt 0 ]]; do\n```\n\n| x |\n|---|\n| [[p/q\\|Q]] |\n\n[R]: r.md#s\n";
    let note = note(text);
    let found: Vec<_> =
        note.links.iter().map(|l| (l.kind, l.target.as_str(), &text[l.target_span.clone()])).collect();
    assert_eq!(
        found,
        [
            (LinkKind::Wiki, "a", "a"),
            (LinkKind::Embed, "g", "g#S"),
            (LinkKind::Markdown, "img.png", "img.png"),
            (LinkKind::Markdown, "r.md", "r.md#s"),
            (LinkKind::Markdown, "x y.md", "x y.md#^b"),
            (LinkKind::Wiki, "p/q", "p/q"),
        ]
    );
    assert_eq!(&text[note.links[1].span.clone()], "![[g#S|t]]");
    assert_eq!(note.links[5].label.as_deref(), Some("Q"));
}

#[test]
fn headings_blocks_and_anchors_answer_to_fragments() {
    let text = "# Top\n\n## A heading with:a colon\n\n## `--config`\n\n## Same\n\n## Same\n\n\
        ## [Linked](http://example.invalid/) title\n\nA block. ^b1\n\n- item ^b2\n\n> quote\n\n^b3\n\n<a id=\"x1\"></a>\n";
    let note = note(text);
    let slugs: Vec<_> = note.headings.iter().map(|heading| heading.slug.as_str()).collect();
    assert_eq!(slugs, ["top", "a-heading-witha-colon", "--config", "same", "same-1", "linked-title"]);
    assert_eq!(note.block_ids, ["b1", "b2", "b3"]);
    assert_eq!(note.anchors, ["x1"]);
    assert_eq!(note.claims()[0].text, "A block.");
    assert_eq!(&text[note.headings[2].span.clone()], "## `--config`");
}

#[test]
fn what_a_machine_writes_is_read_back() {
    let from = RepoPath::new("knowledge/a/note.md").expect("a path");
    let target = RepoPath::new("evidence/2026/11/2026-11-30-call-3f9a2c/my source (1).md").expect("a path");
    for quote in ["plain", "he said \"yes\", [x](y) `code` & <b> C:\\dir \\* 100% $5 [[a]] [^1] &amp;"] {
        let lines = LineRange::new(3, 4).expect("lines");
        let definition = footnote(&from, "x-1", "call [1]", &target, lines, Some(quote));
        let note = note(&format!("It is so.[^x-1]\n\n{definition}"));
        assert_eq!(note.citations().len(), 1, "{definition}");
        assert_eq!(note.citations()[0].quote.as_deref(), Some(quote));
        assert_eq!(note.citations()[0].lines, Some(lines));
        assert_eq!(
            note.citations()[0].target,
            "../../evidence/2026/11/2026-11-30-call-3f9a2c/my source (1).md"
        );
    }
}

#[test]
fn what_stands_in_the_way_is_a_problem() {
    let rules = |bytes: &[u8]| {
        let path = RepoPath::new("n.md").expect("a path");
        let note = Note::parse(path, bytes);
        note.problems.into_iter().map(|problem| (problem.rule, problem.span.start)).collect::<Vec<_>>()
    };
    assert_eq!(rules(b"written in merge\nkeep\n<<<<<<< HEAD\n"), [("conflict-marker", 22)]);
    assert_eq!(rules(b"```\n<<<<<<< HEAD\n```\n"), []);
    let pointer =
        format!("version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 1\n", "a".repeat(64));
    assert_eq!(rules(pointer.as_bytes()), [("lfs-pointer", 0)]);
    assert_eq!(rules(b"before\0after findme\n"), [("nul-byte", 6)]);
    assert_eq!(rules(b"It is so.[^nowhere]\n"), [("broken-citation", 9)]);
    assert_eq!(rules("\u{feff}---\ntitle: T\n---\n# H\n".as_bytes()), []);
    let note = Note::parse(RepoPath::new("n.md").expect("a path"), pointer.as_bytes());
    assert_eq!(note.body(), "");
}
