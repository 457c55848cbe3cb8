//! What the index promises: hidden notes change nothing, a sequence of builds equals one build, damage is mended.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use jiff::civil::date;
use proptest::prelude::*;

use super::IndexFolder;
use crate::caller::{Caller, Label, Tenant};
use crate::note::Note;
use crate::path::RepoPath;
use crate::port::{Claimed, Document, Index, IndexBuild, IndexStore, IndexView, Stamp, TextField};
use crate::search::{self, Admission, Query};

mod parts;

const NOW: Duration = Duration::ZERO;

fn stamp(notes: u64) -> Stamp {
    Stamp { commit: None, pipeline: "test".to_owned(), settings: String::new(), models: [None, None], notes }
}

fn path(name: &str) -> RepoPath {
    RepoPath::new(format!("knowledge/{name}.md")).expect("a path")
}

fn documents(name: &str, text: &str) -> Vec<Document> {
    let drafted = search::documents(&Note::parse(path(name), text.as_bytes()), text, None);
    drafted.into_iter().map(|drafted| drafted.document).collect()
}

fn claim(folder: &IndexFolder) -> Box<dyn IndexBuild> {
    match folder.claim(NOW).expect("a folder that can be written to") {
        Claimed::Build(build) => build,
        Claimed::Busy => panic!("nobody else builds"),
    }
}

fn build(folder: &IndexFolder, notes: &BTreeMap<String, String>) {
    let mut build = claim(folder);
    build.clear().expect("emptied");
    for (name, text) in notes {
        documents(name, text).into_iter().for_each(|document| build.add(document).expect("added"));
    }
    build.commit(&stamp(notes.len() as u64)).expect("committed");
}

fn open(folder: &IndexFolder) -> Box<dyn Index> {
    folder.open(&Caller::owner()).expect("readable").expect("an index")
}

fn text_of(view: &dyn IndexView, document: u32) -> String {
    format!("{:?}", search::Chunk::decode(&view.body(document).expect("a body")).expect("a chunk"))
}

/// Every document with its terms' weights as one sorted text: what two equal indexes have in common.
fn dump(index: &dyn Index) -> Vec<String> {
    let view = index.view(&Caller::owner()).expect("a view");
    let mut lines = vec![format!("{} notes, {} documents", view.notes(), view.documents())];
    for (note, content) in index.contents().expect("contents") {
        for document in view.pieces(&note).expect("pieces") {
            let body = text_of(view.as_ref(), document);
            lines.push(format!("{content:?} {} {:?} {body}", view.key(document), view.validity(document)));
        }
    }
    for query in ["alpha", "beta gamma", "alpha beta gamma delta", "omega-3"] {
        lines.extend(answer(view.as_ref(), query));
    }
    lines[1..].sort();
    lines
}

