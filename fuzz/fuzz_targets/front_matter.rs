//! Any text between fences is front matter: fields lie where they say, in order, and a block that does not parse has none.

#![no_main]

use kb::note::Note;
use kb::path::RepoPath;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|block: &str| {
    let text = format!("---\n{block}\n---\nbody\n");
    let note = Note::parse(RepoPath::new("knowledge/a.md").expect("a path"), text.as_bytes());
    let mut end = 0;
    for field in &note.front.fields {
        assert!(!note.front.broken);
        assert!(field.key_span.start >= end, "fields in order");
        assert!(note.text.get(field.key_span.clone()).is_some());
        assert!(note.text.get(field.value_span.clone()).is_some());
        end = field.key_span.end;
    }
    assert!(!note.front.broken || !note.problems.is_empty(), "what does not parse is said");
    let _ = note.access();
});
