//! What counts as lost, and what explains it.

use super::*;
use crate::change::ChangeSet;
use crate::path::RepoPath;
use crate::plan::{Coverage, Fault, FaultKind, Place, Plan};
use crate::vault::{File, Layout};

const DAY: jiff::civil::Date = jiff::civil::date(2026, 11, 30);

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn vault(notes: &[(&str, &str)]) -> Vault {
    let layout = Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") };
    let files = notes.iter().map(|(name, text)| File {
        path: path(&format!("knowledge/{name}.md")),
        bytes: Some(text.as_bytes().to_vec()),
    });
    Vault::build(layout, files.collect(), Vec::new())
}

fn plan(kind: FaultKind) -> Plan {
    let fault = Fault::new(kind, vec![Place::whole(path("knowledge/a.md"))], Vec::new(), "seen".to_owned());
    let policy = crate::digest::Sha256Hex::of(b"policy");
    Plan {
        version: Plan::VERSION,
        id: Plan::id_of(None, &policy, [&fault.id]),
        base: None,
        day: DAY,
        notes: 2,
        claims: 2,
        evidence: 0,
        faults: vec![fault],
        parts: Vec::new(),
        coverage: Coverage::default(),
    }
}

/// The loss from `base` to `head`, where the note `a` goes because of a fault of `kind`.
fn weighed(base: &Vault, head: &Vault, kind: Option<FaultKind>) -> Loss {
    let plan = plan(kind.unwrap_or(FaultKind::DuplicateNote));
    let reasons: Vec<Reason> = kind
        .map(|_| Reason {
            path: path("knowledge/a.md"),
            claim: None,
            fault: plan.faults[0].id.clone(),
            reason: "b says it".to_owned(),
        })
        .into_iter()
        .collect();
    loss(&LossTask { base, head, day: DAY, plan: &plan, reasons: &reasons, verdicts: &[], person: None })
}

fn lost(loss: &Loss) -> Vec<(LostKind, &str, bool)> {
    loss.lost.iter().map(|lost| (lost.kind, lost.text.as_str(), lost.is_unexplained())).collect()
}

const A: &str = "---\ntype: Policy\n---\n# A\n\nA refund takes 7 days, unless the seal is broken.\n";
const B: &str = "---\ntype: Policy\n---\n# B\n\nUnless the seal is broken, money is paid back in 7 days; a refund takes no longer.\n";
const RETIRED: &str = "---\ntype: Policy\nstatus: deprecated\nsuperseded_by: \"[[b]]\"\n---\n# A\n\nA refund takes 7 days, unless the seal is broken.\n";

#[test]
fn what_moves_is_not_lost() {
    let base = vault(&[("a", A), ("b", B)]);
    let moved = vault(&[("c", A), ("b", B)]);
    let loss = weighed(&base, &moved, None);
    assert_eq!((lost(&loss), loss.before.claims, loss.after.claims), (vec![], 1, 1));
    assert_eq!(loss.before.conditions, 1);
}

#[test]
fn a_duplicate_may_go_when_all_that_it_holds_stays() {
    let base = vault(&[("a", A), ("b", B)]);
    let head = vault(&[("a", RETIRED), ("b", B)]);
    let loss = weighed(&base, &head, Some(FaultKind::DuplicateNote));
    assert_eq!(lost(&loss), [(LostKind::Claim, "A refund takes 7 days, unless the seal is broken.", false)]);
    let silent = weighed(&base, &head, None);
    assert!(silent.unexplained().count() == 1, "without a reason nothing goes: {:?}", silent.lost);
}

#[test]
fn a_condition_does_not_go_with_a_duplicate() {
    let short = "---\ntype: Policy\n---\n# B\n\nA refund takes 7 days.\n";
    let base = vault(&[("a", A), ("b", short)]);
    let head = vault(&[("a", RETIRED), ("b", short)]);
    let loss = weighed(&base, &head, Some(FaultKind::DuplicateNote));
    let kinds: Vec<LostKind> = loss.unexplained().map(|lost| lost.kind).collect();
    assert_eq!(kinds, [LostKind::Claim, LostKind::Condition], "{:?}", loss.lost);
    // Where another note said all along that it takes the place, it counts for the condition too.
    let heir = "---\ntype: Policy\nsupersedes: \"[[a]]\"\n---\n# B\n\nA refund takes 7 days.\n";
    let (base, head) = (vault(&[("a", A), ("b", heir)]), vault(&[("a", RETIRED), ("b", heir)]));
    let loss = weighed(&base, &head, Some(FaultKind::Superseded));
    assert_eq!((loss.lost.len(), loss.unexplained().count()), (2, 0), "{:?}", loss.lost);
}

#[test]
fn what_only_others_may_read_is_lost() {
    let base = vault(&[("a", A)]);
    let hidden = A.replace("type: Policy", "type: Policy\nlabels: [board]");
    let loss = weighed(&base, &vault(&[("c", &hidden)]), Some(FaultKind::OversizeFolder));
    assert!(loss.unexplained().any(|lost| lost.kind == LostKind::Number), "{:?}", loss.lost);
}

#[test]
fn what_is_over_was_not_served() {
    let over = A.replace("type: Policy", "type: Policy\nvalid_until: 2026-01-01");
    let base = vault(&[("a", &over), ("b", B)]);
    let mut changes = ChangeSet::new();
    changes.remove(path("knowledge/a.md"), over.as_bytes());
    assert_eq!(lost(&weighed(&base, &base.with_changes(&changes), None)), []);
}
