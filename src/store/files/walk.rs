//! Walks knowledge and evidence as git sees them: ignored files left out, symbolic links not followed, other
//! repositories not entered. What is odd is reported, never fatal.

use std::fs::{self, File as DiskFile, Metadata};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ignore::{DirEntry, WalkBuilder};
use rayon::prelude::*;

use super::{Tree, failed};
use crate::path::RepoPath;
use crate::port::{FileStamp, FilesError, Sight, Sighted};
use crate::vault::{File, Layout, Limits, Oddity};

/// What the walk met: a file, or something odd.
type Met = Result<Sighted, Oddity>;

/// All files of knowledge and evidence, ordered by path, and what was odd.
pub(super) fn walk(
    tree: &Tree,
    layout: &Layout,
    limits: Limits,
) -> Result<(Vec<File>, Vec<Oddity>), FilesError> {
    let Sight { files: sighted, oddities: mut odd, .. } = sight(tree, layout)?;
    let taken: Vec<(Option<File>, Option<Oddity>)> = sighted
        .into_par_iter()
        .map(|seen| match seen.stamp {
            Some(_) => take(layout, limits, &tree.root.join(seen.path.as_str()), seen.path),
            None => (Some(File { path: seen.path, bytes: None }), None),
        })
        .collect();
    let mut files = Vec::with_capacity(taken.len());
    for (file, oddity) in taken {
        files.extend(file);
        odd.extend(oddity);
    }
    odd.sort_unstable_by(|one, two| (&one.path, one.rule).cmp(&(&two.path, two.rule)));
    Ok((files, odd))
}

/// All files of knowledge and evidence, none of them read, ordered by path, and what was odd.
pub(super) fn sight(tree: &Tree, layout: &Layout) -> Result<Sight, FilesError> {
    let moment = moment();
    fs::read_dir(&tree.root).map_err(failed("reading", &tree.root))?;
    let (root, wanted) = (tree.root.clone(), layout.clone());
    let walk = WalkBuilder::new(&tree.root)
        .hidden(false)
        .ignore(false)
        .follow_links(false)
        .filter_entry(move |entry| enters(&root, &wanted, entry))
        .build();
    let (mut files, mut odd) = (Vec::new(), Vec::new());
    // In batches: an entry is several times as large as what is kept of it.
    let mut entries = walk.fuse();
    loop {
        let mut batch = Vec::with_capacity(BATCH);
        for entry in entries.by_ref().take(BATCH) {
            match entry {
                Ok(entry) => batch.push(entry),
                Err(error) => odd.push(unreadable(&tree.root, &error)),
            }
        }
        if batch.is_empty() {
            break;
        }
        let met: Vec<Option<Met>> = batch.par_iter().map(|entry| look(tree, layout, entry)).collect();
        for one in met.into_iter().flatten() {
            match one {
                Ok(file) => files.push(file),
                Err(oddity) => odd.push(oddity),
            }
        }
    }
    files.sort_unstable_by(|one, two| one.path.cmp(&two.path));
    odd.sort_unstable_by(|one, two| (&one.path, one.rule).cmp(&(&two.path, two.rule)));
    Ok(Sight { moment, files, oddities: odd })
}

/// This moment, in nanoseconds since 1970.
pub(super) fn moment() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_nanos()).unwrap_or_default()
}

/// How many entries are held at a time.
const BATCH: usize = 4_096;

/// Whether the walk takes a file or goes into a folder: one inside knowledge or evidence, or on the way there, that is
/// neither hidden nor another repository.
fn enters(root: &Path, layout: &Layout, entry: &DirEntry) -> bool {
    let inside = entry.path().strip_prefix(root).unwrap_or(entry.path());
    if entry.depth() == 0 || !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return true;
    }
    let Some(text) = inside.to_str() else { return true };
    let Ok(path) = RepoPath::new(text) else { return false };
    let mut homes = layout.knowledge.iter().chain([&layout.evidence]);
    if homes.clone().any(|home| path == *home || home.is_in(&path)) {
        return true;
    }
    let inside = layout.knowledge.is_none() || homes.any(|home| path.is_in(home));
    inside && !path.file_name().starts_with('.') && !is_repository(entry.path())
}

