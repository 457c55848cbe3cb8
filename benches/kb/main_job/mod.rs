//! `main-job`: conversations in, reviewed knowledge out, questions answered; the whole of kb through its binary.
//!
//! A fact counts as returned when its normalised form stands in the text of the results. See
//! `user-memory/PROVENANCE.md` for where cases and facts come from.
//! With `KB_BENCH_KEEP` in the environment the base is left for a look.

pub mod cases;
pub mod facts;
mod notes;

use serde::Deserialize;

use crate::binary::{Base, children_cpu, data};
use crate::report::Row;
use cases::{Case, Conversation};
use facts::{Tally, normal};

/// The budget of an answer, in tokens of four characters.
const BUDGET: usize = 1_000;

/// What `kb search --format json` prints, as far as it is needed here.
#[derive(Deserialize)]
struct Answer {
    results: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    text: String,
}

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let cases = cases::read(&data("user-memory")?)?;
    let base = Base::new()?;
    base.kb(&["init"])?;
    commit_all(&base)?;
    let before = children_cpu();
    let conversations = by_time(&cases);
    for (number, (case, conversation)) in conversations.iter().enumerate() {
        eprint!("\r{}/{} conversations", number + 1, conversations.len());
        take_in(&base, case, conversation)?;
    }
    eprintln!();
    let cpu = children_cpu().zip(before).map(|(after, before)| (after - before) / conversations.len() as f64);
    let (mut own, mut shared, mut largest) = (Tally::default(), Tally::default(), 0);
    for case in &cases {
        for (tally, tenant) in [(&mut own, Some(case.id.as_str())), (&mut shared, None)] {
            let text = answer(&base, &case.question, tenant)?;
            largest = largest.max(text.chars().count());
            tally.count(case, &normal(&text));
        }
    }
    let audit = notes::audit(base.root.path(), &cases)?;
    let mut rows = vec![
        Row::new("facts_own", own.share(None), "share")
            .target(">= 0.80")
            .reference("raw chunks, BM25: 0.491"),
        Row::new("facts_shared", shared.share(None), "share")
            .target(">= 0.45")
            .reference("raw chunks, BM25: 0.263"),
    ];
    for layer in ["layer1", "layer2", "layer3"] {
        rows.push(Row::new(format!("facts_own_{layer}"), own.share(Some(layer)), "share"));
        rows.push(Row::new(format!("facts_shared_{layer}"), shared.share(Some(layer)), "share"));
    }
    rows.push(Row::new("answer_characters_max", largest as f64, "characters").target("<= 4000"));
    rows.push(Row::new("conversations", conversations.len() as f64, "conversations"));
    rows.push(Row::new("claims", audit.claims as f64, "claims"));
    rows.push(Row::new("quotes_exact", audit.quotes_exact(), "share").target("= 1.0"));
    rows.push(Row::new("gold_lines_unclaimed", audit.unclaimed(), "share"));
    if let Some(cpu) = cpu {
        rows.push(Row::new("cpu_conversation", cpu, "s").target("<= 0.5"));
    }
    if std::env::var_os("KB_BENCH_KEEP").is_some() {
        eprintln!("kept: {}", base.root.keep().display());
    }
    Ok(rows)
}

/// Adds one conversation and takes it all the way to the index.
fn take_in(base: &Base, case: &Case, conversation: &Conversation) -> Result<(), String> {
    let file = base.inbox(&format!("{}.jsonl", conversation.id), &conversation.json_lines)?;
    let file = file.to_str().ok_or("the folder for temporary files has a name that is not UTF-8")?;
    base.kb(&["add", file, "--commit", "--tenant", &case.id])?;
    for command in ["propose", "review", "merge", "build"] {
        base.kb(&[command])?;
    }
    Ok(())
}

/// The text of all results for `question`.
fn answer(base: &Base, question: &str, tenant: Option<&str>) -> Result<String, String> {
    let budget = BUDGET.to_string();
    let mut arguments = vec!["search", question, "--budget", &budget, "--format", "json"];
    if let Some(tenant) = tenant {
        arguments.extend(["--tenant", tenant]);
    }
    let output = base.kb(&arguments)?;
    let answer: Answer =
        serde_json::from_str(&output).map_err(|error| format!("kb search {question:?}: {error}"))?;
    Ok(answer.results.iter().map(|found| found.text.as_str()).collect::<Vec<_>>().join("\n"))
}

/// Every conversation with its case, in order of time.
fn by_time(cases: &[Case]) -> Vec<(&Case, &Conversation)> {
    let mut all: Vec<_> =
        cases.iter().flat_map(|case| case.conversations.iter().map(move |one| (case, one))).collect();
    all.sort_by(|(a, one), (b, other)| (&one.time, &a.id).cmp(&(&other.time, &b.id)));
    all
}

/// Commits what `kb init` wrote.
fn commit_all(base: &Base) -> Result<(), String> {
    base.git(&["add", "--all"])?;
    base.git(&["commit", "--quiet", "--message", "init"]).map(drop)
}
