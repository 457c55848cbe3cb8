//! The index as files, to be taken elsewhere and brought from there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::current::Current;
use super::sweep::sweep;
use super::{IndexFolder, engine};
use crate::port::{IndexError, IndexFiles, IndexShards};

/// How long to wait for a build to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether a name is one folder and one file of plain characters, as the engine names them.
fn is_plain(name: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    name.split_once('/').is_some_and(|(folder, file)| plain(folder) && plain(file))
}

/// The files of `folder` that `current` names, ordered.
fn named(folder: &Path, current: &Current) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for part in &current.parts {
        let (stems, deletes) = part.files();
        let listed = fs::read_dir(folder.join(part.folder())).into_iter().flatten().flatten();
        for file in listed.filter_map(|entry| entry.file_name().into_string().ok()) {
            let stem = file.split('.').next().unwrap_or_default();
            let counts = if file.ends_with(".del") { deletes.contains(&file) } else { stems.contains(stem) };
            if counts {
                names.insert(format!("{}/{file}", part.folder()));
            }
        }
    }
    names
}

impl IndexFiles for IndexFolder {
    fn shards(&self) -> Result<Option<IndexShards>, IndexError> {
        let Some(text) = self.current() else { return Ok(None) };
        let Some(current) = Current::parse(&text) else { return Ok(None) };
        let names = named(&self.folder, &current).into_iter().collect();
        Ok(Some(IndexShards { stamp: current.stamp, head: text.into_bytes(), names }))
    }

    fn shard(&self, name: &str) -> Result<Option<Vec<u8>>, IndexError> {
        if !is_plain(name) {
            return Ok(None);
        }
        match fs::read(self.folder.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.io("reading")(error)),
        }
    }

    fn install(&self, head: &[u8], shards: &[(String, Vec<u8>)]) -> Result<bool, IndexError> {
        let Some(current) = std::str::from_utf8(head).ok().and_then(Current::parse) else { return Ok(false) };
        if let Some((name, _)) = shards.iter().find(|(name, _)| !is_plain(name)) {
            return Err(engine("installing")(format!("`{name}` is no name of a file of an index")));
        }
        self.make()?;
        let Some(_lock) = self.lock(PATIENCE)? else {
            return Err(engine("installing")("another build holds it"));
        };
        for (name, bytes) in shards {
            let path = self.folder.join(name);
            let folder = path.parent().unwrap_or(&self.folder);
            fs::create_dir_all(folder).map_err(self.io("installing"))?;
            // Beside it first: a reader never sees half a file.
            let beside = path.with_extension("arriving");
            fs::write(&beside, bytes).map_err(self.io("installing"))?;
            fs::rename(&beside, &path).map_err(self.io("installing"))?;
        }
        current.publish(&self.folder)?;
        sweep(&self.folder, Some(&current));
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn names_lead_nowhere_else() {
        assert!(is_plain("shared/0a1b.term") && is_plain("tenant-00/x.12.del"));
        for name in
            ["current.json", "../x/y", "shared/../x", "/etc/passwd", "shared/.x", "a/b/c", "a\\b/c:d", ""]
        {
            assert!(!is_plain(name), "{name}");
        }
    }
}
