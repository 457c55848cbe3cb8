//! Findings that reading the files made: problems of notes and oddities of the vault, under their rule's name.

use crate::check::Sink;
use crate::note::Note;
use crate::vault::Oddity;

/// Reports what reading `note` met and named after the rule of `sink`.
pub(in crate::check) fn problems(note: &Note, sink: &mut Sink) {
    let rule = sink.rule().name;
    for problem in note.problems.iter().filter(|problem| problem.rule == rule) {
        sink.note(note, problem.span.clone(), problem.message.clone());
    }
}

/// Reports what the way to the notes met and named after the rule of `sink`.
pub(in crate::check) fn oddities(oddities: &[Oddity], sink: &mut Sink) {
    let rule = sink.rule().name;
    for oddity in oddities.iter().filter(|oddity| oddity.rule == rule) {
        sink.file(oddity.path.clone(), oddity.message.clone());
    }
}
