//! A run of an agent that came to no result: what stopped it, for who wants to know what it did. It decides nothing, and
//! the evidence is not considered by it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::digest::CommitId;
use crate::proposal::{AgentName, EvidenceRef, Spent};

/// What an agent is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It proposes.
    Proposer,
    /// It reviews.
    Reviewer,
}

/// What stopped a run, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunEnd {
    /// The answers that it has were used up.
    Answers,
    /// The tokens were.
    Tokens,
    /// The money was.
    Money,
    /// The time was.
    Time,
    /// The same call gave the same result again and again.
    Repetition,
    /// It talked and called no tool.
    NoTool,
    /// It called tools that do not exist.
    NoSuchTool,
    /// The model has no key.
    NoKey,
    /// Its server is not there.
    Unreachable,
    /// Its server stayed busy.
    Busy,
    /// Its server refused the request.
    Refused,
    /// The conversation did not fit.
    Overflow,
    /// An answer was cut.
    Truncated,
    /// An answer was empty.
    Empty,
    /// The provider held an answer back.
    Withheld,
    /// An answer could not be read.
    Malformed,
    /// A program failed, or left what cannot be taken.
    Program,
}

/// The content of `run.yaml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoppedRun {
    /// The version of this format.
    pub version: u32,
    /// When it was stopped.
    pub at: Timestamp,
    /// What the agent was there for.
    pub role: Role,
    /// The agent.
    pub agent: AgentName,
    /// The commit that it worked on.
    pub base: CommitId,
    /// The evidence that it was given.
    pub evidence: Vec<EvidenceRef>,
    /// What stopped it.
    pub end: RunEnd,
    /// The same as a sentence.
    pub why: String,
    /// What it had used up.
    pub spent: Spent,
}

impl Role {
    /// The role in one word.
    pub fn name(self) -> &'static str {
        match self {
            Role::Proposer => "proposer",
            Role::Reviewer => "reviewer",
        }
    }
}

impl RunEnd {
    /// The same as it is written.
    pub fn name(self) -> &'static str {
        match self {
            RunEnd::Answers => "answers",
            RunEnd::Tokens => "tokens",
            RunEnd::Money => "money",
            RunEnd::Time => "time",
            RunEnd::Repetition => "repetition",
            RunEnd::NoTool => "no-tool",
            RunEnd::NoSuchTool => "no-such-tool",
            RunEnd::NoKey => "no-key",
            RunEnd::Unreachable => "unreachable",
            RunEnd::Busy => "busy",
            RunEnd::Refused => "refused",
            RunEnd::Overflow => "overflow",
            RunEnd::Truncated => "truncated",
            RunEnd::Empty => "empty",
            RunEnd::Withheld => "withheld",
            RunEnd::Malformed => "malformed",
            RunEnd::Program => "program",
        }
    }
}

/// One file of a stopped run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StoppedFile {
    /// `run.yaml`, a [`StoppedRun`].
    Run,
    /// `transcript.md`: what it did until then.
    Transcript,
}

impl StoppedFile {
    /// Every file that a stopped run has.
    pub const ALL: [StoppedFile; 2] = [StoppedFile::Run, StoppedFile::Transcript];

    /// The file's name.
    pub fn name(self) -> &'static str {
        match self {
            StoppedFile::Run => "run.yaml",
            StoppedFile::Transcript => "transcript.md",
        }
    }
}
