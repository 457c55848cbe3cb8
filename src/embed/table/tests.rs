use std::collections::HashMap;

use proptest::prelude::*;
use tokenizers::Tokenizer;

use super::{DIMENSION, POTION, POTION_DIGEST, Packed, TableModel, normal, pieces, runs};
use crate::digest::Sha256Hex;
use crate::port::{Embedder as _, Purpose};

const TRICKY: [&str; 16] = [
    "A full refund can be requested within 7 days of receipt.",
    "Crème brûlée, naïve façade; ÅNGSTRÖM İstanbul ß ẞ",
    "Árvíztűrő tükörfúrógép: 500.000 Ft!",
    "退款政策:七天内可以全额退款。",
    "払い戻しは7日以内に 환불은 칠일 이내에 가능합니다",
    "Возврат в течение семи дней, ёлка; Київ",
    "החזר מלא תוך שבעה ימים استرداد كامل",
    "parse_invoice() -> Result<Invoice, HTTP-403>; C++ & .NET, snake_case::path",
    "pneumonoultramicroscopicsilicovolcanoconiosis antidisestablishmentarianism",
    "tab\tline\nreturn\r\nform\u{c}feed\u{b}vertical\u{85}next\u{a0}hard\u{3000}wide",
    "soft\u{ad}hyphen zero\u{200b}width \u{feff}mark \u{202e}turned \0 nothing \u{fffd}",
    "“quotes” – dashes — … • ¿qué? « » ‹ › §",
    "e\u{301}te\u{301} =\u{338} क्षत्रिय हिन्दी ภาษาไทย",
    "😀 emoji 👨‍👩‍👧 flag 🇭🇺 ∑∫√ ½ ² Ⅷ ﬁ",
    "\u{f900} \u{2f800} \u{20000}𠀀x㐀y",
    "",
];

fn own(text: &str) -> Vec<String> {
    let table = Packed::read(POTION).unwrap();
    let mut found = Vec::new();
    runs(text, |run| {
        normal(run, |word| {
            let rows = pieces(&table, word);
            found.extend(rows.iter().map(|&row| String::from_utf8(table.piece(row).to_vec()).unwrap()));
        });
    });
    found
}

/// The tokenizer.json of the model, without its markers.
fn reference() -> Tokenizer {
    let table = Packed::read(POTION).unwrap();
    let piece = |at| String::from_utf8(table.piece(at).to_vec()).unwrap();
    let mut vocabulary: HashMap<String, usize> = (0..table.len()).map(|at| (piece(at), at)).collect();
    vocabulary.insert("[UNK]".to_owned(), table.len());
    let json = serde_json::json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": {
            "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null,
            "lowercase": true,
        },
        "pre_tokenizer": { "type": "BertPreTokenizer" }, "post_processor": null,
        "decoder": { "type": "WordPiece", "prefix": "##", "cleanup": true },
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocabulary,
        },
    });
    Tokenizer::from_bytes(json.to_string()).unwrap()
}

fn theirs(reference: &Tokenizer, text: &str) -> Vec<String> {
    let tokens = reference.encode(text, false).unwrap().get_tokens().to_vec();
    tokens.into_iter().filter(|token| token != "[UNK]").collect()
}

#[test]
fn pieces_are_those_of_the_tokenizer_that_the_model_was_made_with() {
    let reference = reference();
    for text in TRICKY {
        assert_eq!(own(text), theirs(&reference, text), "{text:?}");
    }
    let long = format!("{} {} end", "a".repeat(100), "a".repeat(101));
    assert_eq!(own(&long), theirs(&reference, &long));
    assert_eq!(own("Refunds, unaffordable"), ["ref", "##unds", ",", "una", "##ff", "##ord", "##able"]);
    // What looks like a marker of the model in a note is text like any other.
    assert_eq!(own("[MASK]"), ["[", "mask", "]"]);
}

proptest! {
    #[test]
    fn pieces_agree_on_any_text(text in "(?s)[a-zA-Z0-9 .,\\-\u{c0}-\u{17f}\u{300}-\u{310}\u{4e00}-\u{4e20}]{0,40}|.{0,20}") {
        thread_local!(static REFERENCE: Tokenizer = reference());
        let expected = REFERENCE.with(|reference| theirs(reference, &text));
        prop_assert_eq!(own(&text), expected);
    }
}

#[test]
fn the_table_is_the_one_that_its_name_says() {
    assert!(Sha256Hex::of(POTION).as_str().starts_with(POTION_DIGEST));
    let table = Packed::read(POTION).unwrap();
    assert_eq!(table.row(0).1.count(), DIMENSION);
    assert!((1..table.len()).all(|at| table.piece(at - 1) < table.piece(at)));
}

#[test]
fn texts_that_mean_the_same_are_nearer_than_others() {
    let model = TableModel::default();
    let texts =
        ["How do I get my money back?", "Refunds are paid within seven days.", "The cat sat on a mat."];
    let vectors = model.embed(Purpose::Passage, &texts).unwrap();
    assert!(vectors[0].cosine(&vectors[1]) > vectors[0].cosine(&vectors[2]) + 0.1);
    let again = model.embed(Purpose::Question, &texts).unwrap();
    assert_eq!(vectors, again, "what was asked before changes nothing");
    let empty = model.embed(Purpose::Passage, &["", "\u{1f9ff}", "שלום עולם", "退款政策"]).unwrap();
    assert!(empty.iter().all(|vector| vector.units() == [0; DIMENSION]));
}

#[test]
fn questions_in_another_script_are_not_known() {
    let model = TableModel::default();
    for known in [
        "Who wrote it?",
        "Wie viele Punkte gab die Verteidigung ab?",
        "Árvíztűrő tükörfúrógép?",
        "1998?",
        "",
        "iPhone 日本",
    ] {
        assert!(model.knows(known), "{known}");
    }
    for unknown in
        ["Кто написал NASA?", "מי כתב את זה", "退款政策 iOS 是什么时候开始的", "كم عدد النقاط", "환불은 칠일"]
    {
        assert!(!model.knows(unknown), "{unknown}");
    }
}
