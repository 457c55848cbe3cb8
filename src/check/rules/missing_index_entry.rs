//! Notes that no entry page leads to.

use std::collections::HashSet;

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::finding::{Applicability, Fix, TextEdit};
use crate::note::{Note, encode_destination};
use crate::path::RepoPath;
use crate::vault::{Resolution, Vault};

pub(super) static RULE: Rule = Rule {
    name: "missing-index-entry",
    summary: "a note that the `index.md` of its folder does not list",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("missing_index_entry.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let mut listed: HashSet<&str> = HashSet::new();
    for facts in index.notes.iter().filter(|facts| facts.note.is_index()) {
        for resolution in &facts.links {
            if let Resolution::Note { path, .. } = resolution {
                listed.insert(path.as_str());
            }
        }
    }
    for facts in index.notes.iter().filter(|facts| !facts.note.is_index()) {
        let note = facts.note;
        if listed.contains(note.path.as_str()) {
            continue;
        }
        // A knowledge without entry pages has none to list it in.
        let Some(page) = entry_page(index.vault, &note.path) else { continue };
        let start = note.front.span.start;
        let finding = sink.note(note, start..start, format!("`{}` does not list this note", page.path));
        finding.help = Some("people and agents find notes through the entry pages".to_owned());
        finding.fix = Some(add_entry(page, note));
    }
}

/// The `index.md` of the nearest folder that has one.
fn entry_page<'v>(vault: &'v Vault, path: &RepoPath) -> Option<&'v Note> {
    let mut folder = path.parent();
    loop {
        let page = match &folder {
            Some(folder) => vault.note(&format!("{folder}/index.md")),
            None => vault.note("index.md"),
        };
        match (page, &folder) {
            (Some(page), _) => return Some(page),
            (None, None) => return None,
            (None, Some(above)) => folder = above.parent(),
        }
    }
}

fn add_entry(page: &Note, note: &Note) -> Fix {
    let target = encode_destination(&page.path.relative_to(&note.path));
    let title = note.title().replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
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
    if let Some(description) = note.front.text("description").filter(|text| !text.trim().is_empty()) {
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
