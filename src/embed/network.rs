//! A network in `model.onnx` with its `tokenizer.json`, run by rten. What its numbers mean is for its users.

use std::path::Path;

use rten::{Model, NodeId, Value, ValueOrView};
use tokenizers::{EncodeInput, Encoding, Tokenizer, TruncationParams};

use super::known::knows;
use crate::port::ModelError;

/// The file of the network.
pub(super) const NETWORK: &str = "model.onnx";

/// The file of what turns text into tokens.
pub(super) const TOKENIZER: &str = "tokenizer.json";

/// What stands for a piece that is in no vocabulary.
pub(super) const UNKNOWN: [&str; 2] = ["[UNK]", "<unk>"];

/// What a network of the BERT family is given.
#[derive(Clone, Copy)]
enum Input {
    Ids,
    Mask,
    Types,
}

/// A network and what turns text into its tokens.
pub(super) struct Network {
    name: String,
    model: Model,
    tokenizer: Tokenizer,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
    rank: usize,
    padding: i32,
}

/// What a network gives for several texts.
pub(super) struct Given {
    /// How many numbers there are for each text; with a vector a token, those of all tokens.
    pub each: usize,
    /// How many of them belong together: the last dimension.
    pub width: usize,
    /// The numbers.
    pub values: Vec<f32>,
}

impl Network {
    /// Loads the network in `folder`, which reads at most `most` tokens.
    pub fn load(name: &str, folder: &Path, most: usize) -> Result<Network, ModelError> {
        let failed = |message: String| unusable(name, message);
        let tokenizer = tokenizer(name, folder, Some(most))?;
        let bytes = std::fs::read(folder.join(NETWORK))
            .map_err(|error| failed(format!("reading {NETWORK}: {error}")))?;
        let model = Model::load(bytes).map_err(|error| failed(format!("{NETWORK}: {error}")))?;
        let named = |id: NodeId| model.node_info(id).and_then(|node| node.name().map(str::to_owned));
        let mut inputs = Vec::new();
        for &id in model.input_ids() {
            let input = match named(id).as_deref() {
                Some("input_ids") => Input::Ids,
                Some("attention_mask") => Input::Mask,
                Some("token_type_ids") => Input::Types,
                other => {
                    let other = other.unwrap_or("something without a name");
                    return Err(failed(format!(
                        "{NETWORK} asks for `{other}`; kb runs encoders of the BERT family"
                    )));
                }
            };
            inputs.push((id, input));
        }
        let outputs = model.output_ids();
        let wanted = |name: &str| outputs.iter().copied().find(|&id| named(id).as_deref() == Some(name));
        let output = wanted("last_hidden_state").or_else(|| wanted("logits")).or(outputs.first().copied());
        let output = output.ok_or_else(|| failed(format!("{NETWORK} gives nothing")))?;
        let rank = model.node_info(output).and_then(|node| node.shape()).map_or(3, |shape| shape.len());
        let pad = ["[PAD]", "<pad>"].iter().find_map(|pad| tokenizer.token_to_id(pad)).unwrap_or(0);
        let padding = i32::try_from(pad).unwrap_or(0);
        Ok(Network { name: name.to_owned(), model, tokenizer, inputs, output, rank, padding })
    }

    /// Whether the network knows most of the words of `text`.
    pub fn knows(&self, text: &str) -> bool {
        let unknown = UNKNOWN.iter().find_map(|unknown| self.tokenizer.token_to_id(unknown));
        knows(&self.tokenizer, unknown, text)
    }

    /// The tokens of `texts`, markers of beginning and end included.
    pub fn tokens<'t>(&self, texts: Vec<EncodeInput<'t>>) -> Result<Vec<Encoding>, ModelError> {
        self.tokenizer
            .encode_batch_fast(texts, true)
            .map_err(|error| unusable(&self.name, format!("{TOKENIZER}: {error}")))
    }

    /// Runs the network on several texts; shorter ones are filled up, and what fills them is masked.
    pub fn run(&self, texts: &[&Encoding]) -> Result<Given, ModelError> {
        let failed = |message: String| unusable(&self.name, message);
        let length = texts.iter().map(|text| text.len()).max().unwrap_or(0).max(1);
        let shape = [texts.len(), length];
        let filled = |of: &dyn Fn(&Encoding) -> Vec<u32>, fill: i32| {
            let mut values = Vec::with_capacity(texts.len() * length);
            for (text, end) in texts.iter().zip((1..).map(|rows: usize| rows * length)) {
                values.extend(of(text).iter().map(|&id| i32::try_from(id).unwrap_or(0)));
                values.resize(end, fill);
            }
            values
        };
        let mut given: Vec<(NodeId, ValueOrView<'_>)> = Vec::new();
        for &(id, input) in &self.inputs {
            let values = match input {
                Input::Ids => filled(&|text| text.get_ids().to_vec(), self.padding),
                Input::Mask => filled(&|text| vec![1; text.len()], 0),
                Input::Types => filled(&|text| text.get_type_ids().to_vec(), 0),
            };
            let value = Value::from_shape(shape, values).map_err(|error| failed(error.to_string()))?;
            given.push((id, value.into()));
        }
        let [value] = self
            .model
            .run_n(given, [self.output], None)
            .map_err(|error| failed(format!("running {NETWORK}: {error}")))?;
        let (each, width, values) = match self.rank {
            2 => {
                let ([_, width], values) =
                    value.into_shape_vec::<f32, 2>().map_err(|error| failed(error.to_string()))?;
                (width, width, values)
            }
            _ => {
                let ([_, tokens, width], values) =
                    value.into_shape_vec::<f32, 3>().map_err(|error| failed(error.to_string()))?;
                (tokens * width, width, values)
            }
        };
        if width == 0 || values.len() != texts.len() * each {
            return Err(failed(format!("{NETWORK} gave {} numbers for {} texts", values.len(), texts.len())));
        }
        Ok(Given { each, width, values })
    }
}

/// The tokenizer in `folder`. What the file says of lengths is for other uses: MiniLM's fills every question up to 128.
pub(super) fn tokenizer(name: &str, folder: &Path, most: Option<usize>) -> Result<Tokenizer, ModelError> {
    let failed = |message: String| unusable(name, format!("{TOKENIZER}: {message}"));
    let bytes = std::fs::read(folder.join(TOKENIZER)).map_err(|error| failed(error.to_string()))?;
    let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|error| failed(error.to_string()))?;
    let cut = most.map(|max_length| TruncationParams { max_length, ..TruncationParams::default() });
    tokenizer.with_truncation(cut).map_err(|error| failed(error.to_string()))?;
    tokenizer.with_padding(None);
    // What looks like a marker in a note is text like any other.
    tokenizer.set_encode_special_tokens(true);
    Ok(tokenizer)
}

/// Says that the files of the model `name` cannot be used.
pub(super) fn unusable(name: &str, message: impl Into<String>) -> ModelError {
    ModelError::Unusable { name: name.to_owned(), message: message.into() }
}
