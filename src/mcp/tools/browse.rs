//! `browse`: what lies in a folder, each entry with what it is, as deep as asked for and as much as fits.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::answer::{Answer, Room};
use super::super::arguments::{self, budget};
use super::super::base::{Base, Fault};
use super::super::call::Call;
use super::super::place::wanted;
use super::super::quote::{NOTICE, line, quoted};
use super::read::unread;
use super::shared::{origin, put};
use crate::ops::list::{ListOptions, ListReport, ListedFolder, ListedNote, list};

/// How the tool is described.
pub(super) const DEFINITION: &str = r#"{
"name":"browse",
"description":"List a folder, each entry with what it is in a sentence. Start without a folder, then go into one.",
"inputSchema":{"type":"object","properties":{
"folder":{"type":"string"},
"depth":{"type":"integer","minimum":1,"maximum":5,"description":"default 1"},
"budget":{"type":"integer"}},"additionalProperties":false},
"outputSchema":{"type":"object","properties":{
"commit":{"type":["string","null"]},"notes":{"type":"integer"},
"entries":{"type":"array","items":{"type":"object","properties":{"notes":{"type":"integer"}},
"additionalProperties":{"type":"string"},"required":["uri","title"]}},"left_out":{"type":"integer"}},
"additionalProperties":{"type":"string"},"required":["uri","title","commit","notes","entries","left_out"]},
"annotations":{"readOnlyHint":true}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    folder: Option<String>,
    depth: Option<usize>,
    budget: Option<usize>,
}

/// Answers a call.
pub(super) fn run(base: &dyn Base, call: &Call, arguments: Map<String, Value>) -> Result<Answer, Fault> {
    let asked: Arguments = arguments::read("browse", arguments)?;
    let folder = asked.folder.as_deref().filter(|folder| !folder.trim().is_empty());
    // A folder has no parts: the whole of what was written is its name.
    let wanted = folder.map(|folder| wanted(folder, base.root().as_deref())).transpose()?;
    let wanted = wanted.and_then(|wanted| wanted.into_iter().next());
    let workspace = base.workspace(call)?;
    let caller = call.reader.caller(&workspace)?;
    let options =
        ListOptions { depth: asked.depth.unwrap_or(1).clamp(1, 5), folders_only: false, revision: None };
    let typed = folder.unwrap_or(".");
    let report = list(&workspace, base.index(), &caller, typed, wanted.as_ref(), &options).map_err(unread)?;
    Ok(answer(&report, budget(asked.budget, call.budget)))
}

/// An entry of the list, and how deep it lies.
enum Entry<'r> {
    Folder(&'r ListedFolder, usize),
    Note(&'r ListedNote, usize),
}

/// What lies in `folder`, each folder before what lies in it.
fn entries<'r>(folder: &'r ListedFolder, depth: usize, all: &mut Vec<Entry<'r>>) {
    for child in &folder.folders {
        all.push(Entry::Folder(child, depth));
        entries(child, depth + 1, all);
    }
    all.extend(folder.notes.iter().map(|note| Entry::Note(note, depth)));
}

fn answer(report: &ListReport, budget: usize) -> Answer {
    let folder = &report.folder;
    let counted = |count: u64| format!("{count} note{}", if count == 1 { "" } else { "s" });
    let head = format!(
        "**{}** {}, {}, {}. {NOTICE}",
        line(&folder.title),
        folder.uri,
        counted(folder.count),
        origin(report.commit.as_ref(), true)
    );
    let mut room = Room::new(budget);
    room.take(&head);
    let about = quoted(&folder.abstract_text);
    room.take(&about);
    let mut all = Vec::new();
    entries(folder, 0, &mut all);
    let (mut lines, mut shown) = (Vec::new(), Vec::new());
    for entry in &all {
        let (text, data) = match entry {
            Entry::Folder(folder, depth) => {
                let what = format!("{} ({})", folder.uri, counted(folder.count));
                let mut data =
                    json!({ "uri": folder.uri, "title": line(&folder.title), "notes": folder.count });
                put(&mut data, "about", &folder.abstract_text);
                (listed(*depth, &folder.title, &what, &[], &folder.abstract_text), data)
            }
            Entry::Note(note, depth) => {
                let status = if note.retired { "deprecated" } else { "" };
                let standing = note.standing.as_deref().unwrap_or_default();
                let mut data = json!({ "uri": note.uri, "title": line(&note.title) });
                put(&mut data, "about", &note.abstract_text);
                put(&mut data, "status", status);
                put(&mut data, "standing", standing);
                (listed(*depth, &note.title, &note.uri, &[status, standing], &note.abstract_text), data)
            }
        };
        if !room.take(&text) && !shown.is_empty() {
            break;
        }
        lines.push(text);
        shown.push(data);
    }
    let left_out = all.len() - shown.len();
    let mut blocks = vec![head];
    if !about.is_empty() {
        blocks.push(about);
    }
    if lines.is_empty() {
        blocks.push("Nothing lies here that you may see.".to_owned());
    } else {
        blocks.push(lines.join("\n"));
    }
    if left_out > 0 {
        blocks
            .push(format!("{left_out} more left out: browse one of the folders, or with a larger `budget`."));
    }
    let mut data = json!({
        "uri": folder.uri, "title": line(&folder.title), "commit": report.commit, "notes": folder.count,
        "entries": shown, "left_out": left_out,
    });
    put(&mut data, "about", &folder.abstract_text);
    Answer { markdown: blocks.join("\n\n"), data }
}

/// An entry, and below it what it is.
fn listed(depth: usize, title: &str, what: &str, marks: &[&str], about: &str) -> String {
    let indent = "  ".repeat(depth);
    let mut text = format!("{indent}- **{}** {what}", line(title));
    for mark in marks.iter().filter(|mark| !mark.is_empty()) {
        text += &format!(" · {}", line(mark));
    }
    if !about.trim().is_empty() {
        text += &format!("\n{indent}  > {}", line(about));
    }
    text
}
