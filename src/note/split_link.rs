//! Wiki-links whose pipe splits the cell of a table that they stand in.

use std::ops::Range;

use crate::note::{Problem, wiki};

/// Finds them in the row of a table at `row` of `source`: links that hold a pipe without a backslash.
pub(super) fn find(source: &str, row: &Range<usize>, problems: &mut Vec<Problem>) {
    if memchr::memmem::find(&source.as_bytes()[row.clone()], b"[[").is_none() {
        return;
    }
    let ignored = |_| {};
    wiki::scan(
        source,
        row.clone(),
        &[],
        |found| {
            let text = &source[found.span.clone()];
            let pipe = memchr::memchr_iter(b'|', text.as_bytes()).map(|at| found.span.start + at);
            let Some(pipe) = pipe.into_iter().find(|&at| !wiki::escaped(source.as_bytes(), at)) else {
                return;
            };
            // In a span of code the pipe splits the cell too, but nobody meant a link.
            if source[row.start..found.span.start].matches('`').count() % 2 == 1 {
                return;
            }
            let message = format!("the pipe in `{text}` ends the cell of the table, and so the link");
            let problem = Problem::new("split-table-link", found.span.clone(), message)
                .helped("in a table, write a backslash before the pipe")
                .mended("put a backslash before the pipe".to_owned(), pipe..pipe, "\\".to_owned(), true);
            problems.push(problem);
        },
        ignored,
    );
}
