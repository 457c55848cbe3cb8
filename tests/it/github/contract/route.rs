//! Which operation of the description a request is: by method and path. Parameters that may hold a slash may span it.

use std::collections::BTreeMap;

/// Parameters that may hold slashes, which OpenAPI cannot say.
const SPANNING: [&str; 4] = ["ref", "path", "branch", "basehead"];

/// The parameters of a path, decoded.
pub type Params = BTreeMap<String, String>;

/// The parameters when `path` has the form of `template`.
pub fn matched(template: &str, path: &str) -> Option<Params> {
    let template: Vec<&str> = template.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    let mut params = Params::new();
    walk(&template, &path, &mut params).then_some(params)
}

/// How many segments of `template` are literal: of two that match, the more literal one is meant.
pub fn literals(template: &str) -> usize {
    template.split('/').filter(|segment| !segment.starts_with('{')).count()
}

fn walk(template: &[&str], path: &[&str], params: &mut Params) -> bool {
    let Some((segment, rest)) = template.split_first() else { return path.is_empty() };
    let Some(name) = segment.strip_prefix('{').and_then(|name| name.strip_suffix('}')) else {
        return path.first() == Some(segment) && walk(rest, &path[1..], params);
    };
    let most = if SPANNING.contains(&name) { path.len() } else { path.len().min(1) };
    for taken in 1..=most {
        let value = path[..taken].join("/");
        if !value.is_empty() && walk(rest, &path[taken..], params) {
            params.insert(name.to_owned(), decoded(&value));
            return true;
        }
    }
    false
}

/// `text` without percent-encoding.
pub fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let byte = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(byte.unwrap_or(bytes[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The parameters of a query string.
pub fn query(text: &str) -> Params {
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(&name.replace('+', " ")), decoded(&value.replace('+', " ")))
        })
        .collect()
}
