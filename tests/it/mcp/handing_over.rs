//! `remember` and `proposal`: what is handed over becomes evidence and a proposal, for nobody who holds less, and no knowledge.

use serde_json::json;

use super::TestRepo;
use super::client::{Client, text_of};

const CALL: &str = "agent: How long is the warranty?\ncustomer: You said the warranty is 3 years.\nagent: Yes, the warranty is 3 years.\n";

fn base() -> TestRepo {
    TestRepo::initialised()
        .file(
            "knowledge/warranty.md",
            "---\ntype: Note\ntitle: Warranty\n---\n# Warranty\n\nWarranty is for devices.\n",
        )
        .commit("notes")
}

#[test]
fn a_conversation_becomes_evidence_and_a_proposal_and_no_knowledge() {
    let repo = base();
    let before = repo.git(["rev-parse", "HEAD:knowledge"]);
    let mut client = Client::greet(&repo, "t", []);
    let told = client.call("remember", json!({ "text": CALL, "title": "A call", "kind": "call" }));
    let data = &told["structuredContent"];
    assert_eq!(data["is_new"], true, "{told}");
    let (evidence, proposal) =
        (data["evidence"].as_str().expect("an id"), data["proposal"].as_str().expect("an id"));
    // It is kept byte for byte, committed, and read by the address that was given.
    let uri = data["uri"].as_str().expect("an address").to_owned();
    let path = uri.trim_start_matches("kb://_/");
    assert_eq!(repo.read(path), CALL);
    assert_eq!(repo.git(["show", &format!("HEAD:{path}")]), CALL);
    assert!(client.text("read", json!({ "uri": uri })).contains("> customer: You said"));
    assert_eq!(repo.git(["rev-parse", "HEAD:knowledge"]), before, "no knowledge was written");
    assert_eq!(repo.git(["status", "--porcelain"]), "");
    let followed = client.call("proposal", json!({ "id": proposal }));
    let first = &followed["structuredContent"]["proposals"][0];
    assert_eq!((&first["id"], &first["evidence"]), (&json!(proposal), &json!([evidence])), "{followed}");
    assert!(["open", "nothing"].contains(&first["state"].as_str().expect("a state")), "{followed}");
    // The same again is the same.
    let again = client.call("remember", json!({ "text": CALL, "title": "A call", "kind": "call" }));
    assert_eq!(
        (&again["structuredContent"]["is_new"], &again["structuredContent"]["evidence"]),
        (&json!(false), &json!(evidence))
    );
    assert!(client.refusal("proposal", json!({ "id": "p-000000000000" })).contains("no proposal"));
    assert!(client.refusal("proposal", json!({ "id": "../x" })).len() > 5);
}

#[test]
fn odd_bytes_are_kept_as_they_are() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    let text = "a\r\nb\u{2028}c and some words more\n";
    let told = client.call("remember", json!({ "text": text, "propose": false }));
    let uri = told["structuredContent"]["uri"].as_str().expect("an address").to_owned();
    let bytes = std::fs::read(repo.path(uri.trim_start_matches("kb://_/"))).expect("the source");
    assert_eq!(bytes, text.as_bytes());
    let files = repo.files();
    client.send(
        r#"{"jsonrpc":"2.0","id":50,"method":"tools/call","params":{"name":"remember","arguments":{"text":"x\ud83d"}}}"#,
    );
    assert_eq!(client.answer_to(json!(50))["error"]["code"], -32602);
    client.call("remember", json!({ "text": "a\u{0}b", "propose": false }));
    client.call("remember", json!({ "text": "", "propose": false }));
    let refusal = client.refusal("remember", json!({ "text": "x", "path": "knowledge/a.md" }));
    assert!(refusal.contains("path"), "{refusal}");
    assert!(repo.files().iter().all(|file| files.contains(file) || file.starts_with("evidence/")));
}

#[test]
fn what_is_handed_over_is_seen_by_nobody_who_holds_less() {
    let repo = base();
    let secret = "The board decided to sell the harbour in March.\n";
    let mut board = Client::greet(&repo, "t", ["--tenant", "acme", "--label", "board"]);
    // What a text says of itself widens nothing.
    let text = format!("---\ntenant: other\nlabels: [public]\ntitle: x\n---\n{secret}");
    let told = board.call("remember", json!({ "text": text }));
    let uri = told["structuredContent"]["uri"].as_str().expect("an address").to_owned();
    assert!(uri.starts_with("kb://acme/evidence/"), "{uri}");
    let folder = uri.trim_start_matches("kb://acme/").rsplit_once('/').expect("a folder").0.to_owned();
    let meta = repo.read(&format!("{folder}/meta.yaml"));
    assert!(meta.contains("tenant: acme") && meta.contains("board") && !meta.contains("other"), "{meta}");
    assert!(board.text("read", json!({ "uri": uri })).contains("harbour"));
    let proposal = told["structuredContent"]["proposal"].clone();
    for arguments in [["--tenant", "acme"], ["--label", "board"], ["--label", "public"]] {
        let mut other = Client::greet(&repo, "t", arguments);
        assert!(other.refusal("read", json!({ "uri": uri })).contains("nothing answers"));
        assert!(
            other
                .text("search", json!({ "query": "harbour", "evidence": true }))
                .contains("Nothing relevant")
        );
        let listed = other.text("proposal", json!({}));
        assert!(listed.contains("No proposal"), "{listed}");
        if proposal.is_string() {
            assert!(other.refusal("proposal", json!({ "id": proposal })).contains("no proposal"));
        }
        // The same text from somebody else is new to them.
        let own = other.call("remember", json!({ "text": text, "propose": false }));
        assert_eq!(own["structuredContent"]["is_new"], true, "{own}");
        assert_ne!(own["structuredContent"]["evidence"], told["structuredContent"]["evidence"]);
    }
}

#[test]
fn a_reader_takes_nothing_in() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", ["--read-only"]);
    let tools = client.ask("tools/list", json!({}))["result"]["tools"].to_string();
    assert!(!tools.contains("remember"), "{tools}");
    let refused = client.ask("tools/call", json!({ "name": "remember", "arguments": { "text": "x" } }));
    assert_eq!(refused["error"]["code"], -32602);
    let prompts = client.ask("prompts/list", json!({}));
    assert!(!prompts.to_string().contains("\"file\""), "{prompts}");
}

#[test]
fn evidence_goes_to_main_or_nowhere() {
    let repo = base();
    repo.git(["switch", "--quiet", "--create", "side"]);
    let files = repo.files();
    let mut client = Client::greet(&repo, "t", []);
    let refusal = client.refusal("remember", json!({ "text": CALL }));
    assert!(refusal.contains("`side`") && refusal.contains("nothing was taken in"), "{refusal}");
    assert_eq!(repo.files(), files);
    let plain = TestRepo::plain().file("a.md", "# A\n");
    let mut client = Client::greet(&plain, "t", []);
    assert!(!text_of(&client.call("remember", json!({ "text": CALL }))).is_empty());
    assert_eq!(plain.files(), ["a.md"]);
}
