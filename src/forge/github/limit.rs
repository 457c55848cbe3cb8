//! Whether an answer means "fewer requests", and how long to wait then. A plain refusal is none: it fails now.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::reply::Reply;
use super::time::until;

/// The least wait when the server does not say how long: less makes it worse.
const UNSAID: Duration = Duration::from_secs(60);

/// How long to wait before asking again after `reply`, which is the answer `time` of its kind in a row, from 0; `None` when
/// it limits nothing.
pub(super) fn wait(reply: &Reply, now: Timestamp, time: u32) -> Option<Duration> {
    if !is_limit(reply) {
        return None;
    }
    let number = |text: &Option<String>| text.as_deref()?.trim().parse::<i64>().ok();
    if let Some(seconds) = number(&reply.retry_after) {
        return Some(Duration::from_secs(u64::try_from(seconds).unwrap_or_default().max(1)));
    }
    if number(&reply.remaining) == Some(0)
        && let Some(reset) = number(&reply.reset).and_then(|reset| Timestamp::from_second(reset).ok())
    {
        // The moment is one of the server's clock.
        let date = reply.date.as_deref().and_then(|date| jiff::fmt::rfc2822::parse(date).ok());
        let now = date.map_or(now, |date| date.timestamp());
        return Some(until(now, reset).max(Duration::from_secs(1)));
    }
    Some(UNSAID.saturating_mul(2_u32.saturating_pow(time)))
}

fn is_limit(reply: &Reply) -> bool {
    match reply.status {
        429 => true,
        403 => {
            let text = reply.body.to_lowercase();
            reply.retry_after.is_some()
                || reply.remaining.as_deref().is_some_and(|remaining| remaining.trim() == "0")
                || text.contains("secondary rate limit")
                || text.contains("abuse detection")
        }
        // GraphQL says everything with 200.
        200 => {
            reply.body.contains("RATE_LIMITED")
                && serde_json::from_str::<Value>(&reply.body).is_ok_and(|json| {
                    let errors = json["errors"].as_array().into_iter().flatten();
                    errors.into_iter().any(|error| error["type"] == "RATE_LIMITED")
                })
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(status: u16, headers: &[(&str, &str)], body: &str) -> Reply {
        let header = |name: &str| {
            headers.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Reply {
            status,
            retry_after: header("retry-after"),
            remaining: header("x-ratelimit-remaining"),
            reset: header("x-ratelimit-reset"),
            date: header("date"),
            body: body.to_owned(),
            ..Reply::default()
        }
    }

    // PR-10
    #[test]
    fn the_four_kinds_are_told_apart() {
        let now = Timestamp::from_second(1_700_000_000).unwrap();
        let seconds = |reply: &Reply| wait(reply, now, 0).map(|wait| wait.as_secs());
        assert_eq!(seconds(&reply(403, &[], "You have exceeded a secondary rate limit")), Some(60));
        assert_eq!(seconds(&reply(429, &[("retry-after", "3")], "")), Some(3));
        let spent = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1700000060")];
        assert_eq!(seconds(&reply(403, &spent, "")), Some(60));
        let plain = [("x-ratelimit-remaining", "4999")];
        assert_eq!(seconds(&reply(403, &plain, "Resource not accessible by integration")), None);
    }

    #[test]
    fn clocks_and_repetition_count() {
        let now = Timestamp::from_second(1_700_000_000).unwrap();
        let secondary = reply(403, &[], r#"{"message":"You have exceeded a secondary rate limit"}"#);
        assert_eq!(wait(&secondary, now, 2), Some(Duration::from_secs(240)));
        let skewed = [
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset", "1700000060"),
            ("date", "Tue, 14 Nov 2023 22:13:50 GMT"),
        ];
        assert_eq!(wait(&reply(403, &skewed, ""), now, 0), Some(Duration::from_secs(30)));
        let past = [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1")];
        assert_eq!(wait(&reply(429, &past, ""), now, 0), Some(Duration::from_secs(1)));
        let graphql =
            r#"{"data":null,"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}"#;
        assert_eq!(wait(&reply(200, &[], graphql), now, 0), Some(Duration::from_secs(60)));
        let named = r#"{"data":{"title":"RATE_LIMITED"}}"#;
        assert_eq!(wait(&reply(200, &[], named), now, 0), None);
    }
}
