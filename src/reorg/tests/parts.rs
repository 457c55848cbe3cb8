//! Parts and the coverage list: everything is in exactly one part, however the knowledge is laid out.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Base, folder, id};
use crate::config::Config;
use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::plan::{PartName, Plan};
use crate::vault::Vault;

/// A note in a folder, and which of the items it cites.
type Laid = (String, Vec<usize>);

fn laid_out() -> impl Strategy<Value = (Vec<Laid>, usize, usize, usize)> {
    let folder =
        prop::sample::select(vec!["", "a/", "a/b/", "a/b/c/", "billing-2/", "billing/", "ä ö/", "x.y/"]);
    let note = (folder, 0..40_u8, prop::collection::vec(0..12_usize, 0..4))
        .prop_map(|(folder, name, cited)| (format!("{folder}n{name}.md"), cited));
    (prop::collection::vec(note, 0..30), 0..12_usize, 1..6_usize, 1..8_usize)
}

fn base(notes: &[Laid], items: usize, part_notes: usize, part_coverage: usize) -> Base {
    let text = format!("[reorg]\npart_notes = {part_notes}\npart_coverage = {part_coverage}\n");
    let mut base = Base { config: Config::parse(&text).expect("a configuration"), ..Base::default() };
    for at in 0..items {
        base = base.evidence(&item(at), &format!("Item {at} says that n{at} is blue."));
    }
    let mut seen = BTreeSet::new();
    for (at, cited) in notes {
        if !seen.insert(at) {
            continue;
        }
        let up = "../".repeat(at.matches('/').count() + 1);
        let text: String = cited
            .iter()
            .map(|&number| {
                format!(
                    "n{number} is blue.[^{number}]\n\n[^{number}]: [x]({up}{}/source.md#L1)\n\n",
                    folder(&item(number))
                )
            })
            .collect();
        base = base.file(&format!("knowledge/{at}"), &format!("---\ntype: Note\n---\n# {at}\n\n{text}"));
    }
    base
}

fn item(at: usize) -> EvidenceId {
    id(&format!("item {at}"), 1)
}

/// What has to be covered, found out in another way than the plan does: from the texts.
fn expected(vault: &Vault, notes: &[Laid]) -> BTreeSet<(Option<RepoPath>, EvidenceId)> {
    let mut wanted = BTreeSet::new();
    let mut cited = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for (at, numbers) in notes {
        if !seen.insert(at) {
            continue;
        }
        let path = super::path(&format!("knowledge/{at}"));
        for &number in numbers {
            cited.insert(item(number));
            wanted.insert((Some(path.clone()), item(number)));
        }
    }
    let open = vault.evidence().map(|item| item.meta.id.clone()).filter(|id| !cited.contains(id));
    wanted.extend(open.map(|id| (None, id)));
    wanted
}

fn exactly_once(plan: &Plan, vault: &Vault, notes: &[Laid]) {
    let keys: Vec<_> = plan.coverage.entries.iter().map(|e| (e.note.clone(), e.evidence.clone())).collect();
    let unique: BTreeSet<_> = keys.iter().cloned().collect();
    assert_eq!(unique.len(), keys.len(), "an entry stands twice");
    assert_eq!(unique, expected(vault, notes));
    let names: BTreeSet<&PartName> = plan.parts.iter().map(|part| &part.name).collect();
    assert_eq!(names.len(), plan.parts.len(), "two parts have one name");
    for entry in &plan.coverage.entries {
        let part = plan.part(&entry.part).expect("the part exists");
        match &entry.note {
            Some(note) => assert!(part.notes.contains(note)),
            None => assert!(part.evidence.contains(&entry.evidence)),
        }
    }
    let all: Vec<&RepoPath> = plan.parts.iter().flat_map(|part| &part.notes).collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "a note is in two parts");
    assert_eq!(all.len(), vault.note_count(), "a note is in no part");
    let faults: Vec<_> = plan.parts.iter().flat_map(|part| &part.faults).collect();
    assert_eq!(faults.iter().collect::<BTreeSet<_>>().len(), faults.len(), "a fault is in two parts");
    assert_eq!(faults.len(), plan.faults.len(), "a fault is in no part");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn everything_is_covered_by_exactly_one_part((notes, items, part_notes, part_coverage) in laid_out()) {
        let base = base(&notes, items, part_notes, part_coverage);
        let plan = base.plan();
        exactly_once(&plan, &base.vault(), &notes);
        for part in &plan.parts {
            prop_assert!(part.notes.len() <= part_notes);
            let load = plan.coverage.of(&part.name).count();
            prop_assert!(load <= part_coverage || part.notes.len() == 1, "{load}: {part:?}");
        }
        prop_assert_eq!(base.plan(), plan);
    }
}

#[test]
fn parts_are_folders_and_uncited_evidence_goes_to_what_it_is_about() {
    let base = Base::default()
        .note("billing/refund.md", "Refund window", &["A refund takes 7 days."])
        .note("billing/invoice.md", "Invoices", &["Invoices are sent by mail."])
        .note("shipping/parcel.md", "Parcel tracking", &["Parcels are tracked."])
        .evidence(&id("new", 2), "The parcel tracking is down at night.");
    let plan = base.plan();
    let names: Vec<&str> = plan.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["billing", "shipping"]);
    assert_eq!(plan.parts[1].evidence, [id("new", 2)]);
}

#[test]
fn a_large_folder_is_divided_and_small_ones_of_one_topic_stay_together() {
    let mut base = Base {
        config: Config::parse("[reorg]\npart_notes = 4\n").expect("a configuration"),
        ..Base::default()
    };
    for at in ["big/a", "big/b", "big/c", "big/d", "big/e", "topic/one/a", "topic/two/b", "topic/c"] {
        base = base.file(&format!("knowledge/{at}.md"), "# x\n");
    }
    let plan = base.plan();
    let parts: Vec<(&str, usize)> =
        plan.parts.iter().map(|part| (part.name.as_str(), part.notes.len())).collect();
    assert_eq!(parts, [("big", 4), ("big-2", 1), ("topic", 3)]);
}
