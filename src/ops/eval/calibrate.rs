//! `kb eval calibrate`: for each leg of search, the score that tells questions with an answer from those without. It sets
//! nothing.

use serde::Serialize;

use super::{EvalError, EvalOptions, Examiner, Strength};
use crate::digest::CommitId;
use crate::golden::{Separation, separate};
use crate::ops::Workspace;
use crate::ops::search::Minimum;
use crate::port::IndexStore;

/// What thresholds would do.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct CalibrationReport {
    /// The version of this format: 1.
    pub version: u32,
    /// The commit that answered; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// How many questions got a right result.
    pub answerable: usize,
    /// How many questions have no answer.
    pub unanswerable: usize,
    /// The legs that say something.
    pub legs: Vec<Leg>,
    /// The lines for `kb.toml`, where a leg separates.
    pub settings: Vec<String>,
}

/// One leg, and the threshold that suits it.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Leg {
    /// `words`: the share of the question's weight that stands in a result. `meaning`: the cosine by the model that answers.
    pub leg: &'static str,
    /// The key of `[search]` in `kb.toml` that holds the threshold.
    pub key: &'static str,
    /// The threshold, and how well it separates.
    #[serde(flatten)]
    pub separation: Separation,
}

/// How much better than chance a leg must tell questions apart to be worth a threshold.
const WORTH: f64 = 0.6;

/// Asks the golden questions and finds the thresholds. Of a question with an answer counts its first right result, of one
/// without its strongest; where nothing came, nothing is as strong.
pub fn calibrate(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    options: &EvalOptions,
) -> Result<CalibrationReport, EvalError> {
    let mut found: Vec<Strength> = Vec::new();
    let mut strongest: Vec<Strength> = Vec::new();
    let (sheets, mut examiner) = Examiner::open(workspace, store, options)?;
    // Thresholds that are set already would hide what they are measured by.
    examiner.minimum = Minimum::None;
    for (_, golden) in options.chosen(&sheets) {
        let asked = examiner.ask(&golden.question)?;
        let first = asked.outcome.ranks().first().and_then(|rank| asked.strengths.get(rank - 1).copied());
        match first {
            Some(strength) => found.push(strength),
            None if golden.question.unanswerable => {
                strongest.push(asked.strengths.into_iter().fold(Strength::default(), Strength::or));
            }
            None => {}
        }
    }
    if found.is_empty() || strongest.is_empty() {
        return Err(EvalError::OneSided { answerable: found.len(), unanswerable: strongest.len() });
    }
    let leg = |leg, key, of: fn(&Strength) -> Option<f64>| {
        let scores = |of_all: &[Strength]| -> Vec<f64> { of_all.iter().filter_map(of).collect() };
        let separation = separate(&scores(&found), &scores(&strongest))?;
        Some(Leg { leg, key, separation })
    };
    let legs: Vec<Leg> = [
        leg("words", "min_text", |strength| Some(strength.words)),
        leg("meaning", "min_meaning", |strength| strength.meaning),
    ]
    .into_iter()
    .flatten()
    .collect();
    let worth = legs.iter().filter(|leg| leg.separation.auc >= WORTH && leg.separation.threshold > 0.0);
    Ok(CalibrationReport {
        version: 1,
        commit: examiner.commit.clone(),
        answerable: found.len(),
        unanswerable: strongest.len(),
        settings: worth.map(|leg| format!("{} = {:.2}", leg.key, leg.separation.threshold)).collect(),
        legs,
    })
}
