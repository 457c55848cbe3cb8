//! The text of PDF documents, a heading for each page. The only file that names the PDF reader, which is held to
//! bounds: a document may be made to harm its reader.

use lopdf::{Document, LoadOptions};

use super::{Extraction, Form, Page};
use crate::text::fold_space;

/// How large one stream of a document may become.
const MAX_STREAM: usize = 64 << 20;

/// How many pages are read.
const MAX_PAGES: usize = 5_000;

/// How much text is kept.
const MAX_TEXT: usize = 32 << 20;

/// Writes the text of the document `bytes`.
pub(super) fn extract(bytes: &[u8]) -> Result<Extraction, String> {
    let options = LoadOptions::with_max_decompressed_size(MAX_STREAM);
    let document = Document::load_mem_with_options(bytes, options)
        .map_err(|error| format!("the PDF cannot be read: {error}"))?;
    if document.is_encrypted() {
        return Err("the PDF is encrypted".to_owned());
    }
    let info = |key: &[u8]| information(&document, key);
    let mut context = Vec::new();
    context.extend(info(b"Title").map(|title| ("title".to_owned(), title)));
    context.extend(info(b"Author").map(|author| ("author".to_owned(), author)));
    let time = info(b"CreationDate").and_then(|date| iso(&date));
    context.extend(time.clone().map(|time| ("date".to_owned(), time)));

    let pages = document.get_pages();
    let mut page = Page::new(Form::Markdown, &context);
    let (mut bare, mut kept) = (0usize, 0usize);
    for &number in pages.keys().take(MAX_PAGES) {
        let text = document.extract_text_with_limit(&[number], MAX_STREAM).unwrap_or_default();
        let text = paragraphs(&text);
        if text.is_empty() {
            bare += 1;
            continue;
        }
        page.heading(2, &format!("Page {number}"));
        page.block(&text);
        kept += text.len();
        if kept > MAX_TEXT {
            break;
        }
    }
    if kept == 0 {
        return Err(format!("the {} pages of the PDF hold no text, perhaps they are scans", pages.len()));
    }
    let mut missing = (bare > 0).then(|| format!("{bare} of {} pages hold no text", pages.len()));
    if pages.len() > MAX_PAGES || kept > MAX_TEXT {
        missing = Some(format!("only the first part of the {} pages was read", pages.len()));
    }
    Ok(Extraction { time, missing, ..page.finish(Vec::new()) })
}

/// The lines of a page; a line that looks like a heading of Markdown is still a line of the page.
fn paragraphs(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        let line = line.trim();
        match (line.is_empty(), kept.is_empty() || kept.ends_with("\n\n")) {
            (true, true) => {}
            (true, false) => kept.push('\n'),
            (false, _) => {
                if line.starts_with('#') {
                    kept.push('\\');
                }
                kept.push_str(line);
                kept.push('\n');
            }
        }
    }
    kept.trim_end().to_owned()
}

/// An entry of the document's own record.
fn information(document: &Document, key: &[u8]) -> Option<String> {
    let info = document.trailer.get(b"Info").ok()?;
    let (_, info) = document.dereference(info).ok()?;
    let (_, value) = document.dereference(info.as_dict().ok()?.get(key).ok()?).ok()?;
    let text = lopdf::decode_text_string(value).ok()?;
    let text = fold_space(&text).into_owned();
    (!text.is_empty() && text.len() <= 400).then_some(text)
}

/// `D:20241115103000-05'00'` as `2024-11-15T10:30:00-05:00` (ISO 32000-1, 7.9.4).
fn iso(date: &str) -> Option<String> {
    let date = date.strip_prefix("D:").unwrap_or(date);
    let digits = date.bytes().take_while(u8::is_ascii_digit).count();
    let part = |from: usize, to: usize, default: &'static str| {
        if digits >= to { date.get(from..to) } else { Some(default) }
    };
    if digits < 4 {
        return None;
    }
    let zone = date.get(digits..)?.replace('\'', "");
    let zone = match zone.get(1..3) {
        Some(hours) => format!("{}{hours}:{}", &zone[..1], zone.get(3..5).unwrap_or("00")),
        None => "Z".to_owned(),
    };
    Some(format!(
        "{}-{}-{}T{}:{}:{}{zone}",
        part(0, 4, "")?,
        part(4, 6, "01")?,
        part(6, 8, "01")?,
        part(8, 10, "00")?,
        part(10, 12, "00")?,
        part(12, 14, "00")?,
    ))
}
