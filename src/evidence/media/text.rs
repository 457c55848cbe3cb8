//! Tells apart what people write: web pages, drawings, Markdown.

/// Whether `text` is a web page: it starts as one, or is called one and has tags.
pub(super) fn is_html(ending: Option<&str>, text: &str) -> bool {
    let start = start(text);
    start.starts_with("<!doctype html")
        || start.starts_with("<html")
        || matches!(ending, Some("html" | "htm" | "xhtml"))
            && text.contains('<')
            && (text.contains("</") || text.contains("/>"))
}

/// Whether `text` is a drawing in SVG.
pub(super) fn is_svg(text: &str) -> bool {
    let start = start(text);
    start.starts_with("<svg") || (start.starts_with("<?xml") && text.contains("<svg"))
}

/// Whether `text`, which has no telling name, looks like Markdown.
pub(super) fn is_markdown(text: &str) -> bool {
    let heading = |line: &str| {
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        (1..=6).contains(&level) && line[level..].starts_with(' ')
    };
    text.starts_with("---\n")
        || text.starts_with("---\r\n")
        || text.contains("](")
        || text.lines().any(|line| heading(line) || line.starts_with("```") || line.starts_with("- "))
}

/// The first letters of `text` in lower case, after white space and comments of HTML.
fn start(text: &str) -> String {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some((_, after)) = comment.split_once("-->") else { break };
        rest = after.trim_start();
    }
    rest.chars().take(20).collect::<String>().to_ascii_lowercase()
}
