//! What a link resolves to: Obsidian's order for wiki-links, paths for Markdown links. It guesses nothing: two
//! answers are an ambiguity.

use crate::evidence::EvidenceId;
use crate::note::{Link, LinkKind};
use crate::path::RepoPath;
use crate::vault::form::{Form, fold, without_ending};
use crate::vault::{Catalogue, EntryLink, evidence, fragment};

/// What a link resolves to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A note, and whether its fragment, if any, is there too.
    Note {
        /// The note.
        path: RepoPath,
        /// Whether the heading or block that the fragment names exists; true without a fragment.
        fragment_found: bool,
    },
    /// Evidence: the item that owns the file.
    Evidence {
        /// The item.
        id: EvidenceId,
        /// The file that the link names.
        path: RepoPath,
    },
    /// Another file or folder of the vault.
    File(RepoPath),
    /// A path of the repository outside of knowledge and evidence, which the vault does not hold.
    Elsewhere(RepoPath),
    /// Something outside: it has a scheme.
    External,
    /// Several notes answer to the name.
    Ambiguous(Vec<RepoPath>),
    /// Nothing answers to the name.
    Missing,
}

/// What a link leads to, files as their index in the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A note, and whether its fragment, if any, is there too.
    Note {
        /// Its index.
        file: u32,
        /// Whether the heading or block that the fragment names exists; true without a fragment.
        fragment_found: bool,
    },
    /// Another file, evidence included.
    File(u32),
    /// A folder of the vault.
    Folder(RepoPath),
    /// A path of the repository outside of knowledge and evidence.
    Elsewhere(RepoPath),
    /// Something outside: it has a scheme.
    External,
    /// Several files answer to the name.
    Ambiguous(Vec<u32>),
    /// Nothing answers to the name.
    Missing,
}

impl<'l> From<&'l Link> for EntryLink<'l> {
    fn from(link: &'l Link) -> EntryLink<'l> {
        EntryLink {
            kind: link.kind,
            target: &link.target,
            fragment: link.fragment.as_deref(),
            in_footnote: link.in_footnote,
        }
    }
}

impl Catalogue {
    /// Resolves `link`, which stands in the note at `from`.
    pub fn resolve(&self, from: &RepoPath, link: EntryLink<'_>) -> Resolution {
        match self.find(from, link) {
            Found::Note { file, fragment_found } => {
                Resolution::Note { path: self.path(file).clone(), fragment_found }
            }
            Found::File(file) => {
                let path = self.path(file).clone();
                match self.evidence_at(&path) {
                    Some(id) => Resolution::Evidence { id, path },
                    None => Resolution::File(path),
                }
            }
            Found::Folder(path) => Resolution::File(path),
            Found::Elsewhere(path) => Resolution::Elsewhere(path),
            Found::External => Resolution::External,
            Found::Ambiguous(files) => {
                Resolution::Ambiguous(files.into_iter().map(|file| self.path(file).clone()).collect())
            }
            Found::Missing => Resolution::Missing,
        }
    }

    /// What `link`, which stands in the note at `from`, leads to.
    pub fn find(&self, from: &RepoPath, link: EntryLink<'_>) -> Found {
        if link.is_external() {
            return Found::External;
        }
        if link.target.is_empty() {
            return self.index_of(from.as_str()).map_or(Found::Missing, |file| self.found(file, link));
        }
        match link.kind {
            LinkKind::Wiki | LinkKind::Embed => self.find_name(from, link),
            LinkKind::Markdown | LinkKind::Image => self.find_path(from, link),
        }
    }

    /// What a link to the existing `file` leads to.
    fn found(&self, file: u32, link: EntryLink<'_>) -> Found {
        match self.entry(file) {
            Some(entry) => {
                let fragment_found =
                    link.fragment.is_none_or(|fragment| fragment::is_found(entry, link.kind, fragment));
                Found::Note { file, fragment_found }
            }
            None => Found::File(file),
        }
    }

    /// The item that owns the file at `path`.
    fn evidence_at(&self, path: &RepoPath) -> Option<EvidenceId> {
        let folder = evidence::folder_of(&self.layout, path)?;
        let id: EvidenceId = folder.file_name().parse().ok()?;
        self.evidence.contains_key(&id).then_some(id)
    }

    fn find_name(&self, from: &RepoPath, link: EntryLink<'_>) -> Found {
        let target = link.target.trim_end_matches('/');
        let explicit = target.starts_with("./") || target.starts_with("../");
        let candidates = match target.strip_prefix('/') {
            Some(rooted) => self.at_path(self.layout.knowledge.as_ref(), rooted),
            None if explicit => self.at_path(from.parent().as_ref(), target),
            None => {
                let last = target.rsplit('/').next().unwrap_or(target);
                let all: Vec<u32> = self.names.named(last).collect();
                let mut answering = self.answering(&all, target, Form::Composed);
                if answering.is_empty() {
                    answering = self.answering(&all, target, Form::Folded);
                }
                self.shortest(from, target, answering)
            }
        };
        match candidates.as_slice() {
            &[one] => self.found(one, link),
            [] if !explicit => self.find_other_name(link, target),
            [] => Found::Missing,
            _ => Found::Ambiguous(candidates),
        }
    }

