//! Definitions of reference links and footnotes that come too late: the first one of a label counts.

use std::ops::Range;

use pulldown_cmark::RefDefs;

use crate::note::Problem;

/// How far a label and what stands before it may reach; CommonMark ends labels at 999 characters.
const LONGEST: usize = 4_096;

/// Finds the definitions in `source` that another one of the same label precedes. `taken` are the blocks of text and of
/// code, each list in order: a line in one of them defines nothing.
pub(super) fn find(
    source: &str,
    definitions: &RefDefs<'_>,
    taken: [&[Range<usize>]; 2],
    problems: &mut Vec<Problem>,
) {
    let within = |ranges: &[Range<usize>], at: usize| {
        let index = ranges.partition_point(|range| range.end <= at);
        ranges.get(index).is_some_and(|range| range.start <= at)
    };
    for close in memchr::memmem::find_iter(source.as_bytes(), "]:") {
        let from = close.saturating_sub(LONGEST);
        let line = match memchr::memrchr(b'\n', &source.as_bytes()[from..close]) {
            Some(at) => from + at + 1,
            None if from == 0 => 0,
            None => continue,
        };
        let lead = source[line..close].trim_start_matches([' ', '>', '\t']);
        let start = close - lead.len();
        let Some(label) = lead.strip_prefix('[').filter(|label| !label.starts_with('^')) else { continue };
        if label.contains(['[', ']']) || taken.iter().any(|ranges| within(ranges, start)) {
            continue;
        }
        let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
        let counts = definitions.get(&label).is_none_or(|first| first.span.contains(&start));
        if !counts {
            problems.extend(problem(source, start));
        }
    }
}

/// The problem of the definition whose label starts at `start`.
pub(super) fn problem(source: &str, start: usize) -> Option<Problem> {
    let end = start + source[start..].find("]:")? + 1;
    let label = &source[start..end];
    let message = format!("`{label}` is defined a second time; the first definition counts");
    let problem = Problem::new("duplicate-definition", start..end, message);
    Some(problem.helped("give one of the two another label, or take this one away"))
}
