//! Pages, remarks and threads: what people see, and what words of strangers cannot do there.

use std::collections::BTreeMap;

use super::*;
use crate::digest::{CommitId, Sha256Hex};
use crate::path::RepoPath;
use crate::port::{DiffSide, Thread};
use crate::proposal::{
    AgentName, CitedSpan, ClaimRef, ClaimVerdict, Family, Outcome, Review, ReviewFinding, State, Verdict,
};
use crate::text::LineRange;

const ITEM: &str = "2026-11-30-call-3f9a2c";

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn links() -> Links {
    let files = BTreeMap::from([(ITEM.parse().expect("an id"), path("evidence/2026/11/a b/source.md"))]);
    Links::new("https://github.com/acme/base", &CommitId("a".repeat(40)), files)
}

fn agent(name: &str) -> AgentName {
    AgentName { name: name.to_owned(), family: Family(format!("{name}/x")) }
}

fn verdict(text: &str, line: u32, verdict: Verdict) -> ClaimVerdict {
    let claim = ClaimRef {
        path: path("knowledge/refunds.md"),
        line,
        hash: Sha256Hex::of(text.as_bytes()),
        text: text.to_owned(),
    };
    let span = CitedSpan {
        evidence: ITEM.parse().expect("an id"),
        lines: LineRange::new(12, 14).expect("lines"),
        quote: Some("thirty days".to_owned()),
    };
    ClaimVerdict { claim, removed: false, verdict, spans: vec![span], reasons: vec!["it says 30".to_owned()] }
}

fn review(verdicts: Vec<ClaimVerdict>, findings: Vec<ReviewFinding>) -> Review {
    Review {
        version: Review::VERSION,
        proposal: "p-3f9a2c41d07b".parse().expect("an id"),
        round: 2,
        base: CommitId("b".repeat(40)),
        head: CommitId("c".repeat(40)),
        reviewer: agent("auditor"),
        verdicts,
        findings,
        outcome: Outcome::Rejected,
        same_family: false,
        content: None,
    }
}

fn said(review: &Review) -> Vec<Remark> {
    remarks(review, &links(), &|_, _| Some("the line".to_owned()))
}

#[test]
fn words_of_strangers_cannot_leave_their_code() {
    assert_eq!(code("plain  words\n here"), "`plain words here`");
    assert_eq!(code("a ``b`` `c`"), "``` a ``b`` `c` ```");
    assert_eq!(code("`"), "`` ` ``");
    assert_eq!(code(" "), "(nothing)");
    assert_eq!(cell("a | b"), "`a \\| b`");
    assert_eq!(code("see\u{200b}this"), "`see<U+200B>this`");
    let long = code(&"x".repeat(MAX_WORDS + 1));
    assert_eq!(long.chars().count(), MAX_WORDS + 3);
    assert_eq!(block("text", "a\n```\nb"), "````text\na\n```\nb\n````");
}

#[test]
fn a_remark_keeps_its_id_when_its_line_moves_and_not_when_its_words_change() {
    let of =
        |text: &str, line| said(&review(vec![verdict(text, line, Verdict::Unsupported)], vec![])).remove(0);
    let here = of("The window is 40 days.", 8);
    assert_eq!(here.id, of("The window  is 40 days.", 80).id);
    assert_ne!(here.id, of("The window is 41 days.", 8).id);
    assert_eq!((here.line, here.side, here.blocks), (8, DiffSide::Right, true));
    insta::assert_snapshot!(here.body());
}

#[test]
fn supported_claims_say_nothing_and_removed_ones_stand_on_the_left() {
    let mut removed = verdict("Old words.", 3, Verdict::Contradicted);
    removed.removed = true;
    let good = verdict("The window is 30 days.", 8, Verdict::Supported);
    let remarks = said(&review(vec![good, removed], vec![]));
    assert_eq!(remarks.len(), 1);
    assert_eq!((remarks[0].line, remarks[0].side), (3, DiffSide::Left));
}

#[test]
fn the_same_fault_is_one_remark() {
    let finding = |line| ReviewFinding {
        rule: "duplicate".to_owned(),
        blocks: false,
        path: path("knowledge/refunds.md"),
        line,
        message: "said twice".to_owned(),
    };
    let remarks = said(&review(vec![], vec![finding(4), finding(4)]));
    assert_eq!(remarks.len(), 1);
    assert!(!remarks[0].blocks);
}

#[test]
fn a_sign_is_read_back_and_strangers_forms_are_none() {
    let marker = Marker::new(MarkerKind::Finding, "3f9a-2c.x <y>");
    assert_eq!(marker.to_string(), "<!-- kb:v1 kind=finding id=3f9a-2c.xy -->");
    assert_eq!(Marker::find(MarkerKind::Finding, &format!("text {marker} more")), Some(marker.clone()));
    assert_eq!(Marker::find(MarkerKind::Page, &marker.to_string()), None);
    for broken in
        ["<!-- kb:v1 kind=finding id= -->", "<!-- kb:v1 kind=finding id=a b -->", "<!-- kb:v1 kind="]
    {
        assert_eq!(Marker::find(MarkerKind::Finding, broken), None, "{broken}");
    }
}