/// What a query gives, with the scores to the last bit.
fn answer(view: &dyn IndexView, query: &str) -> Vec<String> {
    let admission = Admission { on: date(2026, 11, 30), retired: true };
    let ranking = search::rank(view, &Query::parse(query), &admission).expect("a ranking");
    let hits = ranking.hits.iter().map(|hit| {
        let body = text_of(view, hit.document);
        format!("{query}: {:08x} {body}", hit.score.to_bits())
    });
    let mut lines: Vec<String> = hits.collect();
    lines.push(format!("{query}: found {} absent {:?} idf {:?}", ranking.found, ranking.absent, ranking.idf));
    lines
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["alpha", "beta", "gamma", "delta", "omega-3", "ALPHA", "épsilon"])
        .prop_map(str::to_owned)
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 1..12).prop_map(|words| format!("# Note\n\n{}.\n", words.join(" ")))
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "B", "c/d", "é", "ü ber"]).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sequence_of_builds_equals_one_build(
        steps in prop::collection::vec(prop::collection::vec((name(), prop::option::of(text())), 1..4), 1..14),
    ) {
        let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let folder = IndexFolder::new(one.path());
        let mut notes: BTreeMap<String, String> = BTreeMap::new();
        build(&folder, &notes);
        for step in steps {
            let mut build = claim(&folder);
            for (name, text) in step {
                build.remove(&path(&name)).expect("removed");
                notes.remove(&name);
                if let Some(text) = text {
                    documents(&name, &text).into_iter().for_each(|d| build.add(d).expect("added"));
                    notes.insert(name, text);
                }
            }
            build.commit(&stamp(notes.len() as u64)).expect("committed");
        }
        let fresh = IndexFolder::new(two.path());
        build(&fresh, &notes);
        prop_assert_eq!(dump(open(&folder).as_ref()), dump(open(&fresh).as_ref()));
    }

    #[test]
    fn every_word_is_found_by_itself(
        words in prop::collection::vec(
            "[a-zA-Z]{1,8}|[a-z0-9áéíóöőúüűßñçğıøåæăîșț]{1,10}|[а-яіїєґыэ]{1,10}|[א-ת]{1,8}|[ابتجحدرسعفقكلمنهوي]{1,8}|[ก-ฮ]{1,4}|[一-十文字日本]{1,4}|[α-ω]{1,8}",
            1..12,
        ),
    ) {
        let folder = IndexFolder::new(std::path::Path::new("/nonexistent"));
        let made = documents("a", &format!("# Note\n\nx {}\n", words.join(" ")));
        let index = folder.in_memory(&stamp(1), &mut made.into_iter()).expect("an index");
        let view = index.view(&Caller::owner()).expect("a view");
        let admission = Admission { on: date(2026, 11, 30), retired: true };
        for word in words {
            let query = Query::parse(&word).settled(view.as_ref()).expect("a query");
            let found = search::rank(view.as_ref(), &query, &admission).expect("a ranking").hits;
            prop_assert_eq!(found.len(), 1, "{}: {:?}", word, query.terms);
        }
    }

    #[test]
    fn what_a_caller_may_not_see_changes_nothing(
        seen in prop::collection::vec(text(), 1..6),
        hidden in prop::collection::vec((text(), prop::sample::select(vec![
            "labels: [board]", "labels: [finance, board]", "tenant: other", "labels: {a: b}", "labels: [\nx",
        ])), 1..6),
    ) {
        let caller = Caller::new(Some(Tenant("acme".to_owned())), [Label("finance".to_owned())]);
        let folder = IndexFolder::new(std::path::Path::new("/nonexistent"));
        let visible: Vec<Document> = seen
            .iter()
            .enumerate()
            .flat_map(|(at, text)| documents(&format!("seen-{at}"), &format!("---\ntenant: acme\n---\n{text}")))
            .collect();
        let secret = hidden
            .iter()
            .enumerate()
            .flat_map(|(at, (text, front))| documents(&format!("a-{at}"), &format!("---\n{front}\n---\n{text}")));
        let mixed: Vec<Document> = secret.chain(visible.clone()).collect();
        let without = folder.in_memory(&stamp(0), &mut visible.into_iter()).expect("an index");
        let with = folder.in_memory(&stamp(0), &mut mixed.into_iter()).expect("an index");
        let (without, with) = (without.view(&caller).expect("a view"), with.view(&caller).expect("a view"));
        prop_assert_eq!(without.notes(), with.notes());
        for query in ["alpha", "beta gamma delta", "omega-3 épsilon alpha beta"] {
            prop_assert_eq!(answer(without.as_ref(), query), answer(with.as_ref(), query));
        }
    }
}

