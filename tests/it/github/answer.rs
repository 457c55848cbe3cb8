//! What the fake answers to one request; how it gets onto the line is the server's affair.

use serde_json::{Value, json};

/// A status, headers and a body.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Headers beside those that every answer has.
    pub headers: Vec<(String, String)>,
    /// The body; null for none.
    pub body: Value,
    /// A body that is no JSON: a diff.
    pub text: Option<Box<str>>,
}

/// An answer: `Err` is one too, of a request that was refused.
pub type Answered = Result<Answer, Answer>;

impl Answer {
    /// `body` with a status.
    pub fn new(status: u16, body: Value) -> Answer {
        Answer { status, body, ..Answer::default() }
    }

    /// 200 with `body`.
    pub fn ok(body: Value) -> Answered {
        Ok(Answer::new(200, body))
    }

    /// 201 with `body`.
    pub fn created(body: Value) -> Answered {
        Ok(Answer::new(201, body))
    }

    /// 204.
    pub fn nothing() -> Answered {
        Ok(Answer::new(204, Value::Null))
    }

    /// An error in the form that GitHub gives all of them.
    pub fn error(status: u16, message: &str) -> Answer {
        let docs = "https://docs.github.com/rest";
        Answer::new(
            status,
            json!({"message": message, "documentation_url": docs, "status": status.to_string()}),
        )
    }

    /// 422 that says why in words.
    pub fn unprocessable(reason: &str) -> Answer {
        let mut answer = Answer::error(422, "Unprocessable Entity");
        answer.body["errors"] = json!([reason]);
        answer
    }

    /// 422 that names resource, field and code.
    pub fn invalid(resource: &str, field: &str, code: &str, message: Option<&str>) -> Answer {
        let mut answer = Answer::error(422, "Validation Failed");
        let mut error = json!({"resource": resource, "field": field, "code": code});
        if let Some(message) = message {
            error["message"] = json!(message);
        }
        answer.body["errors"] = json!([error]);
        answer
    }

    /// 404, which is also said to who may not see it.
    pub fn missing() -> Answer {
        Answer::error(404, "Not Found")
    }

    /// A breach of the contract. No client takes 599 for an answer of GitHub.
    pub fn violation(faults: &[String]) -> Answer {
        Answer::new(599, json!({"message": format!("the contract is broken: {}", faults.join("; "))}))
    }

    /// The same answer with one more header.
    pub fn with(mut self, name: &str, value: impl ToString) -> Answer {
        self.headers.push((name.to_owned(), value.to_string()));
        self
    }
}
