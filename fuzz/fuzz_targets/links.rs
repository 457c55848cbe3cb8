//! Any note has links that resolve to something: in a vault, in its catalogue, and in an entry that was written and read
//! again, alike.

#![no_main]

use kb::note::Note;
use kb::path::RepoPath;
use kb::vault::{Entry, File, Layout, Vault};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let path = |text: &str| RepoPath::new(text).expect("a path");
    let file = |name: &str, text: &str| File { path: path(name), bytes: Some(text.as_bytes().to_vec()) };
    let layout = Layout { knowledge: None, evidence: path("evidence") };
    let files = vec![
        file("a.md", text),
        file("b/A.md", "# One\n\n## Two\n\ntext ^id\n"),
        file("b/Node.js.md", "---\naliases: [x]\ntitle: T\n---\n"),
        File { path: path("b/pic.png"), bytes: None },
    ];
    let vault = Vault::build(layout, files, Vec::new());
    let note: &Note = vault.note("a.md").expect("the note");
    let entry = Entry::of(note);
    let mut bytes = Vec::new();
    entry.write(&mut bytes).expect("memory takes it");
    assert_eq!(Entry::read(&mut bytes.as_slice()).expect("an entry"), entry);
    assert_eq!(entry.links().len(), note.links.len());
    for (link, kept) in note.links.iter().zip(entry.links()) {
        assert_eq!(vault.resolve(note, link), vault.catalogue().resolve(&note.path, kept));
        assert!(text.get(link.span.clone()).is_some());
    }
});
