//! `browse`, `neighbours`, `why`, resources and prompts.

use serde_json::{Value, json};

use super::client::{Client, text_of};
use super::tools::asked;
use super::{TestRepo, base};

#[test]
fn folders_are_browsed_from_the_top() {
    let repo = base();
    let (markdown, structured) = asked(&repo, "browse", &json!({}));
    let text = text_of(&markdown);
    assert!(text.contains("kb://_/knowledge/billing (2 notes)") && text.contains("commit "), "{text}");
    let entries = structured["structuredContent"]["entries"].as_array().expect("entries").clone();
    let billing = entries.iter().find(|entry| entry["uri"] == "kb://_/knowledge/billing").expect("a folder");
    assert_eq!(billing["notes"], 2);
    let (inside, _) = asked(&repo, "browse", &json!({ "folder": billing["uri"] }));
    assert!(
        text_of(&inside).contains("- **Refund policy** kb://_/knowledge/billing/refund-policy.md · disputed"),
        "{inside}"
    );
    let (deep, _) = asked(&repo, "browse", &json!({ "depth": 3 }));
    assert!(text_of(&deep).contains("  - **Order status**"), "{deep}");
    let mut anybody = Client::greet(&repo, "t", ["--label", "public"]);
    let text = anybody.text("browse", json!({ "depth": 5 }));
    assert!(!text.contains("hr") && text.contains("3 notes"), "{text}");
    assert!(anybody.refusal("browse", json!({ "folder": "hr" })).contains("nothing answers to `hr`"));
    assert!(
        anybody.refusal("browse", json!({ "folder": "billing/order-status.md" })).contains("is no folder")
    );
}

#[test]
fn a_long_folder_is_cut_and_says_so() {
    let mut repo = TestRepo::new();
    for at in 0..80 {
        repo = repo
            .file(&format!("knowledge/n{at}.md"), format!("# Note number {at}\n\nIt says {at} things.\n"));
    }
    let repo = repo.commit("notes");
    let mut client = Client::greet(&repo, "t", []);
    let result = client.call("browse", json!({ "budget": 300 }));
    let (shown, left) = (&result["structuredContent"]["entries"], &result["structuredContent"]["left_out"]);
    let shown = shown.as_array().expect("entries").len() as u64;
    assert_eq!(shown + left.as_u64().expect("a count"), 80, "{result}");
    assert!(text_of(&result).chars().count() / 4 < 360 && text_of(&result).contains("more left out"));
}

#[test]
fn a_note_has_neighbours_in_both_directions() {
    let repo = base();
    let (from, structured) = asked(&repo, "neighbours", &json!({ "uri": "refund-policy" }));
    assert!(
        text_of(&from).contains("Links:\n- **Order status** kb://_/knowledge/billing/order-status.md"),
        "{from}"
    );
    let link = &structured["structuredContent"]["neighbours"][0];
    assert_eq!((&link["by"], &link["title"]), (&json!("link"), &json!("Order status")));
    let (back, _) = asked(&repo, "neighbours", &json!({ "uri": "order-status" }));
    assert!(text_of(&back).contains("Linked from:\n- **Refund policy**"), "{back}");
    repo.write("knowledge/hr/secret.md", "---\nlabels: [staff]\n---\n# Secret\n\nSee [[order-status]].\n");
    repo.commit_all("a link that not everybody sees");
    let mut anybody = Client::greet(&repo, "t", ["--label", "public"]);
    assert!(!anybody.text("neighbours", json!({ "uri": "order-status" })).contains("Secret"));
    let mut owner = Client::greet(&repo, "t", []);
    assert!(owner.text("neighbours", json!({ "uri": "order-status" })).contains("Secret"));
    assert!(owner.refusal("neighbours", json!({ "uri": "billing" })).contains("is a folder"));
}

