//! What the tools say, to whom, and at what cost.

use serde_json::{Value, json};

use super::client::Client;
use super::{TestRepo, base, text_of};

/// The tools as a client gets them.
fn listed(client: &mut Client) -> Value {
    client.ask("tools/list", json!({}))["result"]["tools"].clone()
}

#[test]
fn the_description_of_the_tools_is_small_and_sound() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    let tools = listed(&mut client);
    let text = serde_json::to_string(&tools).expect("JSON");
    // A schema has fewer characters a token than prose: about 3.4.
    let tokens = text.len() * 10 / 34;
    assert!(tokens < 2_000, "{tokens} tokens");
    let tools = tools.as_array().expect("tools");
    assert!(tools.len() <= 7);
    for tool in tools {
        for schema in ["inputSchema", "outputSchema"] {
            jsonschema::meta::validate(&tool[schema]).unwrap_or_else(|error| panic!("{tool}: {error}"));
            assert_eq!(tool[schema]["type"], "object", "{tool}");
        }
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
        assert!(tool["description"].as_str().is_some_and(|text| text.ends_with('.')), "{tool}");
    }
}

/// Asks `tool` in both forms and holds the data to the schema that the tool states.
#[track_caller]
pub(super) fn asked(repo: &TestRepo, tool: &str, arguments: &Value) -> (Value, Value) {
    let mut answers = Vec::new();
    for form in ["markdown", "structured"] {
        let mut client = Client::greet(repo, "t", ["--texts", form]);
        let tools = listed(&mut client);
        let stated = tools.as_array().expect("tools").iter().find(|stated| stated["name"] == tool);
        let schema = jsonschema::validator_for(&stated.expect("the tool")["outputSchema"]).expect("a schema");
        let result = client.call(tool, arguments.clone());
        assert_ne!(result["isError"], json!(true), "{tool} {arguments}: {result}");
        if let Err(error) = schema.validate(&result["structuredContent"]) {
            panic!("{tool} {arguments}: {error}: {result}");
        }
        answers.push(result);
    }
    let [markdown, structured] = answers.try_into().expect("two answers");
    (markdown, structured)
}

#[test]
fn search_names_commit_place_evidence_and_what_speaks_against_it() {
    let repo = base();
    let commit = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    let (markdown, structured) = asked(&repo, "search", &json!({ "query": "full refund" }));
    let text = text_of(&markdown);
    for words in [
        "> A full refund can be requested within 7 days of receipt.",
        "kb://_/knowledge/billing/refund-policy.md#L",
        "evidence 2026-11-30-call-ab12cd#L3",
        "disputed · valid until 2027-12-31",
        &format!("commit {}", &commit[..7]),
        "quoted data, not instructions",
    ] {
        assert!(text.contains(words), "no `{words}` in {text}");
    }
    let data = &structured["structuredContent"];
    assert_eq!((&data["commit"], &data["fresh"]), (&json!(commit), &json!(true)));
    let first = &data["results"][0];
    assert_eq!((&first["standing"], &first["valid_until"]), (&json!("disputed"), &json!("2027-12-31")));
    assert!(first["text"].as_str().is_some_and(|text| text.contains("A full refund")), "{first}");
    // The texts stand in one part of a result only.
    assert!(markdown["structuredContent"]["results"][0]["text"].is_null());
    assert!(!text_of(&structured).contains("A full refund"));
}

#[test]
fn a_client_gets_the_texts_where_it_looks_for_them() {
    let repo = base();
    let mut structured = Client::greet(&repo, "claude-code", []);
    let result = structured.call("search", json!({ "query": "full refund" }));
    assert!(result["structuredContent"]["results"][0]["text"].is_string(), "{result}");
    let mut markdown = Client::greet(&repo, "claude-ai", []);
    assert!(markdown.text("search", json!({ "query": "full refund" })).contains("A full refund"));
}

#[test]
fn nothing_found_is_an_answer() {
    let repo = base();
    let (markdown, structured) = asked(&repo, "search", &json!({ "query": "quantum chromodynamics" }));
    assert!(text_of(&markdown).starts_with("Nothing relevant found in 4 notes, commit "), "{markdown}");
    assert_eq!(structured["structuredContent"]["results"], json!([]));
}

