//! Why the run of a model or of a program ended without a result. In every case nothing was changed.

use thiserror::Error;

use super::ModelFault;
use crate::proposal::RunEnd;

/// What stopped an agent before it came to a result.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Stop {
    /// It used up the answers that it has.
    #[error("{0} answers were used up")]
    Answers(u32),
    /// It used up the tokens that it has.
    #[error("{used} tokens were used, {most} are allowed; `tokens` in [budget] of kb.toml allows more")]
    Tokens {
        /// Sent and answered.
        used: u64,
        /// The budget.
        most: u64,
    },
    /// It used up the money that it has.
    #[error("{used:.4} was spent, {most:.4} is allowed; `money` in [budget] of kb.toml allows more")]
    Money {
        /// What was spent, at the prices of `kb.toml`.
        used: f64,
        /// The budget.
        most: f64,
    },
    /// It used up the time that it has.
    #[error("{used} s went by, {most} s are allowed; `seconds` in [budget] of kb.toml allows more")]
    Time {
        /// Seconds since the start.
        used: u64,
        /// The budget.
        most: u64,
    },
    /// It called a tool with the same argument again and again, and the result was the same each time.
    #[error("it called `{tool}` {times} times with the same argument and the same result")]
    Repetition {
        /// The tool.
        tool: String,
        /// How often.
        times: u32,
    },
    /// It answered again and again without calling a tool.
    #[error("it answered {0} times without calling a tool")]
    NoTool(u32),
    /// It called tools that do not exist, again and again.
    #[error("it called tools that do not exist {times} times, last `{tool}`")]
    NoSuchTool {
        /// The last one.
        tool: String,
        /// How often.
        times: u32,
    },
    /// The model could not be asked, or its answer could not be used.
    #[error(transparent)]
    Fault(ModelFault),
    /// A program failed, or what it left cannot be taken.
    #[error("{0}")]
    Program(String),
}

impl Stop {
    /// The same in one word.
    pub fn end(&self) -> RunEnd {
        match self {
            Stop::Answers(_) => RunEnd::Answers,
            Stop::Tokens { .. } => RunEnd::Tokens,
            Stop::Money { .. } => RunEnd::Money,
            Stop::Time { .. } => RunEnd::Time,
            Stop::Repetition { .. } => RunEnd::Repetition,
            Stop::NoTool(_) => RunEnd::NoTool,
            Stop::NoSuchTool { .. } => RunEnd::NoSuchTool,
            Stop::Program(_) => RunEnd::Program,
            Stop::Fault(fault) => match fault {
                ModelFault::NoKey { .. } => RunEnd::NoKey,
                ModelFault::Unreachable { .. } => RunEnd::Unreachable,
                ModelFault::Busy { .. } => RunEnd::Busy,
                ModelFault::Refused { .. } => RunEnd::Refused,
                ModelFault::Overflow { .. } => RunEnd::Overflow,
                ModelFault::Truncated { .. } => RunEnd::Truncated,
                ModelFault::Empty { .. } => RunEnd::Empty,
                ModelFault::Withheld { .. } => RunEnd::Withheld,
                ModelFault::Malformed { .. } => RunEnd::Malformed,
            },
        }
    }
}
