//! `list` and `grep`: what there is, and where something stands.

use std::collections::{BTreeMap, BTreeSet};

use regex::RegexBuilder;
use schemars::JsonSchema;
use serde::Deserialize;

use super::page::{cut, page};
use crate::agent::looking::{Looking, named, unmerged};
use crate::evidence::Item;

/// The most lines that one grep gives.
const LINES: usize = 60;

/// The most characters of each.
const EACH: usize = 240;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    /// A folder, or `evidence`; without it the top of the notes
    folder: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Grep {
    /// A regular expression; case does not matter
    pattern: String,
    /// Search the evidence instead of the notes
    #[serde(default)]
    evidence: bool,
}

pub(super) fn list<D: Looking>(desk: &mut D, list: List) -> Result<String, String> {
    let layout = desk.head().layout();
    if list
        .folder
        .as_deref()
        .is_some_and(|folder| folder.trim().trim_matches('/') == layout.evidence.as_str())
    {
        return Ok(items(desk));
    }
    let folder =
        match list.folder.as_deref().map(str::trim).filter(|folder| !matches!(*folder, "" | "." | "/")) {
            Some(folder) => Some(named(desk, folder.trim_end_matches('/'))?),
            None => layout.knowledge.clone(),
        };
    let prefix = folder.as_ref().map_or(String::new(), |folder| format!("{folder}/"));
    let (mut folders, mut notes): (BTreeMap<&str, usize>, Vec<String>) = (BTreeMap::new(), Vec::new());
    for note in desk.head().notes() {
        let Some(below) = note.path.as_str().strip_prefix(&prefix) else { continue };
        match below.split_once('/') {
            Some((folder, _)) => *folders.entry(folder).or_default() += 1,
            None => notes.push(format!("{below}: {}", cut(note.title(), 100))),
        }
    }
    let source = folder.as_ref().map_or(".", |folder| folder.as_str());
    if folders.is_empty() && notes.is_empty() {
        return Ok(format!("No note lies in `{source}`.\n"));
    }
    let folders = folders.iter().map(|(folder, count)| format!("{folder}/: {count} notes"));
    let lines = folders.chain(notes).map(|line| desk.library().shown(&line));
    let listed = page(lines, |_| "`list` a folder of it, or search".to_owned());
    let told = desk.library().fence.around(&format!("list of {source}"), &listed);
    Ok(told + &unmerged(desk, |path| path.parent() == folder))
}

/// The evidence, item by item.
fn items(desk: &impl Looking) -> String {
    let line = |item: &Item| {
        let title =
            item.meta.title.as_deref().map(|title| format!(" {}", cut(title, 80))).unwrap_or_default();
        desk.library().shown(&format!("{}: {} lines{title}", item.meta.id, item.line_count()))
    };
    let listed =
        page(desk.head().evidence().map(line), |_| "`search_evidence` finds what it is about".to_owned());
    match listed.is_empty() {
        true => "There is no evidence.\n".to_owned(),
        false => desk.library().fence.around("list of evidence", &listed),
    }
}

pub(super) fn grep<D: Looking>(desk: &mut D, grep: Grep) -> Result<String, String> {
    let pattern = RegexBuilder::new(&grep.pattern).case_insensitive(true).size_limit(1 << 20).build();
    let pattern = pattern.map_err(|error| format!("`{}` is no regular expression: {error}", grep.pattern))?;
    let (mut found, mut more, mut examined) = (Vec::new(), 0, 0);
    let mut places = BTreeSet::new();
    let mut look = |place: &str, text: &str| {
        examined += 1;
        for (line, number) in text.lines().zip(1..) {
            let Some(hit) = pattern.find(line) else { continue };
            if found.len() == LINES {
                more += 1;
                continue;
            }
            places.insert(place.to_owned());
            found.push(format!("{place}:{number}: {}", around(line, hit.start())));
        }
    };
    if grep.evidence {
        desk.head().evidence().for_each(|item| look(item.meta.id.as_str(), item.text()));
    } else {
        desk.head().notes().for_each(|note| look(note.path.as_str(), &note.text));
    }
    let what = if grep.evidence { "evidence items" } else { "notes" };
    if found.is_empty() {
        return Ok(format!("No line matches, in {examined} {what}.\n"));
    }
    let lines = found.iter().map(|line| desk.library().shown(line));
    let mut text =
        desk.library().fence.around("grep", &page(lines, |_| "a narrower pattern finds fewer".to_owned()));
    if more > 0 {
        text.push_str(&format!("\n[{more} more lines match; a narrower pattern finds fewer]"));
    }
    text.push_str(&unmerged(desk, |path| places.contains(path.as_str())));
    Ok(text)
}

/// The part of `line` around the byte `at`.
fn around(line: &str, at: usize) -> String {
    if line.len() <= EACH {
        return line.to_owned();
    }
    let start = line[..at].char_indices().rev().nth(EACH / 3).map_or(0, |(start, _)| start);
    let before = if start > 0 { "…" } else { "" };
    format!("{before}{}", cut(&line[start..], EACH))
}
