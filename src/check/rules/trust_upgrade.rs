//! Notes that claim to come from somewhere more trusted than what they rest on.

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::evidence::Trust;

pub(super) static RULE: Rule = Rule {
    name: "trust-upgrade",
    summary: "a note that claims a more trusted origin than its sources have",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("trust_upgrade.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let catalogue = index.catalogue;
    for (file, path, entry) in catalogue.notes() {
        let Some(stated) = entry.field("origin").find_map(Trust::named) else { continue };
        let Some(least) = catalogue.least_source(index.scene.archive, path) else { continue };
        if least.trust >= stated {
            continue;
        }
        let Some(note) = index.note(file) else { continue };
        let Some(field) = note.front.get("origin") else { continue };
        let (least, source) = (least.trust.name(), least.source);
        let message = format!(
            "the note says origin `{}`, but it is derived from `{source}`, which is `{least}`",
            stated.name()
        );
        let finding = sink.note(&note, field.key_span.clone(), message);
        finding.help = Some(format!("write `origin: {least}`, or cite what says it with more authority"));
    }
}
