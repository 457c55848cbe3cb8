//! `mcp`: what the server costs an agent, in tokens before the first question and in time at every one, beside two others.

mod client;
mod peers;

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::binary::Base;
use crate::report::Row;
use crate::vault;
use client::Client;

/// The sizes, in notes.
const SIZES: [usize; 3] = [1_000, 20_000, 100_000];

/// How often the server is started anew; the middle time counts.
const STARTS: usize = 7;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Questions of several kinds: a few words, a sentence, an identifier, a word that is nowhere, a phrase.
const QUERIES: [&str; 6] = [
    "goba nude fifi",
    "when is the goba of the second hake at per lobe with the gapa",
    "ID-4711",
    "xyzzyplugh",
    "note 512",
    "how is the lobe of the gapa from the nude",
];

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for size in SIZES {
        eprintln!("{size} notes");
        let base = Base::new()?;
        vault::write(base.root.path(), size)?;
        base.git(&["add", "--all"])?;
        base.git(&["commit", "--quiet", "--message", "notes"])?;
        base.kb(&["build"])?;
        if rows.is_empty() {
            rows.push(schema(&base)?);
        }
        let before = rows.len();
        measure(&base, size, &mut rows)?;
        rows[before..].iter().for_each(|row| eprintln!("  {row}"));
    }
    rows.extend(peers::rows());
    Ok(rows)
}

/// What the tools cost before the first question; a token is four characters.
fn schema(base: &Base) -> Result<Row, String> {
    let listed = server(base)?.ask("tools/list", &json!({}))?;
    Ok(Row::new("schema_tokens", tokens(&listed), "tokens")
        .target("<= 2000")
        .reference(&format!("{} tools", listed["tools"].as_array().map_or(0, Vec::len))))
}

/// How many tokens `tools/list` is.
fn tokens(listed: &Value) -> f64 {
    (listed["tools"].to_string().chars().count() as f64 / 4.0).ceil()
}

fn server(base: &Base) -> Result<Client, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kb"));
    command.arg("mcp").current_dir(base.root.path()).env("GIT_CONFIG_NOSYSTEM", "1");
    Client::start(&mut command, PATIENCE)
}

fn measure(base: &Base, size: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let started = Instant::now();
        server(base)?.call("search", &json!({ "query": QUERIES[0] }))?;
        starts.push(started.elapsed().as_secs_f64() * 1_000.0);
    }
    let row = |metric: &str, value: f64, unit| Row::new(format!("{metric}_{size}"), value, unit);
    let target = if size == 20_000 { "<= 100" } else { "" };
    let first = row("first_answer_ms", at(&mut starts, 0.5), "ms");
    rows.push(if target.is_empty() { first } else { first.target(target) });

    let mut client = server(base)?;
    for (tool, count, arguments) in CALLS {
        let mut times = Vec::new();
        for number in 0..count + WARM {
            let (taken, _) = client.call(tool, &arguments(number, size))?;
            if number >= WARM {
                times.push(taken);
            }
        }
        let half = row(&format!("{tool}_p50_ms"), at(&mut times, 0.5), "ms");
        rows.push(if tool == "search" { half.target("<= 5") } else { half });
        rows.push(row(&format!("{tool}_p99_ms"), at(&mut times, 0.99), "ms"));
    }
    rows.extend(client.peak_mb().map(|peak| row("memory_mb", peak, "MB")));
    Ok(())
}

/// How many calls of a tool go before those that count.
const WARM: usize = 6;

/// The arguments of call `number` in a base of `size` notes.
type Arguments = fn(usize, usize) -> Value;

/// The tools, how often each is called, and with what. What changes the base comes last.
const CALLS: [(&str, usize, Arguments); 7] = [
    ("search", 300, |number, _| json!({ "query": query(number) })),
    ("read", 300, |number, size| json!({ "uri": vault::path(spread(number, size)) })),
    ("browse", 100, |number, _| json!({ "folder": format!("knowledge/t{:03}", number % 200) })),
    ("neighbours", 100, |number, size| json!({ "uri": vault::path(spread(number, size)) })),
    ("why", 100, |number, size| json!({ "uri": vault::path(spread(number, size)) })),
    ("proposal", 100, |_, _| json!({})),
    (
        "remember",
        20,
        |number, _| json!({ "text": format!("Ann: the gapa is {number}.\n"), "propose": false }),
    ),
];

/// A question: the fixed ones, and between them words of notes, so that few are asked twice.
fn query(number: usize) -> String {
    if number.is_multiple_of(2) {
        return QUERIES[number / 2 % QUERIES.len()].to_owned();
    }
    let mut mixed = vault::Mixed::seeded(number as u64);
    (0..3).map(|_| mixed.word()).collect::<Vec<_>>().join(" ")
}

/// A note, another one at every call.
fn spread(number: usize, size: usize) -> usize {
    number * 7_919 % size
}

/// The value below which the share `share` of `values` lies.
fn at(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = (values.len() as f64 * share).ceil() as usize;
    values.get(place.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}
