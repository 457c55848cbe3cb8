//! Tables and exports of tickets: a heading for each record, a line for each field.

use super::{Extraction, Form, Page};
use crate::evidence::media::{Media, delimiter};

/// Columns that name a record, best first.
const NAME_COLUMNS: &[&str] =
    &["id", "ticket", "ticket_id", "ticket id", "number", "key", "issue", "case", "no"];

/// Columns that say when.
const TIME_COLUMNS: &[&str] =
    &["created_at", "created at", "created", "date", "timestamp", "time", "opened", "opened_at"];

/// Writes the records of `text`, whose first record names the columns.
pub(super) fn extract(media: Media, text: &str) -> Result<Extraction, String> {
    let mark = match media {
        Media::Tsv => b'\t',
        _ => delimiter(text).filter(|&mark| mark != b'\t').unwrap_or(b','),
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(mark)
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let columns = match records.next() {
        Some(Ok(columns)) => columns,
        _ => return Err("the table has no first line that names its columns".to_owned()),
    };
    let column = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| columns.iter().position(|column| column.trim().eq_ignore_ascii_case(name)))
    };
    let (named, timed) = (column(NAME_COLUMNS), column(TIME_COLUMNS));
    let list = columns.iter().map(str::trim).collect::<Vec<_>>().join(", ");
    let mut page = Page::new(Form::Table, &[("columns".to_owned(), list)]);
    let (mut time, mut broken) = (None, 0usize);
    for (index, record) in records.enumerate() {
        let Ok(record) = record else {
            broken += 1;
            continue;
        };
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let cell =
            |at: Option<usize>| at.and_then(|at| record.get(at)).filter(|cell| !cell.trim().is_empty());
        time = time.or_else(|| cell(timed).map(|cell| cell.trim().to_owned()));
        page.heading(2, &cell(named).map_or_else(|| format!("Row {}", index + 1), str::to_owned));
        for (at, value) in record.iter().enumerate() {
            match columns.get(at).map(str::trim).filter(|name| !name.is_empty()) {
                Some(name) => page.field(name, value),
                None => page.field(&format!("column {}", at + 1), value),
            }
        }
    }
    let missing = (broken > 0).then(|| format!("{broken} rows of the table cannot be read"));
    Ok(Extraction { time, missing, ..page.finish(Vec::new()) })
}
