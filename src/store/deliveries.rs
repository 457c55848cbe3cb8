//! The log of deliveries in two files of one folder, a JSON object a line: the one that grows, and the one before it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::files::make_state_folder;
use crate::port::{Deliveries, DeliveriesFault, Delivery};

const GROWING: &str = "log.jsonl";
const BEFORE: &str = "log.1.jsonl";
const LOCK: &str = "lock";

/// One folder with a log, made with the first delivery; only its user can enter it.
#[derive(Clone, Debug)]
pub struct DeliveryLog {
    folder: PathBuf,
    /// The root of the working tree whose `.kb` holds the folder, if one does.
    state_of: Option<PathBuf>,
}

impl DeliveryLog {
    /// The log of the working tree at `root`.
    pub fn of_tree(root: &Path) -> DeliveryLog {
        DeliveryLog { folder: root.join(".kb/deliveries"), state_of: Some(root.to_owned()) }
    }

    /// The log in `folder`.
    pub fn at(folder: PathBuf) -> DeliveryLog {
        DeliveryLog { folder, state_of: None }
    }

    fn fault(&self, doing: &'static str) -> impl Fn(io::Error) -> DeliveriesFault {
        let path = self.folder.display().to_string();
        move |source| DeliveriesFault { doing, path: path.clone(), source }
    }

    /// The file that says who may write, and whether anything was written yet.
    fn lock(&self, is_new: bool) -> io::Result<File> {
        if is_new {
            if let Some(root) = &self.state_of {
                make_state_folder(root)?;
            }
            fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(is_new).create(is_new).truncate(false).mode(0o600);
        options.open(self.folder.join(LOCK))
    }

    fn grow(&self, text: &[u8], most: u64) -> io::Result<()> {
        // Held until the end of this call; several servers of one base write one log.
        let lock = self.lock(true)?;
        lock.lock()?;
        let place = self.folder.join(GROWING);
        let length = fs::metadata(&place).map_or(0, |metadata| metadata.len());
        if length > 0 && length.saturating_add(text.len() as u64) > most / 2 {
            fs::rename(&place, self.folder.join(BEFORE))?;
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(&place)?;
        // What a machine that lost power left half-written must not swallow the next record.
        let end = file.seek(SeekFrom::End(0))?;
        let mut last = [b'\n'];
        if end > 0 {
            file.seek(SeekFrom::Start(end - 1))?;
            file.read_exact(&mut last)?;
        }
        let start = if last == *b"\n" { &b""[..] } else { b"\n" };
        file.write_all(&[start, text].concat())
    }
}

impl Deliveries for DeliveryLog {
    fn append(&self, deliveries: &[Delivery], most: u64) -> Result<(), DeliveriesFault> {
        let mut text = Vec::new();
        for delivery in deliveries {
            serde_json::to_writer(&mut text, delivery)
                .map_err(io::Error::from)
                .map_err(self.fault("writing"))?;
            text.push(b'\n');
        }
        if text.is_empty() { Ok(()) } else { self.grow(&text, most).map_err(self.fault("writing")) }
    }

    fn each(&self, visit: &mut dyn FnMut(Delivery)) -> Result<usize, DeliveriesFault> {
        let failed = self.fault("reading");
        let lock = match self.lock(false) {
            Ok(lock) => lock,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(failed(error)),
        };
        lock.lock_shared().map_err(&failed)?;
        let mut unreadable = 0;
        for name in [BEFORE, GROWING] {
            let file = match File::open(self.folder.join(name)) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(failed(error)),
            };
            for line in BufReader::new(file).split(b'\n') {
                let line = line.map_err(&failed)?;
                match serde_json::from_slice(&line) {
                    Ok(delivery) => visit(delivery),
                    Err(_) if line.is_empty() => {}
                    Err(_) => unreadable += 1,
                }
            }
        }
        Ok(unreadable)
    }
}

#[cfg(test)]
mod tests;
