use super::*;

fn claim(time: &str, verdict: Option<Verdict>, person: Option<&str>) -> Provenance {
    let at: Timestamp = time.parse().expect("a time");
    let reviewer = "auditor 0.1.0 (rules/auditor)".to_owned();
    Provenance {
        path: crate::path::RepoPath::new("knowledge/a.md").expect("a path"),
        line: 1,
        claim: "A claim.".to_owned(),
        evidence: Vec::new(),
        proposal: None,
        pull_request: None,
        proposer: Some("rules 0.1.0 (rules/proposer)".to_owned()),
        approved_by: Some(person.map_or_else(|| reviewer.clone(), str::to_owned)),
        reviewer: Some(reviewer),
        verdict,
        decision: None,
        decided_at: Some(at),
        commit: None,
        time: Some(at),
        unknown: None,
    }
}

const EARLY: &str = "2026-05-01T10:00:00Z";
const LATE: &str = "2026-06-01T10:00:00Z";

fn said(verified: &[Attestation]) -> Vec<String> {
    verified.iter().map(|one| format!("{} {}", one.by, one.at)).collect()
}

#[test]
fn the_last_change_and_the_last_check_count() {
    let supported = Some(Verdict::Supported);
    let trust = of(&[claim(LATE, supported, None), claim(EARLY, supported, None)]);
    assert_eq!(
        trust.generated.map(|one| (one.by, one.at.to_string())),
        Some(("rules/0.1.0".into(), LATE.into()))
    );
    assert_eq!(said(&trust.verified), [format!("auditor/0.1.0 {LATE}")]);
}

#[test]
fn what_holds_for_some_claims_is_not_said_of_the_note() {
    let supported = Some(Verdict::Supported);
    let ann = Some("Ann <ann@example.com>");
    let trust = of(&[claim(EARLY, supported, ann), claim(LATE, Some(Verdict::PartlySupported), ann)]);
    assert_eq!(said(&trust.verified), [format!("human:ann@example.com {LATE}")]);
    let trust = of(&[claim(EARLY, supported, ann), claim(LATE, supported, None)]);
    assert_eq!(said(&trust.verified), [format!("auditor/0.1.0 {LATE}")]);
}

#[test]
fn what_is_not_known_is_absent() {
    assert_eq!(of(&[]), Trust::default());
    let mut unknown = claim(LATE, Some(Verdict::Supported), None);
    (unknown.proposer, unknown.decided_at, unknown.unknown) = (None, None, Some("not committed".to_owned()));
    assert_eq!(of(&[claim(EARLY, Some(Verdict::Supported), None), unknown]), Trust::default());
}
