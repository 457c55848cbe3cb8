//! The files that a knowledge base starts with, as data. Nothing is written here.

use crate::path::RepoPath;
use crate::vault::Layout;

/// What becomes of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scaffold {
    /// It is made unless it is there.
    Create(RepoPath, String),
    /// It gets a line unless it has one of `equal`; other bytes stay as they are.
    Line { path: RepoPath, line: String, equal: Vec<String> },
}

/// The public halves of one role's keys.
pub(super) type RoleKeys<'k> = (&'k str, Vec<String>);

/// The files of a knowledge base with this layout and gate branch.
pub(super) fn scaffold(layout: &Layout, branch: &str, keys: &[RoleKeys<'_>]) -> Vec<Scaffold> {
    let root = |name: &str| RepoPath::resolve(None, name).expect("the name is a path");
    let inside = |folder: &RepoPath, name: &str| folder.join(name).expect("the name is a path");
    let evidence = &layout.evidence;
    let index = layout.knowledge.as_ref().map_or(root("index.md"), |folder| inside(folder, "index.md"));
    let fill =
        |template: &str| template.replace("@BRANCH@", branch).replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    vec![
        Scaffold::Create(root("kb.toml"), config(layout, branch, keys)),
        Scaffold::Create(index, include_str!("templates/index.md").to_owned()),
        Scaffold::Create(inside(evidence, "README.md"), include_str!("templates/evidence.md").to_owned()),
        Scaffold::Create(
            inside(evidence, ".gitignore"),
            include_str!("templates/evidence.gitignore").to_owned(),
        ),
        Scaffold::Create(root("ci/check"), include_str!("templates/check.sh").to_owned()),
        Scaffold::Create(
            root(".github/workflows/knowledge.yml"),
            fill(include_str!("templates/workflow.yml")),
        ),
        Scaffold::Line {
            path: root(".gitignore"),
            line: ".kb/".to_owned(),
            equal: [".kb", "/.kb", "/.kb/"].map(str::to_owned).to_vec(),
        },
        // Evidence is bytes as received: a checkout must not convert its line ends.
        Scaffold::Line {
            path: root(".gitattributes"),
            line: format!("{evidence}/** -text"),
            equal: vec![format!("/{evidence}/** -text")],
        },
    ]
}

/// The text of `kb.toml`.
fn config(layout: &Layout, branch: &str, keys: &[RoleKeys<'_>]) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let keys: String = keys
        .iter()
        .map(|(role, publics)| {
            let publics: Vec<String> =
                publics.iter().map(|public| format!("\"{}\"", quoted(public))).collect();
            format!("{role} = [{}]\n", publics.join(", "))
        })
        .collect();
    include_str!("templates/kb.toml")
        .replace("@KNOWLEDGE@", &quoted(layout.knowledge.as_ref().map_or(".", RepoPath::as_str)))
        .replace("@EVIDENCE@", &quoted(layout.evidence.as_str()))
        .replace("@BRANCH@", &quoted(branch))
        .replace("@KEYS@", &keys)
}

/// `before` with `line` at its end, in the file's own line ends; `None` when it has the line or its equal.
pub(super) fn with_line(before: &[u8], line: &str, equal: &[String]) -> Option<Vec<u8>> {
    let has = before
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .any(|present| present == line.as_bytes() || equal.iter().any(|equal| present == equal.as_bytes()));
    if has {
        return None;
    }
    let end: &[u8] = if before.windows(2).any(|pair| pair == b"\r\n") { b"\r\n" } else { b"\n" };
    let mut after = before.to_vec();
    if !before.is_empty() && !before.ends_with(b"\n") {
        after.extend_from_slice(end);
    }
    after.extend_from_slice(line.as_bytes());
    after.extend_from_slice(end);
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn the_commented_configuration_says_what_the_defaults_are() {
        let layout = Config::default().layout().expect("the default layout");
        let keys = [("reviewer", vec!["ed25519:x".to_owned()]), ("gate", vec![]), ("approver", vec![])];
        let text = config(&layout, "main", &keys);
        let mut expected = Config::default();
        expected.keys.reviewer = vec!["ed25519:x".to_owned()];
        assert_eq!(Config::parse(&text), Ok(expected.clone()));
        // Every commented key, taken out of its comment, is a key, and all but the examples, which are set in, are the default.
        let uncommented = text.lines().map(|line| match line.strip_prefix("# ") {
            Some(key)
                if key.contains(" = ")
                    && !key.starts_with(' ')
                    && !key.contains("acme")
                    && !key.contains("uncited") =>
            {
                key
            }
            _ => line,
        });
        let uncommented: String = uncommented.flat_map(|line| [line, "\n"]).collect();
        // What stands there is what is done where the key is missing.
        expected.search.rerank = Some("none".to_owned());
        expected.search.embedding = Some(Config::default().embedding().to_owned());
        expected.search.prefixes = Some("headings".to_owned());
        assert_eq!(Config::parse(&uncommented), Ok(expected), "{uncommented}");
    }

    #[test]
    fn a_line_is_added_once_and_other_bytes_stay() {
        let equal = ["/.kb".to_owned()];
        assert_eq!(with_line(b"", ".kb/", &equal), Some(b".kb/\n".to_vec()));
        assert_eq!(with_line(b"a\r\nb", ".kb/", &equal), Some(b"a\r\nb\r\n.kb/\r\n".to_vec()));
        assert_eq!(with_line(b"\xff\n", ".kb/", &equal), Some(b"\xff\n.kb/\n".to_vec()));
        assert_eq!(with_line(b"x\n.kb/\r\n", ".kb/", &equal), None);
        assert_eq!(with_line(b"/.kb\n", ".kb/", &equal), None);
    }
}
