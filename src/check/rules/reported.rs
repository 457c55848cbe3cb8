//! Findings that reading the files made: problems of notes and oddities of the vault, under their rule's name.

use crate::check::Sink;
use crate::finding::{Applicability, Fix, TextEdit};
use crate::note::Note;
use crate::vault::Oddity;

/// Reports what reading `note` met and named after the rule of `sink`.
pub(in crate::check) fn problems(note: &Note, sink: &mut Sink) {
    let rule = sink.rule().name;
    for problem in note.problems.iter().filter(|problem| problem.rule == rule) {
        let finding = sink.note(note, problem.span.clone(), problem.message.clone());
        finding.help.clone_from(&problem.help);
        finding.fix = problem.mending.as_ref().map(|mending| Fix {
            title: mending.title.clone(),
            applicability: if mending.safe { Applicability::Safe } else { Applicability::Unsafe },
            edits: vec![TextEdit {
                path: note.path.clone(),
                bytes: mending.bytes.clone(),
                text: mending.text.clone(),
            }],
        });
    }
}

/// Reports what the way to the notes met and named after the rule of `sink`.
pub(in crate::check) fn oddities(oddities: &[Oddity], sink: &mut Sink) {
    let rule = sink.rule().name;
    for oddity in oddities.iter().filter(|oddity| oddity.rule == rule) {
        sink.file(oddity.path.clone(), oddity.message.clone());
    }
}
