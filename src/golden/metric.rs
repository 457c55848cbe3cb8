//! The measures of golden questions: their names, what each means and where its definition comes from.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One measure.
///
/// Ranks are places in the list of results as it is served, from 1. A target is one entry of `notes`, `claims` or `facts`;
/// its rank is that of the first result that has it. "Answerable" are questions with a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// `success@k`: the share of answerable questions with a target among the first k results. TREC's `success_k`
    /// (trec_eval, `m_success.c`); Anthropic's and BEIR's `pass@k` and `hit@k` are the same.
    Success(usize),
    /// `recall@k`: the share of a question's targets among the first k results, averaged over answerable questions.
    /// Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008), 8.4; trec_eval's `recall_k`.
    Recall(usize),
    /// `mrr`: one over the rank of the first target, 0 without one, averaged over answerable questions. Voorhees, The
    /// TREC-8 Question Answering Track Report (1999).
    Mrr,
    /// `ndcg@k`: normalised discounted cumulative gain with gain 1 a target and discount log2(rank + 1), averaged over
    /// answerable questions. Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques (2002), in
    /// trec_eval's form (`ndcg_cut_k`). Of several targets in one result the first counts at its rank and each further one
    /// a rank later, so that the best possible list has 1.
    Ndcg(usize),
    /// `failure_rate`: the share of answerable questions of which no target came at all. Failures of retrieval are counted
    /// so, as 1 - recall, in Anthropic, Introducing Contextual Retrieval (2024).
    FailureRate,
    /// `abstention`: the share of unanswerable questions to which nothing came. Unanswerable questions follow Rajpurkar, Jia
    /// and Liang, Know What You Don't Know (SQuAD 2.0, 2018).
    Abstention,
    /// `false_abstention`: the share of answerable questions to which nothing came.
    FalseAbstention,
    /// `violation_rate`: the share of questions with `not` to which a thing came that must not.
    ViolationRate,
    /// `stale_served`: the share of results whose note is deprecated, superseded, or not valid on the day of the question.
    /// "Serves-stale" of data-olympus' comparison (2026).
    StaleServed,
    /// `ghost_rate`: the share of results whose note is not in the commit, or not visible to the caller.
    GhostRate,
}

/// Says why a name is no metric.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is no metric; there are success@K, recall@K, ndcg@K, mrr, abstention, failure_rate, false_abstention, violation_rate, stale_served and ghost_rate"
)]
pub struct ParseMetricError(String);

impl Metric {
    /// What a report shows.
    pub const SHOWN: [Metric; 14] = [
        Metric::Success(1),
        Metric::Success(5),
        Metric::Success(10),
        Metric::Recall(1),
        Metric::Recall(5),
        Metric::Recall(10),
        Metric::Mrr,
        Metric::Ndcg(10),
        Metric::FailureRate,
        Metric::Abstention,
        Metric::FalseAbstention,
        Metric::ViolationRate,
        Metric::StaleServed,
        Metric::GhostRate,
    ];

    /// Whether less is better.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Metric::FailureRate
                | Metric::FalseAbstention
                | Metric::ViolationRate
                | Metric::StaleServed
                | Metric::GhostRate
        )
    }

    /// Whether `value` is as good as `wanted` asks for.
    pub fn reaches(self, value: f64, wanted: f64) -> bool {
        // A share of a few hundred questions has no digits beyond these.
        const ROUNDING: f64 = 1e-9;
        if self.is_fault() { value <= wanted + ROUNDING } else { value + ROUNDING >= wanted }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Metric::Success(k) => write!(f, "success@{k}"),
            Metric::Recall(k) => write!(f, "recall@{k}"),
            Metric::Ndcg(k) => write!(f, "ndcg@{k}"),
            Metric::Mrr => f.write_str("mrr"),
            Metric::FailureRate => f.write_str("failure_rate"),
            Metric::Abstention => f.write_str("abstention"),
            Metric::FalseAbstention => f.write_str("false_abstention"),
            Metric::ViolationRate => f.write_str("violation_rate"),
            Metric::StaleServed => f.write_str("stale_served"),
            Metric::GhostRate => f.write_str("ghost_rate"),
        }
    }
}

impl FromStr for Metric {
    type Err = ParseMetricError;

    fn from_str(text: &str) -> Result<Metric, ParseMetricError> {
        let unknown = || ParseMetricError(text.to_owned());
        if let Some((name, k)) = text.split_once('@') {
            let k = k.parse().ok().filter(|&k| k > 0).ok_or_else(unknown)?;
            return match name {
                "success" => Ok(Metric::Success(k)),
                "recall" => Ok(Metric::Recall(k)),
                "ndcg" => Ok(Metric::Ndcg(k)),
                _ => Err(unknown()),
            };
        }
        Metric::SHOWN.into_iter().find(|metric| metric.to_string() == text).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_read_as_it_is_written() {
        for metric in Metric::SHOWN {
            assert_eq!(metric.to_string().parse(), Ok(metric));
        }
        assert_eq!("success@7".parse(), Ok(Metric::Success(7)));
        for text in ["success@0", "success@", "success", "mrr@5", "", "recall@-1"] {
            assert!(text.parse::<Metric>().is_err(), "{text}");
        }
    }
}
