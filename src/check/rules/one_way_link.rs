//! Links to notes that do not link back.

use std::collections::HashSet;

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::vault::Found;

pub(super) static RULE: Rule = Rule {
    name: "one-way-link",
    summary: "a link to a note that does not link back",
    base: Level::Off,
    plain: Level::Off,
    document: include_str!("one_way_link.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let catalogue = index.catalogue;
    let is_page = |file: u32| catalogue.path(file).file_name() == "index.md";
    for (file, path, _) in catalogue.notes().filter(|(file, ..)| !is_page(*file)) {
        let answers = |target: u32| index.targets(target).any(|back| back == file);
        let is_one_way = |target: u32| {
            target != file && catalogue.entry(target).is_some() && !is_page(target) && !answers(target)
        };
        if !index.targets(file).any(is_one_way) {
            continue;
        }
        let Some(note) = index.note(file) else { continue };
        let mut told = HashSet::new();
        for link in &note.links {
            let Found::Note { file: target, .. } = catalogue.find(path, link.into()) else { continue };
            if is_one_way(target) && told.insert(target) {
                let other = catalogue.path(target);
                let finding = sink.note(&note, link.span.clone(), format!("`{other}` does not link back"));
                finding.help = Some("who reads that note does not learn of this one".to_owned());
            }
        }
    }
}
