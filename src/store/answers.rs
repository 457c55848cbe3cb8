//! Keeps the answers of language models, a file each, named by the hash of what they depend on.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::files::make_state_folder;
use crate::digest::Sha256Hex;
use crate::port::KeptAnswers;

/// The largest file that is read, in bytes: no answer that kb asks for is as long.
const LARGEST: u64 = 1 << 20;

/// One folder of answers, made when the first is kept.
#[derive(Clone, Debug)]
pub struct AnswerFolder {
    folder: PathBuf,
    /// The root of the working tree whose `.kb` holds the folder, if one does.
    state_of: Option<PathBuf>,
}

impl AnswerFolder {
    /// The answers of the working tree at `root`.
    pub fn of_tree(root: &Path) -> AnswerFolder {
        AnswerFolder { folder: root.join(".kb/cache/answers"), state_of: Some(root.to_owned()) }
    }

    /// The answers in `folder`.
    pub fn at(folder: PathBuf) -> AnswerFolder {
        AnswerFolder { folder, state_of: None }
    }

    /// Few file systems like many files in one folder.
    fn place(&self, key: &Sha256Hex) -> (PathBuf, PathBuf) {
        let (start, rest) = key.as_str().split_at(2);
        let folder = self.folder.join(start);
        let file = folder.join(rest);
        (folder, file)
    }

    fn write(&self, key: &Sha256Hex, answer: &str) -> io::Result<()> {
        if let Some(root) = &self.state_of {
            make_state_folder(root)?;
        }
        let (folder, place) = self.place(key);
        fs::create_dir_all(&folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        file.write_all(answer.as_bytes())?;
        file.persist(place).map(drop).map_err(|error| error.error)
    }
}

impl KeptAnswers for AnswerFolder {
    fn of(&self, key: &Sha256Hex) -> Option<String> {
        let (_, file) = self.place(key);
        let is_small = fs::metadata(&file).is_ok_and(|metadata| metadata.len() <= LARGEST);
        if is_small { fs::read_to_string(file).ok() } else { None }
    }

    fn keep(&self, key: &Sha256Hex, answer: &str) {
        // A full disk or a read-only tree costs an answer at the next run, and nothing else.
        let _ = self.write(key, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_there_again_and_nothing_else_is() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = AnswerFolder::at(place.path().join("a"));
        let [one, other] = ["one", "other"].map(|text| Sha256Hex::of(text.as_bytes()));
        assert_eq!(folder.of(&one), None);
        folder.keep(&one, "árvíz");
        folder.keep(&one, "tűrő");
        assert_eq!(folder.of(&one).as_deref(), Some("tűrő"));
        assert_eq!(folder.of(&other), None);
        fs::write(folder.place(&one).1, [0xff, 0xfe]).expect("written");
        assert_eq!(folder.of(&one), None, "what is no text was never kept");
    }
}
