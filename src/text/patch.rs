//! Differences of texts as a patch that people read and `git apply` takes: the only file that names the diff engine.

use similar::TextDiff;

/// How many lines of context stand around a change.
const CONTEXT: usize = 3;

/// One file of a patch.
#[derive(Clone, Copy, Debug)]
pub struct FilePatch<'t> {
    /// Where it stood; `None` for a new file.
    pub old_path: Option<&'t str>,
    /// Where it stands; `None` for a removed file.
    pub new_path: Option<&'t str>,
    /// What stood there.
    pub old: &'t [u8],
    /// What stands there.
    pub new: &'t [u8],
}

impl FilePatch<'_> {
    /// The patch in unified form; bytes that are not UTF-8 are named, not shown.
    pub fn unified(&self) -> String {
        let (old, new) = (std::str::from_utf8(self.old), std::str::from_utf8(self.new));
        let side = |prefix: &str, path: Option<&str>| {
            path.map_or_else(|| "/dev/null".to_owned(), |path| format!("{prefix}/{path}"))
        };
        let (from, to) = (side("a", self.old_path), side("b", self.new_path));
        let moved = match (self.old_path, self.new_path) {
            (Some(old), Some(new)) if old != new => format!("rename from {old}\nrename to {new}\n"),
            _ => String::new(),
        };
        if self.old == self.new {
            return moved;
        }
        let (Ok(old), Ok(new)) = (old, new) else {
            return format!("{moved}Binary files {from} and {to} differ\n");
        };
        let body = TextDiff::from_lines(old, new).unified_diff().context_radius(CONTEXT).to_string();
        if body.is_empty() {
            return moved;
        }
        format!("{moved}--- {from}\n+++ {to}\n{body}")
    }

    /// How many lines are added, and how many removed.
    pub fn counts(&self) -> (usize, usize) {
        let (old, new) = (String::from_utf8_lossy(self.old), String::from_utf8_lossy(self.new));
        let diff = TextDiff::from_lines(old.as_ref(), new.as_ref());
        let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
        (count(similar::ChangeTag::Insert), count(similar::ChangeTag::Delete))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_changes_with_its_surroundings() {
        let patch = FilePatch {
            old_path: Some("knowledge/a.md"),
            new_path: Some("knowledge/a.md"),
            old: b"# A\n\nSeven days.\n",
            new: b"# A\n\nEight days.\n",
        };
        let expected = "--- a/knowledge/a.md\n+++ b/knowledge/a.md\n@@ -1,3 +1,3 @@\n # A\n \n-Seven days.\n+Eight days.\n";
        assert_eq!(patch.unified(), expected);
        assert_eq!(patch.counts(), (1, 1));
        let new = FilePatch { old_path: None, old: b"", ..patch };
        assert!(new.unified().starts_with("--- /dev/null\n+++ b/knowledge/a.md\n@@ -0,0 +1,3 @@\n"));
        let binary = FilePatch { new: b"\xff", ..patch };
        assert_eq!(binary.unified(), "Binary files a/knowledge/a.md and b/knowledge/a.md differ\n");
        let moved = FilePatch { new_path: Some("knowledge/b.md"), new: patch.old, ..patch };
        assert_eq!(moved.unified(), "rename from knowledge/a.md\nrename to knowledge/b.md\n");
    }
}
