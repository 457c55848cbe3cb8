//! What a failed attempt means: whether asking again may help, and what is told when it did not.

use std::time::Duration;

use genai::webc;

use super::cut;
use super::key::{Key, excerpt};
use super::raw::{self, Wrong};
use crate::port::ModelFault;

/// A failed attempt.
pub(super) enum Trouble {
    /// Asking again may help.
    Again {
        /// What is told when it did not.
        fault: ModelFault,
        /// How long the server asks to be left alone.
        wait: Option<Duration>,
    },
    /// Asking again changes nothing.
    Final(ModelFault),
}

/// Who is asked: what faults name.
pub(super) struct Asked<'a> {
    /// The model's name in `kb.toml`.
    pub model: &'a str,
    /// Scheme and host.
    pub server: &'a str,
    /// The key, to be kept out of everything.
    pub key: Option<&'a Key>,
    /// How often it was asked.
    pub times: u32,
}

impl Asked<'_> {
    /// What the failure of an attempt means.
    pub fn trouble(&self, error: genai::Error) -> Trouble {
        match error {
            genai::Error::WebModelCall { webc_error, .. } => self.web(webc_error),
            genai::Error::ChatResponseGeneration { response_body, cause, .. } => {
                let wrong = raw::wrong(&response_body).or_else(|| raw::argument(&response_body));
                Trouble::Final(self.fault(wrong.unwrap_or(Wrong::Malformed(cause))))
            }
            error => Trouble::Final(self.fault(Wrong::Malformed(error.to_string()))),
        }
    }

    /// What is wrong with an answer, as a fault.
    pub fn fault(&self, wrong: Wrong) -> ModelFault {
        let model = self.model.to_owned();
        let shown = |message: &str| excerpt(message, self.key);
        match wrong {
            Wrong::Cut(message) => ModelFault::Truncated { model, message: shown(&message) },
            Wrong::Overflow(message) => ModelFault::Overflow { model, message: shown(&message) },
            Wrong::Withheld(message) => ModelFault::Withheld { model, message: shown(&message) },
            Wrong::Malformed(message) => ModelFault::Malformed { model, message: shown(&message) },
        }
    }

    /// No answer in time.
    pub fn late(&self) -> Trouble {
        Trouble::Again { fault: self.unreachable("no answer in time".to_owned()), wait: None }
    }

    /// No answer at all.
    pub fn unreachable(&self, message: String) -> ModelFault {
        let message = excerpt(&message, self.key);
        ModelFault::Unreachable { model: self.model.to_owned(), server: self.server.to_owned(), message }
    }

    fn web(&self, error: webc::Error) -> Trouble {
        match error {
            webc::Error::ResponseFailedStatus { status, body, headers } => {
                let header = |name: &str| headers.get(name)?.to_str().ok().map(str::to_owned);
                self.status(status.as_u16(), &body, &header)
            }
            webc::Error::ResponseFailedInvalidJson { body, cause } => {
                Trouble::Final(match cut::json(&body) {
                    cut::Json::Cut if body.trim().is_empty() => {
                        ModelFault::Empty { model: self.model.to_owned() }
                    }
                    cut::Json::Cut => {
                        self.fault(Wrong::Cut("the JSON of the answer is not whole".to_owned()))
                    }
                    _ => self.fault(Wrong::Malformed(format!("no JSON: {cause}"))),
                })
            }
            webc::Error::ResponseFailedNotJson { body, .. } if body.trim().is_empty() => {
                Trouble::Final(ModelFault::Empty { model: self.model.to_owned() })
            }
            webc::Error::ResponseFailedNotJson { content_type, .. } => Trouble::Final(self.fault(
                Wrong::Malformed(format!("it is `{content_type}` and no JSON; is `url` that of the API?")),
            )),
            webc::Error::Reqwest(error) => {
                let mut cause: &dyn std::error::Error = &error;
                while let Some(deeper) = cause.source() {
                    cause = deeper;
                }
                let fault = if error.is_body() || error.is_decode() {
                    self.fault(Wrong::Cut(format!("the connection broke off: {cause}")))
                } else {
                    self.unreachable(cause.to_string())
                };
                // A host that does not exist does not come into being.
                Trouble::Again { fault, wait: None }
            }
            error => Trouble::Final(self.fault(Wrong::Malformed(error.to_string()))),
        }
    }

    fn status(&self, status: u16, body: &str, header: &dyn Fn(&str) -> Option<String>) -> Trouble {
        if raw::is_overflow(status, body) {
            return Trouble::Final(self.fault(Wrong::Overflow(said(body))));
        }
        let refused = || ModelFault::Refused {
            model: self.model.to_owned(),
            status,
            message: excerpt(&said(body), self.key),
        };
        // An account without money is told as too many requests.
        let is_broke =
            ["insufficient_quota", "credit balance is too low"].iter().any(|one| body.contains(one));
        let is_busy = matches!(status, 408 | 409 | 429) || (500..600).contains(&status);
        let says_no = header("x-should-retry").is_some_and(|value| value == "false");
        if !is_busy || is_broke || says_no {
            return Trouble::Final(refused());
        }
        let fault = ModelFault::Busy { model: self.model.to_owned(), status, times: self.times };
        Trouble::Again { fault, wait: wait(header) }
    }
}

/// How long the server asks to be left alone.
fn wait(header: &dyn Fn(&str) -> Option<String>) -> Option<Duration> {
    let number = |name: &str| header(name)?.trim().parse::<f64>().ok();
    if let Some(milliseconds) = number("retry-after-ms") {
        return Duration::try_from_secs_f64(milliseconds / 1e3).ok();
    }
    if let Some(seconds) = number("retry-after") {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    // Or until when, as the server's clock sees it.
    let moment = |name: &str| jiff::fmt::rfc2822::parse(&header(name)?).ok();
    let (until, now) = (moment("retry-after")?, moment("date")?);
    Duration::try_from(now.duration_until(&until)).ok()
}

/// What a body says, without its wrapping.
fn said(body: &str) -> String {
    let json: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let error = json.get(0).unwrap_or(&json);
    let message =
        ["/error/message", "/message", "/detail", "/error"].iter().find_map(|at| error.pointer(at)?.as_str());
    message.unwrap_or(body).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_asks_for_is_read_in_every_form() {
        let of = |pairs: &'static [(&str, &str)]| {
            wait(&|name: &str| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        assert_eq!(of(&[("retry-after-ms", "250"), ("retry-after", "1")]), Some(Duration::from_millis(250)));
        let dates: &[_] =
            &[("retry-after", "Mon, 30 Nov 2026 10:00:09 GMT"), ("date", "Mon, 30 Nov 2026 10:00:00 GMT")];
        assert_eq!(of(dates), Some(Duration::from_secs(9)));
        assert_eq!(of(&[("retry-after", "-1")]), None);
        assert_eq!(of(&[]), None);
    }
}
