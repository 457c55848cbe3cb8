//! Other servers beside kb on the same notes. Their programs are looked for in the folder `KB_PEERS`, then on the path; the
//! table says which were not there.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::{QUERIES, at, tokens};
use crate::peers::found;
use crate::report::Row;
use crate::vault;

/// One server.
struct Peer {
    /// The name of its program, also that of its rows.
    name: &'static str,
    /// Where it comes from.
    origin: &'static str,
    /// The sizes at which it is measured, in notes.
    sizes: &'static [usize],
    /// Where in its home the notes lie.
    folder: &'static str,
    /// What makes its index.
    index: &'static [&'static str],
    /// What serves.
    serve: &'static [&'static str],
    /// Its tool that searches by words, with its arguments.
    search: fn(&str) -> (&'static str, Value),
}

const PEERS: [Peer; 2] = [
    Peer {
        name: "qmd",
        origin: "npm @tobilu/qmd 2.8.3 with node 22, by words",
        sizes: &[1_000, 20_000],
        folder: "notes",
        index: &["collection", "add", ".", "--name", "notes"],
        serve: &["mcp"],
        search: |query| {
            (
                "query",
                json!({ "searches": [{ "type": "lex", "query": query }], "limit": 10, "rerank": false }),
            )
        },
    },
    Peer {
        name: "basic-memory",
        origin: "PyPI basic-memory 0.24.1, by words",
        sizes: &[1_000],
        folder: "basic-memory",
        index: &["reindex", "--search"],
        serve: &["mcp"],
        search: |query| ("search_notes", json!({ "query": query, "search_type": "text", "page_size": 10 })),
    },
];

/// How long making an index, and starting, may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// How often each question is asked.
const ROUNDS: usize = 10;

/// Measures every server.
pub fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for peer in &PEERS {
        match found(peer.name) {
            Some(program) => {
                for &size in peer.sizes {
                    eprintln!("{size} notes, {}", peer.name);
                    // A server that fails is a figure too, and no reason to lose those of the others.
                    rows.extend(measure(peer, &program, size).unwrap_or_else(|error| {
                        vec![Row::new(format!("{}_failed_{size}", peer.name), 1.0, "runs").reference(&error)]
                    }));
                }
            }
            None => {
                let missing = format!("not installed: {}", peer.origin);
                rows.push(Row::new(format!("{}_is_there", peer.name), 0.0, "tools").reference(&missing));
            }
        }
    }
    rows
}

fn measure(peer: &Peer, program: &Path, size: usize) -> Result<Vec<Row>, String> {
    let home = tempfile::tempdir().map_err(|error| format!("making a folder: {error}"))?;
    let folder = home.path().join(peer.folder);
    let mut rows = Vec::new();
    let mut row = |metric: &str, value, unit| {
        rows.push(Row::new(format!("{}_{metric}_{size}", peer.name), value, unit).reference(peer.origin));
    };
    for (path, text) in vault::notes(size) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(&folder))
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let command = |arguments: &[&str]| {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&folder)
            .env("HOME", home.path())
            .env("XDG_CACHE_HOME", home.path().join(".cache"))
            .env("XDG_CONFIG_HOME", home.path().join(".config"))
            .env("BASIC_MEMORY_CONFIG_DIR", home.path().join(".bm"));
        command
    };
    let started = Instant::now();
    let mut child = command(peer.index)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    while child.try_wait().map_err(|error| format!("{}: {error}", peer.name))?.is_none() {
        if started.elapsed() > PATIENCE {
            // A tool that is killed twice is as dead as one that is killed once.
            let _ = child.kill();
            let _ = child.wait();
            row("index_given_up_s", PATIENCE.as_secs_f64(), "s");
            return Ok(rows);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    row("index_s", started.elapsed().as_secs_f64(), "s");
    let started = Instant::now();
    let mut client = Client::start(&mut command(peer.serve), PATIENCE)?;
    let (tool, arguments) = (peer.search)(QUERIES[0]);
    client.call(tool, &arguments)?;
    row("first_answer_ms", started.elapsed().as_secs_f64() * 1_000.0, "ms");
    row("schema_tokens", tokens(&client.ask("tools/list", &json!({}))?), "tokens");
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        for query in QUERIES {
            let (tool, arguments) = (peer.search)(query);
            times.push(client.call(tool, &arguments)?.0);
        }
    }
    row("search_p50_ms", at(&mut times, 0.5), "ms");
    row("search_p99_ms", at(&mut times, 0.99), "ms");
    if let Some(peak) = client.peak_mb() {
        row("memory_mb", peak, "MB");
    }
    Ok(rows)
}
