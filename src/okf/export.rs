//! A note as a concept of a bundle: links as Markdown, citations as `sources`, trust from outside, labels left out.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::front::{edited, quoted};
use super::splice::Splices;
use super::{TRUST_KEYS, Trust, VERSION, urn};
use crate::caller::Caller;
use crate::evidence::Item;
use crate::note::{Citation, Link, LinkKind, Note, encode_destination, slug};
use crate::path::RepoPath;
use crate::vault::{Catalogue, Filed, Resolution, Vault};

/// Makes concepts of the notes that a caller may see.
pub struct Exporter<'v> {
    vault: &'v Vault,
    caller: &'v Caller,
    /// The files that the caller may know of: what is not in here is as good as not there (I7).
    seen: Catalogue,
}

/// One concept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Its text.
    pub text: String,
    /// The files that it shows or links to and that the bundle must hold.
    pub attachments: BTreeSet<RepoPath>,
}

impl<'v> Exporter<'v> {
    /// Exports from `vault` what `caller` may see.
    pub fn new(vault: &'v Vault, caller: &'v Caller) -> Exporter<'v> {
        let may_know =
            |file: &&Filed| vault.note(file.path.as_str()).is_none_or(|note| caller.may_see(&note.access()));
        let files = vault.catalogue().files().iter().filter(may_know).cloned().collect();
        Exporter { vault, caller, seen: Catalogue::new(vault.archive(), files) }
    }

    /// The notes to export, ordered by path.
    pub fn notes(&self) -> impl Iterator<Item = &'v Note> {
        self.vault.notes().filter(|note| self.caller.may_see(&note.access()))
    }

    /// `note` as a concept; `None` where its front matter does not parse, which no bundle may hold.
    pub fn concept(&self, note: &Note, trust: &Trust) -> Option<Exported> {
        let mut body = Body { splices: Splices::default(), attachments: BTreeSet::new() };
        let reserved = matches!(note.path.file_name(), "index.md" | "log.md");
        let front = if reserved { self.reserved_front(note) } else { self.front(note, trust)? };
        front.into_iter().for_each(|(bytes, text)| body.splices.put(bytes, text));
        if reserved {
            self.drop_hidden_entries(note, &mut body);
        }
        self.drop_hidden_citations(note, &mut body);
        for link in note.links.iter().filter(|link| link.span.start >= note.front.end) {
            self.link(note, link, &mut body);
        }
        Some(Exported { text: body.splices.apply(&note.text), attachments: body.attachments })
    }

    /// A reserved file has no front matter; the root's index may say which version of the format it is.
    fn reserved_front(&self, note: &Note) -> Vec<(Range<usize>, String)> {
        let is_root = self.vault.layout().in_knowledge(&note.path) == "index.md";
        let version = if is_root { format!("---\nokf_version: \"{VERSION}\"\n---\n") } else { String::new() };
        vec![(0..note.front.end, version)]
    }

    fn front(&self, note: &Note, trust: &Trust) -> Option<Vec<(Range<usize>, String)>> {
        let has_type = note.front.text("type").is_some_and(|text| !text.trim().is_empty());
        let mut without = TRUST_KEYS.to_vec();
        without.extend(["labels", "tenant"]);
        let mut lines = String::new();
        if !has_type {
            without.push("type");
            lines += "type: Note\n";
        }
        lines += &self.sources(note);
        lines += &trust.lines();
        edited(note, &without, &lines)
    }

    /// The evidence that `note` cites, a source a footnote.
    fn sources(&self, note: &Note) -> String {
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let mut lines = String::new();
        for citation in note.citations() {
            if !seen.insert(citation.target_span.start) {
                continue;
            }
            let Some(item) = self.cited(note, citation) else { continue };
            let count = known.entry(&citation.label).or_default();
            *count += 1;
            // The footnote's label is the key of its first source (section 5.1).
            let id = if *count == 1 { citation.label.clone() } else { format!("{}-{count}", citation.label) };
            let origin = item.meta.origin.as_deref();
            let followed =
                origin.filter(|origin| origin.starts_with("https://") || origin.starts_with("http://"));
            let resource = followed.map_or_else(|| urn::write(&item.meta.id, citation.lines), str::to_owned);
            lines += &format!("  - id: {}\n    resource: {}\n", quoted(&id), quoted(&resource));
            if let Some(title) = &item.meta.title {
                lines += &format!("    title: {}\n", quoted(title));
            }
            let date = item.meta.captured_at.strftime("%Y-%m-%d");
            lines += &format!("    last_modified: {date}\n");
        }
        if lines.is_empty() { lines } else { format!("sources:\n{lines}") }
    }

    /// The item that `citation` leads to, where it is there and the caller may see it.
    fn cited(&self, note: &Note, citation: &Citation) -> Option<&'v Item> {
        let item = self.vault.cited(note, citation).map(|(item, _)| item)?;
        self.caller.may_see(&item.meta.access()).then_some(item)
    }

    /// Takes the lines out of an index that tell of notes that the caller may not see.
    fn drop_hidden_entries(&self, note: &Note, body: &mut Body) {
        for link in &note.links {
            let Resolution::Note { path, .. } = self.vault.resolve(note, link) else { continue };
            let hidden =
                self.vault.note(path.as_str()).is_some_and(|note| !self.caller.may_see(&note.access()));
            let line = note.lines.line_span(note.lines.line(link.span.start)).filter(|_| hidden);
            if let Some(line) = line {
                body.splices.put(line, "");
            }
        }
    }

    /// Takes the words of footnotes out whose evidence the caller may not see.
    fn drop_hidden_citations(&self, note: &Note, body: &mut Body) {
        for citation in note.citations() {
            let known = self.vault.cited(note, citation).map(|(item, _)| item.meta.access());
            // What vanished cannot say who may see it: only the owner is told of it.
            let may_see =
                known.map_or(*self.caller == Caller::owner(), |access| self.caller.may_see(&access));
            if may_see {
                continue;
            }
            let text = &note.text[citation.definition.clone()];
            let end = citation.definition.start + text.trim_end().len();
            let words = format!("[^{}]: evidence that this bundle does not hold", citation.label);
            body.splices.put(citation.definition.start..end, words);
        }
    }

    fn link(&self, note: &Note, link: &Link, body: &mut Body) {
        match (self.seen.resolve(&note.path, link.into()), link.kind) {
            (Resolution::Note { path, fragment_found }, LinkKind::Wiki | LinkKind::Embed) => {
                let fragment = link.fragment.as_deref().map(|fragment| anchor(fragment, fragment_found));
                let label = label(link);
                let text = format!("[{label}]({}{})", way(note, &path), fragment.unwrap_or_default());
                body.splices.put(link.span.clone(), text);
            }
            (Resolution::Note { path, .. }, LinkKind::Markdown | LinkKind::Image) => {
                // As GitHub or Obsidian read it, and no reader of the format does.
                let odd = link.target.starts_with('/')
                    || !link.target.ends_with(".md") && !link.target.ends_with('/');
                if odd && !link.target.is_empty() {
                    let fragment = raw_fragment(note, link);
                    body.splices.put(link.target_span.clone(), format!("{}{fragment}", way(note, &path)));
                }
            }
            (Resolution::File(path), kind) => {
                let is_file = self.vault.has_file(&path);
                if kind == LinkKind::Embed || kind == LinkKind::Wiki {
                    let mark = if kind == LinkKind::Embed { "!" } else { "" };
                    let text = format!("{mark}[{}]({})", label(link), way(note, &path));
                    body.splices.put(link.span.clone(), text);
                } else if link.target.starts_with('/') {
                    body.splices.put(link.target_span.clone(), way(note, &path));
                }
                if is_file && self.vault.layout().is_knowledge(&path) {
                    body.attachments.insert(path);
                }
            }
            (Resolution::Evidence { id, .. }, kind) => {
                let item = self.vault.item(&id).filter(|item| self.caller.may_see(&item.meta.access()));
                match (item, kind) {
                    (None, _) => body.splices.put(link.span.clone(), label(link)),
                    (Some(_), LinkKind::Markdown | LinkKind::Image) => {
                        let text = format!("{}{}", urn::write(&id, None), raw_fragment(note, link));
                        body.splices.put(link.target_span.clone(), text);
                    }
                    (Some(_), LinkKind::Wiki | LinkKind::Embed) => {
                        let text = format!("[{}]({})", label(link), urn::write(&id, None));
                        body.splices.put(link.span.clone(), text);
                    }
                }
            }
            // Links that lead nowhere, or to several, are left as they are written: readers must bear them.
            _ => {}
        }
    }
}

