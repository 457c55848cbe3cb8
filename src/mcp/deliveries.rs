//! What an answer told an agent, read off the answer itself and handed on to be recorded. Whether it is, `kb.toml` says.

use serde_json::Value;

use super::base::Base;
use super::call::Call;
use super::reader::{Reader, Who};
use crate::digest::CommitId;
use crate::ops::deliveries::{Session, Told, record};
use crate::text::LineRange;
use crate::uri::Uri;

/// Who asks, as far as a record names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Agent {
    /// The session: one run of the server.
    pub session: String,
    /// The agent's program, as it names itself.
    pub client: Option<String>,
}

/// Records that `tool` gave `data` to `agent`. A log that cannot be written is told to whoever runs the server, not to the agent:
/// it gets its answer.
pub(super) fn deliver(base: &dyn Base, call: &Call, agent: Agent, tool: &str, data: &Value) {
    let told = told(data);
    let (Some(log), false) = (base.deliveries(), told.is_empty()) else { return };
    let Ok(workspace) = base.workspace(call) else { return };
    let session = Session { id: agent.session, client: agent.client, caller: named(&call.reader) };
    if let Err(error) = record(&workspace, log, &session, tool, &told) {
        base.warn(&error.to_string());
    }
}

/// On whose behalf `reader` reads, in words.
fn named(reader: &Reader) -> String {
    let caller = match &reader.who {
        Who::Named(name) => return name.clone(),
        Who::Caller(caller) => caller,
    };
    let Some(held) = caller.handed_over() else { return "owner".to_owned() };
    let tenant = held.tenant.map_or_else(|| "no tenant".to_owned(), |tenant| format!("tenant {tenant}"));
    held.labels.iter().fold(tenant, |text, label| format!("{text}, {label}"))
}

/// What `data`, the whole of an answer, told: every address in it, with its lines, of the commit that the answer comes from.
fn told(data: &Value) -> Vec<Told> {
    let commit = data["commit"].as_str().map(|commit| CommitId(commit.to_owned()));
    let mut told = Vec::new();
    let mut add = |uri: &Value, lines: Option<LineRange>| {
        let Some(uri) = uri.as_str().and_then(Uri::parse) else { return };
        let Some(path) = uri.path else { return };
        let lines = lines.or_else(|| uri.fragment?.parse().ok());
        let one = Told { path, lines, commit: commit.clone() };
        if !told.contains(&one) {
            told.push(one);
        }
    };
    for list in ["results", "entries", "neighbours"] {
        data[list].as_array().into_iter().flatten().for_each(|entry| add(&entry["uri"], None));
    }
    for claim in data["claims"].as_array().into_iter().flatten() {
        let line = claim["line"].as_u64().and_then(|line| u32::try_from(line).ok());
        add(&data["uri"], line.map(LineRange::single));
    }
    if data["kind"].is_string() {
        add(&data["uri"], shown(data));
    }
    told
}

/// The lines that a reading showed: of the text, as many as fitted; of an outline or an abstract, none.
fn shown(data: &Value) -> Option<LineRange> {
    let lines: LineRange = data["lines"].as_str()?.parse().ok()?;
    let count = data["text"].as_str()?.lines().count();
    if data["level"] != 2 || count == 0 {
        return None;
    }
    let last = lines.first().saturating_add(u32::try_from(count - 1).unwrap_or(u32::MAX));
    LineRange::new(lines.first(), last.min(lines.last()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn places(data: &Value) -> Vec<String> {
        let shown = |one: &Told| {
            let lines = one.lines.map(|lines| format!("#{lines}")).unwrap_or_default();
            format!("{}{lines} {}", one.path, one.commit.as_ref().map_or("-", CommitId::as_str))
        };
        told(data).iter().map(shown).collect()
    }

    #[test]
    fn every_tool_says_what_it_told() {
        let search = json!({ "commit": "c", "results": [
            { "uri": "kb://_/a/b.md#L3-L5" }, { "uri": "kb://t/a/c.md#L1" }, { "uri": "kb://_/a/b.md#L3-L5" },
        ] });
        assert_eq!(places(&search), ["a/b.md#L3-L5 c", "a/c.md#L1 c"]);
        let browse = json!({ "uri": "kb://_/a", "commit": null, "entries": [{ "uri": "kb://_/a/b.md" }] });
        assert_eq!(places(&browse), ["a/b.md -"]);
        let why =
            json!({ "uri": "kb://_/a.md#L2-L9", "commit": "c", "claims": [{ "line": 4 }, { "line": 9 }] });
        assert_eq!(places(&why), ["a.md#L4 c", "a.md#L9 c"]);
        let mut read = json!({
            "uri": "kb://_/a.md", "commit": "c", "kind": "note", "lines": "L1-L9", "level": 2, "text": "x\ny\n",
        });
        assert_eq!(places(&read), ["a.md#L1-L2 c"], "what did not fit was not told");
        read["level"] = json!(1);
        assert_eq!(places(&read), ["a.md c"]);
        assert_eq!(places(&json!({ "evidence": "x", "is_new": true })), Vec::<String>::new());
        assert_eq!(
            places(&json!({ "results": [{ "uri": "kb://_/../x" }, { "uri": 1 }] })),
            Vec::<String>::new()
        );
    }
}
