//! Makes the table that is compiled into kb from a model2vec folder: `pack_table FOLDER FILE`. It is run when the model
//! changes, and never by a build.

#![expect(clippy::disallowed_methods, reason = "reads and writes where a person says")]

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use kb::embed::{Matrix, pack};
use tokenizers::Tokenizer;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [folder, file] = arguments.as_slice() else { return Err("usage: pack_table FOLDER FILE".into()) };
    let matrix = Matrix::read(&fs::read(folder.join("model.safetensors"))?, "embeddings")?;
    let tokenizer = Tokenizer::from_file(folder.join("tokenizer.json")).map_err(|error| error.to_string())?;
    let added = tokenizer.get_added_tokens_decoder();
    // What is no text is no piece: markers of beginning, end and the unknown.
    let pieces = tokenizer.get_vocab(false).into_iter().filter(|(_, id)| !added.contains_key(id));
    let rows = pieces.map(|(piece, id)| {
        let row = matrix.row(id as usize).ok_or_else(|| format!("`{piece}` has no row"))?;
        Ok((piece, row.to_vec()))
    });
    let packed = pack(rows.collect::<Result<_, String>>()?);
    fs::write(file, packed)?;
    Ok(())
}
