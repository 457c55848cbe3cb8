use super::*;
use crate::caller::Access;
use crate::digest::Sha256Hex;
use crate::evidence::Meta;
use crate::path::RepoPath;
use crate::vault::{File, Layout};

const TEXT: &str = "Hello.\nThe window is seven days.\n";
const ID: &str = "2026-11-30-call-3f9a2c";

fn vault() -> Vault {
    let path = |text: &str| RepoPath::new(text).expect("a path");
    let layout = Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") };
    let sha256 = Sha256Hex::of(TEXT.as_bytes());
    let id = format!("2026-11-30-call-{}", &sha256.as_str()[..6]);
    let meta = format!(
        "id: {id}\nkind: call\ncaptured_at: 2026-11-30T09:00:00Z\nsha256: {sha256}\nmedia_type: text/plain\nsource: source.txt\n"
    );
    assert_eq!(crate::yaml::from_str::<Meta>(&meta).map(|meta| meta.access()), Ok(Access::default()));
    let folder = format!("evidence/2026/11/{id}");
    let file = |name: &str, text: &str| File {
        path: path(&format!("{folder}/{name}")),
        bytes: Some(text.as_bytes().to_vec()),
    };
    Vault::build(layout, vec![file("meta.yaml", &meta), file("source.txt", TEXT)], Vec::new())
}

fn id() -> EvidenceId {
    let sha256 = Sha256Hex::of(TEXT.as_bytes());
    format!("2026-11-30-call-{}", &sha256.as_str()[..6]).parse().expect("an id")
}

fn claim(line: u32) -> ClaimRef {
    let text = "The window is seven days.".to_owned();
    let path = RepoPath::new("knowledge/a.md").expect("a path");
    ClaimRef { path, line, hash: Sha256Hex::of(text.as_bytes()), text }
}

fn verdict(line: u32) -> ClaimVerdict {
    let lines = LineRange::single(2);
    let quote = Some("The window is\nseven days".to_owned());
    let spans = vec![CitedSpan { evidence: id(), lines, quote }];
    ClaimVerdict {
        claim: claim(line),
        removed: false,
        verdict: Verdict::Supported,
        spans,
        reasons: Vec::new(),
    }
}

fn changed(lines: &[u32]) -> Vec<ChangedClaim> {
    lines.iter().map(|&line| ChangedClaim { claim: claim(line), removed: false }).collect()
}

#[test]
fn each_changed_claim_has_exactly_one_verdict() {
    let vault = vault();
    let voids = |verdicts: &[ClaimVerdict], lines: &[u32]| voids(verdicts, &changed(lines), &vault);
    assert_eq!(voids(&[verdict(3), verdict(5)], &[3, 5]), []);
    assert_eq!(voids(&[verdict(3)], &[3, 5]), [Void::NoVerdict(claim(5))]);
    assert_eq!(voids(&[verdict(3), verdict(3)], &[3]), [Void::SeveralVerdicts(claim(3))]);
    assert_eq!(voids(&[verdict(3), verdict(7)], &[3]), [Void::NotChanged(claim(7))]);
    let mut removed = verdict(3);
    removed.removed = true;
    assert_eq!(voids(&[removed], &[3]).len(), 2, "a verdict on a removal is none on the claim");
}

#[test]
fn what_a_verdict_cites_must_stand_there() {
    let vault = vault();
    let with = |change: &dyn Fn(&mut ClaimVerdict)| {
        let mut verdict = verdict(3);
        change(&mut verdict);
        voids(&[verdict], &changed(&[3]), &vault)
    };
    assert_eq!(with(&|_| {}), []);
    assert_eq!(with(&|verdict| verdict.spans.clear()), [Void::NoSpan(claim(3))]);
    let other = |verdict: &mut ClaimVerdict| verdict.spans[0].evidence = ID.parse().expect("an id");
    assert!(matches!(with(&other)[..], [Void::NoEvidence { .. }]));
    assert!(matches!(
        with(&|verdict| verdict.spans[0].lines = LineRange::single(9))[..],
        [Void::NoLines { count: 2, .. }]
    ));
    for quote in ["The window is eight days", "window is seven day", "the window"] {
        let invented = |verdict: &mut ClaimVerdict| verdict.spans[0].quote = Some(quote.to_owned());
        assert!(matches!(with(&invented)[..], [Void::NoQuote { .. }]), "{quote}");
    }
}
