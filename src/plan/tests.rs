//! The plan as a file: what is written is read again.

use super::*;
use crate::digest::{CommitId, Sha256Hex};
use crate::path::RepoPath;
use crate::proposal::{CitedSpan, ClaimRef};
use crate::text::LineRange;
use crate::yaml;

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn claim(text: &str, line: u32) -> Place {
    Place::claim(ClaimRef {
        path: path("knowledge/a.md"),
        line,
        hash: Sha256Hex::of(text.as_bytes()),
        text: text.to_owned(),
    })
}

fn plan() -> Plan {
    let evidence: crate::evidence::EvidenceId = "2026-11-30-call-3f9a2c".parse().expect("an id");
    let span = CitedSpan { evidence: evidence.clone(), lines: LineRange::single(3), quote: None };
    let places = vec![claim("It takes 7 days.", 3), claim("It takes: \"14 days\" # now", 9)];
    let values = vec!["7 days".to_owned(), "14 days".to_owned()];
    let fault = Fault::new(FaultKind::Contradiction, places, vec![span], "one says `7 days`".to_owned())
        .differing(vec![Difference { aspect: Aspect::Value, values }]);
    let name = PartName::of("billing");
    let entry = |note: Option<&str>, outcome| CoverageEntry {
        note: note.map(path),
        evidence: evidence.clone(),
        part: name.clone(),
        outcome,
    };
    let left = Outcome::Left { reason: "nothing says: which".to_owned() };
    Plan {
        version: Plan::VERSION,
        id: PlanId::derive(["x"]),
        base: Some(CommitId("0".repeat(40))),
        day: jiff::civil::date(2026, 11, 30),
        notes: 1,
        claims: 2,
        evidence: 1,
        parts: vec![Part {
            name: name.clone(),
            title: "billing: 1 note".to_owned(),
            notes: vec![path("knowledge/a.md")],
            evidence: Vec::new(),
            faults: vec![fault.id.clone()],
        }],
        faults: vec![fault],
        coverage: Coverage { entries: vec![entry(None, None), entry(Some("knowledge/a.md"), Some(left))] },
    }
}

#[test]
fn a_plan_is_read_as_it_was_written() {
    let plan = plan();
    let text = yaml::to_string(&plan);
    assert_eq!(yaml::from_str::<Plan>(&text).as_ref(), Ok(&plan), "{text}");
    let json = serde_json::to_string(&plan).expect("it is data");
    assert_eq!(serde_json::from_str::<Plan>(&json).expect("it is a plan"), plan);
}

#[test]
fn a_fault_keeps_its_id_when_lines_move_and_places_change_order() {
    let id = |places| Fault::new(FaultKind::DuplicateClaim, places, Vec::new(), "why".to_owned()).id;
    let (one, other) = (claim("one", 3), claim("other", 9));
    assert_eq!(id(vec![one.clone(), other.clone()]), id(vec![claim("other", 30), claim("one", 1)]));
    assert_ne!(id(vec![one.clone(), other]), id(vec![one.clone()]));
    assert_ne!(id(vec![one]), id(vec![Place::whole(path("knowledge/a.md"))]));
}

#[test]
fn an_outcome_is_written_to_the_entry_that_it_is_about() {
    let mut coverage = plan().coverage;
    let key = coverage.entries[0].key();
    assert!(coverage.settle(&key, Outcome::Verified));
    assert_eq!(coverage.open().count(), 0);
    let other = CoverageKey { note: Some(path("knowledge/b.md")), ..key };
    assert!(!coverage.settle(&other, Outcome::Verified));
}
