//! Notes that no entry page leads to.

use std::collections::HashSet;

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::finding::{Applicability, Fix, TextEdit};
use crate::note::{Note, encode_destination};
use crate::path::RepoPath;
use crate::vault::{Catalogue, Entry};

pub(super) static RULE: Rule = Rule {
    name: "missing-index-entry",
    summary: "a note that the `index.md` of its folder does not list",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("missing_index_entry.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let catalogue = index.catalogue;
    let is_page = |path: &RepoPath| path.file_name() == PAGE;
    let pages: Vec<u32> =
        catalogue.notes().filter(|(_, path, _)| is_page(path)).map(|(file, ..)| file).collect();
    // A knowledge without entry pages has none to list a note in.
    if pages.is_empty() {
        return;
    }
    let listed: HashSet<u32> = pages.iter().flat_map(|&page| index.targets(page)).collect();
    let unlisted = catalogue.notes().filter(|(file, path, _)| !is_page(path) && !listed.contains(file));
    for (_, path, entry) in unlisted {
        let Some(page) = entry_page(catalogue, path).and_then(|page| index.note(page)) else { continue };
        // Of the whole note, which is not read for it: a base may have many that no page lists.
        let finding = sink.file(path.as_str(), format!("`{}` does not list this note", page.path));
        finding.help = Some("people and agents find notes through the entry pages".to_owned());
        finding.fix = Some(add_entry(&page, path, entry));
    }
}

/// The name of an entry page.
const PAGE: &str = "index.md";

/// The entry page of the nearest folder that has one.
fn entry_page(catalogue: &Catalogue, path: &RepoPath) -> Option<u32> {
    let mut folder = path.parent();
    loop {
        let page = match &folder {
            Some(folder) => catalogue.index_of(&format!("{folder}/{PAGE}")),
            None => catalogue.index_of(PAGE),
        };
        match (page, folder) {
            (Some(page), _) => return Some(page),
            (None, None) => return None,
            (None, Some(above)) => folder = above.parent(),
        }
    }
}

fn add_entry(page: &Note, path: &RepoPath, note: &Entry) -> Fix {
    let target = encode_destination(&page.path.relative_to(path));
    let title = if note.title().is_empty() { path.file_stem() } else { note.title() };
    let title = title.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    let mut entry = String::new();
    if !page.text.is_empty() && !page.text.ends_with('\n') {
        entry.push('\n');
    }
    // After a list the entry joins it; after anything else it starts one.
    let last = page.text.trim_end().rsplit('\n').next().unwrap_or_default().trim_start();
    let in_list = last.is_empty() || last.starts_with("* ") || last.starts_with("- ");
    let spaced = page.text.ends_with("\n\n");
    if !in_list && !spaced {
        entry.push('\n');
    }
    let bullet = if last.starts_with("- ") { '-' } else { '*' };
    entry += &format!("{bullet} [{title}]({target})");
    if let Some(description) = note.field("description").next().filter(|text| !text.trim().is_empty()) {
        entry += &format!(" - {}", description.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    entry.push('\n');
    let end = page.text.len();
    Fix {
        title: format!("list it in `{}`", page.path),
        applicability: Applicability::Safe,
        edits: vec![TextEdit { path: page.path.clone(), bytes: end..end, text: entry }],
    }
}
