//! Encoders and cross-encoders on networks that are made here: a table of vectors, looked up by token.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::cross::CrossEncoder;
use super::encoder::Encoder;
use crate::config::{EmbeddingConfig, Pooling};
use crate::port::{Embedder as _, EmbeddingModel, Purpose, Reranker as _, Vector};

const WORDS: [&str; 6] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "north", "east"];

/// A field of a protocol buffer that holds bytes.
fn bytes(field: u8, content: &[u8]) -> Vec<u8> {
    let mut message = vec![field << 3 | 2];
    let mut length = content.len();
    while length > 0x7f {
        message.push(u8::try_from(length & 0x7f).unwrap() | 0x80);
        length >>= 7;
    }
    message.push(u8::try_from(length).unwrap());
    message.extend(content);
    message
}

/// A field of a protocol buffer that holds a small number.
fn number(field: u8, value: u8) -> Vec<u8> {
    vec![field << 3, value]
}

/// A value of a graph: its name, the kind of its numbers, its dimensions.
fn value(name: &str, kind: u8, dimensions: &[&str]) -> Vec<u8> {
    let shape: Vec<u8> =
        dimensions.iter().flat_map(|dimension| bytes(1, &bytes(2, dimension.as_bytes()))).collect();
    let tensor = [number(1, kind), bytes(2, &shape)].concat();
    [bytes(1, name.as_bytes()), bytes(2, &bytes(1, &tensor))].concat()
}

fn node(operator: &str, inputs: &[&str], output: &str, attributes: &[Vec<u8>]) -> Vec<u8> {
    let mut message: Vec<u8> = inputs.iter().flat_map(|input| bytes(1, input.as_bytes())).collect();
    message.extend(bytes(2, output.as_bytes()));
    message.extend(bytes(4, operator.as_bytes()));
    attributes.iter().for_each(|attribute| message.extend(bytes(5, attribute)));
    message
}

/// A network that looks `rows` up by token; `largest`: and takes the largest of a text.
fn network(rows: &[&[f32]], largest: bool) -> Vec<u8> {
    let raw: Vec<u8> = rows.iter().flat_map(|row| row.iter().flat_map(|value| value.to_le_bytes())).collect();
    let width = u8::try_from(rows[0].len()).unwrap();
    let table = [
        number(1, u8::try_from(rows.len()).unwrap()),
        number(1, width),
        number(2, 1),
        bytes(8, b"table"),
        bytes(9, &raw),
    ]
    .concat();
    let output = if largest { "logits" } else { "last_hidden_state" };
    let looked_up = if largest { "states" } else { output };
    let mut graph = bytes(1, &node("Gather", &["table", "input_ids"], looked_up, &[]));
    if largest {
        let axes = [bytes(1, b"axes"), number(8, 1), vec![0xa0, 1, 7]].concat();
        let keep = [bytes(1, b"keepdims"), number(3, 0), vec![0xa0, 1, 2]].concat();
        graph.extend(bytes(1, &node("ReduceMax", &["states"], output, &[axes, keep])));
    }
    graph.extend(bytes(2, b"tiny"));
    graph.extend(bytes(5, &table));
    graph.extend(bytes(11, &value("input_ids", 7, &["batch", "tokens"])));
    graph.extend(bytes(11, &value("attention_mask", 7, &["batch", "tokens"])));
    let shape: &[&str] = if largest { &["batch", "score"] } else { &["batch", "tokens", "width"] };
    graph.extend(bytes(12, &value(output, 1, shape)));
    [number(1, 7), bytes(7, &graph), bytes(8, &number(2, 13))].concat()
}

