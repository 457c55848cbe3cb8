//! Cuts the knowledge into parts: notes by folder up to a size, uncited evidence to where it is most about. Every note,
//! every entry of the coverage list and every fault gets into exactly one part.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rayon::prelude::*;

use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::plan::{Coverage, CoverageEntry, Fault, Part, PartName};
use crate::reorg::survey::Survey;
use crate::verify::Gist;

/// The name of parts that only look at evidence which is about no part's notes.
const UNPLACED: &str = "evidence";
/// How much of an item is read to see what it is about, in bytes.
const READ: usize = 2_000;
/// A word that so many parts have says of none what it is about.
const MOST_PARTS: usize = 8;

/// The parts, and the coverage list with the part of each entry.
pub(super) fn cut(survey: &Survey<'_>, faults: &[Fault]) -> (Vec<Part>, Coverage) {
    let mut parts = by_folder(survey);
    place_evidence(survey, &mut parts);
    let (mut of_note, mut of_item) = (HashMap::new(), HashMap::new());
    for (at, part) in parts.iter().enumerate() {
        part.notes.iter().for_each(|note| {
            of_note.insert(note.clone(), at);
        });
        part.evidence.iter().for_each(|item| {
            of_item.insert(item.clone(), at);
        });
    }
    for fault in faults {
        let home = home(&parts, &of_note, &of_item, fault);
        if let Some(part) = home.and_then(|at| parts.get_mut(at)) {
            part.faults.push(fault.id.clone());
        }
    }
    let coverage = coverage(survey, &parts, &of_note);
    (parts, coverage)
}

/// The part in which a fault is mended: that of its first place; of a folder, that of its first note.
fn home(
    parts: &[Part],
    of_note: &HashMap<RepoPath, usize>,
    of_item: &HashMap<EvidenceId, usize>,
    fault: &Fault,
) -> Option<usize> {
    let place = fault.places.first().and_then(|place| {
        let folder = || place.path.parent().unwrap_or_else(|| place.path.clone());
        let inside = |folder: &RepoPath| {
            parts.iter().position(|part| part.notes.iter().any(|note| note.is_in(folder)))
        };
        // A folder, or a summary in one.
        of_note.get(&place.path).copied().or_else(|| inside(&place.path)).or_else(|| inside(&folder()))
    });
    let item = || fault.evidence.iter().find_map(|span| of_item.get(&span.evidence).copied());
    place.or_else(item).or(if parts.is_empty() { None } else { Some(0) })
}

/// The notes by folder: a folder with few notes joins the folders beside it, one with many is divided.
fn by_folder(survey: &Survey<'_>) -> Vec<Part> {
    let limits = &survey.scope.config.reorg;
    let mut names = Names::default();
    let mut parts: Vec<Part> = Vec::new();
    let notes: Vec<&RepoPath> = survey.notes().map(|note| &note.path).collect();
    let weight = |note: &RepoPath| survey.cited.get(note).map_or(0, BTreeSet::len);
    for (topic, notes) in topics(survey, &notes) {
        let (mut chunk, mut load): (Vec<RepoPath>, usize) = (Vec::new(), 0);
        let mut close = |chunk: &mut Vec<RepoPath>| {
            let notes = std::mem::take(chunk);
            let title = format!("{topic}: {} note{}", notes.len(), if notes.len() == 1 { "" } else { "s" });
            let name = names.next(&PartName::of(&topic));
            parts.push(Part { name, title, notes, evidence: Vec::new(), faults: Vec::new() });
        };
        for note in notes {
            let more = weight(note);
            let is_full = chunk.len() >= limits.part_notes || load + more > limits.part_coverage;
            if is_full && !chunk.is_empty() {
                close(&mut chunk);
                load = 0;
            }
            chunk.push(note.clone());
            load += more;
        }
        if !chunk.is_empty() {
            close(&mut chunk);
        }
    }
    parts
}

/// Names that were given, so that none is given twice.
#[derive(Debug, Default)]
struct Names {
    given: BTreeSet<PartName>,
    counts: HashMap<PartName, usize>,
}