    /// Aliases, then titles, then evidence ids.
    fn find_other_name(&self, link: EntryLink<'_>, target: &str) -> Found {
        let entry = |file: &u32| self.entry(*file);
        let aliased = self.names.aliased(target).filter(|file| {
            entry(file).is_some_and(|entry| entry.aliases().any(|alias| Form::Folded.same(alias, target)))
        });
        let mut found: Vec<u32> = aliased.collect();
        if found.is_empty() {
            let titled = self.names.titled(target).filter(|file| {
                let title = entry(file).and_then(|entry| entry.stated_title());
                title.is_some_and(|title| Form::Folded.same(title, target))
            });
            found = titled.collect();
        }
        match found.as_slice() {
            &[one] => self.found(one, link),
            [] => {
                let id = target.parse::<EvidenceId>().ok();
                let path = id.and_then(|id| self.evidence.get(&id));
                path.and_then(|path| self.index_of(path.as_str())).map_or(Found::Missing, Found::File)
            }
            _ => Found::Ambiguous(found),
        }
    }

    /// Those of `files` whose paths, compared in `form`, end with the parts of `target`.
    fn answering(&self, files: &[u32], target: &str, form: Form) -> Vec<u32> {
        let answers = |file: &u32| {
            let path = self.path(*file);
            let inside = self.layout.in_knowledge(path);
            form.ends_with(inside, target)
                || (path.is_markdown()
                    && inside.rsplit_once('.').is_some_and(|(stem, _)| form.ends_with(stem, target)))
        };
        files.iter().copied().filter(answers).collect()
    }

    /// Of the files that answer to `target`: the one at that very path, else the one there seen from the note's
    /// own folder, else all.
    fn shortest(&self, from: &RepoPath, target: &str, all: Vec<u32>) -> Vec<u32> {
        if all.len() < 2 {
            return all;
        }
        let all = self.preferred(all, target);
        if all.len() > 1 {
            let wanted = without_ending(target);
            let own = from.parent();
            for folder in [self.layout.knowledge.as_ref(), own.as_ref()] {
                let is_there = |file: &u32| {
                    let path = self.path(*file);
                    let below = match folder {
                        Some(folder) if path.is_in(folder) => &path.as_str()[folder.as_str().len() + 1..],
                        Some(_) => return false,
                        None => path.as_str(),
                    };
                    Form::Folded.same(without_ending(below), wanted)
                };
                let there: Vec<u32> = all.iter().copied().filter(is_there).collect();
                if !there.is_empty() {
                    return there;
                }
            }
        }
        all
    }

    /// A dot in a note's name is not an ending: `[[Node.js]]` is the note `Node.js.md` before the file `Node.js`, and
    /// `[[odd.md]]` the note `odd.md` before `odd.md.md`.
    fn preferred(&self, all: Vec<u32>, target: &str) -> Vec<u32> {
        let named = fold(target.rsplit('/').next().unwrap_or(target));
        let as_written = named.ends_with(".md");
        let is_first = |file: &u32| {
            let path = self.path(*file);
            if as_written {
                fold(path.file_name()) == named
            } else {
                path.is_markdown() && fold(path.file_stem()) == named
            }
        };
        let first: Vec<u32> = all.iter().copied().filter(is_first).collect();
        if first.is_empty() { all } else { first }
    }

    /// The files at `path` seen from the folder `base`, with or without their ending; exact case before other case.
    fn at_path(&self, base: Option<&RepoPath>, path: &str) -> Vec<u32> {
        let Ok(path) = RepoPath::resolve(base, path) else { return Vec::new() };
        let all: Vec<u32> = self.names.named(path.file_name()).collect();
        let answering = |form: Form| -> Vec<u32> {
            all.iter().copied().filter(|&file| is_at(self.path(file), &path, form)).collect()
        };
        let exactly = answering(Form::Composed);
        if exactly.is_empty() { answering(Form::Folded) } else { exactly }
    }

    fn find_path(&self, from: &RepoPath, link: EntryLink<'_>) -> Found {
        let parent = from.parent();
        let (bases, target): (&[Option<&RepoPath>], &str) = match link.target.strip_prefix('/') {
            // From the bundle's root, and as GitHub reads it, from the repository's.
            Some(rooted) => (&[self.layout.knowledge.as_ref(), None], rooted),
            None => (&[parent.as_ref()], link.target),
        };
        let mut elsewhere = None;
        for base in bases {
            let Ok(path) = RepoPath::resolve(*base, target) else { continue };
            if let Some(file) = self.file_at(&path) {
                return self.found(file, link);
            }
            if self.has_folder(&path) {
                return Found::Folder(path);
            }
            if !self.layout.is_knowledge(&path)
                && !self.layout.is_evidence(&path)
                && path != self.layout.evidence
            {
                elsewhere.get_or_insert(path);
            }
        }
        elsewhere.map_or(Found::Missing, Found::Elsewhere)
    }

    /// The file, note without its ending, or entry page of the folder at `path`, whichever way its letters are
    /// composed.
    fn file_at(&self, path: &RepoPath) -> Option<u32> {
        if let Some(file) = self.index_of(path.as_str()) {
            return Some(file);
        }
        let mut same = self.names.named(path.file_name());
        if let Some(file) = same.find(|&file| is_at(self.path(file), path, Form::Composed)) {
            return Some(file);
        }
        let pages = ["index.md", "README.md"].into_iter();
        pages.filter_map(|page| self.index_of(&format!("{path}/{page}"))).next()
    }
}

/// Whether the file `known` stands at `path`, with or without its ending, compared in `form`.
fn is_at(known: &RepoPath, path: &RepoPath, form: Form) -> bool {
    form.same(known.as_str(), path.as_str())
        || (known.is_markdown()
            && known.as_str().rsplit_once('.').is_some_and(|(stem, _)| form.same(stem, path.as_str())))
}
