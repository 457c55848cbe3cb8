//! Links that several notes answer to.

use crate::check::{Index, NoteLinks, Rule, Run, Sink};
use crate::config::Level;
use crate::finding::{Applicability, Fix, TextEdit};
use crate::vault::Resolution;

pub(super) static RULE: Rule = Rule {
    name: "ambiguous-link",
    summary: "a link that several notes answer to",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("ambiguous_link.md"),
    run: Run::Links(run),
};

fn run(index: &Index<'_>, facts: &NoteLinks<'_>, sink: &mut Sink) {
    let note = facts.note;
    for (link, resolution) in note.links.iter().zip(&facts.links) {
        let Resolution::Ambiguous(candidates) = resolution else { continue };
        let raw = &note.text[link.span.clone()];
        let names: Vec<String> = candidates.iter().map(|path| format!("`{path}`")).collect();
        let finding = sink.note(note, link.span.clone(), format!("`{raw}` may mean {}", names.join(" or ")));
        finding.label = Some(format!("{} notes answer to this name", candidates.len()));
        finding.help = Some("write as much of the path as makes it one of them".to_owned());
        if let [first, ..] = candidates.as_slice() {
            let path = index.catalogue.layout().in_knowledge(first);
            let path = path.strip_suffix(".md").unwrap_or(path);
            let old = &note.text[link.target_span.clone()];
            let end = link.target_span.start + old.find('#').unwrap_or(old.len());
            finding.fix = Some(Fix {
                title: format!("write `{path}`, the first of them"),
                applicability: Applicability::DisplayOnly,
                edits: vec![TextEdit {
                    path: note.path.clone(),
                    bytes: link.target_span.start..end,
                    text: path.to_owned(),
                }],
            });
        }
    }
}
