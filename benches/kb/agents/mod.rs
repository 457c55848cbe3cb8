//! `agents`: what kb itself costs when a model proposes. The model is scripted and answers at once, with a search, a note of
//! lines of the evidence and the end, so that what is left is kb's own: prompts, reads, checks.

mod ideal;

use crate::binary::{Base, data};
use crate::main_job::cases;
use crate::report::Row;
use crate::scripted;
use crate::search_speed::cost;
use crate::vault;
use ideal::Ideal;

/// The notes that are there before.
const NOTES: usize = 1_000;

/// The tokens of each answer, as the model counts them.
const ANSWER: f64 = 100.0;

/// Runs the benchmark.
pub fn run() -> Result<Vec<Row>, String> {
    let cases = cases::read(&data("user-memory")?)?;
    let base = Base::new()?;
    base.kb(&["init"])?;
    vault::write(base.root.path(), NOTES)?;
    let model = Ideal::start(base.root.path())?;
    let path = base.root.path().join("kb.toml");
    let config = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let config = config.replace("[roles]\n", "[roles]\nproposer = \"ideal\"\n");
    let table = scripted::table("ideal", &model.url);
    std::fs::write(&path, config + &table).map_err(|error| format!("{}: {error}", path.display()))?;
    base.git(&["add", "--all"])?;
    base.git(&["commit", "--quiet", "--message", "notes and a model"])?;
    for case in &cases {
        for conversation in &case.conversations {
            let file = base.inbox(&format!("{}.jsonl", conversation.id), &conversation.json_lines)?;
            let file = file.to_str().ok_or("the folder for temporary files has a name that is not UTF-8")?;
            base.kb(&["add", file, "--commit", "--tenant", &case.id])?;
        }
    }
    base.kb(&["build"])?;
    let estimate = base.kb(&["propose", "--estimate", "--format", "json"])?;
    let estimate: serde_json::Value = serde_json::from_str(&estimate).map_err(|error| error.to_string())?;
    let estimated = estimate["tokens"].as_f64().ok_or("the estimate names no tokens")?;
    let (cpu, wall) = cost(|| base.kb(&["propose"]))?;
    let told = model.told()?;
    let calls = told.iter().map(|one| one.turns.len()).sum::<usize>().max(1) as f64;
    let proposals = told.len().max(1) as f64;
    let tokens = |characters: usize| characters as f64 / 4.0;
    let first = || told.iter().filter_map(|one| one.turns.first()).map(|&characters| tokens(characters));
    let all: usize = told.iter().flat_map(|one| &one.turns).sum();
    Ok(vec![
        Row::new("agents_proposals", proposals, "proposals").target(&format!("= {}", cases.len())),
        Row::new("agents_calls", calls / proposals, "calls"),
        Row::new("agents_first_prompt_tokens", first().sum::<f64>() / proposals, "tokens"),
        Row::new("agents_first_prompt_tokens_max", first().fold(0.0, f64::max), "tokens").target("<= 6000"),
        Row::new("agents_prompt_tokens", tokens(all) / proposals, "tokens"),
        // The estimate is a bound: above what is used up, and of its order of magnitude.
        Row::new("agents_estimate_ratio", estimated / (tokens(all) + ANSWER * calls), "times").target(">= 1"),
        Row::new("agents_wall_ms", wall * 1_000.0 / proposals, "ms"),
        Row::new("agents_overhead_ms", wall * 1_000.0 / calls, "ms").target("<= 50"),
        Row::new("agents_cpu_ms", cpu * 1_000.0 / calls, "ms"),
    ])
}
