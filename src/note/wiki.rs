//! Finds wiki-links and embeds in the source of a block. What they resolve to is a question for the vault.

use std::ops::Range;

use memchr::{memchr, memchr3};

use crate::note::blocks::trimmed;
use crate::note::{Link, LinkKind};

/// A wiki-link or embed as it stands in the source. Ranges are bytes of it.
#[derive(Debug)]
pub(super) struct Found {
    /// Whether it is an embed.
    pub embed: bool,
    /// The whole link, brackets included.
    pub span: Range<usize>,
    /// The target and its fragment.
    pub named: Range<usize>,
    target: Range<usize>,
    fragment: Option<Range<usize>>,
    label: Option<Range<usize>>,
}

impl Found {
    /// The words that a reader sees: the label, else the name, else the heading.
    pub fn words<'s>(&self, source: &'s str) -> &'s str {
        if let Some(label) = &self.label {
            return &source[label.clone()];
        }
        let name = source[self.target.clone()].rsplit('/').next().unwrap_or_default();
        match &self.fragment {
            Some(fragment) if name.is_empty() => &source[fragment.clone()],
            _ => name,
        }
    }

    /// The link.
    pub fn link(&self, source: &str) -> Link {
        let text = |range: &Range<usize>| source[range.clone()].to_owned();
        Link {
            kind: if self.embed { LinkKind::Embed } else { LinkKind::Wiki },
            span: self.span.clone(),
            target_span: self.named.clone(),
            target: text(&self.target),
            fragment: self.fragment.as_ref().map(text),
            label: self.label.as_ref().map(text),
            in_footnote: false,
        }
    }
}

/// Calls `found` for every `[[link]]`, and `hollow` for brackets that name nothing, in `stretch` of `source` that no range of `opaque` (sorted, apart) touches.
///
/// The innermost pair of brackets counts; a link stands on one line. Linear in the length of the stretch.
pub(super) fn scan(
    source: &str,
    stretch: Range<usize>,
    opaque: &[Range<usize>],
    mut found: impl FnMut(Found),
    mut hollow: impl FnMut(Range<usize>),
) {
    let bytes = &source.as_bytes()[..stretch.end];
    let mut opaque = opaque.iter().skip_while(|range| range.end <= stretch.start).peekable();
    let mut open: Option<usize> = None;
    let mut at = stretch.start;
    while let Some(offset) = memchr3(b'[', b']', b'\n', &bytes[at..]) {
        let here = at + offset;
        at = here + 1;
        while let Some(range) = opaque.next_if(|range| range.start <= here) {
            open = None;
            at = at.max(range.end);
        }
        if at > here + 1 {
            if at >= bytes.len() {
                return;
            }
            continue;
        }
        let doubled = bytes.get(at) == Some(&bytes[here]);
        match bytes[here] {
            b'[' if doubled && !escaped(bytes, here) => open = Some(here),
            b']' if doubled => {
                if let Some(start) = open.take() {
                    let mut close = here;
                    let body = &source[start + 2..close];
                    if bytes.get(here + 2) == Some(&b']')
                        && body.matches('[').count() > body.matches(']').count()
                    {
                        close += 1;
                    }
                    match link(source, start, close) {
                        Some(link) => {
                            at = link.span.end;
                            found(link);
                        }
                        None => hollow(start..close + 2),
                    }
                }
            }
            b'\n' => open = None,
            _ => {}
        }
    }
}

/// Whether an odd number of backslashes stands before `at`.
pub(super) fn escaped(bytes: &[u8], at: usize) -> bool {
    bytes[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

/// The link whose `[[` is at `open` and whose `]]` is at `close`; `None` where it names nothing.
fn link(source: &str, open: usize, close: usize) -> Option<Found> {
    let body = &source[open + 2..close];
    let (named, label) = match memchr(b'|', body.as_bytes()) {
        // Inside a table the pipe is escaped.
        Some(pipe) => {
            let named = &body[..pipe];
            (named.strip_suffix('\\').unwrap_or(named), Some(trimmed(source, open + 3 + pipe..close)))
        }
        None => (body, None),
    };
    let named = trimmed(source, open + 2..open + 2 + named.len());
    let hash = memchr(b'#', source[named.clone()].as_bytes()).map(|at| named.start + at);
    let target = trimmed(source, named.start..hash.unwrap_or(named.end));
    let fragment = hash.map(|hash| trimmed(source, hash + 1..named.end)).filter(|range| !range.is_empty());
    let words = &source[target.clone()];
    // `[[...]]` shows how a link is written.
    let dots = !words.is_empty() && words.chars().all(|c| matches!(c, '.' | '…'));
    if dots || (target.is_empty() && fragment.is_none()) {
        return None;
    }
    let embed = source[..open].ends_with('!') && !escaped(source.as_bytes(), open - 1);
    Some(Found {
        embed,
        span: open - usize::from(embed)..close + 2,
        named,
        target,
        fragment,
        label: label.filter(|label| !label.is_empty()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(source: &str) -> Vec<(String, Option<String>, Option<String>)> {
        let mut found = Vec::new();
        let link = |one: Found| {
            let link = one.link(source);
            found.push((link.target, link.fragment, link.label));
        };
        scan(source, 0..source.len(), &[], link, |_| {});
        found
    }

    #[test]
    fn odd_but_legal_bodies() {
        let source = "[[a|it's]] [[ a | b ]] [[a|]] [[|b]] [[]] [[#]] [[a|b|c]] [[x [FR] y]] [[x [FR]]] \\[[no]] [[a\\|t]]";
        let labels: Vec<_> = links(source).into_iter().map(|(target, _, label)| (target, label)).collect();
        let expected = [
            ("a", Some("it's")),
            ("a", Some("b")),
            ("a", None),
            ("a", Some("b|c")),
            ("x [FR] y", None),
            ("x [FR]", None),
            ("a", Some("t")),
        ];
        assert_eq!(labels, expected.map(|(target, label)| (target.to_owned(), label.map(str::to_owned))));
        assert_eq!(links("[[P#she/her|x]]")[0].1.as_deref(), Some("she/her"));
        assert_eq!(links("[[#^b1]]")[0], (String::new(), Some("^b1".into()), None));
        assert!(links("[[a\nb]]").is_empty());
    }

    #[test]
    fn spans_are_bytes_and_opaque_ranges_hide() {
        let source = "é😀 [[a]][[b]]x ![[c]]";
        let mut spans = Vec::new();
        scan(source, 0..source.len(), &[], |link| spans.push(link.span), |_| {});
        assert_eq!(spans, [7..12, 12..17, 19..25]);
        let mut seen = Vec::new();
        scan(source, 0..source.len(), &[8..9, 12..17], |one| seen.push(one.link(source).target), |_| {});
        assert_eq!(seen, ["c"]);
    }
}
