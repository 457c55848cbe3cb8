//! What a proposal may still cost: counts what the agents say they used up, and the time. It stops nobody itself.

use jiff::Timestamp;

use crate::config::Budget;
use crate::proposal::{Spent, Stopped};

/// Counts against one budget.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    started: Timestamp,
    before: Spent,
}

impl Meter {
    /// Starts at `now`; `before` is what the agents have used up for others.
    pub fn start(now: Timestamp, before: Spent) -> Meter {
        Meter { started: now, before }
    }

    /// What was used up since the start; `agents` is what they have used up altogether.
    pub fn spent(&self, now: Timestamp, agents: Spent) -> Spent {
        let seconds = now.duration_since(self.started).as_secs();
        Spent { seconds: u64::try_from(seconds).unwrap_or(0), ..agents.since(self.before) }
    }
}

/// What of `budget` is used up, as a sentence; `None` while there is some left of each.
pub(super) fn used_up(budget: &Budget, spent: Spent) -> Option<(Stopped, String)> {
    if let Some(most) = budget.tokens.filter(|most| spent.tokens >= *most) {
        return Some((Stopped::Tokens, format!("{} tokens of {most} are used up", spent.tokens)));
    }
    if let Some(most) = budget.money.filter(|most| spent.money >= *most) {
        return Some((Stopped::Money, format!("{:.4} of {most:.4} is spent", spent.money)));
    }
    let most = budget.seconds.filter(|most| spent.seconds >= *most)?;
    Some((Stopped::Time, format!("{} seconds of {most} went by", spent.seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_up_is_named_with_its_figures() {
        let time = |text: &str| text.parse::<Timestamp>().expect("a time");
        let before = Spent { calls: 3, tokens: 700, money: 0.5, seconds: 0 };
        let meter = Meter::start(time("2026-11-30T10:00:00Z"), before);
        let agents = Spent { calls: 5, tokens: 1_000, money: 0.75, seconds: 0 };
        let spent = meter.spent(time("2026-11-30T10:01:05Z"), agents);
        assert_eq!(spent, Spent { calls: 2, tokens: 300, money: 0.25, seconds: 65 });
        let budget = |tokens, money, seconds| Budget { tokens, money, seconds, rounds: None };
        assert_eq!(used_up(&budget(Some(301), Some(0.3), Some(66)), spent), None);
        assert_eq!(used_up(&budget(None, None, None), spent), None);
        let (stopped, why) = used_up(&budget(Some(300), None, None), spent).expect("used up");
        assert_eq!((stopped, why.as_str()), (Stopped::Tokens, "300 tokens of 300 are used up"));
        let (stopped, why) = used_up(&budget(None, Some(0.2), None), spent).expect("used up");
        assert_eq!((stopped, why.as_str()), (Stopped::Money, "0.2500 of 0.2000 is spent"));
        let (stopped, why) = used_up(&budget(None, None, Some(60)), spent).expect("used up");
        assert_eq!((stopped, why.as_str()), (Stopped::Time, "65 seconds of 60 went by"));
    }
}