impl Names {
    fn next(&mut self, name: &PartName) -> PartName {
        let count = self.counts.entry(name.clone()).or_default();
        loop {
            *count += 1;
            let numbered = name.numbered(*count);
            if self.given.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// The notes by topic, each in one: the highest folder whose notes fit into a part, else the folder itself.
fn topics<'n>(survey: &Survey<'_>, notes: &[&'n RepoPath]) -> BTreeMap<String, Vec<&'n RepoPath>> {
    let most = survey.scope.config.reorg.part_notes;
    let layout = survey.scope.vault.layout();
    let folder = |note: &RepoPath| {
        layout.in_knowledge(note).rsplit_once('/').map(|(folder, _)| folder.to_owned()).unwrap_or_default()
    };
    let mut below: HashMap<String, usize> = HashMap::new();
    for note in notes {
        let folder = folder(note);
        let mut above = Some(folder.as_str()).filter(|folder| !folder.is_empty());
        while let Some(name) = above {
            *below.entry(name.to_owned()).or_default() += 1;
            above = name.rsplit_once('/').map(|(parent, _)| parent);
        }
    }
    let mut topics: BTreeMap<String, Vec<&RepoPath>> = BTreeMap::new();
    for &note in notes {
        let own = folder(note);
        let fits = |name: &&str| below.get(*name).is_some_and(|&count| count <= most);
        let ends = own.match_indices('/').map(|(at, _)| at).chain([own.len()]);
        let topic = ends.map(|end| &own[..end]).find(fits).unwrap_or(&own);
        let topic = if topic.is_empty() { "top" } else { topic };
        topics.entry(topic.to_owned()).or_default().push(note);
    }
    topics
}

/// Puts each item that nothing cites to the part whose titles it shares the rarest words with.
fn place_evidence(survey: &Survey<'_>, parts: &mut Vec<Part>) {
    let vault = survey.scope.vault;
    let mut topics: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, part) in parts.iter().enumerate() {
        let titles: Vec<&str> =
            part.notes.iter().filter_map(|path| vault.note(path.as_str())).map(|note| note.title()).collect();
        for &word in &Gist::words_of(&titles.join("; ")) {
            topics.entry(word).or_default().push(at);
        }
    }
    let items: Vec<_> = vault.evidence().filter(|item| !survey.in_use.contains(&item.meta.id)).collect();
    let best = |text: &str| -> Option<usize> {
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        for word in &Gist::words_of(text) {
            let of = topics.get(word).filter(|parts| parts.len() <= MOST_PARTS);
            for &part in of.into_iter().flatten() {
                *scores.entry(part).or_default() += 1.0 / of.map_or(1, Vec::len) as f64;
            }
        }
        scores.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(part, _)| part)
    };
    let placed: Vec<(EvidenceId, Option<usize>)> = items
        .par_iter()
        .map(|item| {
            let text = item.text();
            let end = (0..=READ.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            let about = item.meta.subjects.join("; ");
            (item.meta.id.clone(), best(&format!("{about}; {}", &text[..end])))
        })
        .collect();
    let most = survey.scope.config.reorg.part_coverage;
    let mut load: Vec<usize> = parts.iter().map(|part| loaded(survey, part)).collect();
    let mut unplaced: Vec<EvidenceId> = Vec::new();
    for (id, part) in placed {
        match part.filter(|&at| load[at] < most) {
            Some(at) => {
                load[at] += 1;
                parts[at].evidence.push(id);
            }
            None => unplaced.push(id),
        }
    }
    let mut names = Names { given: parts.iter().map(|part| part.name.clone()).collect(), ..Names::default() };
    for chunk in unplaced.chunks(most.max(1)) {
        let name = names.next(&PartName::of(UNPLACED));
        let title = format!("evidence that is about no note: {}", chunk.len());
        parts.push(Part { name, title, notes: Vec::new(), evidence: chunk.to_vec(), faults: Vec::new() });
    }
}

/// How many entries of the coverage list the notes of `part` bring.
fn loaded(survey: &Survey<'_>, part: &Part) -> usize {
    part.notes.iter().map(|note| survey.cited.get(note).map_or(0, BTreeSet::len)).sum()
}

fn coverage(survey: &Survey<'_>, parts: &[Part], of_note: &HashMap<RepoPath, usize>) -> Coverage {
    let mut entries: Vec<CoverageEntry> = Vec::new();
    for part in parts {
        entries.extend(part.evidence.iter().map(|item| CoverageEntry {
            note: None,
            evidence: item.clone(),
            part: part.name.clone(),
            outcome: None,
        }));
    }
    for (&note, items) in &survey.cited {
        let Some(part) = of_note.get(note).and_then(|&at| parts.get(at)) else { continue };
        entries.extend(items.iter().map(|item| CoverageEntry {
            note: Some(note.clone()),
            evidence: item.clone(),
            part: part.name.clone(),
            outcome: None,
        }));
    }
    entries.sort_by(|a, b| (&a.note, &a.evidence).cmp(&(&b.note, &b.evidence)));
    Coverage { entries }
}
