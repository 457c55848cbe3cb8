//! Export, then import: no word, link or citation of a note is lost.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{OPEN, path, vault};
use crate::caller::Caller;
use crate::note::Note;
use crate::okf::{BundleFile, Exporter, Importer, Trust};
use crate::vault::{File, Resolution, Vault};

/// One sentence of a note: text, and the forms that links and citations take.
fn sentence() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec![
        "one",
        "two",
        "deep/three",
        "Drei",
        "nowhere",
        "one#Heading",
        "two#^block",
        "#Heading",
    ]);
    prop_oneof![
        "[a-zA-Zäö表 ,.]{1,20}",
        names.clone().prop_map(|name| format!("[[{name}]]")),
        names.clone().prop_map(|name| format!("[[{name}|some *words* \\[x\\]]]")),
        names.prop_map(|name| format!("![[{name}]]")),
        Just("[two](/two.md)".to_owned()),
        Just("[two](two.md#heading)".to_owned()),
        Just("![image](deep/pic%20ture.png)".to_owned()),
        Just("![[pic ture.png]]".to_owned()),
        Just("`[[code]]`".to_owned()),
        Just("[out](https://example.com/a_(b))".to_owned()),
        Just("A claim.[^c]".to_owned()),
        Just(format!("[evidence](../evidence/2026/11/{OPEN}/source.md)")),
    ]
}

fn note() -> impl Strategy<Value = String> {
    let front = prop::sample::select(vec![
        "---\ntype: Note\n---\n",
        "---\ntype: Note\naliases: [Drei]\nowner: x # why\n---\n",
        "",
        "---\n{type: A, tags: [b]}\n---\n",
    ]);
    (front, prop::collection::vec(sentence(), 0..8)).prop_map(|(front, sentences)| {
        let definition =
            format!("[^c]: [the call](../evidence/2026/11/{OPEN}/source.md#L2)\n    \"full refund\"\n");
        format!("{front}# Heading\n\n{}\n\nLast ^block\n\n{definition}", sentences.join(" "))
    })
}

/// What a reader gets of `note`: words, where links lead, what is cited.
fn gist(vault: &Vault, note: &Note) -> (String, Vec<String>, Vec<String>) {
    let links = note.links.iter().filter(|link| link.span.start >= note.front.end);
    let leads = |link| match vault.resolve(note, link) {
        Resolution::Missing | Resolution::External => format!("{}#{:?}", link.target, link.fragment),
        Resolution::Note { path, fragment_found } => format!("{path} {fragment_found}"),
        other => format!("{other:?}"),
    };
    let cited =
        note.citations().iter().map(|one| format!("{:?} {:?}", vault.citation_span(note, one), one.quote));
    let mut words = String::new();
    let mut from = note.front.end;
    for link in note.links.iter().filter(|link| link.span.start >= note.front.end) {
        words += note.text.get(from..link.span.start).unwrap_or_default();
        from = link.span.end.max(from);
    }
    words += &note.text[from..];
    (words, links.map(leads).collect(), cited.collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_on_the_way(one in note(), two in note(), three in note()) {
        let files = [
            ("knowledge/one.md", one.as_str()),
            ("knowledge/two.md", two.as_str()),
            ("knowledge/deep/three.md", three.as_str()),
            ("knowledge/deep/pic ture.png", "png"),
        ];
        let before = vault(&files);
        let owner = Caller::owner();
        let exporter = Exporter::new(&before, &owner);
        let bundle: Vec<BundleFile> = exporter
            .notes()
            .map(|note| {
                let at = path(before.layout().in_knowledge(&note.path));
                let text = exporter.concept(note, &Trust::default()).expect("a concept").text;
                BundleFile { shown: at.to_string(), path: at, bytes: text.into_bytes() }
            })
            .collect();
        let importer = Importer {
            vault: &before,
            into: None,
            labels: BTreeSet::new(),
            files: bundle.iter().map(|file| file.path.clone()).collect(),
        };
        let mut texts: Vec<(String, String)> = Vec::new();
        for file in &bundle {
            texts.push((importer.target(&file.path).to_string(), importer.note(file).expect("a note").text));
        }
        texts.push(("knowledge/deep/pic ture.png".to_owned(), "png".to_owned()));
        let files: Vec<(&str, &str)> = texts.iter().map(|(at, text)| (at.as_str(), text.as_str())).collect();
        let after = vault(&files);
        for note in before.notes() {
            let now = after.note(note.path.as_str()).expect("the note");
            prop_assert_eq!(gist(&before, note), gist(&after, now), "{}\n---> {}", &note.text, &now.text);
        }
    }
}

#[test]
fn a_bundle_taken_in_twice_gives_the_same_text() {
    let text = "---\ntype: Note\nstanding: unconfirmed\n---\n[x](two.md)\n";
    let vault = Vault::build(
        vault(&[]).layout().clone(),
        vec![File { path: path("knowledge/a.md"), bytes: Some(text.into()) }],
        Vec::new(),
    );
    let importer = Importer { vault: &vault, into: None, labels: BTreeSet::new(), files: BTreeSet::new() };
    assert_eq!(importer.note(&super::file("a.md", text)).expect("a note").text, text);
}
