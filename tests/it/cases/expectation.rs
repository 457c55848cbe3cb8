//! What a line of `expected.txt` says, held against the case.

use kb::note::{Link, LinkKind, Note};
use kb::vault::Resolution;
use serde_json::Value;

use super::Case;

/// Which rule of kb reports a class of findings; the classes name what is wrong in words of their own.
fn rule(class: &str) -> &str {
    match class {
        "unescaped-pipe-in-table" => "split-table-link",
        "broken-block" | "broken-heading" | "path-case-mismatch" => "broken-link",
        "invisible-character" => "hidden-text",
        "unclosed-frontmatter"
        | "frontmatter-not-at-start"
        | "frontmatter-syntax"
        | "frontmatter-limit"
        | "stacked-frontmatter"
        | "frontmatter-not-mapping"
        | "unsupported-toml" => "front-matter",
        "ambiguous-link" | "broken-link" | "duplicate-definition" => class,
        class => panic!("no rule is known for {class}"),
    }
}

impl Case {
    /// Fails where `line` does not hold.
    pub(super) fn expect(&self, line: &str) {
        let (keyword, rest) = line.split_once(' ').expect("KEYWORD REST");
        match keyword {
            "LINK" | "EMBED" => self.expect_link(keyword == "EMBED", rest, line),
            "NOLINK" => self.expect_no_link(rest, line),
            "SPAN" => self.expect_span(rest, line),
            "DIAG" => self.expect_finding(rest, line),
            "NODIAG" => self.expect_no_finding(rest, line),
            "FM" => self.expect_value(rest, line),
            "SEARCH" => self.expect_found(rest, line),
            _ => panic!("nobody tests: {line}"),
        }
    }

    fn expect_link(&self, embed: bool, rest: &str, line: &str) {
        let (note, at, raw, rest) = self.place(rest);
        let target = rest.strip_prefix("-> ").expect("-> TARGET");
        let (target, target_line) = match target.split_once("line ") {
            Some((target, number)) => {
                let number: u32 = number.trim_end_matches(')').parse().expect("a line");
                (target.trim_end_matches(['(', ' ']), Some(number))
            }
            None => (target, None),
        };
        let (target, label) = match target.split_once(" label=") {
            Some((target, label)) => (target, Some(label)),
            None => (target, None),
        };
        let (path, fragment) = match target.split_once('#') {
            Some((path, fragment)) => (path, Some(fragment)),
            None => (target, None),
        };
        let here =
            |link: &&Link| note.lines.line(link.span.start) == at && note.text[link.span.clone()] == *raw;
        let link = note.links.iter().find(here).unwrap_or_else(|| panic!("no link: {line}"));
        assert_eq!(link.kind == LinkKind::Embed, embed, "{line}");
        let resolved = match self.vault.resolve(note, link) {
            Resolution::Note { path, fragment_found: true } | Resolution::File(path) => path,
            other => panic!("{line}: {other:?}"),
        };
        if !path.is_empty() {
            assert_eq!(resolved.as_str(), path, "{line}");
        }
        if let Some(fragment) = fragment {
            assert_eq!(link.fragment.as_deref(), Some(fragment), "{line}");
        }
        if let Some(label) = label {
            assert_eq!(link.label.as_deref(), Some(label), "{line}");
        }
        if let Some(number) = target_line {
            let there = self.note(resolved.as_str());
            let text = there.lines.line_text(&there.text, number).expect("a line");
            let fragment = link.fragment.as_deref().unwrap_or_default();
            let words = |text: &str| kb::note::slug(text.trim_start_matches('#'));
            let heading = there.headings.iter().find(|one| there.lines.line(one.span.start) == number);
            let named = heading.is_some_and(|one| one.slug == fragment || words(&one.text) == fragment);
            assert!(named || text.ends_with(fragment), "{line}: {text}");
        }
    }

    fn expect_no_link(&self, rest: &str, line: &str) {
        let (note, at, raw, _) = self.place(rest);
        let span = note.lines.line_span(at).expect("a line");
        let mut seen = 0;
        for (offset, _) in note.text[span.clone()].match_indices(raw) {
            let start = span.start + offset;
            let touches = |link: &&Link| link.span.start < start + raw.len() && start < link.span.end;
            assert_eq!(note.links.iter().find(touches), None, "{line}");
            seen += 1;
        }
        assert!(seen > 0, "not there: {line}");
    }

