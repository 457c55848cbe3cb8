//! The reorganiser as a whole: a part of a plan in, notes out. Whatever it changes passes the check and the auditor.

mod claims;
mod hostile;
mod outcomes;
mod structure;
mod validity;

use crate::agent::rules::tests::Bench;
use crate::agent::tests::Nothing;
use crate::change::ChangeSet;
use crate::config::Config;
use crate::digest::Sha256Hex;
use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::plan::{
    Aspect, Coverage, CoverageEntry, Difference, Fault, FaultKind, Outcome, Part, PartName, Place, Plan,
};
use crate::port::{Mended, ReorganiseTask, Reorganiser};
use crate::proposal::{CitedSpan, ClaimVerdict, Reason, Spent, Verdict, claim_ref};
use crate::reorg::{LossTask, loss};
use crate::text::LineRange;
use crate::vault::Vault;
use crate::verify;

use super::RulesReorganiser;

/// A base of which a plan says what is wrong.
pub(super) struct Floor {
    pub(super) bench: Bench,
    pub(super) config: Config,
    faults: Vec<Fault>,
}

impl Floor {
    /// A base without evidence.
    pub(super) fn new() -> Floor {
        Floor { bench: Bench::with(&[]), config: Config::default(), faults: Vec::new() }
    }

    /// Adds evidence, a line each.
    pub(super) fn said(&mut self, day: &str, text: &str) -> EvidenceId {
        self.bench.add(day, "source.md", text, "")
    }

    /// Adds or replaces a note.
    pub(super) fn note(&mut self, at: &str, text: &str) {
        let mut changes = ChangeSet::new();
        changes.create(path(at), text.as_bytes().to_vec());
        self.bench.vault = self.bench.vault.with_changes(&changes);
    }

    /// The place of the claim of the note that starts with `start`.
    pub(super) fn claim(&self, at: &str, start: &str) -> Place {
        let note = self.bench.vault.note(at).expect("a note");
        let claim = note.claims().iter().find(|claim| claim.text.starts_with(start)).expect("a claim");
        Place::claim(claim_ref(note, claim))
    }

    /// Adds a fault.
    pub(super) fn fault(&mut self, kind: FaultKind, places: Vec<Place>, evidence: &[&EvidenceId]) {
        let line = LineRange::single(1);
        let spans = evidence.iter().map(|id| CitedSpan { evidence: (*id).clone(), lines: line, quote: None });
        self.faults.push(Fault::new(kind, places, spans.collect(), "seen".to_owned()));
    }

    /// Adds a contradiction of claims that differ in `values` as well.
    pub(super) fn contradiction(&mut self, places: Vec<Place>, differs: &[(Aspect, &[&str])]) {
        let differs = differs.iter().map(|(aspect, values)| Difference {
            aspect: *aspect,
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        });
        let fault = Fault::new(FaultKind::Contradiction, places, Vec::new(), "seen".to_owned());
        self.faults.push(fault.differing(differs.collect()));
    }

    /// The plan of all faults in one part.
    fn plan(&self) -> Plan {
        let name = PartName::of("part");
        let vault = &self.bench.vault;
        let mut entries = Vec::new();
        let mut cited = std::collections::BTreeSet::new();
        for note in vault.notes() {
            for citation in note.citations() {
                let Ok(span) = vault.citation_span(note, citation) else { continue };
                if cited.insert((Some(note.path.clone()), span.evidence.clone())) {
                    entries.push((Some(note.path.clone()), span.evidence));
                }
            }
        }
        let uncited = vault.evidence().map(|item| item.meta.id.clone());
        let uncited: Vec<EvidenceId> =
            uncited.filter(|id| !entries.iter().any(|(_, known)| known == id)).collect();
        entries.extend(uncited.iter().map(|id| (None, id.clone())));
        let part = Part {
            name: name.clone(),
            title: "The part".to_owned(),
            notes: vault.notes().map(|note| note.path.clone()).collect(),
            evidence: uncited,
            faults: self.faults.iter().map(|fault| fault.id.clone()).collect(),
        };
        let entry = |(note, evidence)| CoverageEntry { note, evidence, part: name.clone(), outcome: None };
        Plan {
            version: Plan::VERSION,
            id: Plan::id_of(None, &Sha256Hex::of(b""), self.faults.iter().map(|fault| &fault.id)),
            base: None,
            day: day(),
            notes: 0,
            claims: 0,
            evidence: 0,
            faults: self.faults.clone(),
            parts: vec![part],
            coverage: Coverage { entries: entries.into_iter().map(entry).collect() },
        }
    }

