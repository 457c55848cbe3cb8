//! The documents of GraphQL that kb asks with, one file each, and what their answers mean. Only what REST cannot do is asked
//! this way.

use serde_json::{Value, json};

use super::ask::{Ask, Sent};
use super::client::Client;
use super::reply::Reply;
use super::wire::Method;

/// A document: a file beside this one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Document {
    /// The name of its one operation.
    name: &'static str,
    text: &'static str,
}

macro_rules! documents {
    ($($constant:ident $name:literal $file:literal;)*) => {
        $(pub(super) const $constant: Document = Document { name: $name, text: include_str!($file) };)*

        #[cfg(test)]
        const ALL: &[Document] = &[$($constant),*];
    };
}

documents! {
    VIEWER "Viewer" "viewer.graphql";
    THREADS "ReviewThreads" "threads.graphql";
    THREAD "ReviewThread" "thread.graphql";
    REPLY "ReplyToThread" "reply.graphql";
    RESOLVE "ResolveThread" "resolve.graphql";
    UNRESOLVE "UnresolveThread" "unresolve.graphql";
    MINIMISE "MinimizeComment" "minimise.graphql";
    DRAFT "ConvertToDraft" "draft.graphql";
    READY "MarkReadyForReview" "ready.graphql";
    AUTO_MERGE "EnableAutoMerge" "auto_merge.graphql";
    ENQUEUE "EnqueuePullRequest" "enqueue.graphql";
}

impl Document {
    fn is_mutation(self) -> bool {
        self.text.contains("mutation ")
    }
}

impl Client {
    /// A request that asks with `document`.
    pub(super) fn document<'a>(&self, document: Document, variables: Value, doing: &'a str) -> Ask<'a> {
        let body = json!({ "query": document.text, "operationName": document.name, "variables": variables });
        let path = super::client::split(&self.site.graphql).1.to_owned();
        let ask = Ask::with(Method::Post, path, Some(body), doing);
        Ask { is_graphql: true, is_write: document.is_mutation(), ..ask }
    }

    /// Asks with a document that may be asked with twice; what it gives.
    pub(super) fn graphql(
        &self,
        document: Document,
        variables: Value,
        doing: &str,
    ) -> Result<Value, crate::port::ForgeFault> {
        self.repeat_as(&self.document(document, variables, doing), &data)
    }
}

/// What an answer gives.
pub(super) fn data(reply: &Reply) -> Result<Value, String> {
    let mut answer: Value = reply.read()?;
    match answer.get_mut("data").map(Value::take) {
        Some(data) if !data.is_null() => Ok(data),
        _ => Err("it has no `data`".to_owned()),
    }
}

/// What became of a request that was answered with 200: half an answer is none.
pub(super) fn sent(reply: Reply) -> Sent {
    let Ok(answer) = reply.read::<Value>() else { return Sent::Done(reply) };
    let errors: Vec<&Value> = answer["errors"].as_array().into_iter().flatten().collect();
    let Some(first) = errors.first() else { return Sent::Done(reply) };
    let messages: Vec<&str> = errors.iter().filter_map(|error| error["message"].as_str()).collect();
    let message = messages.join("; ");
    let status = match first["type"].as_str() {
        Some("NOT_FOUND") => 404,
        Some("FORBIDDEN" | "INSUFFICIENT_SCOPES") => 403,
        // What a time limit of the server's looks like.
        None if message.starts_with("Something went wrong") => return Sent::Unsure { message, wait: None },
        _ => 422,
    };
    let body = json!({ "message": message }).to_string();
    Sent::Refused(Reply { status, body, ..reply })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_document_holds_the_one_operation_that_it_is_asked_for_by() {
        for document in ALL {
            let operations = ["query ", "mutation "].map(|kind| document.text.matches(kind).count());
            assert_eq!(operations.iter().sum::<usize>(), 1, "{}", document.name);
            let named = format!(" {}(", document.name);
            let bare = format!(" {} {{", document.name);
            assert!(document.text.contains(&named) || document.text.contains(&bare), "{}", document.name);
        }
    }

    #[test]
    fn errors_with_status_200_are_errors() {
        let status = |body: &str| match sent(Reply { status: 200, body: body.to_owned(), ..Reply::default() })
        {
            Sent::Done(reply) | Sent::Refused(reply) => reply.status,
            Sent::Unsure { .. } => 0,
        };
        assert_eq!(status(r#"{"data":{"x":1}}"#), 200);
        assert_eq!(status(r#"{"data":{"x":1},"errors":[{"type":"NOT_FOUND","message":"gone"}]}"#), 404);
        assert_eq!(status(r#"{"data":null,"errors":[{"type":"FORBIDDEN","message":"no"}]}"#), 403);
        assert_eq!(status(r#"{"errors":[{"message":"Field 'x' doesn't exist"}]}"#), 422);
        assert_eq!(
            status(r#"{"errors":[{"message":"Something went wrong while executing your query."}]}"#),
            0
        );
    }
}
