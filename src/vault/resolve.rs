//! What a link resolves to: Obsidian's order for wiki-links, paths for Markdown links. It guesses nothing: two
//! answers are an ambiguity.

use crate::evidence::EvidenceId;
use crate::note::{Link, LinkKind, Note};
use crate::path::RepoPath;
use crate::vault::names::{Names, composed, fold};
use crate::vault::{Vault, evidence, fragment};

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

impl Vault {
    /// Resolves `link`, which stands in `from`.
    pub fn resolve(&self, from: &Note, link: &Link) -> Resolution {
        if link.is_external() {
            return Resolution::External;
        }
        if link.target.is_empty() {
            return self.found(&from.path, from, link);
        }
        match link.kind {
            LinkKind::Wiki | LinkKind::Embed => self.resolve_wiki(from, link),
            LinkKind::Markdown | LinkKind::Image => self.resolve_path(from, link),
        }
    }

    /// The notes whose names are nearest to that of `target`, best first, at most `most`.
    pub fn nearest(&self, target: &str, most: usize) -> Vec<RepoPath> {
        let name = target.rsplit('/').next().unwrap_or(target);
        let name = name.strip_suffix(".md").unwrap_or(name);
        self.names().near(name).into_iter().take(most).cloned().collect()
    }

    /// Whether the name of `path`, without its ending, leads to nothing else.
    pub fn is_only_name(&self, path: &RepoPath) -> bool {
        self.names().named(path.file_stem()).nth(1).is_none()
    }

