//! Errors of every kind in claims, on their way through proposal, review and gate with a reviewer that agrees to everything:
//! what kb checks itself stops them, one by one and among others. How many of a large set it stops is for `ci/bench review-path`.

use serde_json::{Value, json};

use crate::TestRepo;
use crate::model_server::scene::{Call, Expected, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};
use crate::stage::{self, cast, evidence, note};

const SAID: &str = "The refund window is 7 days after receipt, unless the seal is broken.\n\
                    Orders above 250 euros ship from Hamburg on 14 March 2026.\n\
                    Ticket QX-4471 was closed by Dana Reyes.\n\
                    Support does not answer on Sundays.\n";

/// A claim, the line that it cites, and the words that it quotes.
struct Planted {
    kind: &'static str,
    claim: &'static str,
    line: u32,
    quote: &'static str,
}

const ERRORS: [Planted; 9] = [
    Planted {
        kind: "number",
        claim: "The refund window is 9 days after receipt, unless the seal is broken.",
        line: 1,
        quote: "days after receipt",
    },
    Planted {
        kind: "unit",
        claim: "The refund window is 7 weeks after receipt, unless the seal is broken.",
        line: 1,
        quote: "after receipt",
    },
    Planted {
        kind: "qualifier",
        claim: "The refund window is 7 days after receipt.",
        line: 1,
        quote: "7 days after receipt",
    },
    Planted {
        kind: "quote",
        claim: "The refund window is 7 days after receipt, unless the seal is broken.",
        line: 1,
        quote: "7 days after sending",
    },
    Planted {
        kind: "date",
        claim: "Orders above 250 euros ship from Hamburg on 15 March 2026.",
        line: 2,
        quote: "ship from Hamburg",
    },
    Planted {
        kind: "span",
        claim: "Ticket QX-4471 was closed by Dana Reyes.",
        line: 2,
        quote: "ship from Hamburg",
    },
    Planted {
        kind: "identifier",
        claim: "Ticket QX-4477 was closed by Dana Reyes.",
        line: 3,
        quote: "was closed by Dana Reyes",
    },
    Planted {
        kind: "name",
        claim: "Ticket QX-4471 was closed by Lucille Farkas.",
        line: 3,
        quote: "was closed by",
    },
    Planted { kind: "negation", claim: "Support answers on Sundays.", line: 4, quote: "on Sundays" },
];

const TRUE: [Planted; 2] = [
    Planted {
        kind: "true",
        claim: "The refund window is 7 days after receipt, unless the seal is broken.",
        line: 1,
        quote: "7 days after receipt, unless the seal is broken",
    },
    Planted {
        kind: "also-true",
        claim: "Support does not answer on Sundays.",
        line: 4,
        quote: "does not answer",
    },
];

impl Planted {
    fn path(&self) -> String {
        format!("knowledge/{}.md", self.kind)
    }
}

/// A base with the evidence and a reviewer; the evidence's id.
fn base(judge: &ModelServer) -> (TestRepo, String) {
    let repo = TestRepo::initialised();
    let id = evidence(&repo, SAID, "");
    cast(&repo, &[stage::judge(judge)]);
    (repo, id)
}

fn kb<const N: usize>(repo: &TestRepo, arguments: [&str; N]) -> Value {
    let run = repo.kb_with_env(&[("TEST_API_KEY", KEY)], arguments);
    assert!(matches!(run.status, 0 | 1), "{arguments:?}: {}", run.stderr);
    run.json()
}

/// Proposes the notes of `planted`; what kb says of it.
fn propose(repo: &TestRepo, id: &str, planted: &[&Planted]) -> Value {
    for one in planted {
        repo.write(&one.path(), note(one.kind, one.claim, id, one.line, one.quote));
    }
    let report = kb(repo, ["propose", "--edits", "--format", "json"])["proposals"][0].clone();
    planted.iter().for_each(|one| repo.remove(&one.path()));
    report
}

/// A reviewer that submits `verdicts`, again and again.
fn agreeing(verdicts: &Value, times: usize) -> ModelServer {
    let call = Call {
        tool: "submit_review".to_owned(),
        argument: json!({"verdicts": verdicts}),
        argument_text: None,
    };
    let answer = Given { calls: vec![call], ..Given::default() };
    let step = Step { asked: Expected::default(), answer };
    ModelServer::of(Scene { steps: vec![step; times], ..Scene::once(Given::default()) })
}

fn on_main(repo: &TestRepo) -> String {
    repo.git(["ls-tree", "-r", "--name-only", "main", "knowledge/"])
}

