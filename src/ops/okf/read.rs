//! A bundle read from a folder anywhere on the machine. A file that cannot be taken is told of and stops nothing.

use std::borrow::Cow;
use std::path::Path;

use super::OkfError;
use crate::check::render::Source;
use crate::okf::BundleFile;
use crate::path::RepoPath;
use crate::port::{SourceError, Sources};
use crate::vault::Limits;

/// The files of a folder.
#[derive(Debug, Default)]
pub struct Bundle {
    /// The files, ordered by path.
    pub files: Vec<BundleFile>,
    /// What could not be read, one sentence each.
    pub unread: Vec<String>,
}

/// Reads the bundle in `folder`, which is `shown` to people.
pub fn read(sources: &dyn Sources, folder: &Path, shown: &str, limits: Limits) -> Result<Bundle, OkfError> {
    let listing = sources.list(folder)?;
    let mut bundle = Bundle::default();
    let typed = folder.display().to_string();
    for file in listing.files {
        let below =
            file.shown.strip_prefix(typed.as_str()).unwrap_or(&file.shown).trim_start_matches(['/', '\\']);
        if below.is_empty() {
            return Err(OkfError::NoFolder(shown.to_owned()));
        }
        let shown =
            if shown == "." { below.to_owned() } else { format!("{}/{below}", shown.trim_end_matches('/')) };
        if file.path.to_str().is_none() {
            bundle.unread.push(format!("{shown}: the name is not UTF-8"));
            continue;
        }
        let path = match RepoPath::new(below.replace('\\', "/")) {
            Ok(path) => path,
            Err(error) => {
                bundle.unread.push(format!("{shown}: {error}"));
                continue;
            }
        };
        let limit = if path.extension() == Some("md") { limits.note } else { limits.evidence };
        match sources.read(&file, limit) {
            Ok(bytes) => bundle.files.push(BundleFile { path, shown, bytes }),
            Err(SourceError::TooLarge { size, .. }) => {
                bundle.unread.push(format!("{shown}: {size} bytes are more than the {limit} that kb reads"));
            }
            Err(error) => bundle.unread.push(error.to_string()),
        }
    }
    bundle.unread.extend(listing.errors.iter().map(ToString::to_string));
    if listing.links > 0 {
        bundle.unread.push(format!("{} symbolic links were not followed", listing.links));
    }
    if !bundle.files.iter().any(BundleFile::is_markdown) {
        return Err(OkfError::Empty(shown.to_owned()));
    }
    bundle.files.sort_by(|one, two| one.path.cmp(&two.path));
    Ok(bundle)
}

impl Source for Bundle {
    fn text(&self, path: &str) -> Option<Cow<'_, str>> {
        let file = self.files.iter().find(|file| file.shown == path)?;
        Some(String::from_utf8_lossy(&file.bytes))
    }
}
