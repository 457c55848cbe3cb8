//! The model inside of the program: a vector a word piece, summed up. It needs no file, no loading and no second look.

mod packed;
mod pieces;
mod words;

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use self::packed::Packed;
pub use self::packed::pack;
use self::pieces::pieces;
use self::words::{normal, runs};
use crate::port::{Embedder, EmbeddingModel, ModelError, Purpose, Vector};

/// The table of potion-base-2M; `assets/potion-base-2m/README.md` says where it comes from and how it is made.
static POTION: &[u8] = include_bytes!("../../../assets/potion-base-2m/table.bin");

/// The beginning of the sha256 of the table: another table is another model.
const POTION_DIGEST: &str = "0c8c0ede9759";

/// The dimensions of its vectors.
const DIMENSION: usize = 64;

/// How much the meaning counts beside the words: the sum of 0.7 words and 0.3 meaning is never worse than words alone.
const WEIGHT: f32 = 0.3;

/// The cosine that a question and a text of another topic reach once in a hundred times (XQuAD, MuSiQue); within one field it is
/// reached more often (SciFact), and half of what answers a question lies above (0.6).
const FLOOR: f32 = 0.5;

/// Letters up to here are Latin. The model knows words of no other script, only letters: all such texts look alike to it.
const LAST_LATIN: char = '\u{24f}';

/// How many words a thread remembers the sums of.
const MOST_SUMS: usize = 20_000;

type Sum = [f32; DIMENSION];

thread_local! {
    static SUMS: RefCell<FxHashMap<Box<str>, Sum>> = RefCell::default();
}

/// potion-base-2M, a table distilled from an encoder: quick, and weak alone.
#[derive(Clone, Debug)]
pub struct TableModel {
    model: EmbeddingModel,
    table: Packed<'static>,
}

impl Default for TableModel {
    fn default() -> TableModel {
        let table = Packed::read(POTION).expect("a test reads the table that is compiled in");
        let id = format!("potion-base-2m@{POTION_DIGEST}");
        TableModel { model: EmbeddingModel { id, dimension: DIMENSION, weight: WEIGHT, floor: FLOOR }, table }
    }
}

impl TableModel {
    fn vector(&self, sums: &mut FxHashMap<Box<str>, Sum>, text: &str) -> Vector {
        let mut total: Sum = [0.0; DIMENSION];
        runs(text, |run| {
            if let Some(sum) = sums.get(run) {
                return add(&mut total, sum);
            }
            let sum = self.sum(run);
            add(&mut total, &sum);
            if sums.len() >= MOST_SUMS {
                sums.clear();
            }
            sums.insert(run.into(), sum);
        });
        // The mean has the direction of the sum, and only that counts.
        Vector::of(&total)
    }

    /// The sum of the vectors of the pieces of `run`; a word that has an unknown piece, or is of another script,
    /// counts for nothing.
    fn sum(&self, run: &str) -> Sum {
        let mut sum: Sum = [0.0; DIMENSION];
        normal(run, |word| {
            if is_foreign(word) {
                return;
            }
            for row in pieces(&self.table, word) {
                let (scale, units) = self.table.row(row);
                for (sum, unit) in sum.iter_mut().zip(units) {
                    *sum += scale * f32::from(unit);
                }
            }
        });
        sum
    }
}

/// Whether `word` is of a script that the model knows no word of.
fn is_foreign(word: &str) -> bool {
    word.chars().any(|c| c > LAST_LATIN && c.is_alphabetic())
}

fn add(total: &mut Sum, sum: &Sum) {
    for (total, value) in total.iter_mut().zip(sum) {
        *total += value;
    }
}

impl Embedder for TableModel {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn knows(&self, text: &str) -> bool {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
        let (mut all, mut known) = (0, 0);
        runs(text, |run| {
            normal(run, |word| {
                all += letters(word);
                known +=
                    if is_foreign(word) || pieces(&self.table, word).is_empty() { 0 } else { letters(word) };
            });
        });
        2 * known >= all
    }

    fn embed(&self, _: Purpose, texts: &[&str]) -> Result<Vec<Vector>, ModelError> {
        SUMS.with_borrow_mut(|sums| Ok(texts.iter().map(|text| self.vector(sums, text)).collect()))
    }
}

#[cfg(test)]
mod tests;
