//! What the server records of what agents are told, where `kb.toml` says so.

use serde_json::{Value, json};

use super::TestRepo;
use super::mcp::client::Client;
use super::stage::{refunds, with_evidence};

const CLAIM: &str = "The refund window is 7 days after receipt.";

fn base(record: bool) -> TestRepo {
    let (repo, evidence) = with_evidence();
    let more = format!(
        "{}\n[callers.support]\nlabels = [\"support\"]\n\n[deliveries]\nrecord = {record}\n",
        repo.read("kb.toml")
    );
    repo.write("kb.toml", more);
    repo.write("knowledge/refunds.md", refunds(&evidence));
    repo.write("knowledge/other.md", "---\ntype: Note\ntitle: Other\n---\n# Other\n\nSee [[refunds]].\n");
    repo.commit_all("refunds");
    repo
}

/// The records of the log.
fn records(repo: &TestRepo) -> Vec<Value> {
    let log = repo.read(".kb/deliveries/log.jsonl");
    log.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

#[test]
fn each_delivery_is_recorded_and_told_by_the_claim() {
    let repo = base(true);
    let commit = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    let mut client = Client::greet(&repo, "crew 7", ["--as", "support"]);
    client.call("search", json!({ "query": "refund window" }));
    client.call("read", json!({ "uri": "refunds", "level": 0 }));
    client.call("read", json!({ "uri": "refunds" }));
    client.call("why", json!({ "uri": "refunds#L8" }));
    client.call("neighbours", json!({ "uri": "refunds" }));
    client.ask("resources/read", json!({ "uri": "kb://_/knowledge/refunds.md" }));
    client.call("search", json!({ "query": "xyzzyplugh" }));
    client.call("read", json!({ "uri": "nowhere" }));
    client.close();

    let all = records(&repo);
    let of = |tool: &str| -> Vec<&Value> { all.iter().filter(|one| one["tool"] == tool).collect() };
    let hash = kb::digest::Sha256Hex::of(CLAIM.as_bytes()).to_string();
    assert!(of("search").iter().any(|one| one["claims"] == json!([hash])), "{all:#?}");
    assert_eq!(
        (&of("read")[0]["lines"], &of("read")[0]["claims"]),
        (&Value::Null, &Value::Null),
        "an abstract"
    );
    assert_eq!(of("read")[1]["claims"], json!([hash]));
    assert_eq!((of("why").len(), &of("why")[0]["lines"]), (1, &json!([8, 8])));
    assert_eq!(of("neighbours")[0]["path"], "knowledge/other.md");
    assert_eq!(of("resource")[0]["claims"], json!([hash]));
    for one in &all {
        assert_eq!(
            (&one["commit"], &one["caller"], &one["client"]),
            (&json!(commit), &json!("support"), &json!("crew 7 0"))
        );
        assert_eq!(one["session"], all[0]["session"]);
    }

    let told = repo.kb(["why", "refunds:8", "--deliveries", "--format", "json"]).code(0).json();
    let tools: Vec<&str> = told["claims"][0]["deliveries"]
        .as_array()
        .expect("deliveries")
        .iter()
        .filter_map(|one| one["tool"].as_str())
        .collect();
    assert_eq!(tools, ["search", "read", "why", "resource"]);
    assert_eq!(told["is_recorded"], true);
    assert_eq!(repo.git(["status", "--porcelain"]), "", "the log is no part of the repository");

    let mut other = Client::greet(&repo, "t", []);
    other.call("read", json!({ "uri": "refunds" }));
    other.close();
    let last = records(&repo).pop().expect("a record");
    assert_ne!(last["session"], all[0]["session"], "another session");
    assert_eq!(last["caller"], "owner");
}

#[test]
fn nothing_is_recorded_unless_the_policy_of_main_says_so() {
    let repo = base(false);
    let ask = || {
        let mut client = Client::greet(&repo, "t", []);
        client.call("read", json!({ "uri": "refunds" }));
        client.close();
    };
    ask();
    assert!(!repo.exists(".kb/deliveries"));
    let text = repo.read("kb.toml");
    repo.write("kb.toml", text.replace("record = false", "record = true"));
    ask();
    assert!(!repo.exists(".kb/deliveries"), "what is not on main is no policy");
    repo.commit_all("record");
    ask();
    assert_eq!(records(&repo).len(), 1);
    repo.write("kb.toml", text);
    ask();
    assert_eq!(records(&repo).len(), 2, "an edit ends no record");
}

#[test]
fn a_log_that_cannot_be_written_costs_no_answer() {
    let repo = base(true);
    repo.write(".kb/deliveries", "in the way");
    let mut client = Client::greet(&repo, "t", []);
    assert!(client.text("read", json!({ "uri": "refunds" })).contains("7 days"));
    let (_, said, well) = client.close();
    assert!(well && said.contains("the log of deliveries"), "{said}");
}
