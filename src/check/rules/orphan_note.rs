//! Notes that nothing links to.

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::path::RepoPath;

pub(super) static RULE: Rule = Rule {
    name: "orphan-note",
    summary: "a note that nothing links to",
    base: Level::Info,
    plain: Level::Off,
    document: include_str!("orphan_note.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let catalogue = index.catalogue;
    let mut linked = vec![false; catalogue.files().len()];
    for (file, ..) in catalogue.notes() {
        for target in index.targets(file).filter(|&target| target != file) {
            linked[target as usize] = true;
        }
    }
    for (_, path, _) in
        catalogue.notes().filter(|(file, path, _)| !linked[*file as usize] && !is_entrance(path))
    {
        // Of the whole note, which is not read for it: a base may have many of them.
        let finding = sink.file(path.as_str(), "nothing links to this note");
        finding.help = Some(format!("link to `{}` from where a reader would look for it", path.file_stem()));
    }
}

/// Whether the note is where readers start.
fn is_entrance(path: &RepoPath) -> bool {
    matches!(path.file_name(), "index.md" | "README.md" | "readme.md" | "log.md")
}
