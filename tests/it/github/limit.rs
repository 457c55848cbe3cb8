//! How many requests are allowed: the primary limit a token and hour, and the secondary one on what creates content.

use std::collections::{BTreeMap, VecDeque};

use serde_json::json;

use super::answer::Answer;

/// The seconds after which the primary limit begins anew.
const HOUR: u64 = 3_600;

/// The limits and what was used of them.
#[derive(Debug)]
pub struct Limits {
    /// Requests a token and hour.
    pub hourly: u64,
    /// Requests that create content a minute; `None`: any number.
    pub content: Option<usize>,
    used: BTreeMap<String, (u64, u64)>,
    created: VecDeque<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { hourly: 5_000, content: None, used: BTreeMap::new(), created: VecDeque::new() }
    }
}

impl Limits {
    /// Counts a request of `who`; refuses it when there are too many.
    pub fn take(&mut self, who: &str, creates: bool, now: u64) -> Result<(), Answer> {
        let window = self.used.entry(who.to_owned()).or_insert((0, now + HOUR));
        if window.1 <= now {
            *window = (0, now + HOUR);
        }
        if window.0 >= self.hourly {
            return Err(primary(self.hourly, window.1));
        }
        window.0 += 1;
        if !creates {
            return Ok(());
        }
        while self.created.front().is_some_and(|moment| moment + 60 <= now) {
            self.created.pop_front();
        }
        if self.content.is_some_and(|most| self.created.len() >= most) {
            return Err(secondary(Some(60)));
        }
        self.created.push_back(now);
        Ok(())
    }

    /// Gives a request back: an answer of 304 costs nothing.
    pub fn give_back(&mut self, who: &str) {
        if let Some(window) = self.used.get_mut(who) {
            window.0 = window.0.saturating_sub(1);
        }
    }

    /// What is left of the primary limit, and until when.
    pub fn left(&self, who: &str, now: u64) -> (u64, u64) {
        let (used, reset) = self.used.get(who).copied().unwrap_or((0, now + HOUR));
        (self.hourly.saturating_sub(used), reset)
    }

    /// Adds the headers that tell of the primary limit.
    pub fn headers(&self, answer: &mut Answer, who: &str, now: u64) {
        if answer.headers.iter().any(|(name, _)| name == "x-ratelimit-remaining") {
            return;
        }
        let (left, reset) = self.left(who, now);
        for (name, value) in [
            ("x-ratelimit-limit", self.hourly.to_string()),
            ("x-ratelimit-remaining", left.to_string()),
            ("x-ratelimit-used", (self.hourly - left).to_string()),
            ("x-ratelimit-reset", reset.to_string()),
            ("x-ratelimit-resource", "core".to_owned()),
        ] {
            answer.headers.push((name.to_owned(), value));
        }
    }
}

/// The answer when the primary limit is used up.
pub fn primary(limit: u64, reset: u64) -> Answer {
    Answer::error(403, "API rate limit exceeded for installation.")
        .with("x-ratelimit-limit", limit)
        .with("x-ratelimit-remaining", 0)
        .with("x-ratelimit-used", limit)
        .with("x-ratelimit-reset", reset)
        .with("x-ratelimit-resource", "core")
}

/// The same as GraphQL says it: with 200. Other answers stay as they are.
pub fn of_graphql(answer: Answer) -> Answer {
    let used_up = answer.headers.iter().any(|(name, value)| name == "x-ratelimit-remaining" && value == "0");
    if answer.status != 403 || !used_up {
        return answer;
    }
    let error = json!({"type": "RATE_LIMITED", "message": answer.body["message"]});
    Answer { status: 200, body: json!({"errors": [error]}), ..answer }
}

/// The answer when too many came at once.
pub fn secondary(after: Option<u64>) -> Answer {
    let answer = Answer::error(
        403,
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    );
    match after {
        Some(seconds) => answer.with("retry-after", seconds),
        None => answer,
    }
}
