//! The tools of agents, one set a role. The set of a role is a type: a tool that writes takes the proposer's desk, so the
//! reviewer's set cannot hold one (I5).

mod arrange;
mod cite;
mod diff;
mod find;
mod finish;
mod page;
mod read;
mod relate;
mod search;
mod settle;
mod submit;
mod tool;
mod write;

pub(super) use diff::show;
pub(super) use page::cut;
pub(super) use read::numbered;
pub(super) use tool::Tool;

use super::looking::Looking;
use super::propose_desk::ProposeDesk;
use super::review_desk::ReviewDesk;
use tool::tool;

/// The tools that only look.
fn looking<'d, D: Looking + 'd>() -> Vec<Tool<'d, D>> {
    vec![
        tool("search_notes", "Notes that answer a question.", search::search_notes),
        tool("search_evidence", "Evidence that answers a question.", search::search_evidence),
        tool("read_note", "A note, lines numbered.", read::read_note),
        tool("read_evidence", "Evidence, lines numbered.", read::read_evidence),
        tool("list", "Folders and notes of a folder.", find::list),
        tool("grep", "Lines that match a pattern.", find::grep),
        tool("backlinks", "Links that lead to a note.", relate::backlinks),
        tool("history", "Commits that changed a note.", relate::history),
        tool("diff", "What differs from the base.", diff::diff),
        tool("check", "Errors that the change brings.", relate::check),
    ]
}

/// The tools of a proposer.
pub(super) fn proposing<'d>() -> Vec<Tool<'d, ProposeDesk<'d>>> {
    let mut tools = looking();
    tools.extend([
        tool("write", "Writes a new note.", write::write),
        tool("edit", "Replaces text of a note.", write::edit),
        tool("cite", "Puts a citation after words of a note.", cite::cite),
        tool("move", "Moves a note and mends its links.", arrange::relocate),
        tool("retire", "Marks a note as no longer true.", arrange::retire),
        tool("delete", "Removes a note.", arrange::delete),
        tool("finish", "Hands the change in. Ends the work.", finish::finish),
    ]);
    tools
}

/// The tools of a reorganiser: those of a proposer, and one that says what became of each fault.
pub(super) fn reorganising<'d>() -> Vec<Tool<'d, ProposeDesk<'d>>> {
    let mut tools = proposing();
    let last = tools.len().saturating_sub(1);
    tools.insert(last, tool("settle", "Says what became of a fault, and why.", settle::settle));
    tools
}

/// The tools of a reviewer.
pub(super) fn reviewing<'d>() -> Vec<Tool<'d, ReviewDesk<'d>>> {
    let mut tools = looking();
    tools.push(tool("submit_review", "Hands the verdicts in. Ends the work.", submit::submit));
    tools
}
