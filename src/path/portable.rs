//! Names that some system cannot hold: Windows reserves words and characters, and a git checkout there fails.

use crate::path::RepoPath;

/// Characters that Windows forbids in a name.
const FORBIDDEN: &str = r#"<>:"|?*\"#;
/// The longest name, in bytes.
const MOST_BYTES: usize = 255;

const RESERVED: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

impl RepoPath {
    /// What is wrong with a part of the path; `None` when every system can hold it.
    pub fn unportable(&self) -> Option<String> {
        self.as_str().split('/').find_map(wrong)
    }

    /// The path with every part made one that every system can hold.
    #[must_use]
    pub fn made_portable(&self) -> RepoPath {
        let parts: Vec<String> = self.as_str().split('/').map(portable).collect();
        RepoPath(parts.join("/"))
    }
}

fn wrong(part: &str) -> Option<String> {
    if let Some(bad) = part.chars().find(|&c| c < ' ' || FORBIDDEN.contains(c)) {
        return Some(format!("`{part}` holds {bad:?}"));
    }
    if part.ends_with(['.', ' ']) {
        return Some(format!("`{part}` ends in a dot or a space"));
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_ascii_lowercase();
    if RESERVED.contains(&stem.as_str()) {
        return Some(format!("`{stem}` is a device on Windows"));
    }
    (part.len() > MOST_BYTES).then(|| "a part is longer than 255 bytes".to_owned())
}

/// The nearest name to `part` that nothing is wrong with.
fn portable(part: &str) -> String {
    let is_bad = |c: char| c < ' ' || FORBIDDEN.contains(c);
    let mut name = String::with_capacity(part.len());
    for c in part.chars() {
        match c {
            '"' | '?' | '*' => {}
            c if is_bad(c) => {
                if !name.ends_with([' ', '-']) {
                    name.push('-');
                }
            }
            ' ' if name.ends_with('-') => {}
            c => name.push(c),
        }
    }
    while name.len() > MOST_BYTES {
        // The ending stays: it says what the file is.
        let dot = name.rfind('.').filter(|&dot| dot > 0 && name.len() - dot < 16).unwrap_or(name.len());
        let last = name[..dot].char_indices().next_back().map_or(0, |(at, _)| at);
        name.replace_range(last..dot, "");
    }
    let kept = name.trim_end_matches(['.', ' ']).len();
    name.truncate(kept);
    let stem = name.split('.').next().unwrap_or(&name);
    if RESERVED.contains(&stem.trim_end().to_ascii_lowercase().as_str()) {
        name.insert(stem.len(), '_');
    }
    if name.is_empty() || name.chars().all(|c| c == '.') { "unnamed".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_names_stay_near() {
        for (bad, safe) in [
            ("CON.md", "CON_.md"),
            ("aux.v2.md", "aux_.v2.md"),
            ("Chapter 1: Intro.md", "Chapter 1-Intro.md"),
            ("why?.md", "why.md"),
            ("t. /x.md", "t/x.md"),
        ] {
            assert_eq!(RepoPath::new(bad).expect("a path").made_portable().as_str(), safe);
        }
    }

    #[test]
    fn what_windows_cannot_hold_is_named() {
        for bad in [
            "CON.md",
            "aux.v2.md",
            "Chapter 1: Intro.md",
            "why?.md",
            "q\"q.md",
            r"a\b.md",
            "nul.md",
            "t. /x.md",
        ] {
            let path = RepoPath::new(bad).expect("a path");
            assert!(path.unportable().is_some(), "{bad}");
            assert_eq!(path.made_portable().unportable(), None, "{bad}");
        }
        for good in ["ok.md", "café/á.md", "console.md", ".abstract", "a b.md"] {
            let path = RepoPath::new(good).expect("a path");
            assert_eq!(path.unportable(), None, "{good}");
            assert_eq!(path.made_portable(), path);
        }
    }
}
