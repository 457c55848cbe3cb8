//! Faults that a check knows already: it is asked with the rules that matter here, and heeds what notes allow.

use std::collections::HashMap;

use crate::check::{Scene, Setting, check_in, rules};
use crate::config::{Config, Level};
use crate::finding::Finding;
use crate::note::Note;
use crate::path::RepoPath;
use crate::plan::{Fault, FaultKind, Place};
use crate::proposal::claim_ref;
use crate::reorg::survey::{Survey, is_served};
use crate::vault::Found;

/// The rules that are asked, and what kind of fault each finds.
const RULES: [(&str, FaultKind); 9] = [
    ("orphan-note", FaultKind::Orphan),
    ("one-way-link", FaultKind::OneWayLink),
    ("missing-index-entry", FaultKind::MissingIndexEntry),
    ("expired-note", FaultKind::Expired),
    ("stale-note", FaultKind::Stale),
    ("oversize-note", FaultKind::OversizeNote),
    ("undersize-note", FaultKind::UndersizeNote),
    ("stale-summary", FaultKind::DriftedSummary),
    ("uncited-claim", FaultKind::Unsupported),
];

/// A note that more notes link to than this is one that many name, and that cannot name them all.
const MOST_BACK: usize = 12;

/// What the check finds by these rules.
pub(super) fn faults(survey: &Survey<'_>) -> Vec<Fault> {
    let scope = survey.scope;
    let config = asking(scope.config, scope.setting);
    let scene = Scene {
        archive: scope.vault.archive(),
        config: &config,
        setting: scope.setting,
        today: Some(scope.day),
    };
    let report = check_in(scope.vault, scene);
    let popular = popularity(survey);
    report.findings.iter().filter_map(|finding| fault(survey, &popular, finding)).collect()
}

/// `config` with the rules that are asked and no other. What it says of them counts.
fn asking(config: &Config, setting: Setting) -> Config {
    let mut config = config.clone();
    let asked = |name: &str| RULES.iter().any(|(rule, _)| *rule == name);
    for rule in rules::ALL {
        // A plain folder promises no evidence for what it says.
        let demands = rule.name == "uncited-claim" && setting == Setting::Plain;
        let level = if asked(rule.name) && !demands { Level::Warning } else { Level::Off };
        let stated = config.check.rules.get(rule.name).copied().filter(|_| asked(rule.name));
        config.check.rules.insert(rule.name.to_owned(), stated.unwrap_or(level));
    }
    for over in &mut config.check.overrides {
        over.rules.retain(|name, _| asked(name));
    }
    config
}

/// How many notes link to each note.
fn popularity<'a>(survey: &Survey<'a>) -> HashMap<&'a RepoPath, usize> {
    let catalogue = survey.scope.vault.catalogue();
    let mut popular: HashMap<&RepoPath, usize> = HashMap::new();
    for note in survey.notes().filter(|note| !note.is_index()) {
        let mut told: Vec<u32> = Vec::new();
        for link in &note.links {
            if let Found::Note { file, .. } = catalogue.find(&note.path, link.into())
                && !told.contains(&file)
            {
                told.push(file);
                *popular.entry(catalogue.path(file)).or_default() += 1;
            }
        }
    }
    popular
}

fn fault(survey: &Survey<'_>, popular: &HashMap<&RepoPath, usize>, finding: &Finding) -> Option<Fault> {
    let (_, kind) = RULES.iter().find(|(rule, _)| *rule == finding.rule)?;
    let path = RepoPath::new(finding.place.path.clone()).ok()?;
    let vault = survey.scope.vault;
    if *kind == FaultKind::DriftedSummary {
        // The folder is what was summed up: its two files drift together.
        let place = Place::whole(path.parent().unwrap_or_else(|| path.clone()));
        return Some(Fault::new(*kind, vec![place], Vec::new(), finding.message.clone()));
    }
    let Some(note) = vault.note(path.as_str()) else {
        return Some(Fault::new(*kind, vec![Place::whole(path)], Vec::new(), finding.message.clone()));
    };
    if !is_served(note) {
        return None;
    }
    let places = match kind {
        FaultKind::Unsupported => {
            let claim = note.claims().iter().find(|claim| claim.span == finding.place.bytes)?;
            vec![Place::claim(claim_ref(note, claim))]
        }
        FaultKind::OneWayLink => {
            let target = target(survey, note, finding)?;
            let is_fair = is_served(target)
                && popular.get(&target.path).copied().unwrap_or_default() <= MOST_BACK
                && !is_succession(note, target);
            if !is_fair {
                return None;
            }
            vec![Place::whole(path), Place::whole(target.path.clone())]
        }
        _ => vec![Place::whole(path)],
    };
    Some(Fault::new(*kind, places, Vec::new(), finding.message.clone()))
}

/// The note that the link leads to which does not lead back.
fn target<'a>(survey: &Survey<'a>, note: &Note, finding: &Finding) -> Option<&'a Note> {
    let vault = survey.scope.vault;
    let link = note.links.iter().find(|link| link.span == finding.place.bytes)?;
    let Found::Note { file, .. } = vault.catalogue().find(&note.path, link.into()) else { return None };
    vault.note(vault.catalogue().path(file).as_str())
}

/// Whether one of two notes came after the other: the front matter says so on both sides.
fn is_succession(one: &Note, other: &Note) -> bool {
    let names = |note: &Note, other: &Note| {
        ["supersedes", "superseded_by"].iter().flat_map(|key| note.front.texts(key)).any(|written| {
            let bare = written.trim().trim_start_matches("[[").trim_end_matches("]]");
            bare.rsplit('/').next().is_some_and(|name| name.trim_end_matches(".md") == other.path.file_stem())
        })
    };
    names(one, other) || names(other, one)
}
