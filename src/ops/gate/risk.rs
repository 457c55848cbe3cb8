//! Risk tiers: what of a change may not pass on the reviewer's word alone, by `[gate.risk]` of the base. Pure.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::caller::Access;
use crate::config::{RiskConfig, RiskKind};
use crate::note::Note;
use crate::proposal::{ChangedClaim, CitedSpan, ClaimRef, claimed_spans};
use crate::vault::Vault;

/// One reason why a person must approve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Risk {
    /// What kind it is, as `person` of `[gate.risk]` names it.
    pub kind: RiskKind,
    /// Where, such as `knowledge/refunds.md#L8`.
    pub link: String,
    /// What it is, as a sentence.
    pub message: String,
}

impl std::fmt::Display for Risk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}: {})", self.link, self.kind.name(), self.message)
    }
}

/// What of the change from `base` to `head` needs a person by `config`, ordered by kind and place.
pub fn risks(base: &Vault, head: &Vault, changed: &[ChangedClaim], config: &RiskConfig) -> Vec<Risk> {
    if config.person.is_empty() && config.notes.is_none() {
        return Vec::new();
    }
    let touched = touched(base, head);
    let mut found = Vec::new();
    for kind in &config.person {
        match kind {
            RiskKind::Deletion => found.extend(deletions(&touched, changed)),
            RiskKind::Labels => found.extend(touched.iter().filter_map(relabelled)),
            RiskKind::Contradiction => found.extend(touched.iter().filter_map(disputed)),
            RiskKind::Paraphrase => found.extend(paraphrases(head, changed)),
            RiskKind::Notes => {}
        }
    }
    if let Some(most) = config.notes.filter(|most| touched.len() > *most) {
        let link = touched.first().map(|touched| touched.path.clone()).unwrap_or_default();
        let message = format!("{} notes change, {most} may on the reviewer's word", touched.len());
        found.push(Risk { kind: RiskKind::Notes, link, message });
    }
    found
}

/// A note that differs, as it was and as it is.
struct Touched<'v> {
    path: String,
    before: Option<&'v Note>,
    after: Option<&'v Note>,
}

fn touched<'v>(base: &'v Vault, head: &'v Vault) -> Vec<Touched<'v>> {
    let paths: BTreeSet<&str> = base.notes().chain(head.notes()).map(|note| note.path.as_str()).collect();
    let pair =
        |path: &str| Touched { path: path.to_owned(), before: base.note(path), after: head.note(path) };
    let differs =
        |touched: &Touched<'_>| touched.before.map(|note| &note.text) != touched.after.map(|note| &note.text);
    // Index pages make no claims.
    let is_index = |touched: &Touched<'_>| touched.after.or(touched.before).is_some_and(Note::is_index);
    paths.into_iter().map(pair).filter(|touched| differs(touched) && !is_index(touched)).collect()
}

fn deletions(touched: &[Touched<'_>], changed: &[ChangedClaim]) -> Vec<Risk> {
    let risk = |link: String, message: String| Risk { kind: RiskKind::Deletion, link, message };
    let notes = touched.iter().filter(|touched| touched.after.is_none());
    let notes = notes.map(|touched| risk(touched.path.clone(), "the note is removed or moved".to_owned()));
    let claims = changed.iter().filter(|changed| changed.removed);
    let claims =
        claims.map(|changed| risk(place(&changed.claim), format!("\"{}\" is removed", changed.claim.text)));
    notes.chain(claims).collect()
}

fn place(claim: &ClaimRef) -> String {
    format!("{}#L{}", claim.path, claim.line)
}

fn relabelled(touched: &Touched<'_>) -> Option<Risk> {
    let (before, after) = (touched.before?.access(), touched.after?.access());
    let shown = |access: &Access| {
        let labels: Vec<&str> = access.labels.iter().map(|label| label.0.as_str()).collect();
        let tenant = access.tenant.as_ref().map(|tenant| format!(" of {tenant}")).unwrap_or_default();
        format!("[{}]{tenant}", labels.join(", "))
    };
    (before != after).then(|| Risk {
        kind: RiskKind::Labels,
        link: touched.path.clone(),
        message: format!("who may read it changes from {} to {}", shown(&before), shown(&after)),
    })
}

fn disputed(touched: &Touched<'_>) -> Option<Risk> {
    let says = |note: &Note, key: &str| note.front.get(key).map(|field| format!("{:?}", field.value));
    let after = touched.after?;
    let is_new = |key: &str| {
        let now = says(after, key);
        now.is_some() && now != touched.before.and_then(|before| says(before, key))
    };
    let key = ["standing", "supersedes", "superseded_by"].into_iter().find(|key| is_new(key))?;
    Some(Risk {
        kind: RiskKind::Contradiction,
        link: touched.path.clone(),
        message: format!("it says `{key}` of itself: another claim holds otherwise"),
    })
}

/// Added claims whose words do not stand in what they cite.
fn paraphrases(head: &Vault, changed: &[ChangedClaim]) -> Vec<Risk> {
    let is_exact = |claim: &ClaimRef| {
        let words = claim.text.trim_end_matches(['.', '!', '?', '…']);
        let stands =
            |span: &CitedSpan| head.item(&span.evidence).is_some_and(|item| item.quotes(span.lines, words));
        claimed_spans(head, claim).iter().any(stands)
    };
    let added = changed.iter().filter(|changed| !changed.removed && !is_exact(&changed.claim));
    let risk = |changed: &ChangedClaim| Risk {
        kind: RiskKind::Paraphrase,
        link: place(&changed.claim),
        message: "its words are not those of the evidence".to_owned(),
    };
    added.map(risk).collect()
}