fn notes(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn a_build_that_is_given_up_changes_nothing() {
    let temp = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(temp.path());
    build(&folder, &notes(&[("a", "alpha")]));
    let before = dump(open(&folder).as_ref());
    let mut given_up = claim(&folder);
    given_up.clear().expect("emptied");
    documents("b", "beta").into_iter().for_each(|document| given_up.add(document).expect("added"));
    drop(given_up);
    assert_eq!(dump(open(&folder).as_ref()), before);
    build(&folder, &notes(&[("a", "alpha"), ("b", "beta")]));
    assert_eq!(open(&folder).stamp().notes, 2);
}

#[test]
fn one_builds_and_the_other_gives_up_politely() {
    let temp = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(temp.path());
    let first = claim(&folder);
    assert!(matches!(folder.claim(Duration::from_millis(30)), Ok(Claimed::Busy)));
    drop(first);
    assert!(matches!(folder.claim(NOW), Ok(Claimed::Build(_))));
}

#[test]
fn a_reader_keeps_what_it_opened() {
    let temp = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(temp.path());
    build(&folder, &notes(&[("a", "alpha")]));
    let reader = open(&folder);
    let before = dump(reader.as_ref());
    for round in 0..12 {
        build(&folder, &notes(&[("a", &format!("beta {round}"))]));
    }
    assert_eq!(dump(reader.as_ref()), before);
}

#[test]
fn a_damaged_index_is_no_index_and_is_built_again() {
    for damage in ["current", "short", "garbage"] {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = IndexFolder::new(temp.path());
        build(&folder, &notes(&[("a", "alpha")]));
        let index = temp.path().join("index");
        for entry in fs::read_dir(index.join("shared")).expect("a folder") {
            let file = entry.expect("an entry").path();
            match damage {
                "short" => fs::write(&file, "").expect("written"),
                "garbage" => fs::write(&file, [7; 300]).expect("written"),
                _ => fs::write(index.join("current.json"), "{").expect("written"),
            }
        }
        assert!(folder.open(&Caller::owner()).expect("no error").is_none(), "{damage}");
        build(&folder, &notes(&[("a", "alpha")]));
        assert_eq!(open(&folder).stamp().notes, 1, "{damage}");
    }
}

#[test]
fn git_is_told_to_look_away() {
    let temp = tempfile::tempdir().expect("a folder");
    let derived = temp.path().join(".kb");
    build(&IndexFolder::new(&derived), &notes(&[("a", "alpha")]));
    assert_eq!(fs::read_to_string(derived.join(".gitignore")).expect("a file"), "*\n");
}

#[test]
fn beginnings_and_facets_are_those_that_the_caller_may_see() {
    let folder = IndexFolder::new(std::path::Path::new("/nonexistent"));
    let seen = documents("seen", "---\ntags: [open]\n---\npump pumps pumping pumice\n");
    let hidden = documents("hidden", "---\ntags: [only]\nlabels: [board]\n---\npumpernickel\n");
    let index = folder.in_memory(&stamp(2), &mut hidden.into_iter().chain(seen)).expect("an index");
    let view = index.view(&Caller::new(None, [])).expect("a view");
    let counts = |start: &str| -> Vec<u32> {
        let postings = view.starting(TextField::Body, start).expect("postings");
        postings.into_iter().map(|posting| posting.count).collect()
    };
    assert_eq!(counts("pum"), [4]);
    assert_eq!(counts("pumpe"), [0; 0]);
    assert_eq!(view.facets("tag:").expect("facets"), ["tag:open"]);
    assert!(index.view(&Caller::owner()).expect("a view").facets("tag:o").expect("facets").len() == 2);
}

#[test]
fn every_piece_knows_its_note() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(folder.path());
    let text = format!("# One\n\n## First\n\n{0}\n\n## Second\n\n{0}\n", "Some words of it. ".repeat(60));
    build(&folder, &BTreeMap::from([("long".to_owned(), text)]));
    let index = open(&folder);
    let view = index.view(&Caller::owner()).expect("a view");
    let pieces = view.pieces(&path("long")).expect("pieces");
    assert!(pieces.len() > 1);
    assert!(pieces.iter().all(|&piece| view.note(piece) == Some(path("long"))));
}
