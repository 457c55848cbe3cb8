use std::cell::RefCell;

use proptest::prelude::*;

use super::*;
use crate::caller::{Caller, Label, Tenant};
use crate::note::Note;
use crate::path::RepoPath;
use crate::port::{Summarised, Summariser, SummaryDraft, Texts};

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn library(notes: &[(&str, &str)]) -> Library {
    let card = |(at, text): &(&str, &str)| Card::of(&Note::parse(path(at), text.as_bytes()));
    Library::new(Some(&path("knowledge")), notes.iter().map(card).collect())
}

fn holder(labels: &[&str]) -> Caller {
    Caller::new(None, labels.iter().map(|&label| Label(label.to_owned())))
}

/// The library with the files that a plan of it has.
fn with_files(notes: &[(&str, &str)], summariser: &dyn Summariser) -> Library {
    let mut library = library(notes);
    for (folder, planned) in plan(&library, summariser) {
        library.store(&path(&format!("{folder}/{ABSTRACT}")), &planned.abstract_file.bytes());
        library.store(&path(&format!("{folder}/{OVERVIEW}")), &planned.overview_file.bytes());
    }
    library
}

const BILLING: [(&str, &str); 5] = [
    ("knowledge/index.md", "---\ntitle: Handbook\ndescription: How we work.\n---\n* [Billing](billing/)\n"),
    (
        "knowledge/billing/refund-policy.md",
        "---\ntitle: Refund policy\ndescription: When customers get money back.\n---\n\
         A refund takes 7 days. It is paid by card.\n",
    ),
    ("knowledge/billing/[odd].md", "# Order status\n\nAn order is late after 3 days. Ask the carrier.\n"),
    ("knowledge/billing/old.md", "---\nstatus: deprecated\n---\n# Old rules\n\nNothing.\n"),
    ("knowledge/billing/disputes/bank.md", "# Bank disputes\n\nThe bank decides within 60 days.\n"),
];

#[test]
fn a_summary_says_what_the_notes_say_and_nothing_else() {
    let library = library(&BILLING);
    let seen = library.seen("knowledge/billing", &Caller::owner()).expect("a summary");
    assert_eq!(seen.texts.abstract_text, "billing: Order status; Refund policy; disputes");
    assert_eq!(
        seen.texts.overview,
        "# billing\n\n\
         * [Order status](%5Bodd%5D.md) - An order is late after 3 days.\n  - Ask the carrier.\n\
         * [Refund policy](refund-policy.md) - When customers get money back.\n  \
         - A refund takes 7 days.\n  - It is paid by card.\n\
         * [disputes](disputes/) - The bank decides within 60 days.\n"
    );
    let top = library.seen("knowledge", &Caller::owner()).expect("a summary").texts;
    assert_eq!(top.abstract_text, "Handbook: How we work.");
    assert_eq!(
        top.overview,
        "# Handbook\n\nHow we work.\n\n* [billing](billing/) - Order status; Refund policy; disputes\n"
    );
}

#[test]
fn the_words_are_few_however_many_notes_there_are() {
    let names: Vec<(String, String)> = (0..2_000)
        .map(|n| {
            (format!("knowledge/n{n:04}.md"), format!("# Note number {n}\n\nIt says a lot about {n}.\n"))
        })
        .collect();
    let notes: Vec<(&str, &str)> = names.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let texts = library(&notes).seen("knowledge", &Caller::owner()).expect("a summary").texts;
    assert!(texts.abstract_text.chars().count() <= 400 && texts.abstract_text.ends_with('…'));
    assert!(texts.overview.chars().count() <= 8_000 && texts.overview.ends_with("\n…\n"));
}

#[test]
fn a_file_that_another_hand_changed_is_no_summary() {
    let planned = plan(&library(&BILLING), &Extract);
    let at = path("knowledge/billing/.abstract");
    let file = &planned["knowledge/billing"].abstract_file;
    assert_eq!(Stored::read(&at, &file.bytes()).as_ref(), Some(file));
    let text = String::from_utf8(file.bytes()).expect("UTF-8");
    for changed in [
        text.replace("Order", "Other"),
        text.replace("made_by", "made-by"),
        text.replace("---\nbilling", "labels: [x]\n---\nbilling"),
        format!("{text}\n"),
        String::new(),
    ] {
        assert_eq!(Stored::read(&at, changed.as_bytes()), None, "{changed}");
    }
    let odd = Stored {
        access: crate::caller::Access {
            tenant: Some(Tenant("a: \"b\"\n#".into())),
            labels: [Label("x, y]".into()), Label("é".into())].into(),
        },
        ..file.clone()
    };
    assert_eq!(Stored::read(&at, &odd.bytes()), Some(odd));
}

