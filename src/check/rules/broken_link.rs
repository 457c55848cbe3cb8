//! Links that nothing answers to.

use std::collections::HashSet;
use std::ops::Range;

use crate::check::{Index, NoteLinks, Rule, Run, Sink};
use crate::config::Level;
use crate::finding::{Applicability, Finding, Fix, TextEdit};
use crate::note::{Link, LinkKind, Note, encode_destination};
use crate::path::RepoPath;
use crate::vault::Resolution;

pub(super) static RULE: Rule = Rule {
    name: "broken-link",
    summary: "a link to a note, file, heading or block that does not exist",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("broken_link.md"),
    run: Run::Links(run),
};

fn run(index: &Index<'_>, facts: &NoteLinks<'_>, sink: &mut Sink) {
    let note = facts.note;
    let cited: HashSet<usize> = note.citations().iter().map(|citation| citation.target_span.start).collect();
    for (link, resolution) in note.links.iter().zip(&facts.links) {
        // A citation that leads nowhere is reported as such.
        if link.in_footnote && cited.contains(&link.target_span.start) {
            continue;
        }
        match resolution {
            Resolution::Missing if is_slot(note, link) => {}
            Resolution::Missing => missing(index, note, link, sink),
            Resolution::Note { path, fragment_found: false } => no_fragment(index, note, link, path, sink),
            _ => {}
        }
    }
}

/// Whether `[[Name]]` is what a specification calls an internal slot or method (ECMA-262, "Object Internal Methods and
/// Internal Slots"): a field of something, a call, or called so in the words before it.
fn is_slot(note: &Note, link: &Link) -> bool {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    if link.kind == LinkKind::Markdown {
        // `[[Get]](P)` reads as a link to `P`.
        let called = note.text[link.span.clone()].strip_prefix("[[").and_then(|raw| raw.split_once("]]("));
        return called.is_some_and(|(name, _)| is_name(name)) && is_name(&link.target);
    }
    let bare = link.kind == LinkKind::Wiki && link.fragment.is_none() && link.label.is_none();
    if !bare || !is_name(&link.target) {
        return false;
    }
    let line = note.text[..link.span.start].rsplit('\n').next().unwrap_or_default();
    let field = line.strip_suffix('.').is_some_and(|owner| owner.ends_with(char::is_alphanumeric));
    let words = line.to_lowercase();
    let mut last = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
    let called = matches!(last.next(), Some("slot" | "slots" | "method" | "methods"))
        && matches!(last.next(), Some("internal"));
    field || called || note.text[link.span.end..].starts_with('(')
}

fn missing(index: &Index<'_>, note: &Note, link: &Link, sink: &mut Sink) {
    let raw = &note.text[link.span.clone()];
    let wiki = matches!(link.kind, LinkKind::Wiki | LinkKind::Embed);
    let path = target_path(index, note, link);
    let message = match (&path, wiki) {
        (_, true) => format!("no note or file answers to `{raw}`"),
        (Some(path), _) => format!("there is no `{path}`"),
        (None, _) => format!("`{}` leads out of the repository", link.target),
    };
    let finding = sink.note(note, link.span.clone(), message);
    let nearest = if index.suggests() { index.catalogue.nearest(&link.target, 3) } else { Vec::new() };
    let Some(first) = nearest.first() else {
        finding.help = Some("correct the target, or take the link away".to_owned());
        return;
    };
    let written = write(index, note, link, first);
    let same_but_case = path.is_some_and(|path| path.as_str().eq_ignore_ascii_case(first.as_str()));
    if same_but_case {
        finding.label = Some(format!("the file is `{first}`: upper and lower case differ"));
    } else {
        finding.label = Some(format!("did you mean `{written}`?"));
    }
    if let [_, others @ ..] = nearest.as_slice()
        && !others.is_empty()
    {
        let others: Vec<String> = others.iter().map(|path| format!("`{path}`")).collect();
        finding.help = Some(format!("or {}", others.join(" or ")));
    }
    let applicability = if same_but_case { Applicability::Safe } else { Applicability::Unsafe };
    replace(finding, note, path_part(note, link), written, applicability);
}

fn no_fragment(index: &Index<'_>, note: &Note, link: &Link, path: &RepoPath, sink: &mut Sink) {
    let fragment = link.fragment.as_deref().unwrap_or_default();
    let kind = if fragment.starts_with('^') { "block" } else { "heading" };
    let message = format!("`{path}` has no {kind} `{fragment}`");
    let finding = sink.note(note, link.span.clone(), message);
    let Some(target) = index.notes.note(path) else { return };
    let wanted = fragment.to_lowercase();
    let wiki = matches!(link.kind, LinkKind::Wiki | LinkKind::Embed);
    let near = target
        .headings
        .iter()
        .map(|heading| if wiki { heading.text.clone() } else { heading.slug.clone() })
        .find(|heading| kind == "heading" && alike(&heading.to_lowercase(), &wanted));
    match near {
        Some(near) => {
            finding.label = Some(format!("did you mean `#{near}`?"));
            let old = &note.text[link.target_span.clone()];
            let start = link.target_span.start + old.find('#').map_or(old.len(), |at| at + 1);
            replace(finding, note, start..link.target_span.end, near, Applicability::Unsafe);
        }
        None if kind == "heading" && !target.headings.is_empty() => {
            let known: Vec<String> =
                target.headings.iter().take(5).map(|heading| format!("`{}`", heading.text)).collect();
            finding.help = Some(format!("its headings are {}", known.join(", ")));
        }
        None => {}
    }
}

/// Whether one is the start of the other, or they share most of their words.
fn alike(one: &str, two: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (one, two) = (words(one), words(two));
    let shared = one.iter().filter(|word| two.contains(word)).count();
    shared > 0 && shared * 2 >= one.len().max(two.len())
}

/// The path that a Markdown link names; `None` when it leads out.
fn target_path(index: &Index<'_>, note: &Note, link: &Link) -> Option<RepoPath> {
    match link.target.strip_prefix('/') {
        Some(rooted) => RepoPath::resolve(index.catalogue.layout().knowledge.as_ref(), rooted).ok(),
        None => RepoPath::resolve(note.path.parent().as_ref(), &link.target).ok(),
    }
}

/// `path` as `link` would write it.
fn write(index: &Index<'_>, note: &Note, link: &Link, path: &RepoPath) -> String {
    match link.kind {
        LinkKind::Wiki | LinkKind::Embed => {
            let inside = index.catalogue.layout().in_knowledge(path);
            let inside = inside.strip_suffix(".md").unwrap_or(inside);
            let name = inside.rsplit('/').next().unwrap_or(inside);
            // The short name, where it is enough.
            if index.catalogue.is_only_name(path) { name.to_owned() } else { inside.to_owned() }
        }
        LinkKind::Markdown | LinkKind::Image => encode_destination(&note.path.relative_to(path)),
    }
}

/// The bytes of the target before its fragment.
fn path_part(note: &Note, link: &Link) -> Range<usize> {
    let old = &note.text[link.target_span.clone()];
    link.target_span.start..link.target_span.start + old.find('#').unwrap_or(old.len())
}

fn replace(
    finding: &mut Finding,
    note: &Note,
    bytes: Range<usize>,
    text: String,
    applicability: Applicability,
) {
    finding.fix = Some(Fix {
        title: format!("replace it with `{text}`"),
        applicability,
        edits: vec![TextEdit { path: note.path.clone(), bytes, text }],
    });
}
