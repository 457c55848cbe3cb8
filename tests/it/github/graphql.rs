//! The documents of GraphQL that kb sends, by the names of their operations. There is no engine: each name has a function,
//! and what a document selects is cut out of the function's answer, so that a field that was not asked for is not there.
//!
//! Every document is sent to `/graphql` (or `/api/graphql`) with `operationName` (or the name in the document) and
//! `variables`. Queries take flat variables; each mutation takes one variable, `$input`, of the official input type.
//!
//! | operation | variables | answers |
//! | --- | --- | --- |
//! | `ReviewThreads` | `owner`, `name`, `number`, `after` | `repository.pullRequest.reviewThreads` |
//! | `ReviewThread` | `id`, `after` | `node`, a thread, for the rest of its comments |
//! | `Viewer` | | `viewer` |
//! | `ReplyToThread` | `input: {pullRequestReviewThreadId, body}` | `addPullRequestReviewThreadReply.comment` |
//! | `ResolveThread` | `input: {threadId}` | `resolveReviewThread.thread` |
//! | `UnresolveThread` | `input: {threadId}` | `unresolveReviewThread.thread` |
//! | `MinimizeComment` | `input: {subjectId, classifier}` | `minimizeComment.minimizedComment` |
//! | `ConvertToDraft` | `input: {pullRequestId}` | `convertPullRequestToDraft.pullRequest` |
//! | `MarkReadyForReview` | `input: {pullRequestId}` | `markPullRequestReadyForReview.pullRequest` |
//! | `EnableAutoMerge` | `input: {pullRequestId, expectedHeadOid, mergeMethod, commitHeadline, commitBody}` | `enablePullRequestAutoMerge.pullRequest` |
//! | `EnqueuePullRequest` | `input: {pullRequestId, expectedHeadOid}` | `enqueuePullRequest.mergeQueueEntry` |
//!
//! Errors are answered with 200 and `errors`, as GitHub does: `NOT_FOUND`, `FORBIDDEN`, `UNPROCESSABLE`.

mod comments;
mod merging;
mod selection;
mod threads;

use serde_json::{Value, json};

use super::answer::Answer;
use super::call::Call;
use super::world::World;

pub use comments::shown as comment;

/// What a document does: the data under its fields, or an error.
type Act = fn(&mut World, &Call) -> Result<Value, Refusal>;

/// Why a document was not done.
#[derive(Debug)]
pub struct Refusal {
    kind: &'static str,
    message: String,
}

impl Refusal {
    /// The thing is not there.
    pub fn missing(id: &str) -> Refusal {
        let message = format!("Could not resolve to a node with the global id of '{id}'.");
        Refusal { kind: "NOT_FOUND", message }
    }

    /// The credential does not allow it.
    pub fn forbidden() -> Refusal {
        Refusal { kind: "FORBIDDEN", message: "Resource not accessible by integration".to_owned() }
    }

    /// The state does not allow it.
    pub fn unprocessable(message: &str) -> Refusal {
        Refusal { kind: "UNPROCESSABLE", message: message.to_owned() }
    }
}

