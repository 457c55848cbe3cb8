//! The threshold that tells scores of answerable questions from those of unanswerable ones, and how well it does.

use serde::Serialize;

/// A threshold and how well it separates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Separation {
    /// Scores from here on count.
    pub threshold: f64,
    /// The share of answerable questions that stay.
    pub kept: f64,
    /// The share of unanswerable questions that go.
    pub refused: f64,
    /// The chance that an answerable question scores higher than an unanswerable one: 1 separates fully, 0.5 not at all.
    /// The area under the ROC curve, as Mann and Whitney's U (Hanley and McNeil 1982).
    pub auc: f64,
}

/// The threshold between the highest scores of `answerable` and those of `unanswerable` questions that separates them best:
/// where `kept + refused` is highest (Youden 1950), of several the lowest, in the middle of the gap; `None` where one of
/// them is empty.
pub fn separate(answerable: &[f64], unanswerable: &[f64]) -> Option<Separation> {
    if answerable.is_empty() || unanswerable.is_empty() {
        return None;
    }
    let share = |of: &[f64], is: &dyn Fn(f64) -> bool| {
        of.iter().filter(|&&score| is(score)).count() as f64 / of.len() as f64
    };
    let mut scores: Vec<f64> = answerable.iter().chain(unanswerable).copied().collect();
    scores.sort_by(f64::total_cmp);
    scores.dedup();
    let mut candidates = vec![0.0_f64.min(scores[0])];
    candidates.extend(scores.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])));
    let judged = candidates.into_iter().map(|threshold| Separation {
        threshold,
        kept: share(answerable, &|score| score >= threshold),
        refused: share(unanswerable, &|score| score < threshold),
        auc: 0.0,
    });
    let best = judged.reduce(|best, next| {
        if next.kept + next.refused > best.kept + best.refused + 1e-12 { next } else { best }
    })?;
    let wins: f64 = answerable
        .iter()
        .flat_map(|score| unanswerable.iter().map(move |other| (score, other)))
        .map(|(score, other)| {
            if score > other {
                1.0
            } else if score < other {
                0.0
            } else {
                0.5
            }
        })
        .sum();
    Some(Separation { auc: wins / (answerable.len() * unanswerable.len()) as f64, ..best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_lies_in_the_gap() {
        let best = separate(&[0.9, 0.7, 0.6], &[0.0, 0.2]).expect("both sides");
        assert!((best.threshold - 0.4).abs() < 1e-9, "{best:?}");
        assert_eq!((best.kept, best.refused, best.auc), (1.0, 1.0, 1.0));
    }

    #[test]
    fn what_cannot_be_told_apart_keeps_every_answer() {
        let best = separate(&[0.5, 0.5], &[0.5]).expect("both sides");
        assert_eq!((best.threshold, best.kept, best.refused, best.auc), (0.0, 1.0, 0.0, 0.5));
        assert_eq!(separate(&[], &[0.1]), None);
    }
}