#[test]
fn a_claim_says_why_it_is_there() {
    let repo = TestRepo::initialised();
    repo.write(
        "call.txt",
        "agent: How long?\ncustomer: The warranty is 3 years.\nagent: Yes, the warranty is 3 years.\n",
    );
    repo.kb(["add", "call.txt", "--commit"]).code(0);
    repo.kb(["propose"]).code(0);
    repo.kb(["review"]).code(0);
    repo.kb(["merge"]).code(0);
    let cited = repo.kb(["search", "warranty", "--format", "json"]).json();
    let uri = cited["results"][0]["uri"].as_str().expect("an address").to_owned();
    let (told, structured) = asked(&repo, "why", &json!({ "uri": uri }));
    let claim = &structured["structuredContent"]["claims"][0];
    assert!(claim["proposal"].as_str().is_some_and(|id| id.starts_with("p-")), "{structured}");
    assert_eq!(claim["verdict"], "supported");
    assert!(
        claim["evidence"][0]["quote"].as_str().is_some_and(|quote| quote.contains("warranty")),
        "{claim}"
    );
    assert_eq!(claim["evidence"][0]["holds"], true);
    // An edit that nobody committed changes nothing of what main says.
    let path = uri.trim_start_matches("kb://_/").to_owned();
    let text = repo.read(&path);
    repo.write(&path, format!("{text}\nA new line.\n"));
    let line = claim["line"].as_u64().expect("a line");
    let (same, _) = asked(&repo, "why", &json!({ "uri": format!("{uri}#L{line}") }));
    assert!(text_of(&same).contains(&format!("L{line}\n> ")), "{same}");
    assert!(text_of(&told).contains("verdict: supported"), "{told}");
    let mut client = Client::greet(&repo, "t", []);
    assert!(client.refusal("why", json!({ "uri": "nowhere" })).contains("nothing answers"));
    assert!(client.refusal("why", json!({ "uri": format!("{uri}#L9999") })).contains("no line 9999"));
}

#[test]
fn resources_are_listed_and_read_by_their_address() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    let listed = client.ask("resources/list", json!({}))["result"]["resources"].clone();
    let uris: Vec<&str> =
        listed.as_array().expect("resources").iter().filter_map(|one| one["uri"].as_str()).collect();
    assert!(
        uris.contains(&"kb://_/knowledge/billing") && uris.contains(&"kb://_/knowledge/hr/pay.md"),
        "{uris:?}"
    );
    for uri in uris {
        let read = client.ask("resources/read", json!({ "uri": uri }));
        assert_eq!(read["result"]["contents"][0]["uri"], uri, "{read}");
        assert!(read["result"]["contents"][0]["_meta"]["kb/commit"].is_string(), "{read}");
    }
    let templates = client.ask("resources/templates/list", json!({}));
    assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "kb://{tenant}/{+path}");
    let mut anybody = Client::greet(&repo, "t", ["--label", "public"]);
    let listed = anybody.ask("resources/list", json!({})).to_string();
    assert!(!listed.contains("hr"), "{listed}");
    let hidden = anybody.ask("resources/read", json!({ "uri": "kb://_/knowledge/hr/pay.md" }));
    let absent = anybody.ask("resources/read", json!({ "uri": "kb://_/knowledge/zz/zzz.md" }));
    assert_eq!(hidden["error"]["code"], -32002);
    assert_eq!(hidden["error"].to_string().replace("hr/pay", "zz/zzz"), absent["error"].to_string());
    for uri in ["file:///etc/passwd", "kb://_/../x", "kb://other/knowledge/index.md", "x"] {
        assert_eq!(anybody.ask("resources/read", json!({ "uri": uri }))["error"]["code"], -32002, "{uri}");
    }
}

#[test]
fn a_long_base_is_listed_page_by_page() {
    let mut repo = TestRepo::new();
    for at in 0..450 {
        repo = repo.file(&format!("knowledge/f{}/n{at}.md", at % 7), format!("# N{at}\n"));
    }
    let repo = repo.commit("notes");
    let mut client = Client::greet(&repo, "t", []);
    let (mut all, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
        let page = client.ask("resources/list", params)["result"].clone();
        all.extend(page["resources"].as_array().expect("resources").iter().map(|one| one["uri"].to_string()));
        cursor = page["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    let count = all.len();
    all.sort();
    all.dedup();
    // Every note, seven folders, and the folder of the knowledge: each once.
    assert_eq!((count, all.len()), (458, 458));
}

#[test]
fn prompts_ask_for_citations_and_for_whole_conversations() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    let prompts = client.ask("prompts/list", json!({}))["result"]["prompts"].clone();
    let names: Vec<&str> =
        prompts.as_array().expect("prompts").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["answer", "file"]);
    let answer =
        client.ask("prompts/get", json!({ "name": "answer", "arguments": { "question": "How long?" } }));
    let text = answer["result"]["messages"][0]["content"]["text"].as_str().expect("a text").to_owned();
    assert!(text.contains("How long?") && text.contains("kb://"), "{text}");
    assert_eq!(client.ask("prompts/get", json!({ "name": "answer" }))["error"]["code"], -32602);
    assert_eq!(client.ask("prompts/get", json!({ "name": "nothing" }))["error"]["code"], -32602);
    let file = client.ask("prompts/get", json!({ "name": "file" }));
    assert!(file.to_string().contains("remember"), "{file}");
}