/// A summariser that says what it is told and remembers what it was asked.
#[derive(Default)]
struct Scripted {
    asked: RefCell<Vec<String>>,
    breaks: bool,
}

impl Summariser for Scripted {
    fn id(&self) -> &str {
        "scripted/1"
    }

    fn summarise(&self, draft: &SummaryDraft) -> Summarised {
        self.asked.borrow_mut().push(draft.title.clone());
        if self.breaks {
            return Extract::instead(draft, "it broke".to_owned());
        }
        let abstract_text = format!("{} has {}\nparts\u{1b}[2J", draft.title, draft.entries.len());
        let texts = Texts { abstract_text, overview: "o".repeat(9_000) };
        Summarised { texts, made_by: self.id().to_owned(), instead: None }
    }
}

#[test]
fn a_model_is_asked_only_where_what_it_was_told_changed() {
    let scripted = Scripted::default();
    let mut notes = BILLING.to_vec();
    let mut library = with_files(&notes, &scripted);
    assert_eq!(*scripted.asked.borrow(), ["disputes", "billing", "Handbook"]);
    let again = plan(&library, &scripted);
    assert!(again.values().all(|planned| !planned.is_new), "what is current is not asked for again");
    let billing = library.seen("knowledge/billing", &Caller::owner()).expect("a summary").texts;
    assert_eq!(billing.abstract_text, "billing has 3 parts [2J", "on one line, for no terminal");
    assert_eq!(billing.overview.chars().count(), 8_001, "cut, with a line end");

    // The overview of the folder changes, its abstract does not: what lies above has nothing new.
    scripted.asked.borrow_mut().clear();
    notes[1].1 =
        "---\ntitle: Refund policy\ndescription: When customers get money back.\n---\nNow 14 days.\n";
    let stored: Vec<(String, Planned)> = again.into_iter().collect();
    library = self::library(&notes);
    for (folder, planned) in &stored {
        library.store(&path(&format!("{folder}/{ABSTRACT}")), &planned.abstract_file.bytes());
        library.store(&path(&format!("{folder}/{OVERVIEW}")), &planned.overview_file.bytes());
    }
    let stale: Vec<String> = library.stale().into_iter().map(|(path, _)| path.to_string()).collect();
    // What a model once said of the folder is not believed as long as it is stale, nor what was made of that.
    let all = [
        "knowledge/.abstract",
        "knowledge/.overview",
        "knowledge/billing/.abstract",
        "knowledge/billing/.overview",
    ];
    assert_eq!(stale, all);
    let planned = plan(&library, &scripted);
    assert_eq!(*scripted.asked.borrow(), ["billing"]);
    assert!(planned["knowledge/billing"].is_new && !planned["knowledge"].is_new);
    // Who cannot be asked is stood in for where something changed, and only there.
    let planned = plan(&library, &Scripted { breaks: true, ..Scripted::default() });
    let billing = &planned["knowledge/billing"];
    assert_eq!(
        (billing.abstract_file.made_by.as_str(), billing.instead.as_deref()),
        (Extract::ID, Some("it broke"))
    );
    assert_eq!(planned["knowledge/billing/disputes"].abstract_file.made_by, "scripted/1");
    // Another summariser makes everything anew.
    assert!(plan(&library, &Extract).values().all(|planned| planned.is_new));
}

#[test]
fn a_folder_tells_only_what_its_entry_page_may_tell() {
    let notes = [
        ("knowledge/index.md", "---\ntitle: All\n---\n"),
        ("knowledge/hr/index.md", "---\ntitle: People\nlabels: [hr]\ntenant: acme\n---\n"),
        ("knowledge/hr/pay.md", "---\nlabels: [hr]\n---\n# Pay\n\nPay is on the 1st.\n"),
        ("knowledge/hr/board.md", "---\nlabels: [hr, board]\n---\n# Board\n\nThe board meets.\n"),
        ("knowledge/hr/open.md", "# Jobs\n\nWe hire.\n"),
        ("knowledge/hr/other.md", "---\ntenant: other\n---\n# Other\n\nOther.\n"),
    ];
    let planned = plan(&library(&notes), &Extract);
    let hr = &planned["knowledge/hr"].abstract_file;
    assert_eq!(hr.text, "People: Jobs; Pay\n");
    assert_eq!(hr.access.labels, [Label("hr".to_owned())].into());
    assert_eq!(hr.access.tenant, Some(Tenant("acme".to_owned())));
    // The folder above is for everybody, and tells of this one what everybody may see.
    let top = &planned["knowledge"].overview_file;
    assert_eq!(top.text, "# All\n\n* [hr](hr/) - We hire.\n");
    assert_eq!(top.access, crate::caller::Access::default());
}

