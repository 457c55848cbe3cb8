//! A dossier for the terminal: what is open, what each side says, and where to look.

use crate::cli::output::{CYAN, DIM, RED, YELLOW, paint};
use crate::proposal::{Cited, Dossier, OpenClaim};

/// The lines of a dossier.
pub(super) fn render(dossier: &Dossier) -> Vec<String> {
    let spent = &dossier.spent;
    let mut lines = vec![paint(YELLOW, format!("a person decides: {}", dossier.why))];
    let mut used = vec![format!("round {}", dossier.round), format!("{} s", spent.seconds)];
    if spent.tokens > 0 {
        used.push(format!("{} tokens, {:.4} spent", spent.tokens, spent.money));
    }
    lines.push(paint(DIM, used.join(", ")));
    lines.extend(dossier.claims.iter().flat_map(open));
    for finding in &dossier.findings {
        let rule = paint(RED, &finding.rule);
        lines.push(format!("{}#L{}: {rule}: {}", finding.path, finding.line, finding.message));
    }
    let id = &dossier.proposal;
    lines.push(format!(
        "Next: {}",
        paint(CYAN, format!("kb proposal show {id}, then kb review {id} --human"))
    ));
    lines
}

fn open(open: &OpenClaim) -> Vec<String> {
    let removal = if open.removed { "removal is " } else { "" };
    let rounds = open.rounds.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let word = paint(RED, format!("{removal}{}", open.verdict.name()));
    let mut lines = vec![format!("{}: {word} {}", open.link, paint(DIM, format!("(rounds {rounds})")))];
    lines.push(format!("  claim     \"{}\"", open.claim.text));
    let cited = |side: &str, cited: &Cited| {
        let quote = cited.quote.as_deref().map(|quote| format!(" \"{quote}\"")).unwrap_or_default();
        format!("  {side}  {}{quote}", cited.link)
    };
    lines.extend(open.proposer.iter().map(|span| cited("proposer", span)));
    if open.proposer.is_empty() && !open.removed {
        lines.push("  proposer  cites nothing".to_owned());
    }
    lines.extend(open.reviewer.iter().map(|span| cited("reviewer", span)));
    lines.extend(open.because.iter().map(|reason| format!("  because   {reason}")));
    lines
}
