//! What an evaluation found: measures by group, what was required, and every answer.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::digest::CommitId;
use crate::golden::{Measures, Outcome, Question};

/// How the golden questions were answered.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EvalReport {
    /// The version of this format: 1.
    pub version: u32,
    /// The commit that answered; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// The files of questions that were read.
    pub files: Vec<String>,
    /// What is wrong with them; the rest was asked all the same.
    pub problems: Vec<FileProblem>,
    /// The measures of all questions.
    pub all: Measures,
    /// The measures of the questions of each language; those without one are in none.
    pub by_lang: BTreeMap<String, Measures>,
    /// The measures of the questions with each tag.
    pub by_tag: BTreeMap<String, Measures>,
    /// What the files require.
    pub required: Vec<Required>,
    /// Every question and how it was answered, in the order of the files.
    pub answers: Vec<Answer>,
}

/// What is wrong with a file of questions, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct FileProblem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What is wrong and what to do, one line.
    pub message: String,
}

/// Something that a file requires of its questions.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Required {
    /// The file.
    pub file: String,
    /// The metric.
    pub metric: String,
    /// What it must be at least, or for what goes wrong at most.
    pub wanted: f64,
    /// What it is; `None` where no question of the file tells.
    pub value: Option<f64>,
    /// Whether that is enough.
    pub is_met: bool,
}

/// One question and how it was answered.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Answer {
    /// The file that the question stands in.
    pub file: String,
    /// Its line there, from 1.
    pub line: u32,
    /// The question.
    #[serde(flatten)]
    pub question: Question,
    /// What the answer did.
    pub outcome: Outcome,
    /// Whether everything that had to come came, and nothing that must not.
    pub is_right: bool,
}

impl EvalReport {
    /// Whether nothing asks for attention: every file could be read whole and what it requires is reached.
    pub fn is_fine(&self) -> bool {
        self.problems.is_empty() && self.required.iter().all(|required| required.is_met)
    }
}
