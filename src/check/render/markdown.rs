//! For a comment on a pull request or a job's summary: a heading and a table in GitHub's Markdown. Nothing that a note
//! holds becomes markup, a link or a mention (I8).

use std::fmt::Write as _;

use crate::check::CheckReport;
use crate::check::render::summary::plain_summary;
use crate::finding::Finding;
use crate::text::visible;

/// The most bytes that are written: GitHub takes no comment above 65,536 characters.
const MOST_BYTES: usize = 60_000;

/// Writes `report` as Markdown; what does not fit into a comment is counted.
pub fn markdown(report: &CheckReport) -> String {
    let mut text = format!("### kb check\n\n{}\n", plain_summary(report));
    if report.findings.is_empty() {
        return text;
    }
    text += "\n| level | where | what | rule |\n| --- | --- | --- | --- |\n";
    for (index, finding) in report.findings.iter().enumerate() {
        let row = row(finding);
        if text.len() + row.len() > MOST_BYTES {
            let _ = writeln!(
                text,
                "\n{} more are not shown: `kb check` shows all",
                report.findings.len() - index
            );
            break;
        }
        text += &row;
    }
    text
}

fn row(finding: &Finding) -> String {
    let (place, start) = (&finding.place, finding.place.start);
    let mut what = vec![words(&finding.message)];
    what.extend(finding.label.as_deref().map(words));
    what.extend(finding.help.as_deref().map(|help| format!("help: {}", words(help))));
    what.extend(finding.fix.as_ref().map(|fix| format!("fix: {}", words(&fix.title))));
    format!(
        "| {} | {} | {} | {} |\n",
        finding.severity.name(),
        code(&format!("{}:{}:{}", place.path, start.line, start.column)),
        what.join("<br>"),
        code(&finding.rule),
    )
}

/// `text`, in which what stands between backticks is shown as code.
fn words(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(index, part)| if index % 2 == 1 { code(part) } else { inert(part) }).collect()
}

fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<code>{}</code>", inert(text)) }
}

/// `text` as characters that are nothing but themselves: whatever could be markup, a link, a mention or a picture is
/// written as a number, which no Markdown reader takes for more than a character (CommonMark, section 2.5).
fn inert(text: &str) -> String {
    let shown = visible(text);
    let mut inert = String::with_capacity(shown.len());
    for (at, c) in shown.char_indices() {
        match c {
            // GitHub looks for names and numbers in what is rendered: a comment of nothing keeps them apart.
            '@' | '#' => {
                let _ = write!(inert, "&#{};<!-- -->", u32::from(c));
            }
            '.' if !ends_in_www(&shown[..at]) => inert.push(c),
            ' ' | ',' | '-' | '/' | '(' | ')' | ';' | '=' | '?' | '%' | '+' => inert.push(c),
            c if c.is_ascii_punctuation() => {
                let _ = write!(inert, "&#{};", u32::from(c));
            }
            c => inert.push(c),
        }
    }
    inert
}

fn ends_in_www(text: &str) -> bool {
    text.len()
        .checked_sub(3)
        .and_then(|start| text.get(start..))
        .is_some_and(|end| end.eq_ignore_ascii_case("www"))
}