#[test]
fn each_error_is_stopped_before_a_model_could_agree() {
    let judge = agreeing(&json!([]), 0);
    let (repo, id) = base(&judge);
    for one in &ERRORS {
        let proposed = propose(&repo, &id, &[one]);
        if proposed["action"] == "refused" {
            let message = proposed["refused"][0]["message"].as_str().expect("a message");
            assert!(message.starts_with(&one.path()), "{}: {message}", one.kind);
            continue;
        }
        let proposal = proposed["id"].as_str().expect("an id");
        let reviewed = kb(&repo, ["review", proposal, "--once", "--format", "json"])["reviewed"][0].clone();
        assert_eq!(reviewed["state"], "rejected", "{}: {reviewed}", one.kind);
        assert_eq!(reviewed["against"][0]["claim"]["path"], one.path().as_str(), "{}", one.kind);
        let merged = kb(&repo, ["merge", proposal, "--format", "json"])["admissions"][0].clone();
        assert_eq!(merged["admitted"], false, "{}: {merged}", one.kind);
        assert_eq!(merged["refused"][0]["name"], "not-approved", "{}: {merged}", one.kind);
    }
    assert!(ERRORS.iter().all(|one| !on_main(&repo).contains(&one.path())), "{}", on_main(&repo));
    assert!(judge.asked().is_empty(), "a model was asked");
}

#[test]
fn a_stop_hides_no_other_and_no_true_claim() {
    let judge = agreeing(&json!([]), 0);
    let (repo, id) = base(&judge);
    let all: Vec<&Planted> = ERRORS.iter().chain(&TRUE).collect();
    let refused = propose(&repo, &id, &all);
    let refused: Vec<&str> = refused["refused"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["message"].as_str())
        .collect();
    let is_refused = |one: &Planted| refused.iter().any(|message| message.starts_with(&one.path()));
    let left: Vec<&Planted> = all.iter().copied().filter(|one| !is_refused(one)).collect();
    assert!(TRUE.iter().all(|one| !is_refused(one)), "{refused:?}");
    let proposal = propose(&repo, &id, &left)["id"].as_str().expect("an id").to_owned();
    let reviewed = kb(&repo, ["review", &proposal, "--once", "--format", "json"])["reviewed"][0].clone();
    let against: Vec<&str> = reviewed["against"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|verdict| verdict["claim"]["path"].as_str())
        .collect();
    for one in left {
        let is_true = TRUE.iter().any(|other| other.kind == one.kind);
        assert_eq!(against.contains(&one.path().as_str()), !is_true, "{}: {reviewed}", one.kind);
    }
    assert!(judge.asked().is_empty(), "a model was asked");
}

#[test]
fn a_true_claim_passes_on_the_reviewer_s_word() {
    let stands = |quote: &str| json!([{"evidence": "$EVIDENCE", "first": 1, "quote": quote}]);
    let verdicts = json!([{"claim": 1, "verdict": "supported", "spans": stands(TRUE[0].quote)}]);
    let (repo, id, judge) = with_id(&verdicts, 1);
    let proposal = propose(&repo, &id, &[&TRUE[0]])["id"].as_str().expect("an id").to_owned();
    assert_eq!(kb(&repo, ["review", &proposal, "--format", "json"])["reviewed"][0]["state"], "approved");
    assert_eq!(kb(&repo, ["merge", &proposal, "--format", "json"])["admissions"][0]["admitted"], true);
    assert!(on_main(&repo).contains(&TRUE[0].path()));
    judge.finish();
}

#[test]
fn words_that_the_reviewer_makes_up_and_none_at_all_give_no_approval() {
    let made_up = json!([{"evidence": "$EVIDENCE", "first": 1, "quote": "Refunds are paid for ever."}]);
    let elsewhere = json!([{"evidence": "$EVIDENCE", "first": 2, "quote": TRUE[0].quote}]);
    let nowhere = json!([{"evidence": "2026-11-30-call-ffffff", "first": 1, "quote": TRUE[0].quote}]);
    for spans in [json!([]), made_up, elsewhere, nowhere] {
        let verdicts = json!([{"claim": 1, "verdict": "supported", "spans": spans}]);
        let (repo, id, judge) = with_id(&verdicts, 3);
        let proposal = propose(&repo, &id, &[&TRUE[0]])["id"].as_str().expect("an id").to_owned();
        let reviewed = kb(&repo, ["review", &proposal, "--format", "json"])["reviewed"][0].clone();
        assert_eq!(reviewed["state"], "needs-human", "{spans}: {reviewed}");
        assert_eq!(reviewed["findings"][0]["rule"], "void-review", "{spans}: {reviewed}");
        let merged = kb(&repo, ["merge", &proposal, "--format", "json"])["admissions"][0].clone();
        assert_eq!(merged["admitted"], false, "{spans}: {merged}");
        assert!(!on_main(&repo).contains(&TRUE[0].path()), "{spans}");
        judge.finish();
    }
}

/// A base whose reviewer submits `verdicts`, with the evidence's id in place of `$EVIDENCE`.
fn with_id(verdicts: &Value, times: usize) -> (TestRepo, String, ModelServer) {
    // The id follows from the words, so it is known before the reviewer is.
    let sha256 = kb::digest::Sha256Hex::of(SAID.as_bytes());
    let id = format!("2026-11-30-call-{}", &sha256.as_str()[..6]);
    let text = verdicts.to_string().replace("$EVIDENCE", &id);
    let judge = agreeing(&serde_json::from_str(&text).expect("JSON"), times);
    let (repo, known) = base(&judge);
    assert_eq!(known, id);
    (repo, id, judge)
}
