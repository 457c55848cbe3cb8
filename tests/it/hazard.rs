//! Hidden text and secrets: what others were attacked with is found, and what only looks like it is left alone.

use std::fs;
use std::path::Path;

use kb::check::{Setting, check};
use kb::config::Config;
use kb::evidence::hazard::{Concern, redact, scan};
use kb::path::RepoPath;
use kb::vault::{File, Vault};

fn fixtures() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/evidence"))
}

#[test]
fn every_attack_is_found_and_every_look_alike_is_silent() {
    let mut faults = Vec::new();
    let mut seen = 0;
    for entry in fs::read_dir(fixtures().join("hazard")).expect("fixtures") {
        let path = entry.expect("a fixture").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("UTF-8");
        let found: Vec<_> =
            scan(&text).into_iter().filter(|hazard| hazard.concern == Concern::Hidden).collect();
        let is_attack = !name.contains("-ok-");
        if is_attack == found.is_empty() {
            faults.push(format!("{name}: {:?}", found.iter().map(|hazard| hazard.kind).collect::<Vec<_>>()));
        }
        seen += 1;
    }
    assert!(seen >= 30, "{seen} fixtures");
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn secrets_are_found_whole_and_near_misses_stay() {
    let samples = fs::read_to_string(fixtures().join("secrets.jsonl")).expect("samples");
    let mut faults = Vec::new();
    for line in samples.lines() {
        let sample: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| sample[key].as_str().expect("a text").to_owned();
        let value: String =
            sample["parts"].as_array().expect("parts").iter().filter_map(|p| p.as_str()).collect();
        let (prefix, suffix, label) = (text("prefix"), text("suffix"), text("label"));
        let whole = format!("{prefix}{value}{suffix}");
        let found = scan(&whole);
        // Addresses, telephone numbers and national numbers are what conversations are about.
        let is_secret = text("kind") == "positive"
            && (label.starts_with("secret:") || label == "iban" || label == "card");
        let clean = redact(&whole, &found);
        let right = if is_secret {
            found.len() == 1 && clean == format!("{prefix}[redacted:{}]{suffix}", found[0].kind)
        } else {
            clean == whole
        };
        if !right {
            faults.push(format!("{} {label}: {whole} -> {clean}", text("id")));
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The rules that find something in a note that holds `bytes`.
fn rules_of(bytes: &[u8], config: &Config) -> Vec<String> {
    let path = RepoPath::new("knowledge/a.md").expect("a path");
    let file = File { path, bytes: Some(bytes.to_vec()) };
    let vault = Vault::build(config.layout().expect("a layout"), vec![file], Vec::new());
    let report = check(&vault, config, Setting::Base);
    report.findings.into_iter().map(|finding| finding.rule.into_owned()).collect()
}

#[test]
fn a_check_of_notes_finds_the_same_attacks() {
    let mut faults = Vec::new();
    for entry in fs::read_dir(fixtures().join("hazard")).expect("fixtures") {
        let path = entry.expect("a fixture").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let rules = rules_of(&fs::read(&path).expect("a fixture"), &Config::default());
        let found = rules.iter().any(|rule| matches!(rule.as_str(), "hidden-text" | "instruction-to-agents"));
        if found == name.contains("-ok-") {
            faults.push(format!("{name}: {rules:?}"));
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn a_check_of_notes_finds_secrets_and_personal_data_where_the_digits_are_right() {
    let samples = fs::read_to_string(fixtures().join("secrets.jsonl")).expect("samples");
    let (mut faults, mut seen) = (Vec::new(), 0);
    for line in samples.lines() {
        let sample: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| sample[key].as_str().expect("a text").to_owned();
        let value: String =
            sample["parts"].as_array().expect("parts").iter().filter_map(|p| p.as_str()).collect();
        let whole = format!("{}{value}{}", text("prefix"), text("suffix"));
        let wanted = match (text("kind").as_str(), text("label").as_str()) {
            ("positive", label) if label.starts_with("secret:") => Some("secret"),
            ("positive", "email" | "phone" | "ip") => Some("contact-data"),
            ("positive", _) => Some("personal-data"),
            _ => None,
        };
        let rules = rules_of(whole.as_bytes(), &Config::default());
        let found: Vec<&str> = rules
            .iter()
            .map(String::as_str)
            .filter(|rule| matches!(*rule, "secret" | "contact-data" | "personal-data"))
            .collect();
        if found.as_slice() != wanted.as_slice() {
            faults.push(format!("{} {}: {whole} -> {found:?}", text("id"), text("label")));
        }
        seen += 1;
    }
    assert!(seen > 100, "{seen} samples");
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
