//! The end of the pass: marks meet their definitions, and offsets of the body become offsets of the file.

use std::collections::HashMap;
use std::ops::Range;

use super::{Body, Walk};
use crate::note::Claim;
use crate::note::footnote::{self, Definition};
use crate::text::{LineIndex, LineRange};

impl Walk<'_> {
    /// Ties claims to citations and moves every range by `start`, where the body starts in the file.
    pub(super) fn finish(mut self, start: usize, lines: &LineIndex) -> Body {
        // The first definition of a label counts.
        let mut defined: HashMap<&str, &Definition> = HashMap::new();
        for definition in self.footnotes.iter().rev() {
            defined.insert(&definition.key, definition);
        }
        // For each mark, its citations as a range of indices.
        let mut of_mark: Vec<Range<usize>> = Vec::with_capacity(self.marks.len());
        for mark in &self.marks {
            let key = footnote::key(&mark.label);
            let first = self.body.citations.len();
            if let Some(definition) = defined.get(key.as_str()) {
                let citations =
                    footnote::citations(self.source, definition, &self.body.links, &mark.label, &mark.span);
                self.body.citations.extend(citations);
            }
            of_mark.push(first..self.body.citations.len());
        }
        for pending in self.claims {
            let marks =
                pending.first_mark + pending.claim.marks.start..pending.first_mark + pending.claim.marks.end;
            let span = shifted(&pending.claim.span, start);
            let (first, last) = (lines.line(span.start), lines.line(span.end.max(span.start + 1) - 1));
            self.body.claims.push(Claim {
                lines: LineRange::new(first, last.max(first)).unwrap_or(LineRange::single(first)),
                span,
                text: pending.claim.text,
                block: pending.kind,
                headings: pending.headings,
                citations: of_mark[marks].iter().cloned().flatten().collect(),
            });
        }
        let comments: Vec<Range<usize>> =
            self.comments.chunks_exact(2).map(|pair| pair[0]..pair[1] + 2).collect();
        let mut body = self.body;
        body.links.retain(|link| !within(&comments, link.span.start));
        body.links.iter_mut().for_each(|link| {
            shift(&mut link.span, start);
            shift(&mut link.target_span, start);
        });
        body.headings.iter_mut().for_each(|heading| shift(&mut heading.span, start));
        body.problems.iter_mut().for_each(|problem| shift(&mut problem.span, start));
        body.code.iter_mut().for_each(|code| shift(code, start));
        for citation in &mut body.citations {
            shift(&mut citation.mark, start);
            shift(&mut citation.definition, start);
            shift(&mut citation.target_span, start);
            citation.quote_span.iter_mut().for_each(|span| shift(span, start));
        }
        body
    }
}

fn within(ranges: &[Range<usize>], at: usize) -> bool {
    let index = ranges.partition_point(|range| range.end <= at);
    ranges.get(index).is_some_and(|range| range.start <= at)
}

fn shift(range: &mut Range<usize>, by: usize) {
    *range = shifted(range, by);
}

fn shifted(range: &Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}
