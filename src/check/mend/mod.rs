//! Mends what a check found: applies the fixes that findings carry, as one change set. Pure; nothing is written.
//!
//! A fix is applied only where it takes its finding away and brings up no other, which the check itself says of the
//! vault with the fix in it. What overlaps waits for the next round; rounds go on until no fix can be applied, so that
//! mending again changes nothing.

mod patchwork;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::change::ChangeSet;
use crate::check::{CheckReport, Examined, Scene, check_in};
use crate::finding::{Applicability, Finding, Fix, Severity};
use crate::path::RepoPath;
use crate::vault::Vault;
use patchwork::Patchwork;

/// Which findings to mend.
#[derive(Clone, Debug, Default)]
pub struct Mending {
    /// Whether fixes are applied that may change the meaning.
    pub is_unsafe: bool,
    /// Only findings of these rules; of all without any.
    pub rules: Vec<String>,
    /// Only findings in these files and folders; everywhere without any.
    pub within: Vec<RepoPath>,
}

impl Mending {
    /// Whether `finding` is one of those asked for, mendable or not.
    pub fn names(&self, finding: &Finding) -> bool {
        (self.rules.is_empty() || self.rules.iter().any(|rule| *rule == finding.rule))
            && self.looks_at(&finding.place.path)
    }

    fn looks_at(&self, path: &str) -> bool {
        let lies = |home: &RepoPath| {
            path.strip_prefix(home.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.within.is_empty() || self.within.iter().any(lies)
    }

    fn may_apply(&self, fix: &Fix) -> bool {
        match fix.applicability {
            Applicability::Safe => true,
            Applicability::Unsafe => self.is_unsafe,
            Applicability::DisplayOnly => false,
        }
    }
}

/// A finding whose fix was not applied, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The finding.
    pub finding: Finding,
    /// Why, completing "its fix is not applied: …".
    pub reason: &'static str,
}

/// What mending gave.
#[derive(Debug)]
pub struct Mended {
    /// The edits, against the vault as it was.
    pub changes: ChangeSet,
    /// The findings that were mended, round by round; their places are those of the round.
    pub mended: Vec<Finding>,
    /// The findings whose fixes could not be applied.
    pub held: Vec<Held>,
    /// What is left of the findings asked for.
    pub left: CheckReport,
    /// The vault with the edits in it; `None` where there are none.
    pub vault: Option<Vault>,
}

/// How many findings there are of each file and rule.
type Counts = BTreeMap<(String, String), usize>;

fn counts(findings: &[Finding]) -> Counts {
    let mut counts = Counts::new();
    for finding in findings {
        *counts.entry((finding.place.path.clone(), finding.rule.to_string())).or_default() += 1;
    }
    counts
}

/// Mends in `vault` what `mending` names, by the rules and levels of `scene`, whose evidence is that of the vault.
pub fn mend(vault: &Vault, scene: Scene<'_>, mending: &Mending) -> Mended {
    let mut now: Option<Vault> = None;
    let mut mended = Vec::new();
    loop {
        let round = Round::new(now.as_ref().unwrap_or(vault), scene, mending);
        let applied = round.settle();
        if applied.is_empty() {
            let Round { mut report, held, candidates, vault: mended_vault, .. } = round;
            let refused = candidates.into_iter().map(|finding| Held {
                finding,
                reason: "its own finding would stay, another come up, or code change; or it overlaps a fix of which that is true",
            });
            let mut held: Vec<Held> = held.into_iter().chain(refused).collect();
            held.sort_by(|one, two| one.finding.cmp(&two.finding));
            report.findings.retain(|finding| mending.names(finding));
            let (catalogue, archive) = (mended_vault.catalogue(), mended_vault.archive());
            report.examined = Examined::within(catalogue, archive, |path| mending.looks_at(path.as_str()));
            let changes = now.as_ref().map_or_else(ChangeSet::new, |now| difference(vault, now));
            return Mended { changes, mended, held, left: report, vault: now };
        }
        let work = Patchwork::of(round.vault, &applied);
        mended.extend(applied.into_iter().cloned());
        let next = round.vault.with_changes(&work.changes());
        now = Some(next);
    }
}

/// The edits that make the notes of `new` of those of `old`.
fn difference(old: &Vault, new: &Vault) -> ChangeSet {
    let mut changes = ChangeSet::new();
    for (before, after) in old.notes().filter_map(|note| Some((note, new.note(note.path.as_str())?))) {
        changes.edit(before.path.clone(), before.text.as_bytes(), after.text.clone().into_bytes());
    }
    changes
}

/// One round: what a check of the vault says, and what of it may be mended.
struct Round<'a> {
    vault: &'a Vault,
    scene: Scene<'a>,
    report: CheckReport,
    before: Counts,
    /// Findings whose fixes may be tried, in order.
    candidates: Vec<Finding>,
    held: Vec<Held>,
}

