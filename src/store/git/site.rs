//! What a server keeps beside refs and objects: settings, hooks, kb's own files.

use std::fs;
use std::io::{self, Write as _};
use std::rc::Rc;

use super::errors::{other, told};
use super::{Opened, Repository};
use crate::port::{GitError, ServerSite};

const SETTING: &str = "reading and writing the repository's settings";

/// The site of a repository.
pub struct Site(Rc<Opened>);

impl Repository {
    /// What a server keeps of its own in this repository.
    pub fn site(&self) -> Site {
        Site(Rc::clone(&self.0))
    }
}

impl Site {
    fn config(&self) -> Result<git2::Config, GitError> {
        git2::Config::open(&self.0.raw.commondir().join("config")).map_err(told(SETTING))
    }
}

impl ServerSite for Site {
    fn is_bare(&self) -> bool {
        self.0.raw.is_bare()
    }

    fn setting(&self, key: &str) -> Result<Vec<String>, GitError> {
        let config = self.config()?;
        let mut values = Vec::new();
        let mut entries = match config.multivar(key, None) {
            Ok(entries) => entries,
            Err(error) if error.code() == git2::ErrorCode::NotFound => return Ok(values),
            Err(error) => return Err(told(SETTING)(error)),
        };
        while let Some(entry) = entries.next() {
            let entry = entry.map_err(told(SETTING))?;
            values.push(String::from_utf8_lossy(entry.value_bytes()).into_owned());
        }
        Ok(values)
    }

    fn set(&self, key: &str, values: &[String]) -> Result<(), GitError> {
        let mut config = self.config()?;
        match config.remove_multivar(key, ".*") {
            Err(error) if error.code() != git2::ErrorCode::NotFound => return Err(told(SETTING)(error)),
            _ => {}
        }
        for value in values {
            // A pattern that no value matches adds one.
            config.set_multivar(key, "^$", value).map_err(told(SETTING))?;
        }
        Ok(())
    }

    fn read(&self, file: &str) -> Result<Option<Vec<u8>>, GitError> {
        match fs::read(self.0.raw.commondir().join(file)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(other("reading the server's files", format!("{file}: {error}"))),
        }
    }

    fn write(&self, file: &str, bytes: &[u8], is_program: bool) -> Result<(), GitError> {
        let path = self.0.raw.commondir().join(file);
        let written = || -> io::Result<()> {
            let folder = path.parent().unwrap_or(&path);
            fs::create_dir_all(folder)?;
            let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
            temporary.write_all(bytes)?;
            temporary.as_file().sync_all()?;
            allow(temporary.as_file(), is_program)?;
            temporary.persist(&path).map(|_| ()).map_err(|error| error.error)
        };
        written().map_err(|error| other("writing the server's files", format!("{file}: {error}")))
    }
}

/// The rights of a file that whoever runs git here reads, or runs.
#[cfg(unix)]
fn allow(file: &fs::File, is_program: bool) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(if is_program { 0o755 } else { 0o644 }))
}

#[cfg(not(unix))]
fn allow(_: &fs::File, _: bool) -> io::Result<()> {
    Ok(())
}