    fn expect_span(&self, rest: &str, line: &str) {
        let (path, rest) = rest.split_once(" `").expect("PATH `RAW`");
        let (raw, rest) = rest.split_once("` bytes ").expect("`RAW` bytes");
        let words: Vec<&str> = rest.split(' ').collect();
        let [bytes, "line", number, "col", column, .., "utf16", "col", utf16] = words.as_slice() else {
            panic!("{line}")
        };
        let note = self.note(path);
        let link = note.links.iter().find(|link| note.text[link.span.clone()] == *raw).expect("a link");
        assert_eq!(format!("{}..{}", link.span.start, link.span.end), *bytes, "{line}");
        let position = note.lines.position(&note.text, link.span.start);
        assert_eq!(
            (position.line.to_string(), position.column.to_string()),
            ((*number).into(), (*column).into())
        );
        let start = note.lines.line_span(position.line).expect("a line").start;
        let units = note.text[start..link.span.start].encode_utf16().count();
        assert_eq!((units + 1).to_string(), *utf16, "{line}");
    }

    fn expect_finding(&self, rest: &str, line: &str) {
        let (place, rest) = rest.split_once(' ').expect("PLACE CLASS");
        let (class, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let mut parts = place.split(':');
        let path = parts.next().expect("a path");
        let numbers: Vec<i64> = parts.map(|part| part.parse().expect("a number")).collect();
        let here = |finding: &&Value| {
            finding["path"] == path
                && finding["rule"] == rule(class)
                && numbers.first().is_none_or(|line| finding["line"] == *line)
                && numbers.get(1).is_none_or(|column| finding["column"] == *column)
        };
        let there: Vec<String> = self.findings.iter().filter(here).map(Value::to_string).collect();
        assert!(!there.is_empty(), "{line}: {:#?}", self.findings);
        // What the line names is named by one of them.
        let words = rest.split([' ', ',']).map(|word| word.trim_matches(['[', ']', '(', ')']));
        let words = words.map(|word| word.rsplit('#').next().unwrap_or(word)).filter(|word| word.len() > 2);
        let words: Vec<&str> = words.filter(|word| *word != "suggest").collect();
        let named =
            |finding: &String| words.iter().all(|word| finding.contains(word.trim_end_matches(".md")));
        let invisible = class == "invisible-character";
        assert!(invisible || there.iter().any(named), "{line}: {words:?} {there:#?}");
    }

    fn expect_no_finding(&self, rest: &str, line: &str) {
        let mut words = rest.split(' ');
        let path = words.next().expect("a path");
        let class = words.next();
        let lines: Vec<i64> = match rest.split_once("for lines ") {
            Some((_, lines)) => lines.split(',').map(|one| one.parse().expect("a line")).collect(),
            None => Vec::new(),
        };
        let here = |finding: &&Value| {
            (path == "*" || finding["path"] == path)
                && if lines.is_empty() {
                    class.is_none_or(|class| finding["rule"] == rule(class))
                } else {
                    lines.iter().any(|line| finding["line"] == *line)
                }
        };
        assert_eq!(self.findings.iter().find(here), None, "{line}");
    }

    fn expect_value(&self, rest: &str, line: &str) {
        let (path, rest) = rest.split_once(' ').expect("PATH KEY");
        let front = &self.note(path).front;
        if rest == "(none)" {
            assert!(front.fields.is_empty() && front.span.is_empty(), "{line}");
        } else if let Some(key) = rest.strip_suffix(" (absent)") {
            assert_eq!(front.get(key), None, "{line}");
        } else {
            let (key, value) = rest.split_once(" = ").expect("KEY = JSON");
            let value: Value = serde_json::from_str(value).expect("JSON");
            assert_eq!(front.get(key).map(|field| &field.value), Some(&value), "{line}");
        }
    }

    /// Takes ``PATH:LINE `RAW` REST`` apart.
    fn place<'t>(&self, text: &'t str) -> (&Note, u32, &'t str, &'t str) {
        let (place, rest) = text.split_once(" `").expect("PATH:LINE `RAW`");
        let (path, line) = place.rsplit_once(':').expect("PATH:LINE");
        let close = rest.find("` ").expect("a closing mark");
        let (raw, rest) = match rest.find("`` ") {
            Some(close) => (&rest[..=close], &rest[close + 3..]),
            None => (&rest[..close], &rest[close + 2..]),
        };
        (self.note(path), line.parse().expect("a line"), raw, rest)
    }
}
