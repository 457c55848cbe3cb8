//! Sets two evaluations of the same questions side by side: the measures, and the questions that got better or worse.

use std::collections::HashMap;

use serde::Serialize;

use super::report::{Answer, EvalReport};
use crate::digest::CommitId;
use crate::golden::{Measures, Metric};

/// Two evaluations side by side.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EvalComparison {
    /// The version of this format: 1.
    pub version: u32,
    /// How the questions are answered now.
    pub now: Side,
    /// How the other one answers them.
    pub other: Side,
    /// The questions that the other one answers better.
    pub better: Vec<Moved>,
    /// The questions that the other one answers worse.
    pub worse: Vec<Moved>,
    /// How many both answer alike.
    pub alike: usize,
}

/// One of two evaluations.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Side {
    /// What it is called: `now`, a revision, or a file of settings.
    pub name: String,
    /// The commit that answered; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// The measures of all questions.
    pub all: Measures,
}

/// A question that one side answers better than the other.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Moved {
    /// The file that the question stands in.
    pub file: String,
    /// Its line there, from 1.
    pub line: u32,
    /// The question.
    pub question: String,
    /// How it is answered now.
    pub now: Standing,
    /// How the other one answers it.
    pub other: Standing,
}

/// How one question was answered.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Standing {
    /// Its `ndcg@10`; of a question that has no answer 1 where nothing came, else 0.
    pub score: f64,
    /// The ranks of what had to come and came.
    pub ranks: Vec<usize>,
    /// How many results came.
    pub results: usize,
    /// What came and must not have.
    pub forbidden: Vec<String>,
}

/// Compares `other`, called `name`, with `now`; questions that only one of them was asked count nowhere.
pub fn compare(now: &EvalReport, other: &EvalReport, name: &str) -> EvalComparison {
    let side = |name: &str, report: &EvalReport| Side {
        name: name.to_owned(),
        commit: report.commit.clone(),
        all: report.all.clone(),
    };
    let theirs: HashMap<(&str, u32), &Answer> =
        other.answers.iter().map(|answer| ((answer.file.as_str(), answer.line), answer)).collect();
    let mut comparison = EvalComparison {
        version: 1,
        now: side("now", now),
        other: side(name, other),
        better: Vec::new(),
        worse: Vec::new(),
        alike: 0,
    };
    for answer in &now.answers {
        let Some(their) = theirs.get(&(answer.file.as_str(), answer.line)) else { continue };
        let moved = Moved {
            file: answer.file.clone(),
            line: answer.line,
            question: answer.question.question.clone(),
            now: standing(answer),
            other: standing(their),
        };
        let merit = |standing: &Standing| standing.score - standing.forbidden.len() as f64;
        let gain = merit(&moved.other) - merit(&moved.now);
        if gain > GAIN {
            comparison.better.push(moved);
        } else if gain < -GAIN {
            comparison.worse.push(moved);
        } else {
            comparison.alike += 1;
        }
    }
    comparison
}

/// Less is the rounding of a sum.
const GAIN: f64 = 1e-9;

fn standing(answer: &Answer) -> Standing {
    let outcome = &answer.outcome;
    let measured = Measures::of(&[(&answer.question, outcome)], &[]);
    let metric = if answer.question.unanswerable { Metric::Abstention } else { Metric::Ndcg(10) };
    Standing {
        score: measured.value(metric).unwrap_or_default(),
        ranks: outcome.ranks(),
        results: outcome.results,
        forbidden: outcome.forbidden.clone(),
    }
}
