//! What agents search with: the base as it is committed, for their caller, and the history of a note.

use kb::caller::Caller;
use kb::change::ChangeSet;
use kb::ops::Workspace;
use kb::ops::seek::Seeker;
use kb::path::RepoPath;
use kb::port::{Event, Events, GitRead, Seek as _};
use kb::store::clock::SystemClock;
use kb::store::files::Tree;
use kb::store::git::Repository;
use kb::store::index::IndexFolder;

use super::super::TestRepo;
use super::super::stage::evidence;

struct Silent;

impl Events for Silent {
    fn emit(&self, _: Event) {}
}

#[test]
fn seeks_notes_evidence_and_history_for_a_caller() {
    let repo = TestRepo::initialised();
    evidence(&repo, "The deadline is the fifth of May.\nZanzibar ships turquoise folders.\n", "");
    evidence(&repo, "Turquoise is the secret colour of finance.\n", "labels: [finance]\n");
    repo.write(
        "knowledge/colour.md",
        "---\ntype: Note\ntitle: Colour\n---\n# Colour\n\nTurquoise folders are for May.\n",
    );
    repo.write(
        "knowledge/pay.md",
        "---\ntype: Note\ntitle: Pay\nlabels: [finance]\n---\n# Pay\n\nTurquoise folders hold the pay slips.\n",
    );
    repo.commit_all("two notes");
    repo.write(
        "knowledge/colour.md",
        "---\ntype: Note\ntitle: Colour\n---\n# Colour\n\nTurquoise folders are for June.\n",
    );
    repo.commit_all("June instead of May");
    let repository = Repository::open(&repo.root()).expect("a repository");
    let (reader, tree) = (repository.reader(), Tree::open(&repo.root()).expect("a tree"));
    let index = IndexFolder::new(&repo.root().join(".kb"));
    let workspace = Workspace::open(&tree, Some(&reader), &SystemClock, &Silent).expect("a workspace");
    let head = reader.resolve("HEAD").expect("a commit");
    let public = Caller::new(None, []);
    let base = ChangeSet::new();

    let blind = Seeker::new(&workspace, head.clone());
    assert!(blind.notes("turquoise", &public, &base, 5).is_err(), "no index and no answer are two things");

    let workspace = workspace.with_index(Some(&index));
    let seeker = Seeker::new(&workspace, head);
    let notes = seeker.notes("turquoise folders", &public, &base, 5).expect("an answer");
    let places: Vec<&str> = notes.found.iter().map(|passage| passage.place.as_str()).collect();
    assert_eq!(places, ["knowledge/colour.md"]);
    assert!(notes.found[0].text.contains("June"), "{:?}", notes.found[0]);
    assert!(
        seeker.notes("turquoise folders", &Caller::owner(), &base, 5).expect("an answer").found.len() == 2
    );
    let none = seeker.notes("xylophone", &public, &base, 5).expect("an answer");
    assert!(none.found.is_empty() && none.examined > 0 && none.reason.is_some(), "{none:?}");
    let lines = seeker.evidence("turquoise", &public, 5).expect("an answer");
    assert!(lines.found.len() == 1 && lines.found[0].text.contains("Zanzibar"), "{lines:?}");

    let path = RepoPath::new("knowledge/colour.md").expect("a path");
    let past = seeker.history(&path, 10).expect("a history");
    let subjects: Vec<&str> = past.changes.iter().map(|change| change.subject.as_str()).collect();
    assert_eq!(subjects, ["June instead of May", "two notes"]);
    assert!(past.is_whole);
}
