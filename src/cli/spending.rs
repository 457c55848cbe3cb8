//! What a proposal has used up, in one line.

use crate::port::Spending;
use crate::text::thousands;

/// The line: who works on what, and of everything that is limited how much is left.
pub(super) fn line(spending: &Spending) -> String {
    let Spending { proposal, round, agent, spent, budget, .. } = spending;
    let calls =
        if spent.calls == 1 { "1 call".to_owned() } else { format!("{} calls", thousands(spent.calls)) };
    let mut parts = vec![calls];
    let most = budget.tokens.map(|most| format!(" of {}", thousands(most))).unwrap_or_default();
    parts.push(format!("{}{most} tokens", thousands(spent.tokens)));
    if let Some(most) = budget.money {
        parts.push(format!("{:.4} of {most:.4} of money", spent.money));
    } else if spent.money > 0.0 {
        parts.push(format!("{:.4} of money", spent.money));
    }
    parts.push(match budget.seconds {
        Some(most) => format!("{} s left", thousands(most.saturating_sub(spent.seconds))),
        None => format!("{} s", thousands(spent.seconds)),
    });
    format!("{proposal} round {round}: {agent}: {}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Budget;
    use crate::proposal::Spent;

    #[test]
    fn what_is_limited_says_how_much_is_left() {
        let spending = |budget: Budget| Spending {
            proposal: "p-3f9a2c41d07b".parse().expect("an id"),
            round: 2,
            agent: "writer".to_owned(),
            spent: Spent { calls: 3, tokens: 12_345, money: 0.0123, seconds: 60 },
            budget,
            is_over: false,
        };
        let all = Budget { tokens: Some(2_000_000), money: Some(5.0), seconds: Some(3_600), rounds: None };
        assert_eq!(
            line(&spending(all)),
            "p-3f9a2c41d07b round 2: writer: 3 calls, 12,345 of 2,000,000 tokens, 0.0123 of 5.0000 of money, 3,540 s left"
        );
        let none = Budget { tokens: None, money: None, seconds: None, rounds: None };
        assert_eq!(
            line(&spending(none)),
            "p-3f9a2c41d07b round 2: writer: 3 calls, 12,345 tokens, 0.0123 of money, 60 s"
        );
    }
}
