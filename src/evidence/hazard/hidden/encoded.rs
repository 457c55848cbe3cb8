//! Orders to agents in base64. Only what decodes to such words counts; keys, hashes and pictures stay silent.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use regex::Regex;

use super::super::Hazard;
use super::instruction::is_order;

static RUN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[A-Za-z0-9+/]{32,}={0,2}").expect("a valid pattern"));

/// Longer runs are files, not words.
const MOST: usize = 4_000;

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Adds the encoded orders in `text`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for run in RUN.find_iter(text).filter(|run| run.len() <= MOST) {
        let words = LENIENT.decode(run.as_str()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        if words.is_some_and(|words| is_order(&words)) {
            found.push(Hazard::hidden("encoded-instruction", run.range()));
        }
    }
}
