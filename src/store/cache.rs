//! Keeps derived bytes in files of one folder.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::files::make_state_folder;
use crate::config::FILE_NAME;
use crate::digest::Sha256Hex;
use crate::port::Cache;

/// One folder of derived files, made when the first is kept.
#[derive(Clone, Debug)]
pub struct CacheFolder {
    folder: PathBuf,
    /// The root of the working tree whose `.kb` holds the folder, if one does.
    state_of: Option<PathBuf>,
}

impl CacheFolder {
    /// The cache of the working tree at `root`: below its `.kb` where kb is at home there. A plain folder that somebody
    /// checks stays as it is: its cache lies below `user`, the folder of the user's caches.
    pub fn of_tree(root: &Path, user: Option<&Path>) -> Option<CacheFolder> {
        if root.join(FILE_NAME).is_file() || root.join(".kb").is_dir() {
            let folder = root.join(".kb/cache");
            return Some(CacheFolder { folder, state_of: Some(root.to_owned()) });
        }
        let name = Sha256Hex::of(root.as_os_str().as_encoded_bytes());
        Some(CacheFolder { folder: user?.join("kb").join(&name.as_str()[..16]), state_of: None })
    }

    fn write(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if let Some(root) = &self.state_of {
            make_state_folder(root)?;
        }
        fs::create_dir_all(&self.folder)?;
        let mut file = BufWriter::new(tempfile::NamedTempFile::new_in(&self.folder)?);
        file.write_all(&build())?;
        write(&mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist(self.folder.join(name)).map(drop).map_err(|error| error.error)
    }
}

impl Cache for CacheFolder {
    fn read(&self, name: &str) -> Option<Box<dyn BufRead>> {
        let file = File::open(self.folder.join(name)).ok()?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut kept_by = build();
        file.read_exact(&mut kept_by).ok()?;
        (kept_by == build()).then_some(Box::new(file) as Box<dyn BufRead>)
    }

    fn keep(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        // A full disk or a read-only tree costs time at the next run, and nothing else.
        let _ = self.write(name, write);
    }
}

/// Tells one build of kb from another: what one keeps is nothing to another.
fn build() -> [u8; 16] {
    let program = std::env::current_exe().and_then(|program| program.metadata());
    let of = |metadata: fs::Metadata| {
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some((metadata.len(), u64::try_from(modified.as_nanos()).ok()?))
    };
    let (length, modified) = program.ok().and_then(of).unwrap_or_default();
    let mut build = [0; 16];
    build[..8].copy_from_slice(&length.to_le_bytes());
    build[8..].copy_from_slice(&modified.to_le_bytes());
    build
}
