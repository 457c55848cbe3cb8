//! `chunks`: what each choice of search brings, by leaving it out, on published sets and on conversations.
//!
//! A variant is made in process from the documents that the library gives: a field emptied, pieces cut otherwise, a leg left
//! out. Links are measured through the program, on documents that link to each other where one names the other's title.

mod links;
mod recut;
mod sought;
mod talks;
mod variant;

use crate::binary::data;
use crate::report::Row;
use crate::search_quality::set::Set;
use sought::Indexed;
use variant::{VARIANTS, Variant};

/// The sets, each with the figure that it is measured by.
const SETS: [(&str, &str); 4] = [
    ("scifact", "ndcg10"),
    ("anthropic-code-chunks", "pass10"),
    ("anthropic-docs", "mrr"),
    ("musique-train-100", "ndcg10"),
];

/// Runs the benchmark. `KB_BENCH_SETS=scifact,talks,links` picks parts of it.
pub fn run() -> Result<Vec<Row>, String> {
    let picked = std::env::var("KB_BENCH_SETS").ok();
    let is_wanted =
        |name: &str| picked.as_ref().is_none_or(|sets| sets.split(',').any(|set| set.trim() == name));
    let folder = data("ir")?;
    let mut rows = Vec::new();
    for (name, figure) in SETS.into_iter().filter(|(name, _)| is_wanted(name)) {
        let set = Set::read(&folder.join(name), None)?;
        compared(&mut rows, &format!("{}_{figure}", name.replace('-', "_")), |variant| {
            let index = Indexed::of(&set.documents, variant)?;
            index.measured(&set.questions, variant, figure)
        })?;
    }
    if is_wanted("talks") {
        let cases = crate::main_job::cases::read(&data("user-memory")?)?;
        compared(&mut rows, "talks_facts", |variant| talks::share(&cases, variant))?;
    }
    if is_wanted("links") {
        links::run(&folder.join("musique-train-100"), &mut rows)?;
    }
    Ok(rows)
}

/// Measures every variant, each beside the first, from which nothing is left out.
fn compared(
    rows: &mut Vec<Row>,
    name: &str,
    measure: impl Fn(&Variant) -> Result<f64, String>,
) -> Result<(), String> {
    let mut all = None;
    for variant in VARIANTS {
        eprintln!("{name}: {}", variant.name);
        let value = measure(variant)?;
        let row = Row::new(format!("{name}_{}", variant.name), value, "share");
        rows.push(match all {
            Some(all) => row.reference(&format!("{:+.3}: {}", value - all, variant.about)),
            None => row.reference(variant.about),
        });
        all = all.or(Some(value));
    }
    Ok(())
}
