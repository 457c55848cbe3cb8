//! `ci/bench`: benchmarks that drive the release binary as a user would and print one row a figure.
//!
//! It measures; it judges nothing: targets are printed beside the figures.

#![expect(clippy::disallowed_methods, reason = "a benchmark runs programs and takes the time")]

mod agents;
mod auditor;
mod binary;
mod chain;
mod check;
mod chunks;
mod injection;
mod main_job;
mod mcp;
mod peers;
mod pull_request;
mod reorg;
mod report;
mod review_path;
mod scripted;
mod search_quality;
mod search_speed;
mod vault;

use std::process::ExitCode;

use report::{Report, Row};

/// What running a benchmark gives: its rows, or a sentence that says why there are none.
type Outcome = Result<Vec<Row>, String>;

/// One benchmark.
struct Benchmark {
    name: &'static str,
    about: &'static str,
    run: fn() -> Outcome,
}

/// Every benchmark, by name.
const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "auditor",
        about: "planted errors in true claims, by kind of error; published claims as a sanity check",
        run: auditor::run,
    },
    Benchmark {
        name: "review-path",
        about: "the auditor's planted errors through proposal, review and gate, with a reviewer that agrees to everything",
        run: review_path::run,
    },
    Benchmark {
        name: "reorg",
        about: "plans of generated bases with known faults: recall and precision by kind, cost by size (KB_BENCH_NOTES sets one size)",
        run: reorg::run,
    },
    Benchmark {
        name: "injection",
        about: "BIPIA's attacks in every channel that agents read, and a model that obeys them: violations, of which there are none",
        run: injection::run,
    },
    Benchmark {
        name: "agents",
        about: "what kb itself costs when a model proposes: calls, prompt tokens and time, with a scripted model",
        run: agents::run,
    },
    Benchmark {
        name: "main-job",
        about: "42 user-memory cases through add, propose, review, merge, build and search",
        run: main_job::run,
    },
    Benchmark {
        name: "check",
        about: "broken links in generated vaults of up to 100,000 notes, beside lychee and rg (KB_PEERS or PATH)",
        run: check::run,
    },
    Benchmark {
        name: "pull-request",
        about: "check and gate of pull requests of 30 and 300 notes in bases of 1,000 and 10,000",
        run: pull_request::run,
    },
    Benchmark {
        name: "search-speed",
        about: "builds and searches at 1,000, 10,000 and 100,000 notes, beside git grep and rg (KB_PEERS or PATH)",
        run: search_speed::run,
    },
    Benchmark {
        name: "search-quality",
        about: "questions of published sets in several languages; KB_BENCH_SETS picks sets",
        run: search_quality::run,
    },
    Benchmark {
        name: "mcp",
        about: "tokens of the tools, start, time by tool at 1,000, 20,000 and 100,000 notes, beside qmd and basic-memory (KB_PEERS or PATH)",
        run: mcp::run,
    },
    Benchmark {
        name: "chunks",
        about: "what each choice of search brings, by leaving it out (KB_BENCH_SETS picks sets)",
        run: chunks::run,
    },
    Benchmark {
        name: "chain",
        about: "one conversation of 50 turns from evidence to index, in a base of 1,000 notes",
        run: chain::run,
    },
];

const USAGE: &str = "usage: ci/bench NAME [--format human|json]";

/// What was asked for on the command line.
struct Asked {
    name: Option<String>,
    json: bool,
}

fn main() -> ExitCode {
    let asked = match asked(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(message) => return fail(&format!("{message}\n{USAGE}"), 2),
    };
    let Some(name) = asked.name else {
        for benchmark in BENCHMARKS {
            println!("{:<14} {}", benchmark.name, benchmark.about);
        }
        return ExitCode::SUCCESS;
    };
    let Some(benchmark) = BENCHMARKS.iter().find(|benchmark| benchmark.name == name) else {
        return fail(&format!("no benchmark is called `{name}`; `ci/bench` lists them"), 2);
    };
    match (benchmark.run)() {
        Ok(rows) => {
            let report = Report::new(benchmark.name, rows);
            print!("{}", if asked.json { report.json() } else { report.human() });
            ExitCode::SUCCESS
        }
        Err(message) => fail(&format!("{name}: {message}"), 3),
    }
}

/// Reads the arguments; `--bench` is what cargo adds of its own.
fn asked(arguments: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut asked = Asked { name: None, json: false };
    let mut arguments = arguments.filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        let format = match argument.strip_prefix("--format") {
            Some("") => Some(arguments.next().unwrap_or_default()),
            Some(rest) => Some(rest.trim_start_matches('=').to_owned()),
            None => None,
        };
        match format.as_deref() {
            Some("json") => asked.json = true,
            Some("human") => asked.json = false,
            Some(other) => return Err(format!("`{other}` is not a format")),
            None if asked.name.is_none() && !argument.starts_with('-') => asked.name = Some(argument),
            None => return Err(format!("`{argument}` is not understood")),
        }
    }
    Ok(asked)
}

fn fail(message: &str, code: u8) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(code)
}