/// What changes in a note's text.
struct Body {
    splices: Splices,
    attachments: BTreeSet<RepoPath>,
}

/// The way from `note` to `target` as a destination. Relative: it works in every reader, on GitHub and in an editor.
fn way(note: &Note, target: &RepoPath) -> String {
    if note.path == *target { String::new() } else { encode_destination(&note.path.relative_to(target)) }
}

/// The words that a link shows, as Markdown takes them.
fn label(link: &Link) -> String {
    let stated = link.label.as_deref().map(str::trim).filter(|label| !label.is_empty());
    let words = match (stated, &link.fragment) {
        (Some(label), _) => label.to_owned(),
        (None, Some(fragment)) if link.target.is_empty() => fragment.trim_start_matches('^').to_owned(),
        (None, Some(fragment)) => format!("{} > {}", link.target, fragment.trim_start_matches('^')),
        (None, None) => link.target.clone(),
    };
    if matches!(link.kind, LinkKind::Markdown | LinkKind::Image) {
        return words;
    }
    words.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]").replace('|', "\\|")
}

/// The fragment for a heading that was found: its slug, which readers of Markdown know; else as it is written.
fn anchor(fragment: &str, found: bool) -> String {
    if fragment.starts_with('^') || !found {
        return format!("#{}", encode_destination(fragment));
    }
    format!("#{}", encode_destination(&slug(fragment.rsplit('#').next().unwrap_or(fragment))))
}

/// The fragment as it is written, with its `#`.
fn raw_fragment<'n>(note: &'n Note, link: &Link) -> &'n str {
    let target = &note.text[link.target_span.clone()];
    target.find('#').map_or("", |at| &target[at..])
}
