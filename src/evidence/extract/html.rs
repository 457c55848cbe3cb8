//! Web pages as Markdown: headings, paragraphs, lists and tables, a paragraph a line. Scripts and styles are not
//! text; the only file that names the renderer.

use html2text::config::with_decorator;
use html2text::render::TextDecorator;

use super::{Extraction, Form, Page};
use crate::text::fold_space;

/// No line is wrapped below this width; the renderer sets aside as much for every line.
const WIDTH: usize = 100_000;

/// Deeper nesting than any page has; the renderer recurses along it.
const MAX_DEPTH: usize = 2_000;

/// Writes the text of the page `source`.
pub(super) fn extract(source: &str) -> Extraction {
    let title = between(source, "<title", "</title>");
    let published = ["article:published_time", "datePublished", "dcterms.created", "date"]
        .iter()
        .find_map(|name| meta(source, name));
    let mut context = Vec::new();
    context.extend(title.map(|title| ("title".to_owned(), title)));
    context.extend(meta(source, "og:url").map(|url| ("url".to_owned(), url)));
    context.extend(published.clone().map(|time| ("published".to_owned(), time)));
    let mut page = Page::new(Form::Markdown, &context);
    let mut missing = None;
    match body(source) {
        Ok(text) => page.block(&text),
        Err(reason) => missing = Some(reason),
    }
    Extraction { time: published, missing, ..page.finish(Vec::new()) }
}

/// The text of a page or a part of one.
pub(super) fn body(source: &str) -> Result<String, String> {
    if depth(source) > MAX_DEPTH {
        return Err(format!("the page is nested more than {MAX_DEPTH} deep"));
    }
    let rendered = with_decorator(Plain)
        .no_table_borders()
        .raw_mode(true)
        .allow_width_overflow()
        .string_from_read(source.as_bytes(), WIDTH)
        .map_err(|error| format!("the page cannot be read: {error}"))?;
    let mut text = String::with_capacity(rendered.len());
    for line in rendered.lines() {
        let line = line.trim_end();
        // Runs of blank lines say nothing more than one.
        if !(line.is_empty() && (text.is_empty() || text.ends_with("\n\n"))) {
            text.push_str(line);
            text.push('\n');
        }
    }
    Ok(text)
}

/// An upper bound of how deep `source` nests: opening tags less closing ones, at the worst place.
fn depth(source: &str) -> usize {
    let (mut now, mut most) = (0usize, 0usize);
    for (at, _) in source.match_indices('<') {
        match source.as_bytes().get(at + 1) {
            Some(b'/') => now = now.saturating_sub(1),
            Some(byte) if byte.is_ascii_alphabetic() && !is_void(&source[at + 1..]) => {
                now += 1;
                most = most.max(now);
            }
            _ => {}
        }
    }
    most
}

/// Whether the tag that `rest` starts with never closes, or closes itself where people forget to.
fn is_void(rest: &str) -> bool {
    let name: String =
        rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    matches!(
        name.as_str(),
        "br" | "img"
            | "meta"
            | "link"
            | "input"
            | "hr"
            | "col"
            | "source"
            | "wbr"
            | "area"
            | "base"
            | "p"
            | "li"
            | "td"
            | "tr"
            | "th"
            | "option"
            | "dt"
            | "dd"
    )
}

/// The content of `<meta name=… content=…>`, whichever attribute names it.
fn meta(source: &str, name: &str) -> Option<String> {
    source.match_indices("<meta").find_map(|(at, _)| {
        let tag = source[at..].split_once('>')?.0;
        let named = tag.contains(&format!("\"{name}\"")) || tag.contains(&format!("'{name}'"));
        let after = tag.split_once("content=").filter(|_| named)?.1;
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let value = fold_space(after[1..].split(quote).next()?).into_owned();
        (!value.is_empty()).then_some(value)
    })
}

/// The text between the tag that starts with `open` and the tag `close`, without markup.
fn between(source: &str, open: &str, close: &str) -> Option<String> {
    let inside = source.split_once(open)?.1.split_once('>')?.1.split_once(close)?.0;
    let text = body(inside).ok()?;
    let text = fold_space(&text).into_owned();
    (!text.is_empty() && text.len() <= 400).then_some(text)
}

/// Markdown for what has lines of its own, nothing for what stands inside a line: quotes stay word for word.
struct Plain;

impl TextDecorator for Plain {
    type Annotation = ();

    fn decorate_link_start(&mut self, _url: &str) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_link_end(&mut self) -> String {
        String::new()
    }
    fn decorate_em_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_em_end(&self) -> String {
        String::new()
    }
    fn decorate_strong_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_strong_end(&self) -> String {
        String::new()
    }
    fn decorate_strikeout_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }
    fn decorate_code_start(&self) -> (String, ()) {
        (String::new(), ())
    }
    fn decorate_code_end(&self) -> String {
        String::new()
    }
    fn decorate_preformat_first(&self) {}
    fn decorate_preformat_cont(&self) {}
    fn decorate_image(&mut self, _src: &str, title: &str) -> (String, ()) {
        (title.to_owned(), ())
    }
    fn header_prefix(&self, level: usize) -> String {
        format!("{} ", "#".repeat(level.min(6)))
    }
    fn quote_prefix(&self) -> String {
        "> ".to_owned()
    }
    fn unordered_item_prefix(&self) -> String {
        "- ".to_owned()
    }
    fn ordered_item_prefix(&self, number: i64) -> String {
        format!("{number}. ")
    }
    fn make_subblock_decorator(&self) -> Plain {
        Plain
    }
}
