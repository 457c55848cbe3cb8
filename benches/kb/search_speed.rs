//! `search-speed`: what a build and a search cost at 1,000, 10,000 and 100,000 notes, beside `git grep` and `rg` on the same
//! files.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::binary::{Base, children_cpu};
use crate::peers;
use crate::report::Row;
use crate::vault;

/// The sizes, in notes.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// The sizes at which other tools are measured where `KB_PEERS` names a folder with them, in notes.
const PEER_SIZES: [usize; 2] = [1_000, 10_000];

/// Questions of several kinds: a few words, a sentence, an identifier, a word that is nowhere.
const QUERIES: [&str; 5] = [
    "goba nude fifi",
    "when is the goba of the second hake at per lobe with the gapa",
    "ID-4711",
    "xyzzyplugh",
    "note 512",
];

/// How often each question is asked; the middle time counts.
const ROUNDS: usize = 9;

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for size in SIZES {
        eprintln!("{size} notes");
        let base = Base::new()?;
        vault::write(base.root.path(), size)?;
        base.git(&["add", "--all"])?;
        base.git(&["commit", "--quiet", "--message", "notes"])?;
        builds(&base, size, &mut rows)?;
        searches(&base, size, &mut rows)?;
    }
    if std::env::var_os("KB_PEERS").is_some() {
        for size in PEER_SIZES {
            eprintln!("{size} notes, other tools");
            rows.extend(peers::rows(&vault::notes(size), &QUERIES)?);
        }
    }
    Ok(rows)
}

/// A full build without and with vectors, one after an edit, one after nothing.
fn builds(base: &Base, size: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let row = |metric: &str, value: f64, unit, target: &str| {
        Row::new(format!("{metric}_{size}"), value, unit).target(target)
    };
    let steps = size.div_ceil(5_000);
    configure(base, "none")?;
    let (cpu, _) = cost(|| base.kb(&["build", "--full"]))?;
    rows.push(row("text_build_cpu_s", cpu, "s", &format!("<= {steps}")));
    configure(base, "static")?;
    let mut memory = None;
    let (cpu, _) = cost(|| base.kb_peak_mb(&["build", "--full"]).map(|peak| memory = peak))?;
    rows.push(row("build_cpu_s", cpu, "s", &format!("<= {}", 3 * steps)));
    rows.extend(memory.map(|memory| Row::new(format!("build_memory_mb_{size}"), memory, "MB")));
    rows.push(row("index_share", share_of_text(base, size), "share", "<= 1.5"));
    let (_, wall) = repeated(ROUNDS, || base.kb(&["build"]))?;
    rows.push(Row::new(format!("noop_build_ms_{size}"), wall, "ms"));
    let (mut cpus, mut walls) = (Vec::new(), Vec::new());
    for edit in 1..=ROUNDS {
        let path = base.root.path().join(vault::path(edit));
        std::fs::write(&path, format!("{}\nEdit {edit}.\n", vault::text(edit)))
            .map_err(|error| format!("writing {}: {error}", path.display()))?;
        base.git(&["commit", "--quiet", "--all", "--message", "edit"])?;
        let (cpu, wall) = cost(|| base.kb(&["build"]))?;
        cpus.push(cpu * 1_000.0);
        walls.push(wall * 1_000.0);
    }
    rows.push(row("edit_build_ms", middle(walls), "ms", "<= 50"));
    rows.push(Row::new(format!("edit_build_cpu_ms_{size}"), middle(cpus), "ms"));
    Ok(())
}

