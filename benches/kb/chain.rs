//! `chain`: what one conversation of 50 turns costs from evidence to index, in a base of 1,000 notes.

use std::fmt::Write as _;

use crate::binary::Base;
use crate::report::Row;
use crate::search_speed::cost;
use crate::vault;

/// The notes that are there before.
const NOTES: usize = 1_000;

/// The steps of the chain, after the evidence was added.
const STEPS: [&str; 4] = ["propose", "review", "merge", "build"];

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let base = Base::new()?;
    base.kb(&["init"])?;
    vault::write(base.root.path(), NOTES)?;
    base.git(&["add", "--all"])?;
    base.git(&["commit", "--quiet", "--message", "notes"])?;
    base.kb(&["build"])?;
    let file = base.inbox("call.jsonl", &conversation())?;
    let file = file.to_str().ok_or("the folder for temporary files has a name that is not UTF-8")?;
    let mut rows = Vec::new();
    let mut total = (0.0, 0.0);
    let mut step = |name: &str, arguments: &[&str]| -> Result<(), String> {
        let (cpu, wall) = cost(|| base.kb(arguments))?;
        total = (total.0 + cpu, total.1 + wall);
        rows.push(Row::new(format!("chain_{name}_cpu_s"), cpu, "s"));
        Ok(())
    };
    step("add", &["add", file, "--commit"])?;
    for name in STEPS {
        step(name, &[name])?;
    }
    rows.push(Row::new("chain_cpu_s", total.0, "s").target("<= 0.5"));
    rows.push(Row::new("chain_wall_s", total.1, "s"));
    Ok(rows)
}

/// 25 questions and their answers, each answer a fact or two.
fn conversation() -> String {
    const THINGS: [&str; 5] =
        ["deposit", "annual fee", "late payment charge", "credit limit", "transfer limit"];
    let mut lines = String::new();
    for turn in 0..25 {
        let thing = THINGS[turn % THINGS.len()];
        let account = 4_711 + turn * 13;
        let amount = 100 + turn * 37;
        let _ =
            writeln!(lines, r#"{{"role": "user", "content": "What is the {thing} of account {account}?"}}"#);
        let _ = writeln!(
            lines,
            r#"{{"role": "assistant", "content": "The {thing} of account {account} is ${amount}. It is due on March {}, 2026, under reference REF-{account}."}}"#,
            turn + 1
        );
    }
    lines
}
