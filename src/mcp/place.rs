//! Reads the address of a note, a folder or evidence as an agent writes it: a `kb://` URI, a path from the root of the
//! repository, or a name. An agent stands nowhere: there is no current folder.

use super::base::Fault;
use crate::ops::named::{Here, Named};
use crate::ops::read::Wanted;
use crate::path::RepoPath;

/// What `typed` may mean, likeliest first. `root` is the folder of the repository, for addresses of files of this machine.
pub(super) fn wanted(typed: &str, root: Option<&str>) -> Result<Vec<Wanted>, Fault> {
    let typed = plain(typed, root, cfg!(windows))?;
    Wanted::of(&typed, named).ok_or_else(|| {
        Fault::new(format!("`{typed}` is no address in this base"))
            .hint("write kb://<tenant>/<path>, with `_` where there is no tenant, or the path alone")
    })
}

/// What `typed` names, without a part of it.
pub(super) fn named(typed: &str) -> Named {
    let here = match typed.trim_start_matches("./").trim_end_matches('/') {
        "" | "." => Here::Root,
        path => RepoPath::new(path).map_or(Here::Outside, Here::Inside),
    };
    Named { typed: typed.to_owned(), here }
}

/// `typed` as a path from the root, where it is one of a file below `root`; else as it stands.
pub(super) fn plain(typed: &str, root: Option<&str>, is_windows: bool) -> Result<String, Fault> {
    if let Some(control) = typed.chars().find(|c| c.is_control()) {
        return Err(Fault::new(format!(
            "an address holds no control character, and this one has U+{:04X}",
            u32::from(control)
        ))
        .hint("in JSON `\\t` is a tab and `\\n` a line end: write paths with `/`"));
    }
    let mut path = typed.to_owned();
    if is_windows {
        path = path.strip_prefix(r"\\?\").unwrap_or(&path).replace('\\', "/");
    }
    if let Some(file) = path.strip_prefix("file://") {
        let file = crate::note::decode_destination(file).into_owned();
        path = if is_windows { file.trim_start_matches('/').to_owned() } else { file };
    }
    let Some(root) = root else { return Ok(path) };
    let mut root = root.trim_end_matches(['/', '\\']).to_owned();
    if is_windows {
        root = root.strip_prefix(r"\\?\").unwrap_or(&root).replace('\\', "/");
    }
    // The letter of a drive has no case.
    let same_start = |path: &str| {
        let drive = if is_windows { 2 } else { 0 };
        match (path.get(..drive), path.get(drive..root.len()), root.get(..drive), root.get(drive..)) {
            (Some(a), Some(rest), Some(b), Some(own)) => a.eq_ignore_ascii_case(b) && rest == own,
            _ => false,
        }
    };
    match path.get(root.len()..).filter(|_| same_start(&path)) {
        Some("") => Ok(String::new()),
        Some(below) if below.starts_with('/') => Ok(below.trim_start_matches('/').to_owned()),
        _ => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_this_machine_are_paths_from_the_root() {
        let windows = |typed: &str| plain(typed, Some(r"G:\vault"), true).expect("an address");
        for typed in [r"g:\vault\a.md", "G:/vault/a.md", r"\\?\G:\vault\a.md", "file:///G:/vault/a.md"] {
            assert_eq!(windows(typed), "a.md", "{typed}");
        }
        assert_eq!(windows(r"notes\a.md"), "notes/a.md");
        assert_eq!(windows("G:/vaults/a.md"), "G:/vaults/a.md");
        let unix = |typed: &str| plain(typed, Some("/srv/vault"), false).expect("an address");
        assert_eq!(unix("/srv/vault/notes/a.md"), "notes/a.md");
        assert_eq!(unix("file:///srv/vault/notes/a%20b.md"), "notes/a b.md");
        assert_eq!(unix("/srv/vault2/a.md"), "/srv/vault2/a.md");
    }

    #[test]
    fn a_backslash_separates_on_windows_only() {
        assert_eq!(plain(r"notes\a.md", None, false).expect("an address"), r"notes\a.md");
    }

    #[test]
    fn a_control_character_is_refused_with_its_likely_cause() {
        let fault = plain("c:\temp\\a.md", Some(r"c:\"), true).expect_err("a tab");
        assert!(fault.message.contains("U+0009"), "{fault:?}");
        assert!(fault.hint.is_some_and(|hint| hint.contains("JSON")));
        assert!(plain("a\0.md", None, false).is_err());
    }
}
