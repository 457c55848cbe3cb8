//! Patterns of paths, as git and editors know them. A pattern matches from the root of the repository.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// Patterns of which one must match.
#[derive(Clone, Debug)]
pub struct Globs(GlobSet);

impl Globs {
    /// Reads `patterns`: `*` stays in its folder, `**` crosses folders, and a folder stands for all that is in it. The
    /// error says what is wrong with which.
    pub fn new(patterns: &[String]) -> Result<Globs, String> {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            let folder = pattern.trim_end_matches('/');
            for form in [folder.to_owned(), format!("{folder}/**")] {
                let glob = GlobBuilder::new(&form).literal_separator(true).build();
                set.add(glob.map_err(|error| format!("the pattern `{pattern}`: {}", error.kind()))?);
            }
        }
        set.build().map(Globs).map_err(|error| error.to_string())
    }

    /// Whether one of them matches `path`.
    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stays_in_its_folder() {
        let globs = |pattern: &str| Globs::new(&[pattern.to_owned()]).expect("a pattern");
        assert!(globs("drafts/**").matches("drafts/a/b.md"));
        assert!(globs("drafts/").matches("drafts/a/b.md"));
        assert!(globs("**/old-*.md").matches("a/b/old-x.md"));
        assert!(!globs("*.md").matches("a/b.md"));
        assert!(!globs("drafts").matches("drafts-2/a.md"));
        assert!(Globs::new(&["a[".to_owned()]).is_err());
    }
}
