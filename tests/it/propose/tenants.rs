//! Evidence of several tenants, proposed by a model: one proposal a tenant, and none is shown another's.

use serde_json::json;

use crate::TestRepo;
use crate::model_server::scene::{Call, Expected, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};
use crate::stage::{self, cast, evidence};

/// A model that finishes at once, for as many runs as there are.
fn idle(runs: usize) -> ModelServer {
    let argument = json!({"title": "Nothing to keep", "summary": "It is talk."});
    let call = Call { tool: "finish".to_owned(), argument, argument_text: None };
    let answer = Given { calls: vec![call], ..Given::default() };
    let step = Step { asked: Expected::default(), answer };
    ModelServer::of(Scene { steps: vec![step; runs], ..Scene::once(Given::default()) })
}

#[test]
fn each_tenant_gets_a_proposal_of_its_own() {
    let repo = TestRepo::initialised();
    let server = idle(3);
    cast(&repo, &[stage::writer(&server)]);
    let acme = evidence(&repo, "We at Acme ship on Fridays.\n", "tenant: acme\n");
    let rival = evidence(&repo, "We at Rival ship on Mondays.\n", "tenant: rival\n");
    let both = evidence(&repo, "Everybody rests on Sundays.\n", "");
    // Named in one breath, whatever the order, and all of it in one estimate.
    let named = [rival.as_str(), both.as_str(), acme.as_str()];
    let estimate = repo.kb(["propose", named[0], named[1], named[2], "--estimate", "--format", "json"]);
    assert_eq!(estimate.code(0).json()["proposals"].as_array().map(Vec::len), Some(3));
    let run = repo
        .kb_with_env(&[("TEST_API_KEY", KEY)], ["propose", named[0], named[1], named[2], "--format", "json"]);
    let report = run.code(0).json();
    let proposals = report["proposals"].as_array().expect("proposals");
    let mut given: Vec<&str> =
        proposals.iter().map(|one| one["evidence"][0].as_str().expect("an id")).collect();
    given.sort_unstable();
    let mut all = named;
    all.sort_unstable();
    assert_eq!(given, all);
    assert!(proposals.iter().all(|one| one["evidence"].as_array().map(Vec::len) == Some(1)), "{report}");
    server.finish();
    for (says, hides) in [("Fridays", "Mondays"), ("Mondays", "Fridays"), ("Sundays", "Fridays")] {
        let asked: Vec<_> = server.asked().into_iter().filter(|asked| asked.body.contains(says)).collect();
        assert!(!asked.is_empty() && asked.iter().all(|asked| !asked.body.contains(hides)), "{says}");
    }
    // Each is told on its own line, under its own id.
    assert_eq!(run_lines(&repo), 3);
}

/// How many proposals the ledger has.
fn run_lines(repo: &TestRepo) -> usize {
    repo.kb(["proposal", "list", "--all"]).code(0).stdout.lines().count()
}
