//! `review-path`: the auditor's planted errors through the whole of proposal, review and gate, in a real repository. The
//! reviewer is a model that agrees to everything, so that what is stopped is stopped by what kb checks itself.
//!
//! A note that is stopped hides no other: it is taken out, and what is left is proposed again, until that is on main.

mod agreeing;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::auditor::{self, Case, Written, note_path};
use crate::binary::Base;
use crate::report::Row;
use crate::scripted;
use agreeing::{Agreeing, Lines};

/// How many notes a proposal has that a model reviews: as many as it is surely shown as a whole.
const PART: usize = 30;

/// What stopped a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopped {
    /// The check, before there is a proposal.
    Check,
    /// The review: the auditor, or a review that is void.
    Review,
    /// The gate.
    Gate,
}

/// The repository, and what was stopped so far.
struct Road {
    base: Base,
    written: Written,
    stopped: BTreeMap<usize, Stopped>,
}

/// Runs the benchmark.
pub fn run() -> crate::Outcome {
    let bases = auditor::read()?;
    let cases = auditor::cases(&bases);
    let written = auditor::write(&bases, &cases)?;
    let mut lines = Lines::new();
    for (base, id) in bases.iter().zip(&written.ids) {
        lines.extend(
            (1..).zip(0..base.lines.len()).map(|(n, at)| ((id.to_string(), n), base.first_words(at))),
        );
    }
    let judge = Agreeing::start(lines)?;
    let mut road = Road { base: Base::new()?, written, stopped: BTreeMap::new() };
    road.prepare(&judge.url)?;
    // No model is asked while the auditor holds anything against a change, so all of it can go at once.
    let all: Vec<usize> = (0..cases.len()).collect();
    let id = road.propose(&mut all.clone())?;
    if let Some(id) = id {
        road.review(&id)?;
    }
    let left: Vec<usize> = all.into_iter().filter(|case| !road.stopped.contains_key(case)).collect();
    let mut proposals = 1;
    for part in left.chunks(PART) {
        let mut part = part.to_vec();
        while let Some(id) = road.propose(&mut part)? {
            proposals += 1;
            if road.review(&id)? && road.merge(&id)? {
                break;
            }
            part.retain(|case| !road.stopped.contains_key(case));
        }
    }
    let passed = road.passed()?;
    let odd = |case: &usize| passed.contains(case) == road.stopped.contains_key(case);
    if let Some(case) = (0..cases.len()).find(odd) {
        return Err(format!("{} is on main and was stopped, or neither", note_path(case)));
    }
    let mut rows = rows(&cases, &road.stopped);
    rows.push(made_up(&judge, &cases)?);
    rows.push(Row::new("proposals", f64::from(proposals), "proposals"));
    Ok(rows)
}

