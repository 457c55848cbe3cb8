use proptest::prelude::*;

use super::*;
use crate::config::Config;

fn config(text: &str) -> RedactConfig {
    Config::parse(text).expect("a configuration").redact
}

fn holder(labels: &[&str]) -> Caller {
    Caller::new(None, labels.iter().map(|&label| Label(label.to_owned())))
}

const EVERYTHING: &str = "\
[redact.rules]
e-mail = [\"support\"]
phone = [\"support\"]
address = []
ip-address = []
national-id = [\"hr\"]
iban = [\"finance\"]
card = []
secret = []
[redact.custom.employee]
pattern = \"EMP-[0-9]{6}\"
unless_labels = [\"hr\"]
";

#[test]
fn each_rule_has_its_labels_and_the_owner_sees_all() {
    let config = config(EVERYTHING);
    let text = "Anna (anna.kiss@example.com, EMP-000123) lives at 12 Main Street.";
    let seen = |caller: &Caller| Redaction::new(&config, caller).text(text).into_owned();
    assert_eq!(seen(&Caller::owner()), text);
    assert_eq!(
        seen(&holder(&[])),
        "Anna ([redacted:e-mail], [redacted:employee]) lives at [redacted:address]."
    );
    assert_eq!(
        seen(&holder(&["support"])),
        "Anna (anna.kiss@example.com, [redacted:employee]) lives at [redacted:address]."
    );
    assert_eq!(seen(&holder(&["hr"])), "Anna ([redacted:e-mail], EMP-000123) lives at [redacted:address].");
    let all = self::config(&format!("[redact]\nunless_labels = [\"dpo\"]\n{EVERYTHING}"));
    assert_eq!(Redaction::new(&all, &holder(&["dpo"])).text(text), text);
}

#[test]
fn the_owner_is_redacted_for_where_the_policy_says_so() {
    let config = config(&format!("[redact]\nowner = true\n{EVERYTHING}"));
    let seen = Redaction::new(&config, &Caller::owner()).text("ask anna@example.com").into_owned();
    assert_eq!(seen, "ask [redacted:e-mail]");
}

#[test]
fn secrets_are_taken_out_without_any_policy_and_nothing_else_is() {
    let redaction = Redaction::new(&RedactConfig::default(), &holder(&[]));
    let token = format!("ghp_{}", "SNntHBbur23TXuv8UbLcLFlpDLsrr137ygGQ");
    let text = format!("anna@example.com uses {token} every day");
    let clean = redaction.text(&text);
    assert!(clean.starts_with("anna@example.com uses [redacted:github-token]"), "{clean}");
    assert_eq!(redaction.text("the card of 2026-11-30"), "the card of 2026-11-30");
}

#[test]
fn a_part_is_as_redacted_as_the_whole() {
    let lines = ["MIIEpAIBAAKCAQEA7bq+4R2Zk3v0yA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r"; 3].join("\n");
    let text =
        format!("Key:\n-----BEGIN RSA PRIVATE KEY-----\n{lines}\n-----END RSA PRIVATE KEY-----\nEnd.\n");
    let redaction = Redaction::new(&RedactConfig::default(), &holder(&[]));
    let third = text.match_indices('\n').nth(2).expect("a line").0 + 1;
    let part = redaction.part(&text, third..third + 40);
    assert_eq!(part, "[redacted:private-key]");
    assert_eq!(redaction.part(&text, 0..4), "Key:");
    assert!(!redaction.text(&lines).contains("MIIE"), "lines of a key that lost its first");
}

#[test]
fn patterns_that_cannot_be_used_are_refused_with_their_name() {
    for (pattern, word) in [("[", "`x`"), ("a*", "everywhere")] {
        let text = format!("[redact.custom.x]\npattern = \"{pattern}\"\n");
        let error = Config::parse(&text).expect_err("a bad pattern");
        assert!(error.message.contains(word), "{}", error.message);
    }
    assert!(Config::parse("[redact.custom.\"a b\"]\npattern = \"a\"\n").is_err());
    assert!(Config::parse("[redact.rules]\nfingerprint = []\n").is_err());
}

/// The samples of personal data and secrets: what each is, whether it is one, the text around it and the value.
fn samples() -> Vec<(String, bool, String, String)> {
    let text = include_str!("../../tests/fixtures/evidence/secrets.jsonl");
    let sample = |line: &str| {
        let sample: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let field = |key: &str| sample[key].as_str().expect("a text").to_owned();
        let parts = sample["parts"].as_array().expect("parts").iter().filter_map(|part| part.as_str());
        let value: String = parts.collect();
        let whole = format!("{}{value}{}", field("prefix"), field("suffix"));
        (field("label"), field("kind") == "positive", whole, value)
    };
    text.lines().map(sample).collect()
}

#[test]
fn every_sample_is_taken_out_and_what_only_looks_like_one_stays() {
    let redaction = Redaction::new(&config(EVERYTHING), &holder(&[]));
    let mut faults = Vec::new();
    for (label, is_datum, whole, value) in samples() {
        let clean = redaction.text(&whole);
        let expected =
            if is_datum { !clean.contains(value.trim()) && clean.contains("[redacted:") } else { true };
        let stays = is_datum || label == "email" || label == "ip" || clean == whole;
        if !expected || !stays {
            faults.push(format!("{label}: {whole} -> {clean}"));
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands around it, what matches a rule never comes out, of the whole text or of any part.
    #[test]
    fn what_a_rule_finds_never_comes_out(
        picks in proptest::collection::vec((0_usize..1_000, prop::sample::select(vec![" ", "\n", ", ", "", "x", "1", "- ", "+"])), 1..6),
        cut in 0.0_f64..1.0,
    ) {
        let redaction = Redaction::new(&config(EVERYTHING), &holder(&[]));
        let samples = samples();
        let text: String = picks
            .iter()
            .flat_map(|(pick, joint)| [samples[pick % samples.len()].2.as_str(), joint])
            .collect();
        let found = redaction.stretches(&text);
        let clean = redaction.text(&text);
        for piece in Regex::new(r"\[redacted:[a-z-]+\]").expect("a pattern").split(&clean) {
            prop_assert!(redaction.scan(piece).is_empty(), "{piece:?} of {clean:?}");
        }
        let mut at = (text.len() as f64 * cut) as usize;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let parts = [redaction.part(&text, 0..at), redaction.part(&text, at..text.len())];
        for stretch in found {
            let secret = &text[stretch.range.clone()];
            prop_assert!(!clean.contains(secret) || text.matches(secret).count() > 1, "{secret:?}");
            let whole = stretch.range.end <= at || stretch.range.start >= at;
            prop_assert!(!whole || parts.iter().any(|part| part.contains(stretch.kind)));
        }
    }
}
