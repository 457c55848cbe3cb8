//! Measures a group of answers. What each measure means stands with [`Metric`].

use std::collections::BTreeMap;

use serde::Serialize;

use super::judge::Outcome;
use super::metric::Metric;
use super::question::Question;

/// How a group of questions did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Measures {
    /// How many questions there are.
    pub questions: usize,
    /// How many of them have something that must come.
    pub answerable: usize,
    /// How many of them have no answer.
    pub unanswerable: usize,
    /// How many results came to all of them.
    pub results: usize,
    /// The measures by name; `null` where no question of the group tells.
    pub values: BTreeMap<String, Option<f64>>,
}

impl Measures {
    /// Measures `answers`: those of [`Metric::SHOWN`], and `also`.
    pub fn of(answers: &[(&Question, &Outcome)], also: &[Metric]) -> Measures {
        let values = Metric::SHOWN.iter().chain(also);
        Measures {
            questions: answers.len(),
            answerable: answers.iter().filter(|(_, outcome)| !outcome.targets.is_empty()).count(),
            unanswerable: answers.iter().filter(|(question, _)| question.unanswerable).count(),
            results: answers.iter().map(|(_, outcome)| outcome.results).sum(),
            values: values.map(|&metric| (metric.to_string(), measure(metric, answers))).collect(),
        }
    }

    /// One of them.
    pub fn value(&self, metric: Metric) -> Option<f64> {
        self.values.get(&metric.to_string()).copied().flatten()
    }
}

fn measure(metric: Metric, answers: &[(&Question, &Outcome)]) -> Option<f64> {
    let answerable =
        || answers.iter().map(|(_, outcome)| *outcome).filter(|outcome| !outcome.targets.is_empty());
    let share = |is: fn(&Outcome) -> bool| mean(answerable().map(|outcome| f64::from(u8::from(is(outcome)))));
    match metric {
        Metric::Success(k) => mean(
            answerable().map(|outcome| f64::from(u8::from(outcome.ranks().first().is_some_and(|&r| r <= k)))),
        ),
        Metric::Recall(k) => mean(answerable().map(|outcome| {
            let came = outcome.ranks().into_iter().filter(|&rank| rank <= k).count();
            came as f64 / outcome.targets.len() as f64
        })),
        Metric::Mrr => {
            mean(answerable().map(|outcome| outcome.ranks().first().map_or(0.0, |&rank| 1.0 / rank as f64)))
        }
        Metric::Ndcg(k) => mean(answerable().map(|outcome| ndcg(outcome, k))),
        Metric::FailureRate => share(|outcome| outcome.ranks().is_empty()),
        Metric::FalseAbstention => share(|outcome| outcome.results == 0),
        Metric::Abstention => mean(
            answers
                .iter()
                .filter(|(question, _)| question.unanswerable)
                .map(|(_, outcome)| f64::from(u8::from(outcome.results == 0))),
        ),
        Metric::ViolationRate => mean(
            answers
                .iter()
                .filter(|(question, _)| !question.not.is_empty())
                .map(|(_, outcome)| f64::from(u8::from(!outcome.forbidden.is_empty()))),
        ),
        Metric::StaleServed => of_results(answers, |outcome| outcome.stale.len()),
        Metric::GhostRate => of_results(answers, |outcome| outcome.ghosts.len()),
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_usize), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// The share of all results that `count` counts. Where nothing came, nothing wrong did.
fn of_results(answers: &[(&Question, &Outcome)], count: fn(&Outcome) -> usize) -> Option<f64> {
    let all: usize = answers.iter().map(|(_, outcome)| outcome.results).sum();
    let counted: usize = answers.iter().map(|(_, outcome)| count(outcome)).sum();
    (!answers.is_empty()).then(|| if all == 0 { 0.0 } else { counted as f64 / all as f64 })
}

fn ndcg(outcome: &Outcome, k: usize) -> f64 {
    let gain = |rank: usize| 1.0 / (rank as f64 + 1.0).log2();
    let mut last = 0;
    let mut gained = 0.0;
    for rank in outcome.ranks() {
        last = rank.max(last + 1);
        if last <= k {
            gained += gain(last);
        }
    }
    let ideal: f64 = (1..=outcome.targets.len().min(k)).map(gain).sum();
    if ideal > 0.0 { gained / ideal } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{Target, TargetKind};

    fn outcome(ranks: &[Option<usize>], results: usize) -> Outcome {
        let target = |&rank| Target { kind: TargetKind::Note, what: "a".to_owned(), rank, is_known: None };
        Outcome { targets: ranks.iter().map(target).collect(), results, ..Outcome::default() }
    }

    #[test]
    fn measures_are_those_of_their_definitions() {
        let asked = Question::default();
        let none = Question { unanswerable: true, ..Question::default() };
        let outcomes = [outcome(&[Some(1), Some(4)], 10), outcome(&[Some(2), None], 10), outcome(&[None], 0)];
        let mut answers: Vec<(&Question, &Outcome)> =
            outcomes.iter().map(|outcome| (&asked, outcome)).collect();
        let (silent, loud) = (outcome(&[], 0), Outcome { stale: vec!["a".to_owned()], ..outcome(&[], 5) });
        answers.extend([(&none, &silent), (&none, &loud)]);
        let measures = Measures::of(&answers, &[Metric::Recall(3)]);
        let close = |metric, expected: f64| {
            let value = measures.value(metric).expect("a value");
            assert!((value - expected).abs() < 1e-9, "{metric}: {value} for {expected}");
        };
        close(Metric::Success(1), 1.0 / 3.0);
        close(Metric::Success(5), 2.0 / 3.0);
        close(Metric::Recall(3), (0.5 + 0.5) / 3.0);
        close(Metric::Mrr, (1.0 + 0.5) / 3.0);
        close(Metric::FailureRate, 1.0 / 3.0);
        close(Metric::FalseAbstention, 1.0 / 3.0);
        close(Metric::Abstention, 0.5);
        close(Metric::StaleServed, 1.0 / 25.0);
        close(Metric::GhostRate, 0.0);
        // By hand: (1 + 1/log2(5)) / (1 + 1/log2(3)), and (1/log2(3)) / (1 + 1/log2(3)).
        close(Metric::Ndcg(10), (1.430_676_558 / 1.630_929_754 + 0.630_929_754 / 1.630_929_754) / 3.0);
        assert_eq!(measures.value(Metric::ViolationRate), None);
    }

    #[test]
    fn several_targets_in_the_first_result_are_the_best_there_is() {
        assert!((ndcg(&outcome(&[Some(1), Some(1), Some(1)], 1), 10) - 1.0).abs() < 1e-12);
    }
}
