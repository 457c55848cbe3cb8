//! Audits what a change does to the claims of a vault, and the claims of a whole vault.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rayon::prelude::*;

use crate::change::ChangeSet;
use crate::note::{Claim, Note};
use crate::port::Reviewed;
use crate::proposal::{
    ChangedClaim, CitedSpan, ClaimVerdict, ReviewFinding, Verdict, changed_claims, claim_ref,
};
use crate::vault::Vault;
use crate::verify::cited::{self, Heard};
use crate::verify::judgment::{Found, Lapse};
use crate::verify::removal::{self, Change};
use crate::verify::trust;

/// Judges every claim that differs between `base` and `head`, and the notes that `changes` touches.
pub fn audit(base: &Vault, head: &Vault, changes: &ChangeSet) -> Reviewed {
    let changed = changed_claims(base, head);
    let (gone, added): (Vec<&ChangedClaim>, Vec<&ChangedClaim>) =
        changed.iter().partition(|claim| claim.removed);
    let places: Vec<_> = added.iter().filter_map(|changed| removal::find(head, &changed.claim)).collect();
    let heard = Heard::of(head, places);
    let mut verdicts: Vec<ClaimVerdict> = added
        .par_iter()
        .map(|changed| match removal::find(head, &changed.claim) {
            Some((note, claim)) => verdict(head, &heard, note, claim),
            None => unread(changed),
        })
        .collect();
    let mut findings = trust::findings(base, head, changes);
    if !gone.is_empty() {
        let places: Vec<_> = gone.iter().filter_map(|changed| removal::find(base, &changed.claim)).collect();
        let heard = Heard::of(base, places);
        let change = Change { base, head, heard: &heard, added: &verdicts };
        let removed: Vec<(ClaimVerdict, Option<ReviewFinding>)> =
            gone.iter().map(|changed| self::removed(&change, changed)).collect();
        for (verdict, finding) in removed {
            verdicts.push(verdict);
            findings.extend(finding);
        }
    }
    verdicts.sort_by(|a, b| (&a.claim, a.removed).cmp(&(&b.claim, b.removed)));
    findings.sort_by(|a, b| (&a.path, a.line, &a.rule).cmp(&(&b.path, b.line, &b.rule)));
    let transcript = transcript(&verdicts, &findings);
    Reviewed { verdicts, findings, transcript }
}

/// One claim of a vault, judged against what it cites.
#[derive(Debug)]
pub struct Audited<'v> {
    /// The note.
    pub note: &'v Note,
    /// The claim.
    pub claim: &'v Claim,
    /// The judgment.
    pub verdict: Verdict,
    /// Why, one sentence an entry.
    pub reasons: Vec<String>,
    /// In what the claim departs from the evidence, one for each of the reasons.
    pub lapses: Vec<Lapse>,
    /// What it cites, with the words that the judgment rests on.
    pub spans: Vec<CitedSpan>,
    /// The sentences of the evidence that the judgment rests on, best first.
    pub rests_on: Vec<Found>,
}

/// Judges every claim of `vault` for which `wanted` holds, in the order of notes and claims.
pub fn audit_claims(vault: &Vault, wanted: impl Fn(&Note, &Claim) -> bool) -> Vec<Audited<'_>> {
    let claims = vault.notes().flat_map(|note| note.claims().iter().map(move |claim| (note, claim)));
    let claims: Vec<(&Note, &Claim)> = claims.filter(|(note, claim)| wanted(note, claim)).collect();
    let heard = Heard::of(vault, claims.iter().copied());
    let judge = |&(note, claim)| {
        let cited::Judged { verdict, reasons, lapses, spans, rests_on } =
            cited::judge_claim(vault, &heard, note, claim);
        Audited { note, claim, verdict, reasons, lapses, spans, rests_on }
    };
    claims.par_iter().map(judge).collect()
}

/// Judges every claim of `vault` again, so that what was approved once is not believed for ever.
pub fn audit_vault(vault: &Vault) -> Vec<ClaimVerdict> {
    let claims: Vec<(&Note, &Claim)> =
        vault.notes().flat_map(|note| note.claims().iter().map(move |claim| (note, claim))).collect();
    let heard = Heard::of(vault, claims.iter().copied());
    claims.par_iter().map(|(note, claim)| verdict(vault, &heard, note, claim)).collect()
}

fn verdict(vault: &Vault, heard: &Heard, note: &Note, claim: &Claim) -> ClaimVerdict {
    let judged = cited::judge_claim(vault, heard, note, claim);
    ClaimVerdict {
        claim: claim_ref(note, claim),
        removed: false,
        verdict: judged.verdict,
        spans: judged.spans,
        reasons: judged.reasons,
    }
}

fn unread(changed: &ChangedClaim) -> ClaimVerdict {
    ClaimVerdict {
        claim: changed.claim.clone(),
        removed: changed.removed,
        verdict: Verdict::Unsupported,
        spans: Vec::new(),
        reasons: vec!["the claim could not be found again in its note".to_owned()],
    }
}

fn removed(change: &Change<'_>, changed: &ChangedClaim) -> (ClaimVerdict, Option<ReviewFinding>) {
    let claim = changed.claim.clone();
    let (verdict, reason) = match change.allows(&claim) {
        Ok(reason) => (Verdict::Supported, reason),
        Err(reason) => (Verdict::Unsupported, reason),
    };
    let finding = (verdict != Verdict::Supported).then(|| ReviewFinding {
        rule: "removed-without-cause".to_owned(),
        blocks: true,
        path: claim.path.clone(),
        line: claim.line,
        message: format!("`{}` is removed: {reason}", claim.text),
    });
    (ClaimVerdict { claim, removed: true, verdict, spans: Vec::new(), reasons: vec![reason] }, finding)
}

/// What the auditor did, for the ledger.
fn transcript(verdicts: &[ClaimVerdict], findings: &[ReviewFinding]) -> String {
    let mut text = String::from("# Audit\n\nEvery changed claim against the lines it cites, atom by atom.\n");
    let notes: BTreeSet<_> = verdicts.iter().map(|verdict| &verdict.claim.path).collect();
    // Writing to a String cannot fail.
    for note in notes {
        let _ = writeln!(text, "\n## {note}\n");
        for verdict in verdicts.iter().filter(|verdict| verdict.claim.path == *note) {
            let what = if verdict.removed { "removal " } else { "" };
            let _ = writeln!(
                text,
                "- L{}: {what}{}: {}",
                verdict.claim.line,
                verdict.verdict.name(),
                verdict.claim.text
            );
            for span in &verdict.spans {
                let quote = span.quote.as_deref().map(|words| format!(": \"{words}\"")).unwrap_or_default();
                let _ = writeln!(text, "  - {}#{}{quote}", span.evidence, span.lines);
            }
            for reason in &verdict.reasons {
                let _ = writeln!(text, "  - {reason}");
            }
        }
    }
    if !findings.is_empty() {
        text.push_str("\n## Findings\n\n");
        for finding in findings {
            let blocks = if finding.blocks { " (blocks)" } else { "" };
            let _ = writeln!(
                text,
                "- {}:{}: {}{blocks}: {}",
                finding.path, finding.line, finding.rule, finding.message
            );
        }
    }
    text
}

#[cfg(test)]
mod tests;
