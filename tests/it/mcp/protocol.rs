//! What a client may send, and what it gets: versions, cancelled and malformed messages, several at once, and nothing on
//! standard output but answers.

use serde_json::{Value, json};

use super::client::Client;
use super::{TestRepo, base, text_of};

fn greeting(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } })
}

/// MC-02: a version that is spoken is echoed; for any other the server offers one that it speaks.
#[test]
fn versions_are_agreed_on() {
    let repo = base();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let answer = Client::start(&repo, []).ask("initialize", greeting(version));
        assert_eq!(answer["result"]["protocolVersion"], version);
    }
    for version in ["1999-01-01", "2099-01-01", "2026-07-28", "soon"] {
        let answer = Client::start(&repo, []).ask("initialize", greeting(version));
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{version}: {answer}");
    }
}

/// The revision that has no greeting: what a request needs it carries itself.
#[test]
fn a_client_without_a_greeting_is_answered() {
    let repo = base();
    let mut client = Client::start(&repo, []);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = client.ask("server/discover", json!({ "_meta": meta }));
    let versions = found["result"]["supportedVersions"].as_array().expect("versions");
    assert!(versions.contains(&json!("2026-07-28")), "{found}");
    let called = client
        .ask("tools/call", json!({ "name": "search", "arguments": { "query": "refund" }, "_meta": meta }));
    assert!(text_of(&called["result"]).contains("A full refund"), "{called}");
    assert_eq!(called["result"]["resultType"], "complete");
}

/// MC-04, in what a client can tell: the answer to what it no longer wants does not come, everything else does.
#[test]
fn what_was_cancelled_is_not_answered_and_nothing_else_suffers() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    client.send(
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","arguments":{"query":"refund"}}}"#,
    );
    client.send(
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"test"}}"#,
    );
    client.send(r#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":999}}"#);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#);
    assert_eq!(client.answer_to(json!(8))["result"], json!({}));
    assert!(client.text("search", json!({ "query": "refund" })).contains("A full refund"));
    // It may have been answered before the cancellation was read; then it is the whole answer.
    for message in client.others().iter().filter(|message| message["id"] == 7) {
        assert!(text_of(&message["result"]).contains("A full refund"), "{message}");
    }
    let (rest, _, is_well) = client.close();
    assert!(rest.is_empty() && is_well, "{rest:?}");
    repo.kb(["search", "refund"]).code(0).prints("A full refund");
}

/// MC-07: a string that is no text is refused by name, text comes back as it is, and the server goes on.
#[test]
fn odd_text_is_answered() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    client.send(
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"x\ud83d"}}}"#,
    );
    assert_eq!(client.answer_to(json!(2))["error"]["code"], -32602);
    for query in ["a\u{0}b refund", "a\r\nb\u{2028}refund", "\u{feff}refund", "\u{202e}refund", ""] {
        client.call("search", json!({ "query": query }));
    }
    let refusal = client.refusal("read", json!({ "uri": "knowledge/a\u{0}.md" }));
    assert!(refusal.contains("U+0000") && refusal.contains("hint: in JSON"), "{refusal}");
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

/// MC-05: a backslash is part of a name here, and a control character is explained.
#[test]
#[cfg(unix)]
fn paths_are_those_of_the_repository() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    let read = |client: &mut Client, uri: &str| client.call("read", json!({ "uri": uri }));
    let by_path = read(&mut client, "knowledge/billing/order-status.md");
    assert_eq!(by_path["isError"], json!(false), "{by_path}");
    assert_eq!(read(&mut client, r"knowledge\billing\order-status.md")["isError"], json!(true));
    let absolute = repo.path("knowledge/billing/order-status.md").canonicalize().expect("a path");
    assert_eq!(read(&mut client, &absolute.display().to_string()), by_path);
    assert_eq!(read(&mut client, &format!("file://{}", absolute.display())), by_path);
    for outside in ["/etc/passwd", "../../etc/passwd", "knowledge/../../x", "kb://_/../x", ".git/config"] {
        assert_eq!(read(&mut client, outside)["isError"], json!(true), "{outside}");
    }
    assert!(client.refusal("read", json!({ "uri": "c:\temp\\a.md" })).contains("JSON"));
}

