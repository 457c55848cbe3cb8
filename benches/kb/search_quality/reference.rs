//! Whether a model gives the vectors that its makers say it gives: the cosines of three sentences, published with the model.

use kb::port::Purpose;

use super::models::Deep;
use crate::report::Row;

/// The sentences of the quickstart at sbert.net.
const SENTENCES: [&str; 3] =
    ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."];

/// What the quickstart prints for all-MiniLM-L6-v2: two sentences and their cosine.
const MINILM: [(usize, usize, f32); 3] = [(0, 1, 0.6660), (0, 2, 0.1046), (1, 2, 0.1411)];

/// How far the cosines of `deep` lie from those published; `None` where none are known.
pub fn row(deep: &Deep) -> Result<Option<Row>, String> {
    if deep.name != "minilm" {
        return Ok(None);
    }
    let vectors = deep.embedder().embed(Purpose::Passage, &SENTENCES).map_err(|error| error.to_string())?;
    let off = MINILM.map(|(one, other, published)| (vectors[one].cosine(&vectors[other]) - published).abs());
    let row = Row::new("minilm_cosines_off", f64::from(off.into_iter().fold(0.0, f32::max)), "cosine");
    Ok(Some(row.target("<= 0.03").reference("three sentences of sbert.net")))
}
