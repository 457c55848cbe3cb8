//! Published claims with evidence, as a sanity check: SciFact, Fool Me Twice and QAGS from `KB_DATA/claims`.
//!
//! They are written by people against science and Wikipedia, far from what a proposer writes; no target is set.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use kb::proposal::Verdict;
use kb::text::LineRange;
use kb::verify::{Passage, Transcript, judge};
use serde_json::Value;

use crate::report::Row;

/// A claim, the sentences of its evidence, and whether they support it.
struct Pair {
    claim: String,
    evidence: String,
    supported: bool,
}

/// One row for what passes and one for what is turned away, a data set; none for a set that is not there.
pub fn rows() -> Vec<Row> {
    let folder =
        PathBuf::from(std::env::var_os("KB_DATA").unwrap_or_else(|| "../shared/data".into())).join("claims");
    let sets =
        [("scifact", scifact(&folder)), ("fool_me_twice", fool_me_twice(&folder)), ("qags", qags(&folder))];
    let mut rows = Vec::new();
    for (name, pairs) in sets {
        if pairs.is_empty() {
            eprintln!("{name} is not in {}; its rows are left out", folder.display());
            continue;
        }
        let mut counts = [[0_u32; 2]; 2];
        for pair in &pairs {
            counts[usize::from(pair.supported)][usize::from(accepted(pair))] += 1;
        }
        let [[_, passed], [turned_away, _]] = counts;
        let (wrong, right) = (counts[0].iter().sum::<u32>(), counts[1].iter().sum::<u32>());
        let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
        rows.push(
            Row::new(format!("{name}_false_accept"), share(passed, wrong), "share")
                .reference(&format!("{passed} of {wrong}")),
        );
        rows.push(
            Row::new(format!("{name}_false_reject"), share(turned_away, right), "share")
                .reference(&format!("{turned_away} of {right}")),
        );
    }
    rows
}

fn accepted(pair: &Pair) -> bool {
    let Ok(id) = "2026-01-01-document-000000".parse() else { return false };
    let transcript = Transcript::read(id, &pair.evidence, false);
    let last = u32::try_from(pair.evidence.lines().count()).unwrap_or(1);
    let Some(lines) = LineRange::new(1, last.max(1)) else { return false };
    judge(&pair.claim, &[Passage { transcript: &transcript, lines }]).verdict == Verdict::Supported
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn text(value: &Value, key: &str) -> String {
    match &value[key] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn scifact(folder: &Path) -> Vec<Pair> {
    let folder = folder.join("scifact");
    let corpus: HashMap<String, Value> = lines(&folder.join("corpus_sentences.jsonl"))
        .into_iter()
        .map(|document| (text(&document, "doc_id"), document["abstract"].clone()))
        .collect();
    let claims = ["claims_dev.jsonl", "claims_train.jsonl"].iter().flat_map(|name| lines(&folder.join(name)));
    claims
        .flat_map(|claim| {
            let words = text(&claim, "claim");
            let evidence = claim["evidence"].as_array().cloned().unwrap_or_default();
            evidence
                .into_iter()
                .filter_map(|entry| {
                    let sentences = corpus.get(&text(&entry, "doc_id"))?;
                    let picked: Vec<&str> = entry["sentences"]
                        .as_array()?
                        .iter()
                        .filter_map(|at| sentences.get(usize::try_from(at.as_u64()?).ok()?)?.as_str())
                        .collect();
                    Some(Pair {
                        claim: words.clone(),
                        evidence: picked.join("\n\n"),
                        supported: text(&entry, "label") == "SUPPORT",
                    })
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

fn fool_me_twice(folder: &Path) -> Vec<Pair> {
    let folder = folder.join("fool-me-twice/dataset");
    let claims = ["dev.jsonl", "test.jsonl"].iter().flat_map(|name| lines(&folder.join(name)));
    claims
        .map(|claim| {
            let gold = claim["gold_evidence"].as_array().cloned().unwrap_or_default();
            Pair {
                claim: text(&claim, "text"),
                evidence: gold.iter().map(|entry| text(entry, "text")).collect::<Vec<_>>().join("\n\n"),
                supported: text(&claim, "label") == "SUPPORTS",
            }
        })
        .collect()
}

fn qags(folder: &Path) -> Vec<Pair> {
    let folder = folder.join("qags/data");
    let articles =
        ["mturk_cnndm.jsonl", "mturk_xsum.jsonl"].iter().flat_map(|name| lines(&folder.join(name)));
    articles
        .flat_map(|entry| {
            let article = text(&entry, "article");
            let sentences = entry["summary_sentences"].as_array().cloned().unwrap_or_default();
            sentences
                .into_iter()
                .map(|sentence| {
                    let votes = sentence["responses"].as_array().cloned().unwrap_or_default();
                    let yes = votes.iter().filter(|vote| text(vote, "response") == "yes").count();
                    Pair {
                        claim: text(&sentence, "sentence"),
                        evidence: article.clone(),
                        supported: yes * 2 > votes.len(),
                    }
                })
                .collect::<Vec<_>>()
        })
        .collect()
}
