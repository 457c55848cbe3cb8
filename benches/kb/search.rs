//! `search`: what a search and a build cost in bases of several sizes, beside `git grep` and `rg` on the same files.

use std::time::Instant;

use crate::binary::{Base, children_cpu};
use crate::report::Row;
use crate::vault;

/// The sizes, in notes. `KB_BENCH_NOTES=100000` adds another.
const SIZES: [usize; 2] = [1_000, 20_000];

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
    let extra = std::env::var("KB_BENCH_NOTES").ok().and_then(|text| text.parse().ok());
    let mut rows = Vec::new();
    for size in SIZES.into_iter().chain(extra) {
        eprintln!("{size} notes");
        measure(size, &mut rows)?;
    }
    Ok(rows)
}

fn measure(size: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let base = Base::new()?;
    vault::write(base.root.path(), size)?;
    base.git(&["add", "--all"])?;
    base.git(&["commit", "--quiet", "--message", "notes"])?;
    let is_large = size == 20_000;
    let row = |metric: &str, value: f64, unit, target: Option<&str>| {
        let row = Row::new(format!("{metric}_{size}"), value, unit);
        match target.filter(|_| is_large) {
            Some(target) => row.target(target),
            None => row,
        }
    };
    let mut memory = None;
    let (cpu, _) = cost(|| base.kb_peak_mb(&["build"]).map(|peak| memory = peak))?;
    rows.push(row("build_full_cpu_s", cpu, "s", Some("<= 5")));
    if let Some(memory) = memory {
        rows.push(row("build_full_memory_mb", memory, "MB", Some("<= 150")));
    }
    rows.push(row("index_share_of_text", share_of_text(&base, size), "share", Some("<= 1.5")));
    let (cpu, wall) = repeated(ROUNDS, || base.kb(&["build"]))?;
    rows.push(row("build_noop_ms", wall, "ms", Some("<= 100")));
    rows.push(row("build_noop_cpu_ms", cpu, "ms", None));
    let mut edit = 0;
    let mut edits = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        edit += 1;
        let path = base.root.path().join(vault::path(edit));
        std::fs::write(&path, format!("{}\nEdit {edit}.\n", vault::text(edit)))
            .map_err(|error| format!("writing {}: {error}", path.display()))?;
        base.git(&["commit", "--quiet", "--all", "--message", "edit"])?;
        let (cpu, wall) = cost(|| base.kb(&["build"]))?;
        edits.0.push(cpu * 1_000.0);
        edits.1.push(wall * 1_000.0);
    }
    rows.push(row("build_one_edit_ms", middle(edits.1), "ms", Some("<= 150")));
    rows.push(row("build_one_edit_cpu_ms", middle(edits.0), "ms", None));
    let mut times = [(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)];
    let has_rg = std::process::Command::new("rg").arg("--version").output().is_ok();
    for query in QUERIES {
        let word = query.split(' ').next_back().unwrap_or(query);
        let mut add = |at: usize, (cpu, wall): (f64, f64)| {
            times[at].0 += cpu / QUERIES.len() as f64;
            times[at].1 += wall / QUERIES.len() as f64;
        };
        add(0, repeated(ROUNDS, || base.kb(&["search", query, "--format", "json"]))?);
        add(
            1,
            repeated(ROUNDS, || base.git(&["grep", "--ignore-case", "--count", word, "--", "knowledge"]))?,
        );
        if has_rg {
            add(2, repeated(ROUNDS, || base.tool("rg", &["--ignore-case", "--count", word, "knowledge"]))?);
        }
    }
    let [search, git_grep, rg] = times;
    let grep = format!("git grep: {:.1} ms", git_grep.1);
    rows.push(row("search_ms", search.1, "ms", Some("<= 50")).reference(&grep));
    rows.push(row("search_cpu_ms", search.0, "ms", None));
    rows.push(row("search_vs_git_grep", search.1 / git_grep.1, "ratio", None).reference(&grep));
    rows.push(row("search_cpu_vs_git_grep", search.0 / git_grep.0, "ratio", None));
    if has_rg {
        rows.push(row("search_vs_rg", search.1 / rg.1, "ratio", None));
    }
    Ok(())
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
    let index = std::fs::read_dir(base.root.path().join(".kb/index")).map_or(0, |entries| {
        entries.filter_map(|entry| entry.ok()?.metadata().ok()).map(|file| file.len()).sum::<u64>()
    });
    index as f64 / text as f64
}