fn folder(rows: &[&[f32]], largest: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let vocabulary: serde_json::Map<String, serde_json::Value> =
        WORDS.iter().zip(0..).map(|(word, id)| ((*word).to_owned(), id.into())).collect();
    // Its lengths are for other uses and must not count: every text would be filled up to 128 tokens.
    let tokenizer = serde_json::json!({
        "version": "1.0", "added_tokens": [],
        "truncation": { "max_length": 3, "strategy": "LongestFirst", "stride": 0, "direction": "Right" },
        "padding": {
            "strategy": { "Fixed": 128 }, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0,
            "pad_type_id": 0, "pad_token": "[PAD]",
        },
        "normalizer": null, "pre_tokenizer": { "type": "Whitespace" }, "post_processor": null, "decoder": null,
        "model": { "type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]" },
    });
    fs::write(folder.path().join("tokenizer.json"), tokenizer.to_string()).unwrap();
    fs::write(folder.path().join("model.onnx"), network(rows, largest)).unwrap();
    folder
}

fn encoder(folder: &Path, settings: EmbeddingConfig) -> Encoder {
    let model = EmbeddingModel { id: "tiny@1".to_owned(), dimension: 2, weight: 0.5, floor: 0.2 };
    Encoder::new("tiny", folder.to_owned(), settings, model)
}

const COMPASS: [&[f32]; 6] = [&[9.0, 9.0], &[0.0, 0.0], &[0.0, 0.0], &[0.0, 0.0], &[0.0, 1.0], &[1.0, 0.0]];

#[test]
fn a_text_has_the_mean_of_its_tokens_whatever_stands_beside_it() {
    let folder = folder(&COMPASS, false);
    let encoder = encoder(folder.path(), EmbeddingConfig { batch: 2, ..EmbeddingConfig::default() });
    let texts = ["north east north east", "east", "north north north north east", "north"];
    let vectors = encoder.embed(Purpose::Passage, &texts).unwrap();
    assert_eq!(vectors[0], Vector::of(&[1.0, 1.0]), "more tokens than the file of the tokenizer allows");
    assert_eq!(vectors[1], Vector::of(&[1.0, 0.0]), "what fills it up does not count");
    assert_eq!(vectors[2], Vector::of(&[1.0, 4.0]));
    assert_eq!(vectors[3], Vector::of(&[0.0, 1.0]));
}

#[test]
fn prefixes_lengths_and_pooling_are_those_of_the_settings() {
    let folder = folder(&COMPASS, false);
    let settings = EmbeddingConfig {
        question_prefix: "north ".to_owned(),
        pooling: Pooling::Cls,
        ..EmbeddingConfig::default()
    };
    let first = encoder(folder.path(), settings);
    assert_eq!(first.embed(Purpose::Question, &["east"]).unwrap(), [Vector::of(&[0.0, 1.0])]);
    assert_eq!(first.embed(Purpose::Passage, &["east north"]).unwrap(), [Vector::of(&[1.0, 0.0])]);
    let short = encoder(folder.path(), EmbeddingConfig { max_tokens: 2, ..EmbeddingConfig::default() });
    assert_eq!(short.embed(Purpose::Passage, &["east east north"]).unwrap(), [Vector::of(&[1.0, 0.0])]);
}

#[test]
fn a_text_of_unknown_words_is_not_known() {
    let folder = folder(&COMPASS, false);
    let encoder = encoder(folder.path(), EmbeddingConfig::default());
    for (text, known) in
        [("north", true), ("east north west", true), ("far west north", false), ("42?", true)]
    {
        assert_eq!(encoder.knows(text), known, "{text}");
    }
}

#[test]
fn a_cross_encoder_scores_each_passage_with_the_question() {
    let folder = folder(&[&[-5.0], &[0.5], &[-5.0], &[-5.0], &[1.0], &[3.0]], true);
    let reranker = CrossEncoder::new("tiny", folder.path().to_owned(), 16);
    let scores = reranker.score("north", &["far away", "north east", "what is it all about"]).unwrap();
    assert_eq!(scores, [1.0, 3.0, 1.0]);
    assert_eq!(reranker.score("north", &[]).unwrap(), [] as [f32; 0]);
}

#[test]
fn files_that_are_no_model_are_said_to_be_none() {
    let folder = folder(&COMPASS, false);
    fs::write(folder.path().join("model.onnx"), b"<html>not found</html>").unwrap();
    let error = encoder(folder.path(), EmbeddingConfig::default()).embed(Purpose::Passage, &["x"]);
    assert!(error.unwrap_err().to_string().contains("model.onnx"));
}
