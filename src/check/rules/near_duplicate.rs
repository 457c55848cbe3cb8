//! Paragraphs that stand almost the same in two places: candidates to look at, never more.

use rayon::prelude::*;

use crate::check::near::{Sketch, alike, similarity, sketches};
use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "near-duplicate",
    summary: "a paragraph that stands almost the same elsewhere",
    base: Level::Off,
    plain: Level::Off,
    document: include_str!("near_duplicate.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let files: Vec<u32> = index.catalogue.notes().map(|(file, ..)| file).collect();
    let read = |&file: &u32| index.note(file).map(|note| sketches(file, &note.text, note.front.end));
    let blocks: Vec<Sketch> = files.par_iter().filter_map(read).flatten().collect();
    for (later, earlier) in alike(&blocks) {
        let (one, other) = (&blocks[later], &blocks[earlier]);
        let (Some(note), Some(twin)) = (index.note(one.file), index.note(other.file)) else { continue };
        let (here, there) = (&note.text[one.span.clone()], &twin.text[other.span.clone()]);
        let alike = similarity(here, there);
        if alike >= LEAST_ALIKE {
            let line = twin.lines.line(other.span.start);
            let words = if alike >= 100 {
                "the same words stand".to_owned()
            } else {
                format!("{alike} % of these words stand")
            };
            let finding =
                sink.note(&note, one.span.clone(), format!("{words} in `{}` too, line {line}", twin.path));
            finding.help = Some("if both say one thing, let one note say it and link to it".to_owned());
        }
    }
}

/// How much of two paragraphs must be alike, in percent.
const LEAST_ALIKE: u32 = 80;
