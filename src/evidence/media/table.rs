//! Tells whether text without a telling name is a table, and what separates its cells.

/// The byte that separates the cells of `text`: the same number of them, outside quotes, on every line looked at.
///
/// Prose has commas too: a comma or semicolon needs three cells, a tab two, and the header's cells must be short.
pub(in crate::evidence) fn delimiter(text: &str) -> Option<u8> {
    let (mark, least) = [(b'\t', 1), (b';', 2), (b',', 2)]
        .into_iter()
        .find(|&(mark, least)| counts(text, mark).is_some_and(|count| count >= least))?;
    let header = text.lines().next().unwrap_or_default();
    let short = header.split(char::from(mark)).all(|cell| cell.len() <= 60 && !cell.trim().ends_with('.'));
    (short && least > 0).then_some(mark)
}

/// How many `mark` every one of the first records has; `None` when they differ or there is one record only.
fn counts(text: &str, mark: u8) -> Option<usize> {
    let (mut quoted, mut count, mut records) = (false, 0usize, Vec::new());
    for byte in text.trim_end().bytes().chain([b'\n']) {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => {
                records.push(count);
                count = 0;
                if records.len() == 20 {
                    break;
                }
            }
            byte if byte == mark && !quoted => count += 1,
            _ => {}
        }
    }
    let first = *records.first()?;
    (records.len() >= 2 && records.iter().all(|&count| count == first)).then_some(first)
}
