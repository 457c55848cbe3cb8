//! The measures of a ranking: nDCG, recall, the mean reciprocal rank. It knows no search.

use std::collections::HashMap;

/// How many notes of an answer are looked at.
pub const DEEPEST: usize = 100;

/// What the answers to several questions reach.
#[derive(Debug, Default)]
pub struct Measured {
    ndcg: Vec<f64>,
    reciprocal: Vec<f64>,
    // For each question the ranks, from 0, of what was found, and how many there were to find.
    ranks: Vec<(Vec<usize>, usize)>,
    unanswered: usize,
}

impl Measured {
    /// Adds one question: the grade of each relevant note, and the notes that were found, best first.
    pub fn count(&mut self, relevant: &HashMap<u32, f64>, found: &[u32]) {
        let gain = |rank: usize, grade: f64| (grade.exp2() - 1.0) / ((rank + 2) as f64).log2();
        let reached: f64 = found
            .iter()
            .take(10)
            .enumerate()
            .filter_map(|(rank, note)| relevant.get(note).map(|&grade| gain(rank, grade)))
            .sum();
        let mut grades: Vec<f64> = relevant.values().copied().collect();
        grades.sort_by(|a, b| b.total_cmp(a));
        let ideal: f64 = grades.iter().take(10).enumerate().map(|(rank, &grade)| gain(rank, grade)).sum();
        self.ndcg.push(reached / ideal.max(f64::MIN_POSITIVE));
        let ranks: Vec<usize> =
            (0..).zip(found).filter(|(_, note)| relevant.contains_key(note)).map(|(rank, _)| rank).collect();
        self.reciprocal.push(ranks.first().map_or(0.0, |&first| 1.0 / (first + 1) as f64));
        self.ranks.push((ranks, relevant.len()));
        self.unanswered += usize::from(found.is_empty());
    }

    /// The figure called `name`: `ndcg10`, `mrr`, `unanswered`, or `recall` or `pass` with a depth.
    pub fn figure(&self, name: &str) -> f64 {
        match name {
            "ndcg10" => mean(&self.ndcg),
            "mrr" => mean(&self.reciprocal),
            "unanswered" => self.unanswered as f64 / (self.ndcg.len().max(1)) as f64,
            _ => {
                let depth = name.trim_start_matches(char::is_alphabetic).parse().unwrap_or(DEEPEST);
                let shares: Vec<f64> = self
                    .ranks
                    .iter()
                    .map(|(ranks, relevant)| {
                        ranks.iter().filter(|&&rank| rank < depth).count() as f64 / (*relevant).max(1) as f64
                    })
                    .collect();
                mean(&shares)
            }
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
