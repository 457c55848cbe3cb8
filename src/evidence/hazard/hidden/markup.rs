//! Markup that hides words from whoever looks at the page: comments that speak to agents, elements that styles hide.

use std::sync::LazyLock;

use regex::Regex;

use super::super::{Concern, Hazard};

static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)<!--.*?-->").expect("a valid pattern"));
static HIDDEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?is)<([a-z]+)[^<>]*style\s*=\s*[\x22'][^\x22']*",
        r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|pt|%)?\s*[;\x22']|opacity\s*:\s*0\s*[;\x22'])",
        r"[^<>]*>([^<]*)"
    ))
    .expect("a valid pattern")
});
/// Words that a comment speaks to an agent with.
static ADDRESSED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:instructions?|you must|you should|ignore|reviewer|assistant|language model|llm|prompt|agents?)\b")
        .expect("a valid pattern")
});

/// Adds the comments in `text` that speak to agents.
pub(super) fn comments(text: &str, found: &mut Vec<Hazard>) {
    for comment in COMMENT.find_iter(text) {
        if ADDRESSED.find_iter(comment.as_str()).count() >= 2 {
            let detail = "a comment that speaks to agents".to_owned();
            found.push(Hazard {
                concern: Concern::Hidden,
                kind: "hidden-comment",
                ranges: vec![comment.range()],
                detail,
            });
        }
    }
}

/// Adds the elements of `text` that a style hides; whole web pages hide menus, so that in them only orders count, which
/// are found wherever they stand.
pub(super) fn elements(text: &str, found: &mut Vec<Hazard>) {
    let start = text.get(..2000).unwrap_or(text).to_ascii_lowercase();
    if start.contains("<html") || start.contains("<!doctype") {
        return;
    }
    for groups in HIDDEN.captures_iter(text) {
        let Some(words) = groups.get(2).filter(|words| words.as_str().split_whitespace().count() >= 3) else {
            continue;
        };
        found.push(Hazard::hidden("hidden-element", words.range()));
    }
}
