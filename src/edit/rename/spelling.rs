//! How a link is written anew: the ways that keep its style, tried in order until one leads where it must.

use std::ops::Range;

use super::destination::Destination;
use super::error::path_of;
use super::{LinkPlace, RenameError, Step, names};
use crate::note::{Link, LinkKind, Note};
use crate::path::RepoPath;
use crate::vault::{EntryLink, Resolution};

/// One link that must be written anew.
#[derive(Clone, Copy)]
pub(super) struct Spelling<'a> {
    pub step: Step<'a>,
    /// The note, before the move.
    pub note: &'a Note,
    /// Where the note stands after the move.
    pub place: &'a RepoPath,
    pub link: &'a Link,
    /// What the link led to.
    pub led: &'a Resolution,
    /// What it must lead to.
    pub wanted: &'a Resolution,
}

impl Spelling<'_> {
    /// The bytes to replace and what by.
    pub fn edit(self) -> Result<(Range<usize>, String), RenameError> {
        let unwritable = || RenameError::Unwritable(Box::new(LinkPlace::of(self.note, self.link)));
        let (Some(old), Some(new)) = (path_of(self.led), path_of(self.wanted)) else {
            return Err(unwritable());
        };
        let span = &self.link.target_span;
        let raw = &self.note.text[span.clone()];
        match self.link.kind {
            LinkKind::Wiki | LinkKind::Embed => {
                let written = raw.split('#').next().unwrap_or(raw).trim_end();
                // An alias or title has no other spelling.
                let ways = if names(&self.link.target, old) { self.names_of(old, new) } else { Vec::new() };
                let is_sayable = |way: &String| !way.contains(['#', '|', '\n']) && !way.contains("[[");
                let way = ways.into_iter().filter(is_sayable).find(|way| self.leads(way));
                let way = way.ok_or_else(unwritable)?;
                Ok((span.start..span.start + written.len(), way))
            }
            LinkKind::Markdown | LinkKind::Image => {
                let angled = self.note.text[..span.start].ends_with('<');
                let destination = Destination::read(raw, angled);
                let way = self.paths_of(old, new).into_iter().find(|way| self.leads(way));
                let way = way.ok_or_else(unwritable)?;
                Ok((span.start..span.start + destination.written.len(), destination.spell(&way)))
            }
        }
    }

    /// Whether the link, which took the shortest way from where its note stood, would not from where it stands.
    pub fn is_roundabout(self) -> bool {
        let (Some(old), Some(new)) = (path_of(self.led), path_of(self.wanted)) else { return false };
        let target = self.link.target.as_str();
        let ways = match self.link.kind {
            LinkKind::Wiki | LinkKind::Embed if target.contains('/') && self.is_shortest(target) => {
                self.names_of(old, new)
            }
            LinkKind::Wiki | LinkKind::Embed => return false,
            LinkKind::Markdown | LinkKind::Image => {
                let as_it_was = Spelling { place: &self.note.path, ..self };
                if as_it_was.paths_of(old, old).first().is_none_or(|way| way != target) {
                    return false;
                }
                self.paths_of(old, new)
            }
        };
        ways.into_iter().find(|way| self.leads(way)).is_some_and(|way| way != target)
    }

    /// Whether the link with `target` leads where it must, after the move.
    fn leads(self, target: &str) -> bool {
        let link = EntryLink { target, ..self.link.into() };
        self.step.after.catalogue().resolve(self.place, link) == *self.wanted
    }

    /// The ways in which a wiki-link may name `new`, which stood at `old`.
    fn names_of(self, old: &RepoPath, new: &RepoPath) -> Vec<String> {
        let layout = self.step.after.layout();
        let target = self.link.target.trim_end_matches('/');
        let bare = without_ending(target, old, new);
        let full = with_last(layout.in_knowledge(new), bare);
        let rooted = format!("/{full}");
        if target.starts_with('/') {
            return vec![rooted];
        }
        if target.starts_with("./") || target.starts_with("../") {
            return vec![self.relative(new, bare, target)];
        }
        let parts: Vec<&str> = full.split('/').collect();
        let count = target.split('/').count();
        let of_old = layout.in_knowledge(old).split('/').count();
        let fewest = if count == 1 || self.is_shortest(target) {
            1
        } else if count == of_old {
            parts.len()
        } else {
            count.min(parts.len())
        };
        let mut ways: Vec<String> =
            (fewest..=parts.len()).map(|count| parts[parts.len() - count..].join("/")).collect();
        ways.push(rooted);
        ways
    }

    /// Whether the wiki-link has no more parts than it needed.
    fn is_shortest(self, target: &str) -> bool {
        let shorter = target.match_indices('/').map(|(at, _)| &target[at + 1..]);
        shorter.into_iter().all(|target| {
            let link = EntryLink { target, ..self.link.into() };
            self.step.before.catalogue().resolve(&self.note.path, link) != *self.led
        })
    }

    /// The ways in which a Markdown link may write the path of `new`, which stood at `old`.
    fn paths_of(self, old: &RepoPath, new: &RepoPath) -> Vec<String> {
        let layout = self.step.after.layout();
        let target = self.link.target.as_str();
        let named_folder = self.named_folder(old);
        let new = match (&named_folder, new.parent()) {
            // The link names the folder of an entry page.
            (true, Some(folder)) if old.file_name() == new.file_name() => folder,
            _ => new.clone(),
        };
        let last = if named_folder { new.file_name() } else { without_ending(target, old, &new) };
        let end = if target.ends_with('/') { "/" } else { "" };
        if let Some(below) = target.strip_prefix('/') {
            let of_bundle = format!("/{}{end}", with_last(layout.in_knowledge(&new), last));
            let of_repository = format!("/{}{end}", with_last(new.as_str(), last));
            let knowledge = layout.knowledge.as_ref().map(|folder| format!("{folder}/"));
            return match knowledge {
                Some(knowledge) if below.starts_with(&knowledge) => vec![of_repository, of_bundle],
                _ => vec![of_bundle, of_repository],
            };
        }
        let way = self.relative(&new, last, target);
        let way = if target.starts_with("./") { way } else { way.trim_start_matches("./").to_owned() };
        vec![format!("{way}{end}"), way]
    }

    /// Whether a Markdown link named the folder in which the entry page `old` stands.
    fn named_folder(self, old: &RepoPath) -> bool {
        let target = self.link.target.as_str();
        let layout = self.step.before.layout();
        let from = |base: Option<&RepoPath>, target: &str| RepoPath::resolve(base, target).ok();
        let named = match target.strip_prefix('/') {
            Some(rooted) => [from(layout.knowledge.as_ref(), rooted), from(None, rooted)],
            None => [from(self.note.path.parent().as_ref(), target), None],
        };
        let folder = old.parent();
        matches!(self.led, Resolution::Note { .. }) && folder.is_some() && named.contains(&folder)
    }

    /// The way from the note to `new`, whose last part is written `last`; it starts with `./` where `target` does.
    fn relative(self, new: &RepoPath, last: &str, target: &str) -> String {
        let way = with_last(&self.place.relative_to(new), last);
        let is_up = way.starts_with("../");
        if target.starts_with("./") || !is_up { format!("./{way}") } else { way }
    }
}

/// The name of `new`, without its ending where `target` wrote `old` without.
fn without_ending<'p>(target: &str, old: &RepoPath, new: &'p RepoPath) -> &'p str {
    let last = target.trim_end_matches('/').rsplit('/').next().unwrap_or(target);
    let with_ending = crate::vault::fold_name(last) == crate::vault::fold_name(old.file_name());
    if with_ending || !new.is_markdown() { new.file_name() } else { new.file_stem() }
}

/// `path` with its last part replaced by `last`.
fn with_last(path: &str, last: &str) -> String {
    match path.rsplit_once('/') {
        Some((folders, _)) => format!("{folders}/{last}"),
        None => last.to_owned(),
    }
}
