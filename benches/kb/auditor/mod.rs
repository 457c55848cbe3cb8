//! How often the auditor lets an error pass, by kind of error, and how often it turns a true claim away.
//!
//! The set is the project's own, `claims.jsonl`; a third of it is held out and never looked at while tuning. With
//! `KB_BENCH_MISSES=1` the misjudged claims of the other two thirds are printed to standard error.

mod cases;
mod data;
mod edits;
mod published;
mod vault;

use std::collections::BTreeMap;
use std::time::Instant;

use kb::proposal::Verdict;

use crate::report::Row;

pub(crate) use cases::{Case, cases};
pub(crate) use data::read;
pub(crate) use vault::{Written, note_path, write};

/// Judges the planted errors, the true claims and what is published.
pub fn run() -> crate::Outcome {
    let bases = read()?;
    let cases = cases(&bases);
    let vault = write(&bases, &cases)?.vault()?;
    let started = Instant::now();
    let verdicts = vault::verdicts(&vault, &cases);
    let seconds = started.elapsed().as_secs_f64();
    let mut counts: BTreeMap<(bool, &str), (u32, u32)> = BTreeMap::new();
    let show = std::env::var_os("KB_BENCH_MISSES").is_some();
    for (case, (verdict, reasons)) in cases.iter().zip(&verdicts) {
        let accepted = *verdict == Some(Verdict::Supported);
        let wrong = accepted != case.is_true();
        let (misses, all) = counts.entry((case.held_out, case.kind.as_str())).or_default();
        *misses += u32::from(wrong);
        *all += 1;
        if wrong && show && !case.held_out {
            eprintln!("{} {}: {} {:?} {reasons:?}", case.kind, bases[case.base].id, case.text, case.cites);
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    for (&(held_out, kind), &(misses, all)) in &counts {
        let suffix = if held_out { "_held_out" } else { "" };
        let share = f64::from(misses) / f64::from(all.max(1));
        let name = if kind == "true" {
            format!("false_reject{suffix}")
        } else {
            format!("false_accept_{kind}{suffix}")
        };
        let row = Row::new(name, share, "share").reference(&format!("{misses} of {all}"));
        rows.push(match kind {
            "true" => row.target("<= 0.05"),
            "number" | "date" | "identifier" | "unit" | "quote" => row.target("<= 0.02"),
            _ => row,
        });
    }
    let edits = cases.iter().filter(|case| !case.is_true()).count();
    rows.push(Row::new("edits", edits as f64, "claims").target(">= 200"));
    rows.push(Row::new("claims_per_second", verdicts.len() as f64 / seconds, "claims/s").target(">= 5000"));
    rows.extend(published::rows());
    Ok(rows)
}