/// Whether `folder` is the root of another repository: a submodule, a clone, a bare one.
pub(super) fn is_repository(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).symlink_metadata().is_ok();
    has(".git") || (has("HEAD") && has("objects") && has("refs"))
}

/// Looks at one entry, without reading it.
fn look(tree: &Tree, layout: &Layout, entry: &DirEntry) -> Option<Met> {
    let inside = entry.path().strip_prefix(&tree.root).ok()?;
    let kind = entry.file_type().filter(|kind| !kind.is_dir())?;
    let lossy = inside.to_string_lossy();
    let odd = |rule, message: String| Some(Err(Oddity { rule, path: lossy.to_string(), message }));
    let path = RepoPath::new(&*lossy).ok().filter(|path| layout.takes(path))?;
    if inside.to_str().is_none() {
        return odd("path-not-utf8", "the name is not UTF-8; rename it, no link can reach it".to_owned());
    }
    if kind.is_symlink() {
        return match tree.real(&path) {
            Ok(Some(real)) if real.is_dir() => None,
            // The file itself is taken in under its own name; the link only exists.
            Ok(Some(_)) => Some(Ok(Sighted { path, stamp: None })),
            Ok(None) => odd("unreadable", "the symbolic link leads nowhere".to_owned()),
            Err(FilesError::Outside { .. }) => odd(
                "symlink-outside",
                "the symbolic link leads out of the repository; it is not followed".to_owned(),
            ),
            Err(FilesError::Io { source, .. }) => odd("unreadable", source.to_string()),
            Err(error) => odd("unreadable", error.to_string()),
        };
    }
    if !kind.is_file() {
        return odd("unreadable", "neither a file nor a folder".to_owned());
    }
    if !layout.is_evidence(&path) && !path.is_markdown() {
        return Some(Ok(Sighted { path, stamp: None }));
    }
    match entry.metadata() {
        Ok(metadata) => Some(Ok(Sighted { path, stamp: Some(stamp(&metadata)) })),
        // It went away while the walk was on its way.
        Err(error) if error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound) => None,
        Err(error) => odd("unreadable", error.to_string()),
    }
}

pub(super) fn stamp(metadata: &Metadata) -> FileStamp {
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    FileStamp {
        length: metadata.len(),
        modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
        changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        inode: metadata.ino(),
    }
}

/// Reads the file `path`, which lies at `disk`, as far as a vault needs it.
pub(super) fn take(
    layout: &Layout,
    limits: Limits,
    disk: &Path,
    path: RepoPath,
) -> (Option<File>, Option<Oddity>) {
    let is_evidence = layout.is_evidence(&path);
    let limit = if is_evidence { limits.evidence } else { limits.note };
    let odd = |rule, message: String| Some(Oddity { rule, path: path.to_string(), message });
    match read_up_to(disk, limit) {
        Ok((bytes, false)) => (Some(File { path, bytes: Some(bytes) }), None),
        Ok((_, true)) if is_evidence => {
            let message = format!("larger than [evidence] max_bytes ({limit}); its hash was not checked");
            let odd = odd("file-too-large", message);
            (Some(File { path, bytes: None }), odd)
        }
        Ok((bytes, true)) => {
            let message = format!("larger than [check] max_bytes ({limit}); what follows was not read");
            let odd = odd("file-too-large", message);
            (Some(File { path, bytes: Some(bytes) }), odd)
        }
        Err(error) => (None, odd("unreadable", error.to_string())),
    }
}

/// The first `limit` bytes of a file, and whether there are more.
fn read_up_to(path: &Path, limit: u64) -> io::Result<(Vec<u8>, bool)> {
    let file = DiskFile::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(limit)).unwrap_or_default());
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    let more = bytes.len() as u64 > limit;
    bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok((bytes, more))
}

/// What the walk could not enter.
fn unreadable(root: &Path, error: &ignore::Error) -> Oddity {
    let (path, message) = match error {
        ignore::Error::WithPath { path, err } => (path.strip_prefix(root).unwrap_or(path), err.to_string()),
        ignore::Error::WithDepth { err, .. } => return unreadable(root, err),
        error => (Path::new(""), error.to_string()),
    };
    Oddity { rule: "unreadable", path: path.to_string_lossy().into_owned(), message }
}
