//! Titles and aliases that several notes have.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::note::Note;
use crate::vault::fold_name;

pub(super) static RULE: Rule = Rule {
    name: "duplicate-name",
    summary: "a title or alias that another note has too",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("duplicate_name.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let catalogue = index.catalogue;
    let mut owners: HashMap<Cow<'_, str>, Vec<u32>> = HashMap::new();
    let notes = catalogue.notes().filter(|(_, path, _)| path.file_name() != "index.md");
    for (file, _, entry) in notes {
        let names = entry.aliases().chain([entry.title()]).map(str::trim).filter(|name| !name.is_empty());
        for name in names {
            let owners = owners.entry(fold_name(name)).or_default();
            if owners.last() != Some(&file) {
                owners.push(file);
            }
        }
    }
    let mut shared: Vec<_> = owners.into_iter().filter(|(_, owners)| owners.len() > 1).collect();
    shared.sort_unstable();
    for (name, owners) in shared {
        let first = catalogue.path(owners[0]);
        for &owner in &owners[1..] {
            let Some(note) = index.note(owner) else { continue };
            let (place, written) = place(&note, &name);
            let finding = sink.note(&note, place, format!("`{first}` has the name `{written}` too"));
            finding.help = Some(
                "a reader who looks for the one finds the other; say in the names what sets them apart"
                    .to_owned(),
            );
        }
    }
}

/// Where `note` has the name that folds to `name`, and how it writes it.
fn place(note: &Note, name: &str) -> (Range<usize>, String) {
    for key in ["title", "aliases"] {
        let written = note.front.texts(key).into_iter().find(|text| fold_name(text.trim()) == name);
        if let (Some(field), Some(written)) = (note.front.get(key), written) {
            return (field.value_span.clone(), written.trim().to_owned());
        }
    }
    match note.headings.first() {
        Some(heading) => (heading.span.clone(), heading.text.clone()),
        None => (note.front.span.start..note.front.span.start, name.to_owned()),
    }
}
