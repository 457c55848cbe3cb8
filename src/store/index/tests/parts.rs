//! Each tenant has a folder of its own: who may not see it does not open it, and all of them change in one step.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{build, claim, documents, dump, notes, open, path, stamp};
use crate::caller::{Caller, Tenant};
use crate::port::{Index, IndexStore as _};
use crate::store::index::IndexFolder;

fn of(tenant: &str, text: &str) -> String {
    format!("---\ntenant: {tenant}\n---\n{text}\n")
}

fn mixed() -> BTreeMap<String, String> {
    notes(&[("a", "alpha\n"), ("b", &of("acme", "beta")), ("c", &of("zeta", "gamma"))])
}

fn caller(tenant: &str) -> Caller {
    Caller::new(Some(Tenant(tenant.to_owned())), [])
}

fn folders(root: &Path) -> Vec<String> {
    let listed = fs::read_dir(root.join("index")).expect("a folder");
    let mut names: Vec<String> =
        listed.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn seen(folder: &IndexFolder, caller: &Caller) -> u64 {
    let index: Box<dyn Index> = folder.open(caller).expect("readable").expect("an index");
    index.view(caller).expect("a view").notes()
}

#[test]
fn a_base_without_tenants_is_one_folder() {
    let temp = tempfile::tempdir().expect("a folder");
    build(&IndexFolder::new(temp.path()), &notes(&[("a", "alpha"), ("b", "beta")]));
    assert_eq!(folders(temp.path()), ["current.json", "shared"]);
}

#[test]
fn who_may_not_see_a_tenant_does_not_open_its_folder() {
    let temp = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(temp.path());
    build(&folder, &mixed());
    let all = folders(temp.path());
    assert_eq!(all.len(), 4, "{all:?}");
    assert!(!all.iter().any(|name| name.contains("acme")), "a name of a tenant is no name of a folder");
    assert_eq!(seen(&folder, &caller("acme")), 2);
    // What is damaged does not matter to who does not open it.
    let index = folder.open(&caller("zeta")).expect("readable").expect("an index");
    let own = index.contents().expect("contents");
    assert_eq!(own.len(), 2, "the shared note and the own one");
    drop(index);
    let acme = super::super::current::folder(Some(&Tenant("acme".to_owned())));
    fs::remove_dir_all(temp.path().join("index").join(acme)).expect("removed");
    assert_eq!(seen(&folder, &caller("zeta")), 2);
    assert!(folder.open(&caller("acme")).expect("no error").is_none());
    assert!(folder.open(&Caller::owner()).expect("no error").is_none());
    build(&folder, &mixed());
    assert_eq!(seen(&folder, &caller("acme")), 2);
}

#[test]
fn a_note_that_changes_tenant_leaves_one_part_and_enters_another() {
    let temp = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(temp.path());
    build(&folder, &mixed());
    let mut moved = claim(&folder);
    moved.remove(&path("b")).expect("removed");
    let text = of("zeta", "beta");
    documents("b", &text).into_iter().for_each(|document| moved.add(document).expect("added"));
    moved.commit(&stamp(3)).expect("committed");
    assert_eq!((seen(&folder, &caller("acme")), seen(&folder, &caller("zeta"))), (1, 3));
    assert_eq!(folders(temp.path()).len(), 3, "a part without a note is no folder");
    let (after, fresh) = (dump(open(&folder).as_ref()), tempfile::tempdir().expect("a folder"));
    let (mut notes, fresh) = (mixed(), IndexFolder::new(fresh.path()));
    notes.insert("b".to_owned(), text);
    build(&fresh, &notes);
    assert_eq!(after, dump(open(&fresh).as_ref()));
}

#[test]
fn many_tenants_in_turn_lose_nothing() {
    let temp = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(temp.path());
    let name = |at: usize| format!("n{at:02}");
    let all = (0..80).map(|at| (name(at), of(&format!("tenant {}", at % 40), "alpha")));
    build(&folder, &all.collect());
    assert_eq!(seen(&folder, &Caller::owner()), 80);
    assert_eq!(seen(&folder, &caller("tenant 7")), 2);
    let mut gone = claim(&folder);
    (0..80).step_by(2).for_each(|at| gone.remove(&path(&name(at))).expect("removed"));
    gone.commit(&stamp(40)).expect("committed");
    assert_eq!((seen(&folder, &Caller::owner()), seen(&folder, &caller("tenant 8"))), (40, 0));
}

#[test]
fn a_reader_sees_one_build_or_the_other_never_half() {
    let temp = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(temp.path());
    let round = |number: u64| -> BTreeMap<String, String> {
        ["acme", "zeta"].map(|tenant| (tenant.to_owned(), of(tenant, &format!("round{number}")))).into()
    };
    build(&folder, &round(0));
    std::thread::scope(|scope| {
        let builder = scope.spawn(|| (1..25).for_each(|number| build(&folder, &round(number))));
        while !builder.is_finished() {
            let index = open(&folder);
            let view = index.view(&Caller::owner()).expect("a view");
            let rounds: Vec<String> = (0..view.bound())
                .filter(|&document| view.is_visible(document))
                .map(|document| super::text_of(view.as_ref(), document))
                .map(|text| {
                    text.split("round")
                        .nth(1)
                        .expect("a round")
                        .chars()
                        .take_while(char::is_ascii_digit)
                        .collect()
                })
                .collect();
            assert_eq!(rounds.len(), 2);
            assert_eq!(rounds[0], rounds[1]);
        }
    });
}

#[test]
fn what_a_dead_build_left_is_removed_by_the_next() {
    let temp = tempfile::tempdir().expect("a folder");
    let folder = IndexFolder::new(temp.path());
    build(&folder, &mixed());
    let index = temp.path().join("index");
    fs::write(index.join("meta.json"), "{}").expect("written");
    fs::create_dir(index.join("tenant-of-nobody")).expect("made");
    fs::write(index.join("tenant-of-nobody/x.store"), "x").expect("written");
    fs::write(index.join("shared/0123.store"), "x").expect("written");
    drop(claim(&folder));
    assert_eq!(folders(temp.path()).len(), 4);
    assert!(!index.join("shared/0123.store").exists());
    assert_eq!(seen(&folder, &Caller::owner()), 3);
}