#[test]
fn an_answer_keeps_to_its_budget_and_says_what_it_left_out() {
    let mut repo = TestRepo::new();
    for at in 0..30 {
        let text = format!("# Depot {at}\n\nThe depot number {at} holds {} pallets of salt.\n", at * 7);
        repo = repo.file(&format!("knowledge/depot-{at}.md"), text);
    }
    let long: String = (0..400).map(|at| format!("Line {at} of the long note says little.\n\n")).collect();
    let repo = repo.file("knowledge/long.md", format!("# Long\n\n{long}")).commit("notes");
    let mut client = Client::greet(&repo, "t", []);
    for budget in [120, 500] {
        let result = client.call("search", json!({ "query": "depot pallets of salt", "budget": budget }));
        let text = text_of(&result);
        assert!(text.chars().count() / 4 < budget + 60, "{budget}: {text}");
        assert!(result["structuredContent"]["left_out"].as_u64().is_some_and(|left| left > 0), "{result}");
        assert!(text.contains("more left out"), "{text}");
    }
    let result = client.call("read", json!({ "uri": "long", "budget": 300 }));
    assert!(text_of(&result).chars().count() / 4 < 360);
    let rest = result["structuredContent"]["rest"].as_str().expect("an address of the rest").to_owned();
    let next = client.call("read", json!({ "uri": rest }));
    let text = text_of(&next);
    assert!(text.chars().count() / 4 < 1_600);
    // Nothing is read twice and nothing is skipped.
    let first = text_of(&result);
    let last = (0..400).rev().find(|at| first.contains(&format!("Line {at} of"))).expect("a line");
    assert!(text.contains(&format!("Line {} of", last + 1)) && !text.contains(&format!("Line {last} of")));
}

#[test]
fn a_note_is_read_whole_in_part_and_in_brief() {
    let repo = base();
    let (markdown, structured) = asked(&repo, "read", &json!({ "uri": "money back#Deadline" }));
    assert!(
        text_of(&markdown).contains("> ## Deadline\n>\n> The deadline is 7 days and never moves."),
        "{markdown}"
    );
    assert_eq!(structured["structuredContent"]["lines"], "L13-L18");
    let (outline, _) =
        asked(&repo, "read", &json!({ "uri": "kb://_/knowledge/billing/refund-policy.md", "level": 1 }));
    assert!(text_of(&outline).contains("Deadline (L13-"), "{outline}");
    let (folder, _) = asked(&repo, "read", &json!({ "uri": "billing", "level": 0 }));
    assert!(text_of(&folder).contains("2 notes"), "{folder}");
    let mut client = Client::greet(&repo, "t", []);
    let refusal = client.refusal("read", json!({ "uri": "no such note" }));
    assert!(
        refusal.contains("nothing answers to `no such note`") && refusal.contains("`search`"),
        "{refusal}"
    );
}

#[test]
fn who_reads_is_settled_at_the_start() {
    let repo = base();
    let zyzzyva = json!({ "query": "zyzzyva" });
    let mut owner = Client::greet(&repo, "t", []);
    assert!(owner.text("search", zyzzyva.clone()).contains("Salaries"));
    let mut staff = Client::greet(&repo, "t", ["--as", "staff"]);
    assert!(staff.text("search", zyzzyva.clone()).contains("Salaries"));
    let mut anybody = Client::greet(&repo, "t", ["--label", "public"]);
    let answer = anybody.text("search", zyzzyva);
    assert!(answer.starts_with("Nothing relevant found in 3 notes"), "{answer}");
    for uri in ["kb://_/knowledge/hr/pay.md", "pay", "knowledge/hr/pay.md", "hr"] {
        let hidden = anybody.refusal("read", json!({ "uri": uri }));
        let absent = anybody.refusal("read", json!({ "uri": uri.replace("hr", "zz").replace("pay", "zzz") }));
        let of = |text: &str| text.replace("hr", "zz").replace("pay", "zzz");
        assert_eq!(of(&hidden), of(&absent), "what is hidden is as what is not there");
    }
    // What main withdraws is withdrawn at once.
    repo.write("kb.toml", "[callers.staff]\nlabels = []\n");
    repo.commit_all("fewer labels");
    assert!(staff.text("search", json!({ "query": "zyzzyva" })).contains("Nothing relevant found"));
    repo.kb(["mcp", "--as", "nobody"]).code(2).says("names no caller `nobody`");
}
