//! The source files as lines, with the tests inside them set aside.

use std::fs;
use std::path::Path;

/// One file of `src/`.
pub struct Source {
    /// Its path, such as `src/note/parse.rs`.
    pub path: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// Every file of `src/` but those that hold tests only, ordered by path.
pub fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    collect(Path::new(env!("CARGO_MANIFEST_DIR")), "src", &mut found);
    found.sort_by(|one, two| one.path.cmp(&two.path));
    assert!(found.len() > 20, "src/ was not found");
    found
}

fn collect(root: &Path, folder: &str, found: &mut Vec<Source>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder of the source") {
        let entry = entry.expect("a folder entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            if name != "tests" {
                collect(root, &path, found);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let text = fs::read_to_string(entry.path()).expect("a source file");
            found.push(Source { path, lines: text.lines().map(str::to_owned).collect() });
        }
    }
}

impl Source {
    /// The module below the crate that the file belongs to: `note` for `src/note/parse.rs`.
    pub fn module(&self) -> &str {
        let below = self.path.strip_prefix("src/").unwrap_or(&self.path);
        below.split('/').next().unwrap_or(below).trim_end_matches(".rs")
    }

    /// The lines of code with their numbers: no comments, nothing from the tests at the end on.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines
            .iter()
            .enumerate()
            .map(|(index, line)| (index + 1, line.as_str()))
            .take_while(|(_, line)| *line != "#[cfg(test)]")
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    /// The modules that the code names after `crate::`, with the line; groups in braces are opened.
    pub fn crate_modules(&self) -> Vec<(usize, String)> {
        let code: Vec<(usize, &str)> = self.code().collect();
        let mut found = Vec::new();
        for (at, (line, text)) in code.iter().enumerate() {
            for (start, _) in text.match_indices("crate::") {
                let rest: String = std::iter::once(&text[start + "crate::".len()..])
                    .chain(code[at + 1..].iter().map(|(_, text)| *text))
                    .take(40)
                    .collect::<Vec<_>>()
                    .join(" ");
                found.extend(first_names(&rest).into_iter().map(|name| (*line, name)));
            }
        }
        found
    }
}

/// The first name of each path in `rest`: `a::b` gives `a`; `{a::{b, c}, d}` gives `a` and `d`.
fn first_names(rest: &str) -> Vec<String> {
    let Some(group) = rest.strip_prefix('{') else { return vec![name_at_start(rest)] };
    let (mut depth, mut names, mut item) = (0_u32, Vec::new(), String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(std::mem::take(&mut item)),
            c => item.push(c),
        }
    }
    names.push(item);
    names.iter().map(|item| name_at_start(item.trim())).filter(|name| !name.is_empty()).collect()
}

fn name_at_start(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Whether `line` names the crate `name`: `name::`, `use name;`, and not `other_name::` or `crate::name::`.
pub fn names_crate(line: &str, name: &str) -> bool {
    let imported = line.trim() == format!("use {name};");
    imported
        || line.match_indices(&format!("{name}::")).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
        })
}

#[test]
fn names_are_found_where_rust_has_them() {
    assert_eq!(first_names("note::Note;"), ["note"]);
    assert_eq!(first_names("{note::{A, B}, path::RepoPath, text};"), ["note", "path", "text"]);
    assert!(names_crate("use git2::Oid;", "git2"));
    assert!(!names_crate("use crate::csv::Rows;", "csv"));
}
