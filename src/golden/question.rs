//! One golden question: what is asked, on whose behalf, and what must and must not come.

use std::collections::BTreeSet;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question and what its answer must be like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Question {
    /// What is asked.
    pub question: String,
    /// Notes that must be among the results: the path, or its end at a folder's boundary, with or without `.md`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Words of claims that must stand in the results, each within one note.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
    /// Words that must stand in the text of the results, in any of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// What must not come: a note, where it ends in `.md`, else words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<String>,
    /// Whether the knowledge holds no answer, so that nothing at all must come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unanswerable: bool,
    /// The language of the question, such as `en`; figures are shown by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Words to group questions by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The day for which the answer must hold; without it, the day on which it is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub as_of: Option<Date>,
    /// On whose behalf it is asked; without it, of the owner of the checkout, who sees everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Asking>,
    /// The tokens of text in the answer; without it, as `kb.toml` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<usize>,
}

/// On whose behalf a question is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Asking {
    /// The name of one of `[callers]` in `kb.toml`; then nothing else is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// The labels held beside `public`.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub labels: BTreeSet<String>,
}

impl Asking {
    fn is_contradictory(&self) -> bool {
        self.name.is_some() && (self.tenant.is_some() || !self.labels.is_empty())
    }
}

impl Question {
    /// Why the question cannot be asked, and what to do about it, one line; `None` where it can.
    pub fn fault(&self) -> Option<&'static str> {
        let wants = !(self.notes.is_empty() && self.claims.is_empty() && self.facts.is_empty());
        let mut texts = self.notes.iter().chain(&self.claims).chain(&self.facts).chain(&self.not);
        if self.question.trim().is_empty() {
            Some("no `question`; write `question: what is asked`")
        } else if self.unanswerable && wants {
            Some(
                "`unanswerable: true` means that nothing may come; take it out, or `notes`, `claims` and `facts`",
            )
        } else if !self.unanswerable && !wants && self.not.is_empty() {
            Some(
                "nothing says what must come; add `notes`, `claims`, `facts` or `not`, or `unanswerable: true`",
            )
        } else if texts.any(|text| !text.contains(char::is_alphanumeric)) {
            Some("an entry of `notes`, `claims`, `facts` or `not` holds no letter or digit; take it out")
        } else if self.caller.as_ref().is_some_and(Asking::is_contradictory) {
            Some("`caller` has a `name` or says `tenant` and `labels`, not both")
        } else if self.budget == Some(0) {
            Some("`budget: 0` leaves room for nothing; name a number of tokens, or leave it out")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_says_what_must_come_or_that_nothing_may() {
        let question = |notes: &[&str], unanswerable| Question {
            question: "what?".to_owned(),
            notes: notes.iter().map(|&note| note.to_owned()).collect(),
            unanswerable,
            ..Question::default()
        };
        assert_eq!(question(&["a.md"], false).fault(), None);
        assert_eq!(question(&[], true).fault(), None);
        for (faulty, word) in [
            (Question::default(), "question:"),
            (question(&[], false), "unanswerable: true"),
            (question(&["a.md"], true), "take it out"),
            (question(&["-"], false), "no letter"),
        ] {
            assert!(faulty.fault().is_some_and(|fault| fault.contains(word)), "{faulty:?}");
        }
    }
}