/// A note of a random vault: where, what it demands, and whether it is an entry page.
fn note() -> impl Strategy<Value = (String, String)> {
    let folder = prop::sample::select(vec!["", "a/", "a/b/", "a/b/c/", "d/", "a-b/"]);
    let labels = prop::sample::subsequence(vec!["public", "x", "y"], 0..=3);
    let tenant = prop::option::weighted(0.3, prop::sample::select(vec!["t", "u"]));
    (folder, 0..4_u32, labels, tenant, any::<bool>(), 0..1_000_u32).prop_map(
        |(folder, name, labels, tenant, described, word)| {
            let name = if name == 0 { "index".to_owned() } else { format!("n{name}") };
            let tenant = tenant.map_or_else(String::new, |tenant| format!("tenant: {tenant}\n"));
            let described =
                if described { format!("description: Described w{word}.\n") } else { String::new() };
            let text = format!(
                "---\ntitle: Title w{word}\nlabels: [{}]\n{tenant}{described}---\nClaim w{word}. More w{word}.\n",
                labels.join(", ")
            );
            (format!("knowledge/{folder}{name}.md"), text)
        },
    )
}

/// Everything that a reader gets from a library.
fn told(library: &Library, folder: &str, caller: &Caller, into: &mut Vec<String>) {
    into.push(format!(
        "{folder} {} {:?} {:?}",
        library.count(folder, caller),
        library.title(folder, caller),
        library.seen(folder, caller)
    ));
    into.extend(library.notes(folder, caller).map(|card| format!("{card:?}")));
    for child in library.children(folder, caller) {
        told(library, child, caller, into);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// I7: what a caller may not see changes nothing in what summaries tell them, files or none.
    #[test]
    fn what_a_caller_may_not_see_changes_nothing(
        notes in proptest::collection::btree_map(note().prop_map(|(path, _)| path), note().prop_map(|(_, text)| text), 0..12),
        labels in prop::sample::subsequence(vec!["x", "y"], 0..=2),
        tenant in prop::option::of(prop::sample::select(vec!["t", "u"])),
        stored in any::<bool>(),
    ) {
        let caller = Caller::new(
            tenant.map(|tenant| Tenant(tenant.to_owned())),
            labels.into_iter().map(|label| Label(label.to_owned())),
        );
        let all: Vec<(&str, &str)> = notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let may_see = |(at, text): &&(&str, &str)| caller.may_see(&Note::parse(path(at), text.as_bytes()).access());
        let seen: Vec<(&str, &str)> = all.iter().filter(may_see).copied().collect();
        let made = |notes: &[(&str, &str)]| if stored { with_files(notes, &Extract) } else { library(notes) };
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        told(&made(&all), "knowledge", &caller, &mut whole);
        told(&made(&seen), "knowledge", &caller, &mut rest);
        prop_assert_eq!(whole, rest);
    }

    /// A file holds no word of a note that somebody who may read the file may not see.
    #[test]
    fn a_file_says_nothing_that_its_reader_may_not_see(
        notes in proptest::collection::btree_map(note().prop_map(|(path, _)| path), note().prop_map(|(_, text)| text), 0..12),
    ) {
        let all: Vec<(&str, &str)> = notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        for planned in plan(&library(&all), &Extract).values() {
            for file in [&planned.abstract_file, &planned.overview_file] {
                let reader = Caller::new(file.access.tenant.clone(), file.access.labels.iter().cloned());
                for (at, text) in &all {
                    let note = Note::parse(path(at), text.as_bytes());
                    let word = note.title().trim_start_matches("Title ").to_owned();
                    let hidden = !reader.may_see(&note.access());
                    let is_only = all.iter().filter(|(_, other)| other.contains(&format!("Title {word}\n"))).count() == 1;
                    let says = file.text.split(|c: char| !c.is_alphanumeric()).any(|found| found == word);
                    prop_assert!(!(hidden && is_only && says), "{word} in {}", file.text);
                }
            }
        }
    }
}

#[test]
fn holders_of_the_labels_read_the_files() {
    let notes = [
        ("knowledge/hr/index.md", "---\ntitle: People\nlabels: [hr]\n---\n"),
        ("knowledge/hr/open.md", "# Jobs\n\nWe hire.\n"),
    ];
    let library = with_files(&notes, &Scripted::default());
    let told = |caller: &Caller| library.seen("knowledge/hr", caller).expect("a summary").texts.abstract_text;
    assert_eq!(told(&holder(&["hr"])), "People has 1 parts [2J");
    assert_eq!(told(&holder(&[])), "hr: We hire.");
}
