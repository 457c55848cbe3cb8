//! What a hit must reach to be a result: a score that was asked for, else what `kb.toml` says of the words and of the meaning.
//! It measures nothing.

use serde::Serialize;

use crate::config::SearchConfig;
use crate::port::VectorField;
use crate::search::{Chunk, Hit, Query};

/// What a hit must reach to be a result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Minimum {
    /// What `[search]` of `kb.toml` says: enough words, or near enough in meaning.
    #[default]
    Configured,
    /// A score, from 0 to 1.
    Score(f32),
    /// Nothing.
    None,
}

/// What `kb.toml` demands of a result: that it reaches one of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Thresholds {
    /// The share of the query's weight that stands in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<f32>,
    /// The cosine by the model that answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<f32>,
}

/// Hits that do not reach it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BelowMinimum {
    /// How many.
    pub count: usize,
    /// What they do not reach, and what shows them.
    pub which: &'static str,
}

impl Minimum {
    /// The thresholds of `config`, where they count.
    pub(super) fn thresholds(self, config: &SearchConfig) -> Option<Thresholds> {
        let thresholds = Thresholds { text: config.min_text, meaning: config.min_meaning };
        let is_any = thresholds.text.is_some() || thresholds.meaning.is_some();
        (self == Minimum::Configured && is_any).then_some(thresholds)
    }

    /// Those of `ranked` that reach it, and what is said of the rest. Who holds every word of the query stays (I9).
    pub(super) fn keep(
        self,
        config: &SearchConfig,
        query: &Query,
        mut ranked: Vec<(Hit, Chunk)>,
    ) -> (Vec<(Hit, Chunk)>, BelowMinimum) {
        let all = ranked.len();
        let thresholds = self.thresholds(config);
        let reaches = |hit: &Hit| match (self, thresholds) {
            (Minimum::Score(least), _) => hit.score >= least,
            (_, Some(thresholds)) => thresholds.is_reached(hit),
            _ => true,
        };
        ranked.retain(|(hit, _)| reaches(hit) || hit.holds_every_word(query));
        let below = BelowMinimum { count: all - ranked.len(), which: self.told() };
        (ranked, below)
    }

    /// Which hits are dropped, and what shows them.
    fn told(self) -> &'static str {
        match self {
            Minimum::Score(_) => "below the score asked for, a smaller `--min-score` shows them",
            _ => "below `[search] min_text` and `min_meaning` of kb.toml, `--min-score 0` shows them",
        }
    }
}

impl Thresholds {
    fn is_reached(self, hit: &Hit) -> bool {
        let near = |field: VectorField| hit.legs.meaning[field.index()];
        let near = near(VectorField::Deep).or(near(VectorField::Instant));
        self.text.is_some_and(|least| hit.legs.coverage >= least)
            || self.meaning.zip(near).is_some_and(|(least, near)| near >= least)
    }
}