#[test]
fn what_is_no_message_is_answered_and_the_server_goes_on() {
    let repo = base();
    let mut client = Client::start(&repo, []);
    // Before the greeting.
    client.tell("notifications/initialized", json!({}));
    client.send("hello");
    assert_eq!(client.next()["error"]["code"], -32700);
    assert_eq!(client.ask("tools/list", json!({}))["error"]["code"], -32602);
    client.hello("t");
    let long = format!(r#"{{"jsonrpc":"2.0","id":77,"method":"ping","x":"{}"}}"#, "y".repeat(5 << 20));
    client.send(long);
    assert_eq!(client.answer_to(json!(77))["error"]["code"], -32600);
    client.send("");
    client.send("[1,2");
    assert_eq!(client.next()["error"]["code"], -32700);
    client.send(b"\xff\xfe");
    assert_eq!(client.next()["error"]["code"], -32700);
    client.send("{}");
    assert_eq!(client.next()["error"]["code"], -32600);
    assert_eq!(client.ask("no/such", json!({}))["error"]["code"], -32601);
    assert_eq!(client.ask("tools/call", json!({ "name": "rebuild" }))["error"]["code"], -32602);
    assert_eq!(client.ask("tools/call", json!([]))["error"]["code"], -32602);
    client.send(r#"[{"jsonrpc":"2.0","id":91,"method":"ping"},{"jsonrpc":"2.0","id":92,"method":"ping"}]"#);
    assert_eq!(client.answer_to(json!(91))["result"], json!({}));
    assert_eq!(client.answer_to(json!(92))["result"], json!({}));
    client.send("[".repeat(100_000));
    assert_eq!(client.next()["error"]["code"], -32700);
    let refusal = client.refusal("search", json!({ "query": "x", "tenant": "acme" }));
    assert!(refusal.contains("tenant"), "{refusal}");
    assert!(client.text("search", json!({ "query": "refund" })).contains("A full refund"));
    let (rest, _, is_well) = client.close();
    assert!(rest.is_empty() && is_well, "{rest:?}");
}

#[test]
fn calls_that_come_together_are_all_answered() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    let ids: Vec<i64> = (0..40)
        .map(|at| {
            let (name, arguments) = match at % 2 {
                0 => ("search", json!({ "query": "refund" })),
                _ => ("read", json!({ "uri": "order-status" })),
            };
            client.request("tools/call", json!({ "name": name, "arguments": arguments }))
        })
        .collect();
    for id in ids {
        let answer = client.answer_to(json!(id));
        assert_eq!(answer["result"]["isError"], json!(false), "{answer}");
    }
}

/// What was asked before the input ended is answered; then the server ends.
#[test]
fn a_client_that_hangs_up_gets_what_it_asked_for() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    let id = client.request("tools/call", json!({ "name": "search", "arguments": { "query": "refund" } }));
    let (rest, _, is_well) = client.close();
    assert!(is_well && rest.len() == 1 && rest[0]["id"] == id, "{rest:?}");
}

/// A commit of another process, and an index that goes away, under a server that has the base open.
#[test]
fn the_base_may_change_under_the_server() {
    let repo = base();
    let mut client = Client::greet(&repo, "t", []);
    assert!(client.text("search", json!({ "query": "parcel" })).contains("Nothing relevant found"));
    repo.write("knowledge/billing/parcel.md", "---\ntitle: Parcel\n---\n# Parcel\n\nA parcel weighs 3 kg.\n");
    assert!(
        client.text("search", json!({ "query": "parcel" })).contains("Nothing relevant found"),
        "uncommitted"
    );
    let commit = repo.commit_all("parcel");
    let found = client.call("search", json!({ "query": "parcel" }));
    assert!(text_of(&found).contains("A parcel weighs 3 kg."), "{found}");
    assert_eq!(found["structuredContent"]["commit"], json!(commit));
    std::fs::remove_dir_all(repo.path(".kb/index")).expect("an index to remove");
    assert!(client.text("search", json!({ "query": "parcel" })).contains("3 kg"));
    repo.kb(["build", "--full"]).code(0);
    assert!(client.text("search", json!({ "query": "parcel" })).contains("3 kg"));
    repo.write("kb.toml", "[search\n");
    let broken = repo.commit_all("a broken kb.toml");
    let refusal = client.refusal("search", json!({ "query": "parcel" }));
    assert!(refusal.contains("kb.toml"), "{broken}: {refusal}");
    repo.write("kb.toml", "");
    repo.commit_all("mended");
    assert!(client.text("search", json!({ "query": "parcel" })).contains("3 kg"));
}

/// MC-01: whatever goes wrong and however much is said, standard output carries the protocol. The client checks every line.
#[test]
fn standard_output_carries_the_protocol_only() {
    for (arguments, toml) in [(["-v"], "[gate]\nbranch = \"main\"\n"), (["-q"], "nonsense = [\n")] {
        let repo = TestRepo::new()
            .file("knowledge/a.md", b"---\ntitle: [\n---\n# A\n\nRefund \xff\xfe\n")
            .file("knowledge/b.md", "---\n---\n[[x]] ![[y]]\n")
            .commit("notes");
        repo.write("kb.toml", toml);
        let environment = [("RUST_LOG", "trace"), ("RUST_BACKTRACE", "1")];
        let mut client = Client::start_with(&repo, &environment, arguments);
        client.hello("t");
        client.ask("tools/list", json!({}));
        client.call("search", json!({ "query": "refund" }));
        client.call("read", json!({ "uri": "a" }));
        client.refusal("read", json!({ "uri": "nowhere" }));
        client.send("not a message");
        client.next();
        let (rest, _, is_well) = client.close();
        assert!(rest.is_empty() && is_well, "{rest:?}");
    }
}

/// A bug costs an answer and not the server; what is said of it goes to standard error.
#[test]
fn a_panic_in_a_tool_is_an_answer() {
    let repo = base();
    let mut client = Client::start_with(&repo, &[("KB_PANIC", "read")], []);
    client.hello("t");
    for _ in 0..20 {
        let refusal = client.refusal("read", json!({ "uri": "order-status" }));
        assert!(refusal.contains("a bug of its own"), "{refusal}");
        assert!(client.text("search", json!({ "query": "refund" })).contains("A full refund"));
    }
    let (rest, said, is_well) = client.close();
    assert!(rest.is_empty() && is_well, "{rest:?}");
    assert!(said.contains("KB_PANIC says so") && said.contains("please report"), "{said}");
}

#[test]
fn a_folder_without_git_is_served() {
    let repo = TestRepo::plain().file("notes/tea.md", "# Tea\n\nTea is steeped for four minutes.\n");
    let mut client = Client::greet(&repo, "t", []);
    let found = client.call("search", json!({ "query": "tea" }));
    assert!(text_of(&found).contains("four minutes"), "{found}");
    assert_eq!(found["structuredContent"]["commit"], Value::Null);
    assert!(client.text("read", json!({ "uri": "notes/tea.md" })).contains("> Tea is steeped"));
}
