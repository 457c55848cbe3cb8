//! One entry is set, and nothing else moves.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{SettingsError, in_json, in_toml, set_in_json, set_in_toml};

fn entry() -> [(&'static str, Value); 2] {
    [("command", json!("kb")), ("args", json!(["mcp"]))]
}

#[track_caller]
fn json_of(before: &str) -> String {
    let after = set_in_json(Some(before.as_bytes()), &["mcpServers", "kb"], &entry()).expect("set");
    assert_eq!(set_in_json(Some(&after), &["mcpServers", "kb"], &entry()), Ok(after.clone()), "twice");
    String::from_utf8(after).expect("UTF-8")
}

const ENTRY: &str =
    "\"kb\": {\n      \"command\": \"kb\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }";

#[test]
fn a_file_that_is_not_there_or_empty_gets_the_entry_alone() {
    let whole = format!("{{\n  \"mcpServers\": {{\n    {ENTRY}\n  }}\n}}\n");
    assert_eq!(set_in_json(None, &["mcpServers", "kb"], &entry()), Ok(whole.clone().into_bytes()));
    assert_eq!(json_of(" \n"), whole);
    assert_eq!(json_of("{}"), whole.trim_end());
}

#[test]
fn comments_commas_and_other_servers_stay_where_they_are() {
    let before = "\u{feff}// mine\r\n{\r\n  \"mcpServers\": {\r\n    \"a\": {\"command\": \"x\"}, // keep } this\r\n    /* and \"this\" */\r\n  },\r\n  \"other\": [1, 2,],\r\n}\r\n";
    let after = json_of(before);
    let entry = ENTRY.replace('\n', "\r\n");
    let expected = before.replace("\"this\" */", &format!("\"this\" */\r\n    {entry}"));
    assert_eq!(after, expected);
    let one_line = "{\"mcpServers\": {\"a\": {}}, \"x\": 1}";
    assert_eq!(
        json_of(one_line),
        "{\"mcpServers\": {\"a\": {}, \"kb\": {\"command\":\"kb\",\"args\":[\"mcp\"]}}, \"x\": 1}"
    );
    let tabs = "{\n\t\"x\": 1 // one\n}\n";
    assert!(
        json_of(tabs)
            .starts_with("{\n\t\"x\": 1, // one\n\t\"mcpServers\": {\n\t\t\"kb\": {\n\t\t\t\"command\"")
    );
}

#[test]
fn an_entry_that_is_there_keeps_what_else_it_has() {
    let before = "{\n    \"mcpServers\": {\n        \"kb\": {\n            \"env\": {\"A\": \"1\"}, // mine\n            \"command\": \"old\"\n        },\n        \"b\": {}\n    }\n}\n";
    let after = json_of(before);
    let expected = before.replace(
        "\"command\": \"old\"",
        "\"command\": \"kb\",\n            \"args\": [\n                \"mcp\"\n            ]",
    );
    assert_eq!(after, expected);
    assert_eq!(in_json(after.as_bytes(), &["mcpServers", "kb", "env", "A"]), Ok(Some(json!("1"))));
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let fault = |text: &[u8]| set_in_json(Some(text), &["mcpServers", "kb"], &entry()).expect_err("a fault");
    assert!(matches!(fault(b"{\n\"a\": }"), SettingsError::Broken { line: 2, .. }));
    assert!(matches!(fault(b"{\"a\": \"unclosed"), SettingsError::Broken { .. }));
    assert!(matches!(fault(b"/* no end"), SettingsError::Broken { .. }));
    assert_eq!(fault(b"[]"), SettingsError::NotATable("the file".to_owned()));
    assert_eq!(fault(b"{\"mcpServers\": []}"), SettingsError::NotATable("mcpServers".to_owned()));
    assert_eq!(fault(b"{\"mcpServers\": {\"kb\": 1}}"), SettingsError::NotATable("mcpServers.kb".to_owned()));
    assert_eq!(fault(b"{\"a\": \"\xff\"}"), SettingsError::NotText);
}

#[track_caller]
fn toml_of(before: &str) -> String {
    let after = set_in_toml(Some(before.as_bytes()), &["mcp_servers", "kb"], &entry()).expect("set");
    assert_eq!(set_in_toml(Some(&after), &["mcp_servers", "kb"], &entry()), Ok(after.clone()), "twice");
    String::from_utf8(after).expect("UTF-8")
}

const TABLE: &str = "[mcp_servers.kb]\ncommand = \"kb\"\nargs = [\"mcp\"]\n";

#[test]
fn a_table_is_added_at_the_end_and_nothing_else_moves() {
    assert_eq!(toml_of(""), TABLE);
    let before = "model = \"o\" # mine\n\n[mcp_servers.a]\ncommand = 'x'\nnote = \"\"\"\n[mcp_servers.kb]\n\"\"\"\n\n\n";
    assert_eq!(toml_of(before), format!("{}\n\n{TABLE}", before.trim_end()));
}

#[test]
fn a_table_that_is_there_keeps_what_else_it_has() {
    let before = "[ mcp_servers . \"kb\" ] # here\nstartup_timeout_sec = 20\nargs = [ # old\n  \"serve\", # ]\n] # end\n\n# next\n[mcp_servers.kb.env]\ncommand = \"not this\"\n";
    let after = toml_of(before);
    let expected = before
        .replace("args = [ # old\n  \"serve\", # ]\n] # end\n", "args = [\"mcp\"] # end\ncommand = \"kb\"\n");
    assert_eq!(after, expected);
    assert_eq!(in_toml(after.as_bytes(), &["mcp_servers", "kb", "startup_timeout_sec"]), Ok(Some(json!(20))));
}

#[test]
fn toml_in_a_form_that_cannot_be_added_to_is_left_alone() {
    let fault =
        |text: &str| set_in_toml(Some(text.as_bytes()), &["mcp_servers", "kb"], &entry()).expect_err(text);
    assert!(matches!(fault("a = \n"), SettingsError::Broken { line: 1, .. }));
    for text in [
        "mcp_servers = {a = {command = \"x\"}}\n",
        "mcp_servers = {kb = {command = \"x\"}}\n",
        "mcp_servers.kb.command = \"x\"\n",
    ] {
        assert_eq!(fault(text), SettingsError::Form("mcp_servers.kb".to_owned()), "{text}");
    }
    assert_eq!(fault("mcp_servers = 1\n"), SettingsError::NotATable("mcp_servers.kb".to_owned()));
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~é\"\\\\/*]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("(mcpServers|kb|[a-z/\"]{0,5})", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_json_reads_afterwards_as_before_with_the_entry_set(whole in value(), is_pretty: bool) {
        let text = if is_pretty { serde_json::to_string_pretty(&whole) } else { serde_json::to_string(&whole) };
        let before = text.expect("JSON");
        if let Ok(after) = set_in_json(Some(before.as_bytes()), &["mcpServers", "kb"], &entry()) {
            let mut expected = whole;
            for key in ["mcpServers", "kb"] {
                if expected.pointer("/mcpServers").is_none() {
                    expected["mcpServers"] = Value::Object(Map::new());
                }
                if key == "kb" && expected.pointer("/mcpServers/kb").is_none() {
                    expected["mcpServers"]["kb"] = Value::Object(Map::new());
                }
            }
            entry().into_iter().for_each(|(key, value)| expected["mcpServers"]["kb"][key] = value);
            let read: Value = serde_json::from_slice(&after).expect("JSON");
            prop_assert_eq!(read, expected);
        } else {
            let is_table = |pointer: &str| whole.pointer(pointer).is_none_or(Value::is_object);
            prop_assert!(!whole.is_object() || !is_table("/mcpServers") || !is_table("/mcpServers/kb"));
        }
    }

    #[test]
    fn no_bytes_break_it(bytes in prop::collection::vec(any::<u8>(), 0..60), text in "[\\[\\]{}\",:/*a \n#=.'\\\\]{0,40}") {
        let _ = set_in_json(Some(&bytes), &["a", "b"], &entry());
        let _ = set_in_json(Some(text.as_bytes()), &["a", "b"], &entry());
        let _ = set_in_toml(Some(&bytes), &["a", "b"], &entry());
        let _ = set_in_toml(Some(text.as_bytes()), &["a", "b"], &entry());
    }
}
