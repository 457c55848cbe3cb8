//! `pull-request`: what the check of a pull request and the gate cost, by the size of the base and by what changes; nothing of
//! the head is checked out.

use std::fmt::Write as _;
use std::fs;

use crate::binary::Base;
use crate::report::Row;
use crate::search_speed::cost;
use crate::vault;

/// Notes of the base, and notes that the pull request changes.
const CASES: [(usize, usize); 4] = [(1_000, 30), (1_000, 300), (10_000, 30), (10_000, 300)];
/// What check and gate may cost together, where 300 of 10,000 notes change.
const TARGET: &str = "<= 2";

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let mut both = Vec::new();
    for (notes, changed) in CASES {
        eprintln!("{notes} notes, {changed} of them changed");
        both.push(one(notes, changed, &mut rows)?);
    }
    let growth = |metric, large: usize, small: usize| Row::new(metric, both[large] / both[small], "ratio");
    rows.push(
        growth("pull_growth_with_base", 3, 1).reference("10,000 to 1,000 notes, 300 changed, nothing kept"),
    );
    rows.push(
        growth("pull_growth_with_change", 3, 2).reference("300 to 30 changed of 10,000 notes, nothing kept"),
    );
    Ok(rows)
}

/// Measures one case; what check and gate cost together with nothing kept of earlier runs.
fn one(notes: usize, changed: usize, rows: &mut Vec<Row>) -> Result<f64, String> {
    let base = proposed(notes, changed)?;
    let branch = base.git(&["for-each-ref", "--format=%(refname:short)", "refs/heads/kb/proposal"])?;
    let branch = branch.trim().to_owned();
    let check = || base.kb(&["check", "--changed", "main", "--rev", &branch]);
    let gate = || base.kb(&["merge", "--dry-run"]);
    if !gate()?.contains("would pass") {
        return Err(format!("the gate does not pass what it should: {}", gate()?));
    }
    let row = |metric: &str, value, unit| Row::new(format!("pull_{metric}_{notes}_{changed}"), value, unit);
    base.forget_caches()?;
    let (check_first, _) = cost(check)?;
    base.forget_caches()?;
    let (gate_first, _) = cost(gate)?;
    let (check_kept, _) = cost(check)?;
    let (gate_kept, _) = cost(gate)?;
    rows.push(row("check_first_cpu_s", check_first, "s"));
    rows.push(row("gate_first_cpu_s", gate_first, "s"));
    rows.push(row("check_cpu_s", check_kept, "s"));
    rows.push(row("gate_cpu_s", gate_kept, "s"));
    let both = row("both_first_cpu_s", check_first + gate_first, "s");
    rows.push(if (notes, changed) == (10_000, 300) { both.target(TARGET) } else { both });
    base.forget_caches()?;
    if let Some(peak) = base.kb_peak_mb(&["merge", "--dry-run"])? {
        rows.push(row("gate_memory_mb", peak, "MB"));
    }
    Ok(check_first + gate_first)
}

/// A base with an evidence item for every ten notes, and a reviewed proposal that adds a claim to each of so many notes.
fn proposed(notes: usize, changed: usize) -> Result<Base, String> {
    let base = Base::new()?;
    vault::write(base.root.path(), notes)?;
    base.kb(&["init", "-qq"])?;
    let prices = prices(changed);
    let inbox = base.inbox("prices.txt", &prices)?;
    let folder = inbox.with_file_name("calls");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for number in 0..notes / 10 {
        let text = format!("> Ann: Call number {number}.\n> Bob: Nothing more was said in call {number}.\n");
        fs::write(folder.join(format!("call-{number}.txt")), text).map_err(|error| error.to_string())?;
    }
    base.kb(&["add", &folder.display().to_string(), "--kind", "call"])?;
    base.git(&["add", "--all"])?;
    base.git(&["commit", "--quiet", "--message", "notes"])?;
    base.kb(&["add", &inbox.display().to_string(), "--kind", "price-list", "--commit"])?;
    let listed = base.git(&["ls-files", "evidence/*price-list*/source.*"])?;
    let source = listed.trim();
    if source.is_empty() {
        return Err(
            "`kb add` filed no evidence of the kind `price-list`; run it by hand in an empty base".to_owned()
        );
    }
    for number in 0..changed {
        let path = base.root.path().join(vault::path(number));
        let claim = claim(number);
        let text = format!(
            "{}\n{claim}[^w]\n\n[^w]: [the list](../../{source}#L{})\n    \"{claim}\"\n",
            vault::text(number),
            number + 1
        );
        fs::write(&path, text).map_err(|error| format!("writing {}: {error}", path.display()))?;
    }
    base.kb(&["propose", "--edits"])?;
    let reviewed = base.kb(&["review", "--once"])?;
    if !reviewed.contains("approved") {
        return Err(format!("the review does not approve what is true: {}", reviewed.trim()));
    }
    base.git(&["stash", "--quiet"])?;
    // As a clone has them: in one pack.
    base.git(&["gc", "--quiet"])?;
    Ok(base)
}

fn claim(number: usize) -> String {
    format!("Widget number {} costs {} EUR.", 1_000 + number, number + 17)
}

fn prices(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{}", claim(number));
        text
    })
}
