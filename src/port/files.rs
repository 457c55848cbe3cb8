//! The working tree: reading, walking and atomic writing below one root.

use thiserror::Error;

use crate::change::{ChangeError, ChangeSet};
use crate::digest::Sha256Hex;
use crate::path::RepoPath;
use crate::vault::{File, Layout, Limits, Oddity};

/// Says what went wrong with a file.
#[derive(Debug, Error)]
pub enum FilesError {
    /// The system refused.
    #[error("{doing} {path}: {source}")]
    Io {
        /// What was being done: `reading`, `writing`, `renaming`.
        doing: &'static str,
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The real path lies outside the root, behind a symbolic link.
    #[error("{path} leads out of the repository through a symbolic link; kb reads and writes inside it only")]
    Outside {
        /// The path asked for.
        path: RepoPath,
    },
    /// The name cannot be held by every system that a checkout may land on.
    #[error("`{path}` is a name that not every system can hold: {reason}; choose another")]
    Unportable {
        /// The path.
        path: RepoPath,
        /// What is wrong with it.
        reason: String,
    },
    /// A pre-image does not fit.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

/// What a walk saw.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// The moment before the walk set out, by the machine's clock, in nanoseconds since 1970.
    pub moment: i64,
    /// The files, ordered by path.
    pub files: Vec<Sighted>,
    /// What was met on the way.
    pub oddities: Vec<Oddity>,
}

impl Sight {
    /// A name for what was seen within `bounds` that is another when a file is; `None` where a change might not show.
    pub fn key(&self, bounds: &str) -> Option<String> {
        let mut seen = bounds.to_owned();
        for file in &self.files {
            let stamp = file.stamp.filter(|stamp| stamp.is_settled(self.moment))?;
            let FileStamp { length, modified, changed, inode } = stamp;
            seen += &format!("{}\0{length} {modified} {changed} {inode}\0", file.path);
        }
        Some(Sha256Hex::of(seen.as_bytes()).to_string())
    }
}

/// A file that was seen and not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighted {
    /// Where it stands.
    pub path: RepoPath,
    /// What the system says of its content; `None` where a vault has no use for it.
    pub stamp: Option<FileStamp>,
}

/// What the system says of a file without reading it: two that are equal, both older than the moment at which the first
/// was taken, are of the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// Its length in bytes.
    pub length: u64,
    /// When its bytes last changed, in nanoseconds since 1970.
    pub modified: i64,
    /// When its bytes or its record last changed, in nanoseconds since 1970.
    pub changed: i64,
    /// Its number in the file system.
    pub inode: u64,
}

/// How much older than a look a file must be for its stamp to tell whether it changed, in nanoseconds: the clock of a file
/// system moves in steps of up to ten milliseconds, that of some in steps of two seconds.
const SETTLED: i64 = 20_000_000;
const SETTLED_COARSE: i64 = 2_000_000_000;

impl FileStamp {
    /// Whether a change after `moment`, at which the stamp was taken, would show in it.
    pub fn is_settled(&self, moment: i64) -> bool {
        let last = self.changed.max(self.modified);
        let steps = if last % 1_000_000_000 == 0 { SETTLED_COARSE } else { SETTLED };
        last < moment.saturating_sub(steps)
    }
}

/// The files below one root. Never follows a symbolic link out of it.
pub trait Files: Sync {
    /// Reads a file; `None` when there is none.
    fn read(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, FilesError>;

    /// The names of what stands in a folder, ordered, git-ignored or not; nothing when there is no such folder.
    fn list(&self, folder: &RepoPath) -> Result<Vec<String>, FilesError>;

    /// Whether `path` is a folder inside the root.
    fn has_folder(&self, path: &RepoPath) -> bool;

    /// All files of knowledge and evidence that git would not ignore, and what was met on the way.
    fn walk(&self, layout: &Layout, limits: Limits) -> Result<(Vec<File>, Vec<Oddity>), FilesError>;

    /// All files that [`Files::walk`] would give, none of them read.
    fn sight(&self, layout: &Layout) -> Result<Sight, FilesError>;

    /// Every Markdown file below the knowledge folder with its stamp, whether or not git would ignore it, ordered by path;
    /// what is hidden, a link or in another repository is left out. It reads no rules and is far quicker than
    /// [`Files::sight`].
    fn stamps(&self, layout: &Layout) -> Result<Sight, FilesError>;

    /// Reads a file that was sighted as far as a vault needs it, or says what is odd about it, or both.
    fn take(&self, layout: &Layout, limits: Limits, path: &RepoPath) -> (Option<File>, Option<Oddity>);

    /// Applies `changes` with every pre-image checked first; each file is replaced atomically.
    fn apply(&self, changes: &ChangeSet) -> Result<(), FilesError>;

    /// Puts a new folder with `files` in place in one step: all of it or nothing.
    fn create_folder(&self, folder: &RepoPath, files: &[(&str, &[u8])]) -> Result<(), FilesError>;
}