impl Road {
    /// The base with the evidence, and the model as its reviewer.
    fn prepare(&self, url: &str) -> Result<(), String> {
        self.base.kb(&["init"])?;
        for (path, bytes) in &self.written.evidence {
            self.write(path, bytes)?;
        }
        let path = self.base.root.path().join("kb.toml");
        let config = fs::read_to_string(&path).map_err(|error| format!("kb.toml: {error}"))?;
        let config = config.replace("[roles]\n", "[roles]\nreviewer = \"judge\"\n");
        self.write("kb.toml", (config + &scripted::table("judge", url)).as_bytes())?;
        self.base.git(&["add", "--all"])?;
        self.base.git(&["commit", "--quiet", "--message", "evidence and a model"])?;
        Ok(())
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), String> {
        let file = self.base.root.path().join(path);
        let folder = file.parent().unwrap_or(self.base.root.path());
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, bytes));
        written.map_err(|error| format!("writing {path}: {error}"))
    }

    /// Proposes the notes of `cases` as a person's edits, without those that the check refuses; the proposal's id, `None`
    /// where nothing is left to propose.
    fn propose(&mut self, cases: &mut Vec<usize>) -> Result<Option<String>, String> {
        loop {
            if cases.is_empty() {
                return Ok(None);
            }
            for &case in cases.iter() {
                self.write(&note_path(case), self.written.notes[case].as_bytes())?;
            }
            let report = self.json(&["propose", "--edits", "--format", "json"]);
            for &case in cases.iter() {
                let file = self.base.root.path().join(note_path(case));
                fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            }
            let proposed = &report?["proposals"][0];
            let refused = named(proposed["refused"].as_array().into_iter().flatten(), "message");
            if refused.is_empty() {
                let id =
                    proposed["id"].as_str().ok_or_else(|| format!("nothing was proposed: {proposed}"))?;
                return Ok(Some(id.to_owned()));
            }
            self.stop(&refused, Stopped::Check)?;
            cases.retain(|case| !refused.contains(case));
        }
    }

    /// Reviews the proposal; whether it is approved.
    fn review(&mut self, id: &str) -> Result<bool, String> {
        let report = self.json(&["review", id, "--once", "--format", "json"])?;
        let reviewed = &report["reviewed"][0];
        if reviewed["state"] == "approved" {
            return Ok(true);
        }
        let against = reviewed["against"].as_array().into_iter().flatten().map(|verdict| &verdict["claim"]);
        let findings = reviewed["findings"].as_array().into_iter().flatten();
        let blocking = findings.filter(|finding| finding["blocks"] == true);
        self.stop(&named(against.chain(blocking), "path"), Stopped::Review)?;
        Ok(false)
    }

    /// Takes the proposal before the gate; whether it is on main.
    fn merge(&mut self, id: &str) -> Result<bool, String> {
        let report = self.json(&["merge", id, "--format", "json"])?;
        let admission = &report["admissions"][0];
        if admission["admitted"] == true {
            return Ok(true);
        }
        self.stop(&named(admission["refused"].as_array().into_iter().flatten(), "message"), Stopped::Gate)?;
        Ok(false)
    }

    fn json(&self, arguments: &[&str]) -> Result<Value, String> {
        let text = self.base.kb(arguments)?;
        serde_json::from_str(&text).map_err(|error| format!("kb {}: {error}: {text}", arguments.join(" ")))
    }

    /// Notes that `cases` were stopped. None is an error: what stops without naming a note would stop for ever.
    fn stop(&mut self, cases: &BTreeSet<usize>, by: Stopped) -> Result<(), String> {
        if cases.is_empty() {
            return Err(format!("stopped by {by:?} without a word which note is meant"));
        }
        self.stopped.extend(cases.iter().map(|&case| (case, by)));
        Ok(())
    }

    /// The cases on main.
    fn passed(&self) -> Result<BTreeSet<usize>, String> {
        let files = self.base.git(&["ls-tree", "-r", "--name-only", "main", "knowledge/"])?;
        Ok(files.lines().filter_map(case_of).collect())
    }
}

/// The cases that the texts under `key` of `values` name.
fn named<'v>(values: impl Iterator<Item = &'v Value>, key: &str) -> BTreeSet<usize> {
    values.filter_map(|value| case_of(value[key].as_str()?)).collect()
}

/// The case whose note `text` begins with.
fn case_of(text: &str) -> Option<usize> {
    text.strip_prefix("knowledge/")?.split_once(".md")?.0.parse().ok()
}

/// By kind of error: planted, stopped, share; and what of the true claims was stopped.
fn rows(cases: &[Case], stopped: &BTreeMap<usize, Stopped>) -> Vec<Row> {
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for (at, case) in cases.iter().enumerate() {
        let is_stopped = u32::from(stopped.contains_key(&at));
        let names = [case.kind.as_str(), if case.held_out { "held_out" } else { "all" }, "all"];
        let names = if case.is_true() {
            &names[..1]
        } else if case.held_out {
            &names[..]
        } else {
            &names[..2]
        };
        for name in names {
            let (all, of_them) = counts.entry(name).or_default();
            *all += 1;
            *of_them += is_stopped;
        }
    }
    let mut rows = Vec::new();
    for (name, (all, of_them)) in counts {
        let share = f64::from(of_them) / f64::from(all.max(1));
        let reference = format!("{of_them} of {all}");
        rows.push(if name == "true" {
            Row::new("true_stopped", share, "share").target("<= 0.05").reference(&reference)
        } else {
            Row::new(format!("stopped_{name}"), share, "share").reference(&reference)
        });
    }
    for (name, by) in [("check", Stopped::Check), ("review", Stopped::Review), ("gate", Stopped::Gate)] {
        let count = stopped.iter().filter(|&(&at, &one)| one == by && !cases[at].is_true()).count();
        rows.push(Row::new(format!("stopped_by_{name}"), count as f64, "claims"));
    }
    rows
}

/// How many of the quotes that the reviewer made up were sent back, for false claims that reached it.
fn made_up(judge: &Agreeing, cases: &[Case]) -> Result<Row, String> {
    let all = judge.made_up()?;
    let of_false = all.iter().filter(|one| case_of(&one.path).is_some_and(|case| !cases[case].is_true()));
    let (mut count, mut refused) = (0_u32, 0_u32);
    for one in of_false {
        count += 1;
        refused += u32::from(one.refused);
    }
    let share = f64::from(refused) / f64::from(count.max(1));
    Ok(Row::new("made_up_quotes_refused", share, "share").reference(&format!("{refused} of {count}")))
}