fn thread(id: &str, author: &str, text: &str, resolved: bool) -> Thread {
    Thread {
        id: id.to_owned(),
        pull: 1,
        resolved,
        outdated: false,
        path: "knowledge/refunds.md".to_owned(),
        line: None,
        comments: vec![(author.to_owned(), text.to_owned())],
    }
}

/// PR-04: comments whose line is gone; a finding on a new line is not posted again; a stranger's comment is left alone.
#[test]
fn findings_are_kept_opened_again_or_resolved_and_never_said_twice() {
    let review = review(
        vec![
            verdict("Kept.", 40, Verdict::Unsupported),
            verdict("Back.", 41, Verdict::Unsupported),
            verdict("New.", 42, Verdict::Unsupported),
        ],
        vec![],
    );
    let remarks = said(&review);
    let of = |words: &str| remarks.iter().find(|remark| remark.text.contains(words)).expect("a remark");
    let bot = "kb-reviewer[bot]";
    let gone = Marker::new(MarkerKind::Finding, "0123456789abcdef").to_string();
    let threads = [
        thread("T1", bot, &of("Kept.").body(), false),
        thread("T2", bot, &of("Back.").body(), true),
        thread("T3", bot, &gone, false),
        thread("T4", bot, &gone, true),
        thread("T5", "mallory", &of("New.").body(), false),
        thread("T6", bot, "no marker", false),
        thread("T7", bot, &of("Kept.").body(), false),
    ];
    let plan = plan(&remarks, &threads, bot);
    let ids = |threads: &[&Thread]| threads.iter().map(|thread| thread.id.clone()).collect::<Vec<_>>();
    assert_eq!(plan.post, [of("New.")]);
    assert_eq!(ids(&plan.keep), ["T1"]);
    assert_eq!(ids(&plan.reopen), ["T2"]);
    assert_eq!(ids(&plan.resolve), ["T7", "T3"]);
}

#[test]
fn the_summary_says_the_outcome_and_what_has_no_line() {
    let review = review(vec![verdict("The window is 40 days.", 8, Verdict::Unsupported)], vec![]);
    let remarks = said(&review);
    insta::assert_snapshot!(summary(&review, &remarks.iter().collect::<Vec<_>>(), &links()));
}

fn shown(claims: usize, text: &str) -> String {
    let judged = verdict(text, 8, Verdict::Supported);
    let (base, head) = (CommitId("b".repeat(40)), CommitId("c".repeat(40)));
    let (proposer, reviewer) = (agent("rules"), agent("auditor"));
    let entry = PageClaim {
        claim: &judged.claim,
        removed: false,
        verdict: Some(judged.verdict),
        spans: judged.spans.clone(),
    };
    let described = Page {
        id: &"p-3f9a2c41d07b".parse().expect("an id"),
        part: None,
        title: "Refund window @everyone",
        summary: "Adds the window.\n![x](https://evil.example/x.png)",
        state: State::Approved,
        round: 2,
        base: &base,
        head: &head,
        proposer: &proposer,
        reviewer: Some(&reviewer),
        evidence: vec![PageEvidence {
            id: ITEM.parse().expect("an id"),
            title: "Call with <Ann>".to_owned(),
        }],
        doubts: vec!["removes a note".to_owned()],
        claims: vec![entry; claims],
    };
    page(&described, &links())
}

#[test]
fn a_page_is_for_a_person_first() {
    insta::assert_snapshot!(shown(1, "The window | is `30` days."));
}

#[test]
fn a_page_fits_and_says_what_it_leaves_out() {
    let page = shown(2_000, &"words ".repeat(40));
    assert!(page.chars().count() <= 60_500, "{}", page.chars().count());
    assert!(page.contains("more claims: `kb proposal show p-3f9a2c41d07b`"));
    assert!(Marker::find(MarkerKind::Page, &page).is_some());
}

#[test]
fn a_summary_fits_and_says_where_the_rest_is() {
    let verdicts = (0..2_000).map(|line| {
        verdict(&format!("Claim {line}: {}", "words ".repeat(40)), line + 1, Verdict::Unsupported)
    });
    let review = review(verdicts.collect(), vec![]);
    let remarks = said(&review);
    let summary = summary(&review, &remarks.iter().collect::<Vec<_>>(), &links());
    assert!(summary.chars().count() < 62_000, "{}", summary.chars().count());
    assert!(summary.contains("more: `kb proposal show p-3f9a2c41d07b`, or the branch `kb/ledger`"));
    assert!(Marker::find(MarkerKind::Summary, &summary).is_some());
}
