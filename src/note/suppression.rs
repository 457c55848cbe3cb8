//! Comments in a note that allow findings: `<!-- kb: allow RULE: reason -->`. Which rules there are, and which can be allowed
//! at all, is for the checks to say.

use std::ops::Range;

/// How far a suppression reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Over its own line, or, where it stands on a line of its own, over the block after it.
    Block,
    /// Over the whole note.
    File,
}

/// A comment that allows findings of some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// The bytes of the comment.
    pub span: Range<usize>,
    /// How far it reaches.
    pub reach: Reach,
    /// The rules it names, with the bytes of each name.
    pub rules: Vec<(String, Range<usize>)>,
    /// Why the findings may stand; empty where no reason is given.
    pub reason: String,
    /// The bytes that it covers.
    pub covers: Range<usize>,
    /// What is wrong with how it is written or where it stands.
    pub fault: Option<&'static str>,
}

/// The words that start what kb reads in a comment.
const OPENING: &str = "<!-- kb:";

/// Reads the suppressions in `text`, whose body starts at `start` and whose blocks of code are `code`.
pub(super) fn read(text: &str, start: usize, code: &[Range<usize>]) -> Vec<Suppression> {
    let found = memchr::memmem::find_iter(&text.as_bytes()[start..], OPENING).map(|at| start + at);
    let spoken = found.filter(|&at| !code.iter().any(|code| code.contains(&at)) && !is_in_code(text, at));
    spoken.filter_map(|at| one(text, start, at)).collect()
}

/// Whether the byte `at` stands in code within its line.
fn is_in_code(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    line.bytes().filter(|&byte| byte == b'`').count() % 2 == 1
}

fn one(text: &str, start: usize, at: usize) -> Option<Suppression> {
    let inner = at + OPENING.len();
    let length = text[inner..].find("-->")?;
    let (span, words) = (at..inner + length + 3, &text[inner..inner + length]);
    let order = words.split_whitespace().next().unwrap_or_default();
    let mut suppression = Suppression {
        covers: span.clone(),
        span,
        reach: if order == "allow-file" { Reach::File } else { Reach::Block },
        rules: Vec::new(),
        reason: String::new(),
        fault: None,
    };
    if !matches!(order, "allow" | "allow-file") {
        suppression.fault = Some("a comment of kb says `allow RULE: reason` or `allow-file RULE: reason`");
        return Some(suppression);
    }
    let from = inner + words.find(order).unwrap_or(0) + order.len();
    let rest = &text[from..inner + length];
    let names = rest.split(':').next().unwrap_or_default();
    suppression.reason = rest[names.len()..].trim_start_matches(':').trim().to_owned();
    let mut name_at = from;
    for name in names.split(',') {
        let first = name_at + name.len() - name.trim_start().len();
        if !name.trim().is_empty() {
            suppression.rules.push((name.trim().to_owned(), first..first + name.trim().len()));
        }
        name_at += name.len() + 1;
    }
    match suppression.reach {
        Reach::File => {
            suppression.covers = 0..text.len();
            if !is_top(&text[start..at]) {
                suppression.fault =
                    Some("`allow-file` stands at the top of the note, before its first block");
            }
        }
        Reach::Block => suppression.covers = covered(text, &suppression.span),
    }
    Some(suppression)
}

/// Whether `before` holds nothing but comments and the note's title.
fn is_top(before: &str) -> bool {
    let mut rest = before.trim_start();
    while !rest.is_empty() {
        let end = if rest.starts_with("<!--") {
            rest.find("-->").map(|end| end + 3)
        } else if rest.starts_with("# ") {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else {
            None
        };
        let Some(end) = end else { return false };
        rest = rest[end..].trim_start();
    }
    true
}

/// What a comment at `span` covers: its lines where it shares them, else the lines after it up to the next empty one.
fn covered(text: &str, span: &Range<usize>) -> Range<usize> {
    let line_start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
    let alone = text[line_start..span.start].trim_matches(|c: char| c.is_whitespace() || c == '>').is_empty()
        && text[span.end..line_end].trim().is_empty();
    if !alone {
        return line_start..line_end;
    }
    let mut at = (line_end + 1).min(text.len());
    let mut begun = false;
    for line in text[at..].split_inclusive('\n') {
        let is_empty = line.trim().is_empty();
        if begun && is_empty {
            break;
        }
        // Several comments may stand above one block.
        begun |= !is_empty && !line.trim_start().starts_with(OPENING);
        at += line.len();
    }
    line_start..at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(text: &str) -> Vec<&str> {
        read(text, 0, &[]).iter().map(|found| &text[found.covers.clone()]).collect()
    }

    #[test]
    fn a_comment_covers_its_line_or_the_block_after_it() {
        assert_eq!(
            covers("a\n\nSee [[x]]. <!-- kb: allow broken-link: soon -->\nb\n"),
            ["See [[x]]. <!-- kb: allow broken-link: soon -->"]
        );
        assert_eq!(
            covers("<!-- kb: allow broken-link: soon -->\n\none\ntwo\n\nthree\n"),
            ["<!-- kb: allow broken-link: soon -->\n\none\ntwo\n"]
        );
    }

    #[test]
    fn names_and_reason_are_taken_apart() {
        let text = "<!-- kb: allow broken-link, orphan-note: it comes: next week -->";
        let found = read(text, 0, &[]).remove(0);
        let names: Vec<&str> = found.rules.iter().map(|(_, span)| &text[span.clone()]).collect();
        assert_eq!(names, ["broken-link", "orphan-note"]);
        assert_eq!(found.reason, "it comes: next week");
        assert_eq!(read("<!-- kb: allow x -->", 0, &[])[0].reason, "");
        assert!(read("<!-- kb: alow x: y -->", 0, &[])[0].fault.is_some());
    }

    #[test]
    fn what_stands_in_code_is_an_example() {
        assert_eq!(read("write `<!-- kb: allow x: y -->`", 0, &[]), []);
        let text = "<!-- kb: allow x: y -->";
        assert_eq!(read(text, 0, std::slice::from_ref(&(0..text.len()))), []);
    }

    #[test]
    fn a_whole_note_is_covered_from_its_top_only() {
        let top = "# Title\n\n<!-- a remark -->\n<!-- kb: allow-file x: y -->\n\ntext\n";
        assert_eq!(read(top, 0, &[])[0].fault, None);
        assert!(read("text\n\n<!-- kb: allow-file x: y -->\n", 0, &[])[0].fault.is_some());
    }
}
