//! Any bytes are a note: reading them never panics, and every range that comes out lies in the text, on characters.

#![no_main]

use std::ops::Range;

use kb::note::{LinkKind, Note};
use kb::path::RepoPath;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let note = Note::parse(RepoPath::new("knowledge/a.md").expect("a path"), bytes);
    let inside = |range: &Range<usize>| assert!(note.text.get(range.clone()).is_some(), "{range:?}");
    // One byte of text for one byte of the file: offsets are those of the file.
    assert_eq!(note.text.len(), bytes.len());
    inside(&note.front.span);
    note.headings.iter().for_each(|heading| inside(&heading.span));
    note.problems.iter().for_each(|problem| inside(&problem.span));
    for link in &note.links {
        inside(&link.span);
        inside(&link.target_span);
        // The target of a reference stands in its definition.
        let is_wiki = matches!(link.kind, LinkKind::Wiki | LinkKind::Embed);
        assert!(
            !is_wiki || link.span.start <= link.target_span.start && link.target_span.end <= link.span.end
        );
    }
    for claim in note.claims() {
        inside(&claim.span);
        claim.citations.iter().for_each(|&index| assert!(index < note.citations().len()));
    }
    for citation in note.citations() {
        inside(&citation.mark);
        inside(&citation.definition);
        inside(&citation.target_span);
        citation.quote_span.iter().for_each(&inside);
    }
});
