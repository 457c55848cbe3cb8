//! The tools: seven, each over one operation, described in fewer tokens than a page of text.

mod browse;
mod neighbours;
mod proposal;
mod read;
mod remember;
mod search;
mod shared;
mod why;

use serde_json::{Map, Value};

use super::answer::Answer;
use super::base::{Base, Fault};
use super::call::Call;
use super::reader::Reader;
use crate::port::fault;

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// Finds what answers a question.
    Search,
    /// Reads a note, a folder, evidence, or a part of them.
    Read,
    /// Lists a folder.
    Browse,
    /// Tells what stands around a note.
    Neighbours,
    /// Tells where claims come from.
    Why,
    /// Takes in what is to be known.
    Remember,
    /// Tells what became of a proposal.
    Proposal,
}

impl Tool {
    /// Every tool, in the order in which they are listed.
    const ALL: [Tool; 7] =
        [Tool::Search, Tool::Read, Tool::Browse, Tool::Neighbours, Tool::Why, Tool::Remember, Tool::Proposal];

    /// The tools that `reader` has.
    pub fn of(reader: &Reader) -> impl Iterator<Item = Tool> {
        let may_remember = reader.may_remember;
        Tool::ALL.into_iter().filter(move |tool| may_remember || *tool != Tool::Remember)
    }

    /// The tool that `reader` may call `name`.
    pub fn named(name: &str, reader: &Reader) -> Option<Tool> {
        Tool::of(reader).find(|tool| tool.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Search => "search",
            Tool::Read => "read",
            Tool::Browse => "browse",
            Tool::Neighbours => "neighbours",
            Tool::Why => "why",
            Tool::Remember => "remember",
            Tool::Proposal => "proposal",
        }
    }

    /// How it is described: what it does, its arguments, and what it gives back.
    fn definition(self) -> &'static str {
        match self {
            Tool::Search => search::DEFINITION,
            Tool::Read => read::DEFINITION,
            Tool::Browse => browse::DEFINITION,
            Tool::Neighbours => neighbours::DEFINITION,
            Tool::Why => why::DEFINITION,
            Tool::Remember => remember::DEFINITION,
            Tool::Proposal => proposal::DEFINITION,
        }
    }
}

/// What the protocol says of the tools that `reader` has.
pub(super) fn definitions(reader: &Reader) -> Vec<rmcp::model::Tool> {
    Tool::of(reader)
        .map(|tool| {
            serde_json::from_str(tool.definition()).expect("the definitions are written in this folder")
        })
        .collect()
}

/// Answers a call of `tool`.
pub(super) fn run(
    tool: Tool,
    base: &dyn Base,
    call: &Call,
    arguments: Map<String, Value>,
) -> Result<Answer, Fault> {
    fault::bug(tool.name());
    match tool {
        Tool::Search => search::run(base, call, arguments),
        Tool::Read => read::run(base, call, arguments),
        Tool::Browse => browse::run(base, call, arguments),
        Tool::Neighbours => neighbours::run(base, call, arguments),
        Tool::Why => why::run(base, call, arguments),
        Tool::Remember => remember::run(base, call, arguments),
        Tool::Proposal => proposal::run(base, call, arguments),
    }
}

/// Opens what the first call needs.
pub(super) fn warm(base: &dyn Base, call: &Call) {
    let Ok(workspace) = base.workspace(call) else { return };
    let Ok(caller) = call.reader.caller(&workspace) else { return };
    // What cannot be opened now is said to the first call.
    let _ = base.index().open(&caller);
}
