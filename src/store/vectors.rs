//! Keeps vectors in one file a model, which only grows. A damaged entry is as good as none.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rustc_hash::FxHashMap;

use super::files::make_state_folder;
use crate::digest::Sha256Hex;
use crate::port::{KeptVectors, Vector};

/// The bytes of an entry beside its vector: the hash of the text before, a sum of both behind.
const FRAME: usize = 32 + 8;

type Name = [u8; 32];

/// One folder of vectors, made when the first is kept.
#[derive(Debug)]
pub struct VectorFolder {
    folder: PathBuf,
    /// The root of the working tree whose `.kb` holds the folder, if one does.
    state_of: Option<PathBuf>,
    read: Mutex<FxHashMap<String, FxHashMap<Name, Vec<i8>>>>,
}

impl VectorFolder {
    /// The vectors of the working tree at `root`.
    pub fn of_tree(root: &Path) -> VectorFolder {
        let folder = root.join(".kb/cache/vectors");
        VectorFolder { folder, state_of: Some(root.to_owned()), read: Mutex::default() }
    }

    /// The vectors in `folder`, which several knowledge bases may share.
    pub fn at(folder: PathBuf) -> VectorFolder {
        VectorFolder { folder, state_of: None, read: Mutex::default() }
    }

    fn file(&self, model: &str) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '.') { c } else { '_' };
        self.folder.join(format!("{}.vectors", model.chars().map(plain).collect::<String>()))
    }

    fn write(&self, model: &str, dimension: usize, entries: &[u8]) -> io::Result<()> {
        if let Some(root) = &self.state_of {
            make_state_folder(root)?;
        }
        fs::create_dir_all(&self.folder)?;
        let mut file = OpenOptions::new().create(true).append(true).open(self.file(model))?;
        // One process writes at a time, and mends what one left that was killed.
        file.lock()?;
        let size = (dimension + FRAME) as u64;
        let length = file.metadata()?.len();
        if !length.is_multiple_of(size) {
            file.set_len(length - length % size)?;
        }
        file.write_all(entries)
    }
}

impl KeptVectors for VectorFolder {
    fn of(&self, model: &str, dimension: usize, text: &str) -> Option<Vector> {
        let mut read = self.read.lock().ok()?;
        if !read.contains_key(model) {
            read.insert(model.to_owned(), entries(&self.file(model), dimension));
        }
        read.get(model)?.get(&name(text)).cloned().map(Vector::from_units)
    }

    fn keep(&self, model: &str, vectors: &[(&str, &Vector)]) {
        let Some(dimension) = vectors.first().map(|(_, vector)| vector.units().len()) else { return };
        let mut bytes = Vec::with_capacity(vectors.len() * (dimension + FRAME));
        for (text, vector) in vectors.iter().filter(|(_, vector)| vector.units().len() == dimension) {
            let from = bytes.len();
            bytes.extend(name(text));
            bytes.extend(vector.units().iter().map(|unit| unit.cast_unsigned()));
            let sum = sum(&bytes[from..]);
            bytes.extend(sum);
        }
        // A full disk or a read-only tree costs time at the next run, and nothing else.
        let _ = self.write(model, dimension, &bytes);
        if let Ok(mut read) = self.read.lock() {
            let known = read.entry(model.to_owned()).or_insert_with(|| entries(&self.file(model), dimension));
            known.extend(vectors.iter().map(|(text, vector)| (name(text), vector.units().to_vec())));
        }
    }
}

/// The whole entries of a file.
fn entries(file: &Path, dimension: usize) -> FxHashMap<Name, Vec<i8>> {
    let Ok(bytes) = fs::read(file) else { return FxHashMap::default() };
    let whole = bytes.chunks_exact(dimension + FRAME).filter_map(|entry| {
        let (content, kept) = entry.split_at(dimension + 32);
        let (name, units) = content.split_first_chunk()?;
        (sum(content) == kept).then(|| (*name, units.iter().map(|unit| unit.cast_signed()).collect()))
    });
    whole.collect()
}

fn name(text: &str) -> Name {
    let digits = Sha256Hex::of(text.as_bytes());
    let mut name = [0; 32];
    for (byte, pair) in name.iter_mut().zip(digits.as_str().as_bytes().chunks(2)) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16).unwrap_or(0) as u8;
        *byte = digit(0) << 4 | digit(1);
    }
    name
}

/// The FNV-1a sum of `bytes`: it tells a torn entry from a whole one.
fn sum(bytes: &[u8]) -> [u8; 8] {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_there_again_whatever_happened_to_the_file() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = || VectorFolder::at(place.path().join("v"));
        let [one, two, three] = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(|values| Vector::of(&values));
        let (mine, theirs) = (folder(), folder());
        mine.keep("m@1", &[("one", &one)]);
        theirs.keep("m@1", &[("two", &two)]);
        assert_eq!(mine.of("m@1", 2, "one"), Some(one.clone()));
        assert_eq!(folder().of("m@1", 2, "two"), Some(two.clone()));
        assert_eq!(folder().of("m@2", 2, "two"), None, "another model");

        // A process was killed while it wrote, and a byte of the first entry went bad.
        let file = folder().file("m@1");
        let mut bytes = fs::read(&file).expect("the file");
        bytes[40] ^= 1;
        bytes.extend([7; 11]);
        fs::write(&file, &bytes).expect("written");
        assert_eq!(folder().of("m@1", 2, "one"), None);
        assert_eq!(folder().of("m@1", 2, "two"), Some(two));
        folder().keep("m@1", &[("three", &three)]);
        assert_eq!(folder().of("m@1", 2, "three"), Some(three));
    }
}
