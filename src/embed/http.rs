//! Asking a server over HTTP: patience, pace and retries. What is asked is for others to say.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use reqwest::blocking::{Client, Response};
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use serde_json::Value;

/// The longest wait before asking again.
const LONGEST: Duration = Duration::from_secs(60);

/// The first wait before asking again; each further one is twice as long.
const FIRST: Duration = Duration::from_millis(500);

/// How often and how long a server is asked before that is given up.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    /// How often at most.
    pub times: u32,
    /// How long one answer may take.
    pub each: Duration,
}

impl Patience {
    /// For work that nobody waits for.
    pub const WORK: Patience = Patience { times: 6, each: Duration::from_secs(120) };
    /// For a person who waits for an answer.
    pub const PERSON: Patience = Patience { times: 2, each: Duration::from_secs(10) };
}

/// A client that follows no redirection: a key goes to the server that was named, and to no other.
pub(super) fn client() -> Result<Client, String> {
    built(Policy::none())
}

/// A client that follows no redirection either, for who waits for answers on a runtime of their own. What is asked `in_clear`
/// goes straight to its server and through no proxy.
pub fn waiting_client(in_clear: bool) -> Result<reqwest::Client, String> {
    let builder = builder().redirect(Policy::none());
    let builder = if in_clear { builder.no_proxy() } else { builder };
    builder.build().map_err(|error| told(&error))
}

/// What every client for a runtime has in common.
pub(super) fn builder() -> reqwest::ClientBuilder {
    // Somebody may have chosen one already; any will do.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(10))
        .user_agent(concat!("kb/", env!("CARGO_PKG_VERSION")))
}

/// The same for other adapters, for what is held to a digest; another host is never shown a credential.
pub fn following_client() -> Result<Client, String> {
    following()
}

/// A client that follows redirections, for what is public.
pub(super) fn following() -> Result<Client, String> {
    built(Policy::limited(8))
}

fn built(policy: Policy) -> Result<Client, String> {
    // Somebody may have chosen one already; any will do.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .redirect(policy)
        .connect_timeout(Duration::from_secs(10))
        .timeout(None)
        .user_agent(concat!("kb/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| told(&error))
}

/// How many requests a minute a server bears.
pub struct Pace {
    apart: Duration,
    next: Mutex<Option<Instant>>,
}

impl Pace {
    /// At most `requests` a minute; `None`: as many as there are.
    pub fn new(requests: Option<u32>) -> Pace {
        let apart = requests.map_or(Duration::ZERO, |requests| Duration::from_secs(60) / requests.max(1));
        Pace { apart, next: Mutex::new(None) }
    }

    /// How long to wait until the next request may go, which is then taken to go.
    pub fn due(&self) -> Duration {
        if self.apart.is_zero() {
            return Duration::ZERO;
        }
        let now = Instant::now();
        let Ok(mut next) = self.next.lock() else { return Duration::ZERO };
        let mine = next.map_or(now, |next| next.max(now));
        *next = Some(mine + self.apart);
        mine.saturating_duration_since(now)
    }
}

/// Posts `body` and gives the answer; a server that is busy or stumbles is asked again.
pub(super) fn post(
    client: &Client,
    url: &str,
    key: Option<&str>,
    body: &Value,
    patience: Patience,
    pace: &Pace,
) -> Result<Value, String> {
    let mut said = String::new();
    for time in 0..patience.times {
        thread::sleep(pace.due());
        let mut request = client.post(url).timeout(patience.each).json(body);
        if let Some(key) = key {
            request = request.bearer_auth(key);
        }
        let wait = match request.send() {
            Ok(answer) if answer.status().is_success() => {
                return answer.json().map_err(|error| format!("the answer is no JSON: {}", told(&error)));
            }
            Ok(answer) => {
                let status = answer.status();
                let wait = retry_after(&answer);
                let text = answer.text().unwrap_or_default();
                said = format!("{status}{}", excerpt(&text, key));
                let again = matches!(status.as_u16(), 408 | 429) || status.is_server_error();
                if !again {
                    return Err(said);
                }
                wait
            }
            Err(error) => {
                said = told(&error);
                None
            }
        };
        if time + 1 < patience.times {
            thread::sleep(wait.unwrap_or(FIRST * 2_u32.saturating_pow(time)).min(LONGEST));
        }
    }
    Err(if patience.times > 1 { format!("{said}; asked {} times", patience.times) } else { said })
}

/// How long the server asks to be left alone.
fn retry_after(answer: &Response) -> Option<Duration> {
    let seconds: f64 = answer.headers().get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The beginning of what a server said, without the key.
fn excerpt(text: &str, key: Option<&str>) -> String {
    let text = key.filter(|key| !key.is_empty()).map_or(text.to_owned(), |key| text.replace(key, "***"));
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect();
    if line.is_empty() { line } else { format!(": {line}") }
}

/// What went wrong, with the cause that says most; never with what the address holds beside the host.
pub(super) fn told(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    if error.is_timeout() { "no answer in time".to_owned() } else { cause.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_come_apart() {
        let pace = Pace::new(Some(60));
        assert_eq!(pace.due(), Duration::ZERO);
        let (second, third) = (pace.due(), pace.due());
        assert!(second > Duration::ZERO && third > second, "{second:?} {third:?}");
        assert_eq!(Pace::new(None).due(), Duration::ZERO);
    }
}
