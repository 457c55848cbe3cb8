//! What a person names: a file or folder of a vault, typed with or without the knowledge folder and `.md`. It finds what
//! is there and makes nothing.

use unicode_normalization::UnicodeNormalization as _;

use crate::path::RepoPath;
use crate::vault::Vault;

/// A path as a person typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The words typed.
    pub typed: String,
    /// Where they lead, seen from the folder that the person stands in.
    pub here: Here,
}

/// Where typed words lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Here {
    /// To the root of the repository.
    Root,
    /// To this path.
    Inside(RepoPath),
    /// Out of the repository.
    Outside,
}

impl Named {
    /// The file or folder of `vault` that is meant: seen from where the person stands, from the root, or from the
    /// knowledge folder; with `.md` or without. `None` where nothing stands there.
    pub fn find(&self, vault: &Vault) -> Option<RepoPath> {
        let layout = vault.layout();
        self.candidates(layout.knowledge.as_ref()).into_iter().find_map(|path| {
            let is_home = path == layout.evidence || Some(&path) == layout.knowledge.as_ref();
            if vault.has_file(&path) || vault.has_folder(&path) || is_home {
                return Some(path);
            }
            // `é` is typed in one way and stored in another.
            let wanted: String = path.as_str().nfc().collect();
            let is_wanted =
                |known: &&RepoPath| !known.as_str().is_ascii() && known.as_str().nfc().eq(wanted.chars());
            if wanted.is_ascii() { None } else { vault.files().find(is_wanted).cloned() }
        })
    }

    /// What may be meant, likeliest first.
    pub fn candidates(&self, knowledge: Option<&RepoPath>) -> Vec<RepoPath> {
        let typed = self.typed.trim_start_matches("./").trim_end_matches('/');
        let mut found: Vec<RepoPath> = Vec::new();
        for ending in ["", ".md"] {
            let mut add = |path: Option<RepoPath>| found.extend(path.filter(|path| !found.contains(path)));
            if let Here::Inside(path) = &self.here {
                add(RepoPath::new(format!("{path}{ending}")).ok());
            }
            add(RepoPath::new(format!("{typed}{ending}")).ok());
            add(RepoPath::resolve(knowledge, &format!("{typed}{ending}")).ok());
        }
        found
    }
}
