//! A check in two phases: one note at a time, then all of them by what is kept of each. It reads nothing itself.

use rayon::prelude::*;

use crate::check::{Index, NoteFacts, NoteLinks, Notes, Run, Scene, Sink, rules};
use crate::finding::Finding;
use crate::note::Note;
use crate::vault::{Catalogue, Oddity};

/// A check with the rules and levels of one scene.
pub struct Checker<'a> {
    scene: Scene<'a>,
    active: Vec<Sink>,
}

impl<'a> Checker<'a> {
    /// A check by `scene`.
    pub fn new(scene: Scene<'a>) -> Checker<'a> {
        let active = rules::ALL.iter().filter_map(|rule| Sink::new(rule, scene.config, scene.setting));
        Checker { scene, active: active.collect() }
    }

    /// The first phase: what is wrong in `note` by itself and before the evidence, in no order.
    pub fn note(&self, note: &Note) -> Vec<Finding> {
        let archive = self.scene.archive;
        let spans = note.citations().iter().map(|citation| archive.span(note, citation)).collect();
        let facts = NoteFacts::new(note, spans);
        let mut findings = Vec::new();
        for sink in &self.active {
            let mut sink = sink.empty();
            if let Run::Note(run) = sink.rule().run {
                run(&self.scene, &facts, &mut sink);
            }
            rules::reported::problems(note, &mut sink);
            findings.append(&mut sink.into_findings());
        }
        findings
    }

    /// The second phase: what is wrong between the notes of `catalogue`, and what was met on the way to them, in no
    /// order.
    pub fn whole(&self, catalogue: &'a Catalogue, oddities: &[Oddity], notes: &'a dyn Notes) -> Vec<Finding> {
        let index = Index::new(self.scene, catalogue, notes);
        let links = index.troubled.par_iter().flat_map_iter(|&file| self.links(&index, file));
        let mut findings: Vec<Finding> = links.collect();
        let whole = self.active.par_iter().flat_map_iter(|sink| {
            let mut sink = sink.empty();
            if let Run::Vault(run) = sink.rule().run {
                run(&index, &mut sink);
            }
            rules::reported::oddities(oddities, &mut sink);
            sink.into_findings()
        });
        findings.par_extend(whole);
        findings
    }

    fn links(&self, index: &Index<'_>, file: u32) -> Vec<Finding> {
        let Some(note) = index.note(file) else { return Vec::new() };
        let links = note.links.iter().map(|link| index.catalogue.resolve(&note.path, link.into())).collect();
        let facts = NoteLinks { note: &note, links };
        let mut findings = Vec::new();
        for sink in &self.active {
            if let Run::Links(run) = sink.rule().run {
                let mut sink = sink.empty();
                run(index, &facts, &mut sink);
                findings.append(&mut sink.into_findings());
            }
        }
        findings
    }
}
