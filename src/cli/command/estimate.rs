//! An estimate for the terminal.

use crate::cli::output::{BOLD, CYAN, DIM, paint};
use crate::ops::estimate::{Estimate, EstimateReport};

/// The estimate as text.
pub(super) fn render(report: &EstimateReport) -> String {
    if report.proposals.is_empty() {
        return "Nothing would be asked".to_owned();
    }
    let mut lines = Vec::new();
    for proposal in &report.proposals {
        let rounds = match proposal.rounds {
            1 => "1 round".to_owned(),
            rounds => format!("1 of {rounds} rounds at most"),
        };
        lines.push(format!("{}  {}", paint(CYAN, &proposal.id), paint(DIM, rounds)));
        lines.extend(proposal.agents.iter().map(agent));
    }
    let total = format!("about {} tokens, {}", report.tokens, money(report.money));
    lines.push(format!("{} {total}", paint(BOLD, "in all")));
    let budget = &report.budget;
    let mut most = Vec::new();
    most.extend(budget.tokens.map(|tokens| format!("{tokens} tokens")));
    most.extend(budget.money.map(|money| format!("{money:.4} of money")));
    most.extend(budget.seconds.map(|seconds| format!("{seconds} seconds")));
    if !most.is_empty() {
        lines.push(paint(DIM, format!("a proposal is stopped at {} ([budget] of kb.toml)", most.join(", "))));
    }
    lines.join("\n")
}

fn agent(estimate: &Estimate) -> String {
    if estimate.calls == 0 {
        return format!("           {}: asks no model, {}", estimate.agent, money(estimate.money));
    }
    format!(
        "           {}: about {} calls, {} tokens in, {} out, {}",
        estimate.agent,
        estimate.calls,
        estimate.input,
        estimate.output,
        money(estimate.money)
    )
}

fn money(money: Option<f64>) -> String {
    money.map_or_else(
        || "at a price that kb.toml does not say".to_owned(),
        |money| format!("{money:.4} of money"),
    )
}
