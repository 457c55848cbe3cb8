//! Cuts lists into pages and says in `Link` where the others are.

use serde_json::Value;

use super::answer::Answer;
use super::call::Call;

/// The page of `items` that a call asks for.
pub fn page(call: &Call, items: Vec<Value>) -> Answer {
    enveloped(call, items, Value::Array)
}

/// The same inside of what `envelope` makes of the items.
pub fn enveloped(call: &Call, items: Vec<Value>, envelope: impl FnOnce(Vec<Value>) -> Value) -> Answer {
    let asked = |name: &str| call.query.get(name).and_then(|text| text.parse::<usize>().ok());
    let size = asked("per_page").unwrap_or(30).clamp(1, 100);
    let at = asked("page").unwrap_or(1).max(1);
    let last = items.len().div_ceil(size).max(1);
    let cut: Vec<Value> = items.into_iter().skip((at - 1).saturating_mul(size)).take(size).collect();
    let mut links = Vec::new();
    let mut link =
        |number: usize, name: &str| links.push(format!("<{}>; rel=\"{name}\"", address(call, number)));
    if at > 1 {
        link(at - 1, "prev");
        link(1, "first");
    }
    if at < last {
        link(at + 1, "next");
        link(last, "last");
    }
    let answer = Answer::new(200, envelope(cut));
    if links.is_empty() { answer } else { answer.with("link", links.join(", ")) }
}

fn address(call: &Call, number: usize) -> String {
    let (path, query) = call.target.split_once('?').unwrap_or((&call.target, ""));
    let others = query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("page="));
    let query: Vec<String> = others.map(str::to_owned).chain([format!("page={number}")]).collect();
    format!("{}{path}?{}", call.links.web, query.join("&"))
}
