//! A check in two phases: one note at a time, then all of them by what is kept of each. It reads nothing itself.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::check::allowance::{Allowance, Phase};
use crate::check::levels::Levels;
use crate::check::{Index, NoteFacts, NoteLinks, Notes, Resolved, Run, Scene, Sink, rules};
use crate::config::Level;
use crate::finding::Finding;
use crate::note::Note;
use crate::vault::{Catalogue, Oddity};

/// A check with the rules and levels of one scene.
pub struct Checker<'a> {
    scene: Scene<'a>,
    levels: Levels<'a>,
    active: Vec<Sink>,
}

impl<'a> Checker<'a> {
    /// A check by `scene`.
    pub fn new(scene: Scene<'a>) -> Checker<'a> {
        let levels = Levels::new(scene);
        let active = rules::ALL.iter().filter_map(|rule| Sink::new(rule, levels.highest(rule))).collect();
        Checker { scene, levels, active }
    }

    /// The same, of the rules alone that report errors somewhere: what else is wrong is not asked.
    pub fn of_errors(scene: Scene<'a>) -> Checker<'a> {
        let mut checker = Checker::new(scene);
        let levels = &checker.levels;
        let is_error = |sink: &Sink| levels.highest(sink.rule()) == Level::Error;
        // Whether a comment allows something in vain is known only where every rule has looked.
        let judges_comments =
            checker.active.iter().any(|sink| sink.rule().name == rules::UNUSED_SUPPRESSION && is_error(sink));
        if !judges_comments {
            checker.active.retain(is_error);
        }
        checker
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
        if !note.suppressions.is_empty() {
            self.allow(note, Phase::Note, &mut findings);
        }
        self.levels.settle(&mut findings, |_| note.front.texts("labels"));
        findings
    }

    /// The second phase: what is wrong between the notes of `catalogue`, and what was met on the way to them, in no
    /// order.
    pub fn whole(
        &self,
        catalogue: &'a Catalogue,
        resolved: &'a Resolved,
        oddities: &[Oddity],
        notes: &'a dyn Notes,
    ) -> Vec<Finding> {
        let index = Index::new(self.scene, catalogue, resolved, notes);
        let links = resolved.troubled().par_iter().flat_map_iter(|&file| self.links(&index, file));
        let mut findings: Vec<Finding> = links.collect();
        let whole = self.active.par_iter().flat_map_iter(|sink| {
            let mut sink = sink.empty();
            if let Run::Vault(run) = sink.rule().run {
                run(&index, &mut sink);
            }
            sink.into_findings()
        });
        findings.par_extend(whole);
        self.allow_whole(&index, &mut findings);
        for sink in &self.active {
            let mut sink = sink.empty();
            rules::reported::oddities(oddities, &mut sink);
            findings.append(&mut sink.into_findings());
        }
        self.levels.settle(&mut findings, |path| match catalogue.index_of(path) {
            Some(file) => catalogue.entry(file).map(|entry| entry.labels().collect()).unwrap_or_default(),
            None => Vec::new(),
        });
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

    /// Drops what the comments of notes allow of the `findings` of the second phase.
    fn allow_whole(&self, index: &Index<'_>, findings: &mut Vec<Finding>) {
        let found_in: BTreeSet<&str> = findings.iter().map(|finding| finding.place.path.as_str()).collect();
        let judges_comments = self.active.iter().any(|sink| sink.rule().name == rules::UNUSED_SUPPRESSION);
        let allowing: Vec<u32> = index
            .catalogue
            .notes()
            .filter(|(_, path, entry)| {
                (judges_comments || found_in.contains(path.as_str())) && entry.allowed().next().is_some()
            })
            .map(|(file, ..)| file)
            .collect();
        if allowing.is_empty() {
            return;
        }
        let mut by_path: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
        for finding in findings.drain(..) {
            by_path.entry(finding.place.path.clone()).or_default().push(finding);
        }
        for file in allowing {
            let Some(note) = index.note(file) else { continue };
            self.allow(&note, Phase::Whole, by_path.entry(note.path.to_string()).or_default());
        }
        findings.extend(by_path.into_values().flatten());
    }

    /// Drops what `note` allows of its `findings` in `phase`, and adds what it allows in vain.
    fn allow(&self, note: &Note, phase: Phase, findings: &mut Vec<Finding>) {
        let mut allowance = Allowance::new(note, self.scene.config, phase);
        allowance.apply(findings);
        let active = |name: &str| self.active.iter().find(|sink| sink.rule().name == name);
        let Some(mut sink) = active(rules::UNUSED_SUPPRESSION).map(Sink::empty) else { return };
        for (suppression, rule) in allowance.unused(|name| active(name).is_some()) {
            rules::unused_suppression::report(note, &note.suppressions[suppression], rule, &mut sink);
        }
        findings.append(&mut sink.into_findings());
    }
}