    pub(super) fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::new(&self.layout, &self.notes, self.files.iter()))
    }

    /// The resolution to the file at `path`, which exists.
    fn found(&self, path: &RepoPath, from: &Note, link: &Link) -> Resolution {
        let note = if *path == from.path { Some(from) } else { self.note(path.as_str()) };
        if let Some(note) = note {
            let fragment = link.fragment.as_deref();
            let fragment_found =
                fragment.is_none_or(|fragment| fragment::is_found(note, link.kind, fragment));
            return Resolution::Note { path: path.clone(), fragment_found };
        }
        match self.evidence_at(path) {
            Some(id) => Resolution::Evidence { id, path: path.clone() },
            None => Resolution::File(path.clone()),
        }
    }

    /// The item that owns the file at `path`.
    fn evidence_at(&self, path: &RepoPath) -> Option<EvidenceId> {
        let folder = evidence::folder_of(&self.layout, path)?;
        let id: EvidenceId = folder.file_name().parse().ok()?;
        self.evidence.contains_key(&id).then_some(id)
    }

    fn resolve_wiki(&self, from: &Note, link: &Link) -> Resolution {
        let target = link.target.trim_end_matches('/');
        let explicit = target.starts_with("./") || target.starts_with("../");
        let candidates = match target.strip_prefix('/') {
            Some(rooted) => self.at_path(None, rooted),
            None if explicit => self.at_path(Some(from), target),
            None => {
                let exact = |found: &&RepoPath| self.answers(found, target, composed);
                let folded = |found: &&RepoPath| self.answers(found, target, fold);
                let last = target.rsplit('/').next().unwrap_or(target);
                let all: Vec<&RepoPath> = self.names().named(last).collect();
                let exactly: Vec<&RepoPath> = all.iter().copied().filter(exact).collect();
                if exactly.is_empty() {
                    self.shortest(from, target, all.into_iter().filter(folded).collect())
                } else {
                    self.shortest(from, target, exactly)
                }
            }
        };
        match candidates.as_slice() {
            [one] => self.found(one, from, link),
            [] if !explicit => self.resolve_other_names(from, link, target),
            [] => Resolution::Missing,
            several => Resolution::Ambiguous(several.to_vec()),
        }
    }

    /// Aliases, then titles, then evidence ids.
    fn resolve_other_names(&self, from: &Note, link: &Link, target: &str) -> Resolution {
        let names = self.names();
        let aliased: Vec<&RepoPath> = names.aliased(target).collect();
        let found = if aliased.is_empty() { names.titled(target).collect() } else { aliased };
        match found.as_slice() {
            [one] => self.found(one, from, link),
            [] => match target.parse::<EvidenceId>().ok().and_then(|id| self.item(&id)) {
                Some(item) => Resolution::Evidence { id: item.meta.id.clone(), path: item.text_path() },
                None => Resolution::Missing,
            },
            several => Resolution::Ambiguous(several.iter().map(|&path| path.clone()).collect()),
        }
    }

    /// Whether the path `found`, compared in the form `form`, ends with the parts of `target`.
    fn answers(&self, found: &RepoPath, target: &str, form: fn(&str) -> String) -> bool {
        let path = form(self.layout.in_knowledge(found));
        let target = form(target);
        let ends = |path: &str| {
            path.strip_suffix(target.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        ends(&path) || (found.is_markdown() && path.rsplit_once('.').is_some_and(|(stem, _)| ends(stem)))
    }

    /// Of the files that answer to `target`: the one at that very path, else the one there seen from the note's
    /// own folder, else all.
    fn shortest(&self, from: &Note, target: &str, all: Vec<&RepoPath>) -> Vec<RepoPath> {
        let all = preferred(all, target);
        if all.len() > 1 {
            let wanted = without_ending(target);
            let own = from.path.parent();
            for folder in [self.layout.knowledge.as_ref(), own.as_ref()] {
                let there: Vec<&RepoPath> = all
                    .iter()
                    .copied()
                    .filter(|path| {
                        let below = match folder {
                            Some(folder) => {
                                path.is_in(folder).then(|| &path.as_str()[folder.as_str().len() + 1..])
                            }
                            None => Some(path.as_str()),
                        };
                        below.is_some_and(|below| without_ending(below) == wanted)
                    })
                    .collect();
                if !there.is_empty() {
                    return there.into_iter().cloned().collect();
                }
            }
        }
        all.into_iter().cloned().collect()
    }

    /// The file at `path` seen from the folder of `from` (`None`: the root of the knowledge), with or without its
    /// ending; exact case before other case.
    fn at_path(&self, from: Option<&Note>, path: &str) -> Vec<RepoPath> {
        let parent = from.and_then(|note| note.path.parent());
        let base = if from.is_some() { parent.as_ref() } else { self.layout.knowledge.as_ref() };
        let Ok(path) = RepoPath::resolve(base, path) else { return Vec::new() };
        let forms = |known: &RepoPath, form: fn(&str) -> String| {
            let (known_form, wanted) = (form(known.as_str()), form(path.as_str()));
            known_form == wanted
                || (known.is_markdown()
                    && known_form.rsplit_once('.').is_some_and(|(stem, _)| stem == wanted))
        };
        let all: Vec<&RepoPath> = self.names().named(path.file_name()).collect();
        let exactly: Vec<RepoPath> =
            all.iter().copied().filter(|known| forms(known, composed)).cloned().collect();
        if exactly.is_empty() {
            all.into_iter().filter(|known| forms(known, fold)).cloned().collect()
        } else {
            exactly
        }
    }

    fn resolve_path(&self, from: &Note, link: &Link) -> Resolution {
        let target = link.target.as_str();
        let bases = match target.strip_prefix('/') {
            // From the bundle's root, and as GitHub reads it, from the repository's.
            Some(rooted) => vec![(self.layout.knowledge.clone(), rooted), (None, rooted)],
            None => vec![(from.path.parent(), target)],
        };
        let mut elsewhere = None;
        for (base, target) in bases {
            let Ok(path) = RepoPath::resolve(base.as_ref(), target) else { continue };
            if let Some(path) = self.file_at(&path) {
                return self.found(&path, from, link);
            }
            if !self.layout.is_knowledge(&path)
                && !self.layout.is_evidence(&path)
                && path != self.layout.evidence
            {
                elsewhere.get_or_insert(path);
            }
        }
        elsewhere.map_or(Resolution::Missing, Resolution::Elsewhere)
    }

    /// The file, note without its ending, or folder at `path`, whichever way its letters are composed.
    fn file_at(&self, path: &RepoPath) -> Option<RepoPath> {
        if self.files.contains(path) {
            return Some(path.clone());
        }
        let wanted = composed(path.as_str());
        let same = self.names().named(path.file_name()).find(|known| {
            let known_form = composed(known.as_str());
            known_form == wanted
                || (known.is_markdown()
                    && known_form.rsplit_once('.').is_some_and(|(stem, _)| stem == wanted))
        });
        if let Some(known) = same {
            return Some(known.clone());
        }
        for index in ["index.md", "README.md"] {
            if let Ok(index) = path.join(index)
                && self.files.contains(&index)
            {
                return Some(index);
            }
        }
        self.has_folder(path).then(|| path.clone())
    }
}

/// A dot in a note's name is not an ending: `[[Node.js]]` is the note `Node.js.md` before the file `Node.js`, and
/// `[[odd.md]]` the note `odd.md` before `odd.md.md`.
fn preferred<'p>(all: Vec<&'p RepoPath>, target: &str) -> Vec<&'p RepoPath> {
    let named = fold(target.rsplit('/').next().unwrap_or(target));
    let as_written = named.ends_with(".md");
    let first: Vec<&RepoPath> = all
        .iter()
        .copied()
        .filter(|path| {
            if as_written {
                fold(path.file_name()) == named
            } else {
                path.is_markdown() && fold(path.file_stem()) == named
            }
        })
        .collect();
    if first.is_empty() { all } else { first }
}

fn without_ending(path: &str) -> String {
    let mut folded = fold(path);
    if folded.ends_with(".md") {
        folded.truncate(folded.len() - 3);
    }
    folded
}