/// A document: its operation's name, whether it is a mutation, the keys of its variables (`?`: may be missing), and what it
/// does.
type Row = (&'static str, bool, &'static [&'static str], Act);

const TABLE: &[Row] = &[
    ("ReviewThreads", false, &["owner", "name", "number", "after?"], threads::list),
    ("ReviewThread", false, &["id", "after?"], threads::one),
    ("Viewer", false, &[], viewer),
    ("ReplyToThread", true, &["pullRequestReviewThreadId", "body"], threads::reply),
    ("ResolveThread", true, &["threadId"], threads::resolve),
    ("UnresolveThread", true, &["threadId"], threads::unresolve),
    ("MinimizeComment", true, &["subjectId", "classifier"], comments::minimise),
    ("ConvertToDraft", true, &["pullRequestId"], merging::draft),
    ("MarkReadyForReview", true, &["pullRequestId"], merging::ready),
    (
        "EnableAutoMerge",
        true,
        &["pullRequestId", "expectedHeadOid?", "mergeMethod?", "commitHeadline?", "commitBody?"],
        merging::auto_merge,
    ),
    ("EnqueuePullRequest", true, &["pullRequestId", "expectedHeadOid?"], merging::enqueue),
];

/// The name of the operation in a request.
pub fn name(body: &Value) -> Option<String> {
    if let Some(name) = body["operationName"].as_str() {
        return Some(name.to_owned());
    }
    let document = body["query"].as_str()?;
    let mut words = document.split(|mark: char| mark.is_whitespace() || mark == '(' || mark == '{');
    words.find(|word| matches!(*word, "query" | "mutation"))?;
    words.next().filter(|word| !word.is_empty()).map(str::to_owned)
}

/// Whether the document of that name changes something.
pub fn is_mutation(name: &str) -> bool {
    TABLE.iter().any(|(known, mutates, ..)| *known == name && *mutates)
}

/// Who asks, named in full even when it is a bot.
fn viewer(_: &mut World, call: &Call) -> Result<Value, Refusal> {
    let account = call.actor.account();
    Ok(json!({"viewer": {"__typename": "User", "login": account.login, "databaseId": account.id}}))
}

/// What is wrong with a request as such.
pub fn faults(body: &Value) -> Vec<String> {
    let mut faults: Vec<String> = body
        .as_object()
        .into_iter()
        .flat_map(|keys| keys.keys())
        .filter(|key| !matches!(key.as_str(), "query" | "variables" | "operationName"))
        .map(|key| format!("unknown key `{key}`"))
        .collect();
    let Some(document) = body["query"].as_str() else { return vec!["no document in `query`".to_owned()] };
    let name = name(body).unwrap_or_default();
    let Some((_, mutates, keys, _)) = TABLE.iter().find(|(known, ..)| *known == name) else {
        return vec![format!("no document is named `{name}`")];
    };
    let word = if *mutates { "mutation" } else { "query" };
    if !document.trim_start().starts_with(word) {
        faults.push(format!("`{name}` is a {word}"));
    }
    let given = if *mutates { &body["variables"]["input"] } else { &body["variables"] };
    match given.as_object() {
        None if keys.is_empty() => {}
        None => faults.push("the variables are missing".to_owned()),
        Some(given) => {
            let known = |key: &&String| keys.iter().any(|known| known.trim_end_matches('?') == key.as_str());
            let unknown = given.keys().filter(|key| !known(key));
            faults.extend(unknown.map(|key| format!("unknown variable `{key}`")));
            let missing =
                keys.iter().filter(|key| !key.ends_with('?') && given.get(**key).is_none_or(Value::is_null));
            faults.extend(missing.map(|key| format!("the variable `{key}` is missing")));
        }
    }
    if let Err(fault) = selection::parse(document) {
        faults.push(fault);
    }
    faults
}

/// Does what a document says. `Err` is what a document asks for and the fake does not know.
pub fn act(world: &mut World, call: &Call) -> Result<Answer, String> {
    let name = name(&call.body).unwrap_or_default();
    let (_, _, _, act) = TABLE.iter().find(|(known, ..)| *known == name).ok_or("no such document")?;
    let document = call.body["query"].as_str().unwrap_or_default();
    let selected = selection::parse(document)?;
    match act(world, call) {
        Ok(data) => Ok(Answer::new(200, json!({"data": selection::cut(&data, &selected, "")?}))),
        Err(refusal) => {
            let error = json!({"type": refusal.kind, "path": [], "message": refusal.message});
            Ok(Answer::new(200, json!({"data": null, "errors": [error]})))
        }
    }
}

/// A text among the input of a mutation.
fn input<'a>(call: &'a Call, key: &str) -> &'a str {
    call.body["variables"]["input"][key].as_str().unwrap_or_default()
}

/// Whether the token allows a permission on a repository.
fn allowed(call: &Call, repo: &str, permission: &str, write: bool) -> Result<(), Refusal> {
    let token = call.actor.token().ok_or_else(Refusal::forbidden)?;
    let fine = token.reaches(repo) && token.allows(permission, write);
    if fine { Ok(()) } else { Err(Refusal::forbidden()) }
}
