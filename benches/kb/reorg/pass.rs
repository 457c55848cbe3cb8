//! A whole pass over a generated base: what is lost without a reason, and whether every question is still answered.

use std::collections::BTreeSet;

use kb::note::{DISPUTED, Note};
use kb::path::RepoPath;
use serde_json::Value;

use super::base::Wanted;
use super::plan::Written;
use crate::report::Row;
use crate::search_speed::cost;

/// How often the pass is called at most; each call goes as far as it may.
const CALLS: usize = 20;

/// Runs `kb reorg run` on the base that is wanted until nothing is left to do.
pub fn pass(wanted: &Wanted) -> crate::Outcome {
    let written = Written::new(wanted)?;
    let base = &written.base;
    let mut last = String::new();
    let (cpu, _) = cost(|| {
        for _ in 0..CALLS {
            let said = base.kb(&["reorg", "run", "--format", "json"])?;
            if said == last {
                break;
            }
            last = said;
        }
        Ok(String::new())
    })?;
    if std::env::var_os("KB_BENCH_MISSES").is_some() {
        eprintln!("{last}");
    }
    let report: Value = serde_json::from_str(&last).map_err(|error| format!("kb reorg run: {error}"))?;
    let finish = report
        .get("finish")
        .filter(|finish| !finish.is_null())
        .ok_or("the pass did not come to an end; KB_BENCH_MISSES=1 prints which part waits, and for what")?;
    let number = |of: &Value, key: &str| of.get(key).and_then(Value::as_f64).unwrap_or_default();
    let length = |key: &str| finish.get(key).and_then(Value::as_array).map_or(0, Vec::len) as f64;
    let lost = lost(&written)?;
    Ok(vec![
        Row::new("unexplained_loss", lost as f64, "claims").target("= 0"),
        Row::new("golden_questions", number(finish, "questions"), "questions"),
        Row::new("golden_lost", length("lost"), "questions").target("= 0"),
        Row::new("index_differences", length("differences"), "differences").target("= 0"),
        Row::new("pass_cpu_s", cpu, "s"),
    ])
}

/// How many claims stand in no note any more though nothing is wrong with the note that they stood in: no reason could
/// explain that.
fn lost(written: &Written) -> Result<usize, String> {
    let base = &written.base;
    base.git(&["checkout", "--quiet", "--force", "main"])?;
    let listed = base.git(&["ls-files", "-z", "knowledge/*.md"])?;
    let mut stands = BTreeSet::new();
    for path in listed.split_terminator('\0') {
        let bytes =
            std::fs::read(base.root.path().join(path)).map_err(|error| format!("reading {path}: {error}"))?;
        stands.extend(claims(path, &bytes));
    }
    let faulty: BTreeSet<&str> = written
        .truth
        .faults
        .iter()
        .flat_map(|fault| &fault.places)
        .map(|place| place.path.as_str())
        .collect();
    let sound = written.files.iter().filter(|(path, _)| !faulty.contains(path.as_str()));
    let all = sound.flat_map(|(path, bytes)| claims(path, bytes));
    Ok(all.filter(|claim| !stands.contains(claim)).count())
}

fn claims(path: &str, bytes: &[u8]) -> Vec<String> {
    let Some(path) =
        RepoPath::new(path).ok().filter(|_| path.ends_with(".md") && path.starts_with("knowledge/"))
    else {
        return Vec::new();
    };
    // A claim that is marked as disputed stands, for a person to decide.
    let standing = |text: &str| text.strip_prefix(DISPUTED).unwrap_or(text).to_owned();
    Note::parse(path, bytes).claims().iter().map(|claim| standing(&claim.text)).collect()
}
