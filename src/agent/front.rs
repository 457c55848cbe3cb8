//! One key of a note's front matter, set in place: bytes are spliced, the rest stays as it is.

use crate::note::Note;

/// The text of `note` with `key: value` in its front matter; `value` is YAML.
pub(super) fn set(note: &Note, key: &str, value: &str) -> String {
    let end = if note.text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut text = note.text.clone();
    if let Some(field) = note.front.get(key) {
        let old = &note.text[field.value_span.clone()];
        // What follows the value, line end and all, is not the value's.
        let kept = old.len() - old.trim_end().len();
        text.replace_range(field.value_span.start..field.value_span.end - kept, value);
        return text;
    }
    let front = &note.text[note.front.span.clone()];
    let Some(fence) = front.trim_end().rfind('\n').filter(|_| !note.front.span.is_empty()) else {
        // Behind a byte-order mark, where there is one.
        text.insert_str(note.front.span.start, &format!("---{end}{key}: {value}{end}---{end}"));
        return text;
    };
    text.insert_str(note.front.span.start + fence + 1, &format!("{key}: {value}{end}"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::RepoPath;

    fn with(text: &str) -> String {
        let path = RepoPath::new("knowledge/a.md").expect("a path");
        set(&Note::parse(path, text.as_bytes()), "status", "deprecated")
    }

    #[test]
    fn only_the_key_changes() {
        assert_eq!(with("# A\n"), "---\nstatus: deprecated\n---\n# A\n");
        assert_eq!(with("\u{feff}# A\n"), "\u{feff}---\nstatus: deprecated\n---\n# A\n");
        assert_eq!(with("---\ntype: X\n---\n# A\n"), "---\ntype: X\nstatus: deprecated\n---\n# A\n");
        assert_eq!(
            with("---\nstatus: stable # yes\ntype: X\n---\n# A\n"),
            "---\nstatus: deprecated # yes\ntype: X\n---\n# A\n"
        );
        assert_eq!(
            with("---\r\ntype: X\r\n---\r\n# A\r\n"),
            "---\r\ntype: X\r\nstatus: deprecated\r\n---\r\n# A\r\n"
        );
    }
}
