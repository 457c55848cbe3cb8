//! `reorg`: plans of generated bases with known faults, compared with the truth; what they cost; and a whole pass.
//!
//! The figures `_held_out` come from another seed and other sentences, which are never looked at while tuning. With
//! `KB_BENCH_MISSES=1` what the plan of the other base got wrong is printed to standard error. `KB_BENCH_NOTES` sets the size of
//! the bases of which precision and recall are measured.

#[path = "../../../tests/it/reorg/base/mod.rs"]
mod base;
mod pass;
mod plan;
mod score;

use std::collections::BTreeMap;

use crate::report::Row;
use base::{Wanted, Words};
use plan::Written;
use score::{Count, Score, score};

/// The notes of the bases of which precision and recall are measured, unless asked otherwise.
const NOTES: usize = 5_000;

/// The sizes at which the time is taken.
const SIZES: [usize; 3] = [500, 5_000, 20_000];

/// The seed of the base that kb is tuned with, and the one that is held out.
const SEEDS: (u64, u64) = (1, 4_711);

/// Kinds for which understanding is needed; the others follow from what is written down.
const JUDGED: [&str; 4] = ["contradiction", "duplicate-claim", "duplicate-note", "repeated-episode"];

/// Runs the benchmark.
pub fn run() -> crate::Outcome {
    let asked = std::env::var("KB_BENCH_NOTES").ok().and_then(|notes| notes.parse().ok());
    let mut rows = Vec::new();
    for (words, seed, suffix) in [(Words::Tuned, SEEDS.0, ""), (Words::HeldOut, SEEDS.1, "_held_out")] {
        let wanted = Wanted { seed, notes: asked.unwrap_or(NOTES), words, has_faults: true };
        let written = Written::new(&wanted)?;
        let (plan, _) = written.plan()?;
        let show = std::env::var_os("KB_BENCH_MISSES").is_some() && words == Words::Tuned;
        let scores = score(&plan, &written.truth, &mut |line| {
            if show {
                eprintln!("{line}");
            }
        });
        rows.extend(quality(&scores, suffix));
    }
    if asked.is_none() {
        rows.extend(times()?);
    }
    let wanted = Wanted { seed: SEEDS.1, notes: SIZES[0], words: Words::HeldOut, has_faults: true };
    match pass::pass(&wanted) {
        Ok(found) => rows.extend(found),
        // The plan's figures are worth having without it.
        Err(error) => eprintln!("reorg: {error}"),
    }
    Ok(rows)
}

/// Recall and precision of every kind.
fn quality(scores: &BTreeMap<String, Score>, suffix: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let row = |name: String, count: Count| {
        Row::new(name + suffix, count.share(), "share")
            .reference(&format!("{} of {}", count.right, count.all))
    };
    for (kind, score) in scores {
        let name = kind.replace('-', "_");
        let recall = row(format!("recall_{name}"), score.recall);
        let is_judged = JUDGED.contains(&kind.as_str());
        rows.push(if is_judged { recall } else { recall.target(">= 0.95") });
        rows.push(row(format!("precision_{name}"), score.precision).target(">= 0.9"));
        for (variant, count) in score.variants.iter().filter(|_| score.variants.len() > 1) {
            rows.push(row(format!("recall_{name}_{}", variant.replace(' ', "_")), *count));
        }
    }
    rows
}

/// What a plan costs by size, and how that grows.
fn times() -> crate::Outcome {
    let mut rows = Vec::new();
    let mut taken = Vec::new();
    for notes in SIZES {
        let wanted = Wanted { seed: SEEDS.0, notes, words: Words::Tuned, has_faults: true };
        let written = Written::new(&wanted)?;
        let (_, cpu) = written.plan()?;
        let row = Row::new(format!("plan_cpu_s_{notes}"), cpu, "s");
        rows.push(if notes == 5_000 { row.target("<= 20") } else { row });
        taken.push(cpu);
    }
    let work = |notes: usize| notes as f64 * (notes as f64).ln();
    let growth = taken[2] / taken[1].max(0.01) / (work(SIZES[2]) / work(SIZES[1]));
    // Above 1 it grows faster than linear-logarithmic; a tenth is what one run differs from another.
    rows.push(Row::new("plan_growth_over_n_log_n", growth, "ratio").target("<= 1.1"));
    Ok(rows)
}