impl<'a> Round<'a> {
    fn new(vault: &'a Vault, scene: Scene<'a>, mending: &Mending) -> Round<'a> {
        let report = check_in(vault, scene);
        let (mut candidates, mut held) = (Vec::new(), Vec::new());
        let mut literal = patchwork::Literal::default();
        for finding in report.findings.iter().filter(|finding| mending.names(finding)) {
            let Some(fix) = finding.fix.as_ref().filter(|fix| mending.may_apply(fix)) else { continue };
            let hindrance = fix.edits.iter().find_map(|edit| patchwork::hindrance(vault, edit, &mut literal));
            match hindrance {
                Some(reason) => held.push(Held { finding: finding.clone(), reason }),
                None => candidates.push(finding.clone()),
            }
        }
        let before = counts(&report.findings);
        Round { vault, scene, report, before, candidates, held }
    }

    /// The findings whose fixes can be applied together: of one rule, worst first, since what mends a finding may mend
    /// one of another rule as well; as many as possible, earlier ones before later ones.
    fn settle(&self) -> Vec<&Finding> {
        let mut by_rule: BTreeMap<(Severity, &str), Vec<&Finding>> = BTreeMap::new();
        for finding in &self.candidates {
            by_rule.entry((finding.severity, &finding.rule)).or_default().push(finding);
        }
        for mut pool in by_rule.into_values() {
            while !pool.is_empty() {
                let (chosen, rest) = patchwork::apart(self.vault, pool);
                let settled = self.extended(Vec::new(), chosen);
                if !settled.is_empty() {
                    return settled;
                }
                pool = rest;
            }
        }
        Vec::new()
    }

    /// `base`, which can be applied, with as much of `more` as can be applied beside it.
    fn extended<'f>(&self, base: Vec<&'f Finding>, more: Vec<&'f Finding>) -> Vec<&'f Finding> {
        if more.is_empty() {
            return base;
        }
        let mut all = base.clone();
        all.extend(&more);
        let Err(worse) = self.holds(&all) else { return all };
        if more.len() == 1 {
            return base;
        }
        let is_suspect = |finding: &&Finding| {
            let fix = finding.fix.iter().flat_map(|fix| &fix.edits);
            let mut paths = fix.map(|edit| edit.path.as_str()).chain([finding.place.path.as_str()]);
            paths.any(|path| worse.iter().any(|(worse, _)| worse == path))
        };
        let (mut suspects, mut others): (Vec<_>, Vec<_>) = more.into_iter().partition(is_suspect);
        if suspects.is_empty() || others.is_empty() {
            let mut all: Vec<&Finding> = others;
            all.append(&mut suspects);
            suspects = all.split_off(all.len() / 2);
            others = all;
        }
        let base = self.extended(base, others);
        self.extended(base, suspects)
    }

    /// Whether with the fixes of `applied` every one of their findings is gone, no other has come up, and code and HTML
    /// are what they were; else the files and rules of which that is not true.
    fn holds(&self, applied: &[&Finding]) -> Result<(), Vec<(String, String)>> {
        let changes = Patchwork::of(self.vault, applied).changes();
        let mended = self.vault.with_changes(&changes);
        let after = counts(&check_in(&mended, self.scene).findings);
        let mut most = self.before.clone();
        for finding in applied {
            if let Some(count) = most.get_mut(&(finding.place.path.clone(), finding.rule.to_string())) {
                *count = count.saturating_sub(1);
            }
        }
        let worse =
            after.into_iter().filter(|(key, count)| *count > most.get(key).copied().unwrap_or_default());
        let mut worse: Vec<(String, String)> = worse.map(|(key, _)| key).collect();
        let notes = changes
            .iter()
            .filter_map(|(path, _)| self.vault.note(path.as_str()).zip(mended.note(path.as_str())));
        let changed = notes.filter(|(before, after)| !patchwork::same_literals(before, after));
        worse.extend(changed.map(|(note, _)| (note.path.to_string(), String::new())));
        if worse.is_empty() { Ok(()) } else { Err(worse) }
    }
}
