//! Links, entry pages, sizes of notes and of folders.

use super::Base;
use crate::config::Config;
use crate::plan::FaultKind;

const TEXT: &str = "This is a text of rather more than ten words, so that it says something at all.\n";

fn note(base: Base, at: &str, links: &[&str]) -> Base {
    let links: Vec<String> = links.iter().map(|link| format!("See also [[{link}]].\n\n")).collect();
    base.file(
        &format!("knowledge/{at}.md"),
        &format!("---\ntype: Policy\n---\n# {at}\n\n{TEXT}\n{}", links.concat()),
    )
}

#[test]
fn links_that_go_one_way_and_notes_that_nothing_leads_to_are_told() {
    let base = note(note(note(Base::default(), "a", &["b"]), "b", &[]), "c", &["d"]);
    let base = note(base, "d", &["c"]);
    assert_eq!(base.found(FaultKind::OneWayLink).len(), 1);
    assert!(base.found(FaultKind::OneWayLink)[0].starts_with("a.md + b.md: "));
    let orphans = base.found(FaultKind::Orphan);
    assert!(orphans.len() == 1 && orphans[0].starts_with("a.md: "), "{orphans:?}");
}

#[test]
fn a_note_that_everybody_links_to_need_not_answer() {
    let many = (0..20).fold(note(Base::default(), "glossary", &[]), |base, at| {
        note(base, &format!("n{at}"), &["glossary"])
    });
    assert_eq!(many.found(FaultKind::OneWayLink), [""; 0]);
}

#[test]
fn a_note_that_its_entry_page_does_not_list_is_told() {
    let base =
        note(note(Base::default(), "a", &[]), "b", &[]).file("knowledge/index.md", "# K\n\n* [a](a.md)\n");
    let found = base.found(FaultKind::MissingIndexEntry);
    assert!(found.len() == 1 && found[0].starts_with("b.md: "), "{found:?}");
}

#[test]
fn what_a_note_allows_is_not_told() {
    let base = Base::default().file(
        "knowledge/a.md",
        &format!(
            "---\ntype: Policy\n---\n<!-- kb: allow(orphan-note) nobody needs it yet -->\n# A\n\n{TEXT}"
        ),
    );
    let plain = note(Base::default(), "a", &[]);
    assert_eq!(plain.found(FaultKind::Orphan).len(), 1);
    assert!(base.found(FaultKind::Orphan).len() <= 1);
}

#[test]
fn sizes_are_those_of_kb_toml() {
    let config = Config::parse(
        "[reorg]\nmax_folder_notes = 3\nmin_folder_notes = 2\n[check]\nmax_words = 40\nmin_words = 8\n",
    )
    .expect("a configuration");
    let mut base = Base { config, ..Base::default() };
    for at in
        ["big/a", "big/b", "big/c", "big/d", "small/a", "fine/a", "fine/b", "above/below/a", "above/below/b"]
    {
        base = note(base, at, &[]);
    }
    base = base
        .file("knowledge/above/index.md", "# Above\n")
        .file("knowledge/fine/long.md", &format!("---\ntype: Policy\n---\n# Long\n\n{}", TEXT.repeat(4)))
        .file("knowledge/fine/short.md", "---\ntype: Policy\n---\n# Short\n\nNothing yet.\n");
    let oversize = base.found(FaultKind::OversizeFolder);
    assert!(oversize.len() == 2 && oversize[0].starts_with("big: 4 notes"), "{oversize:?}");
    let undersize = base.found(FaultKind::UndersizeFolder);
    assert!(undersize.len() == 1 && undersize[0].starts_with("small: 1 note"), "{undersize:?}");
    assert!(base.found(FaultKind::OversizeNote)[0].starts_with("fine/long.md: "));
    assert!(base.found(FaultKind::UndersizeNote)[0].starts_with("fine/short.md: "));
}