/// Searches from process start to answer, with nothing edited and with one note saved and not committed.
fn searches(base: &Base, size: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let target = if size > 20_000 { "<= 100" } else { "<= 50" };
    let mut times = [(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)];
    let rg = peer("rg");
    // The first search looks at every working copy once.
    base.kb(&["search", QUERIES[0]])?;
    for query in QUERIES {
        let word = query.split(' ').next_back().unwrap_or(query);
        let mut add = |at: usize, (cpu, wall): (f64, f64)| {
            times[at].0 += cpu / QUERIES.len() as f64;
            times[at].1 += wall / QUERIES.len() as f64;
        };
        add(0, repeated(ROUNDS, || base.kb(&["search", query, "--format", "json"]))?);
        let grep = ["grep", "--ignore-case", "--count", word, "--", "knowledge"];
        add(1, repeated(ROUNDS, || base.git(&grep))?);
        if let Some(rg) = rg.as_ref().and_then(|rg| rg.to_str()) {
            let look = ["--ignore-case", "--count", word, "knowledge"];
            add(2, repeated(ROUNDS, || base.tool(rg, &look))?);
        }
    }
    let [search, git_grep, rg_times] = times;
    let mut beside = format!("git grep {:.1} ms", git_grep.1);
    if rg.is_some() {
        beside.push_str(&format!(", rg {:.1} ms", rg_times.1));
    }
    let row = |metric: &str, value: f64, unit| Row::new(format!("{metric}_{size}"), value, unit);
    rows.push(row("search_ms", search.1, "ms").target(target).reference(&beside));
    rows.push(row("search_cpu_ms", search.0, "ms"));
    let (_, wall) =
        repeated(ROUNDS, || base.kb(&["search", "--rev", "HEAD", QUERIES[0], "--format", "json"]))?;
    rows.push(row("search_committed_ms", wall, "ms"));
    let peak = base.kb_peak_mb(&["search", QUERIES[1]])?;
    rows.extend(peak.map(|peak| row("search_memory_mb", peak, "MB").target("<= 100")));
    let path = base.root.path().join(vault::path(0));
    std::fs::write(&path, format!("{}\nSaved.\n", vault::text(0)))
        .map_err(|error| format!("writing {}: {error}", path.display()))?;
    let (_, wall) = repeated(ROUNDS, || base.kb(&["search", QUERIES[0], "--format", "json"]))?;
    rows.push(row("search_edited_ms", wall, "ms"));
    Ok(())
}

/// Says which vectors a build makes.
fn configure(base: &Base, embedding: &str) -> Result<(), String> {
    let text = format!("[search]\nembedding = \"{embedding}\"\n");
    std::fs::write(base.root.path().join("kb.toml"), text)
        .map_err(|error| format!("writing kb.toml: {error}"))?;
    base.git(&["add", "kb.toml"])?;
    base.git(&["commit", "--quiet", "--message", "configuration"]).map(drop)
}

/// A program of a peer: in `KB_PEERS`, else on the path.
fn peer(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::var_os("KB_PEERS").map(PathBuf::from).into_iter();
    folders.chain(std::env::split_paths(&path)).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What `work` costs: CPU and wall time, in seconds.
pub fn cost<T>(work: impl FnOnce() -> Result<T, String>) -> Result<(f64, f64), String> {
    let (before, started) = (children_cpu(), Instant::now());
    work()?;
    let wall = started.elapsed().as_secs_f64();
    let cpu = children_cpu().zip(before).map_or(f64::NAN, |(after, before)| after - before);
    Ok((cpu, wall))
}

/// What `work` costs each time: CPU on average, since it is counted in hundredths of a second, and the middle wall time;
/// in milliseconds.
fn repeated<T>(rounds: usize, mut work: impl FnMut() -> Result<T, String>) -> Result<(f64, f64), String> {
    let mut walls = Vec::new();
    let (cpu, _) = cost(|| {
        for _ in 0..rounds {
            walls.push(cost(&mut work)?.1 * 1_000.0);
        }
        Ok(())
    })?;
    Ok((cpu * 1_000.0 / rounds as f64, middle(walls)))
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The size of the index as a share of the notes' text.
fn share_of_text(base: &Base, size: usize) -> f64 {
    let text: usize = (0..size).map(|number| vault::text(number).len()).sum();
    size_below(&base.root.path().join(".kb/index")) as f64 / text as f64
}

/// The bytes of all files below `folder`.
fn size_below(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => size_below(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}
