//! `diff`: what the change is, hunk by hunk; never cut in the midst of one.

use schemars::JsonSchema;
use serde::Deserialize;

use super::page::MOST;
use crate::agent::looking::{Differing, Looking, named};
use crate::path::RepoPath;
use crate::text::FilePatch;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Diff {
    /// A file; without it the list of what differs
    path: Option<String>,
    /// First hunk, from 1
    hunk: Option<usize>,
}

pub(super) fn diff<D: Looking>(desk: &mut D, diff: Diff) -> Result<String, String> {
    let differing = desk.differing();
    let Some(path) = &diff.path else {
        let list: String = differing.iter().map(|one| format!("{}\n", one.path)).collect();
        return Ok(if list.is_empty() {
            "Nothing differs.\n".to_owned()
        } else {
            desk.library().data("changed files", &list)
        });
    };
    let path = named(desk, path)?;
    let Some(one) = differing.iter().find(|one| one.path == path) else {
        return Err(format!("`{path}` does not differ from the base"));
    };
    let first = diff.hunk.unwrap_or(1).max(1) - 1;
    Ok(show(desk, one, first, MOST).text)
}

/// What was shown of one file.
pub(in crate::agent) struct Shown {
    /// The hunks, fenced, and what was left out.
    pub text: String,
    /// How many characters they take.
    pub size: usize,
}

/// Shows as many hunks of a file as fit into `room`, from hunk `first` on, counted from 0.
pub(in crate::agent) fn show(desk: &mut impl Looking, one: &Differing, first: usize, room: usize) -> Shown {
    let hunks = hunks(desk, one);
    let (mut shown, mut text) = (Vec::new(), String::new());
    let mut huge = Vec::new();
    for (at, hunk) in hunks.iter().enumerate().skip(first) {
        if hunk.len() > MOST {
            huge.push(at + 1);
            continue;
        }
        let hunk = desk.library().shown(hunk);
        if text.len() + hunk.len() > room {
            break;
        }
        text.push_str(&hunk);
        shown.push(at);
    }
    desk.saw(&one.path, &shown, hunks.len());
    let source = match &one.from {
        Some(from) => format!("diff of {}, which was {from}", one.path),
        None => format!("diff of {}", one.path),
    };
    let mut told = if text.is_empty() { String::new() } else { desk.library().fence.around(&source, &text) };
    let next = shown.last().map_or(first, |last| last + 1).max(huge.last().copied().unwrap_or(0));
    if !huge.is_empty() {
        let list: Vec<String> = huge.iter().map(ToString::to_string).collect();
        told.push_str(&format!(
            "\n[NOT SHOWN: hunk {} of {} is too large to be read]",
            list.join(", "),
            one.path
        ));
    }
    if next < hunks.len() {
        told.push_str(&format!(
            "\n[NOT SHOWN: hunks {} to {} of {}; `diff` with `hunk: {}` shows them]",
            next + 1,
            hunks.len(),
            one.path,
            next + 1
        ));
    }
    Shown { size: told.len(), text: told }
}

/// The hunks of a file's patch, the first with the patch's head; a move without an edit is one.
fn hunks(desk: &impl Looking, one: &Differing) -> Vec<String> {
    let before = one.from.as_ref().unwrap_or(&one.path);
    let old = desk.library().base.note(before.as_str()).map(|note| note.text.as_str());
    let new = desk.head().note(one.path.as_str()).map(|note| note.text.as_str());
    let side = |there: bool, path: &RepoPath| there.then(|| path.to_string());
    let (old_path, new_path) = (side(old.is_some(), before), side(new.is_some(), &one.path));
    let patch = FilePatch {
        old_path: old_path.as_deref(),
        new_path: new_path.as_deref(),
        old: old.unwrap_or_default().as_bytes(),
        new: new.unwrap_or_default().as_bytes(),
    };
    let mut hunks: Vec<String> = Vec::new();
    let mut head = String::new();
    for line in patch.unified().split_inclusive('\n') {
        if line.starts_with("@@ ") {
            hunks.push(std::mem::take(&mut head));
        }
        match hunks.last_mut() {
            Some(hunk) => hunk.push_str(line),
            None => head.push_str(line),
        }
    }
    if hunks.is_empty() {
        hunks.push(head);
    }
    hunks
}
