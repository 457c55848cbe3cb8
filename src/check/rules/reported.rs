//! Findings that reading the files made: problems of notes and oddities of the vault, under their rule's name.

use crate::check::{Index, Sink};

/// Reports what reading met and named after the rule of `sink`.
pub(in crate::check) fn report(index: &Index<'_>, sink: &mut Sink) {
    let rule = sink.rule().name;
    for facts in &index.notes {
        for problem in facts.note.problems.iter().filter(|problem| problem.rule == rule) {
            sink.note(facts.note, problem.span.clone(), problem.message.clone());
        }
    }
    for oddity in index.vault.oddities().iter().filter(|oddity| oddity.rule == rule) {
        sink.file(oddity.path.clone(), oddity.message.clone());
    }
}
