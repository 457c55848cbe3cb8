//! What a server answered: the status, the few headers that matter, and the text.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// One answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Reply {
    /// The status.
    pub status: u16,
    /// Where the next page is, among others.
    pub link: Option<String>,
    /// How many seconds the server wants to be left alone.
    pub retry_after: Option<String>,
    /// How many requests are left.
    pub remaining: Option<String>,
    /// When there are new ones, in seconds of the epoch.
    pub reset: Option<String>,
    /// What the server's clock says.
    pub date: Option<String>,
    /// Where it is instead.
    pub location: Option<String>,
    /// The text.
    pub body: String,
}

impl Reply {
    /// Whether what was asked for was done.
    pub fn is_done(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether the server stumbled, so that nobody knows what was done.
    pub fn is_unsure(&self) -> bool {
        self.status == 408 || self.status >= 500
    }

    /// What it holds; an error says why it cannot be read.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_str(&self.body).map_err(|error| error.to_string())
    }

    /// What the server says went wrong, without its wrapping.
    pub fn said(&self) -> String {
        let Ok(json) = serde_json::from_str::<Value>(&self.body) else {
            let text = self.body.trim();
            // A page for people says nothing to anybody here.
            let is_page = text.starts_with('<') || text.is_empty();
            return if is_page { format!("status {}", self.status) } else { text.to_owned() };
        };
        let mut said = json["message"].as_str().unwrap_or("no reason is given").to_owned();
        for error in json["errors"].as_array().into_iter().flatten() {
            let part = |key: &str| error[key].as_str().unwrap_or_default();
            let told = match (error.as_str(), error["message"].as_str()) {
                (Some(text), _) | (None, Some(text)) => text.to_owned(),
                (None, None) => format!("{} {}", part("field"), part("code")),
            };
            said.push_str("; ");
            said.push_str(told.trim());
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_is_told_with_its_details_and_without_markup() {
        let told = |body: &str| Reply { status: 422, body: body.to_owned(), ..Reply::default() }.said();
        let body = r#"{"message":"Validation Failed","errors":[{"resource":"PullRequest","code":"custom","message":"A pull request already exists for acme:x."}]}"#;
        assert_eq!(told(body), "Validation Failed; A pull request already exists for acme:x.");
        assert_eq!(
            told(r#"{"message":"No","errors":["Line could not be resolved"]}"#),
            "No; Line could not be resolved"
        );
        assert_eq!(
            told(r#"{"message":"No","errors":[{"field":"head","code":"invalid"}]}"#),
            "No; head invalid"
        );
        assert_eq!(told("<html>Unicorn!</html>"), "status 422");
        assert_eq!(told("plain words"), "plain words");
    }
}
