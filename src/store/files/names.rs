//! Names that some system cannot hold: Windows reserves words and characters, and a git checkout there fails.

use crate::path::RepoPath;

const RESERVED: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// What is wrong with a part of `path`; `None` when every system can hold it.
pub(super) fn unportable(path: &RepoPath) -> Option<String> {
    path.as_str().split('/').find_map(|part| {
        if let Some(bad) = part.chars().find(|&c| c < ' ' || r#"<>:"|?*\"#.contains(c)) {
            return Some(format!("`{part}` holds {bad:?}"));
        }
        if part.ends_with(['.', ' ']) {
            return Some(format!("`{part}` ends in a dot or a space"));
        }
        let stem = part.split('.').next().unwrap_or(part).trim_end().to_ascii_lowercase();
        if RESERVED.contains(&stem.as_str()) {
            return Some(format!("`{stem}` is a device on Windows"));
        }
        (part.len() > 255).then(|| "a part is longer than 255 bytes".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(unportable(&path).is_some(), "{bad}");
        }
        for good in ["ok.md", "café/á.md", "console.md", ".abstract", "a b.md"] {
            let path = RepoPath::new(good).expect("a path");
            assert_eq!(unportable(&path), None, "{good}");
        }
    }
}