    /// Mends, after a review that rejected `rejected`, and holds the result to the auditor.
    pub(super) fn mend_after(&self, rejected: &[ClaimVerdict]) -> (Mended, Vault) {
        let plan = self.plan();
        let vault = &self.bench.vault;
        let weighs = |head: &Vault, reasons: &[Reason]| {
            let (base, plan, day) = (vault, &plan, day());
            loss(&LossTask { base, head, day, plan, reasons, verdicts: &[], person: None })
        };
        let mended = RulesReorganiser
            .reorganise(&ReorganiseTask {
                vault,
                plan: &plan,
                part: &plan.parts[0],
                faults: plan.faults.iter().collect(),
                day: day(),
                rejected,
                config: &self.config,
                seek: &Nothing,
                weighs: &weighs,
                before: Spent::default(),
                spends: &|_| {},
            })
            .expect("a draft");
        let head = vault.with_changes(&mended.draft.changes);
        let keys: Vec<_> = plan.coverage.entries.iter().map(CoverageEntry::key).collect();
        assert_eq!(
            mended.outcomes.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>(),
            keys,
            "every entry once"
        );
        (mended, head)
    }

    /// Mends, and holds the result to the auditor.
    pub(super) fn mend(&self) -> (Mended, Vault) {
        let (mended, head) = self.mend_after(&[]);
        let review = verify::audit(&self.bench.vault, &head, &mended.draft.changes);
        let against: Vec<_> =
            review.verdicts.iter().filter(|one| one.verdict != Verdict::Supported).collect();
        assert!(against.is_empty(), "{against:#?}\n{}", shown(&mended));
        assert!(!review.findings.iter().any(|finding| finding.blocks), "{:#?}", review.findings);
        (mended, head)
    }

    /// Mends the only fault; the text of the note at `at` afterwards, and what became of the fault.
    pub(super) fn mended(&self, at: &str) -> (String, Outcome) {
        let (mended, head) = self.mend();
        let text = head.note(at).map(|note| note.text.clone()).unwrap_or_default();
        (text, mended.faults[0].1.clone())
    }
}

/// Every changed file, one after the other.
pub(super) fn shown(mended: &Mended) -> String {
    let changes = mended.draft.changes.iter();
    let file = |(path, change): (&RepoPath, &crate::change::Change)| {
        let text = change.after.as_deref().map(String::from_utf8_lossy).unwrap_or_default().into_owned();
        format!("=== {path}\n{text}")
    };
    changes.map(file).collect()
}

pub(super) fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn day() -> jiff::civil::Date {
    "2026-11-30".parse().expect("a day")
}

/// A footnote of a note in `knowledge/` that cites a line of `id`.
pub(super) fn cite(label: &str, id: &EvidenceId, line: u32, quote: &str) -> String {
    let (year, month) = (&id.as_str()[..4], &id.as_str()[5..7]);
    format!(
        "[^{label}]: [document, line {line}](../evidence/{year}/{month}/{id}/source.md#L{line})\n    \"{quote}\"\n"
    )
}

/// A note with a title, a body and footnotes.
pub(super) fn written(title: &str, body: &str, notes: &str) -> String {
    format!("---\ntype: Policy\ntitle: {title}\n---\n# {title}\n\n{body}\n\n{notes}")
}
