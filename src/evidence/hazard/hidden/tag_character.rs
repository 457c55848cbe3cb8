//! Tag characters, which repeat ASCII without showing it; flags of regions are made of them and stay silent.

use super::super::Hazard;

/// Adds every run of tag characters that is no flag.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    let mut run: Option<(usize, usize, String)> = None;
    let mut before = None;
    for (at, c) in text.char_indices() {
        if matches!(c, '\u{e0000}'..='\u{e007f}') {
            let shown = char::from_u32(u32::from(c) - 0xe0000).filter(|c| !c.is_control());
            let (_, end, words) = run.get_or_insert_with(|| (at, at, String::new()));
            *end = at + c.len_utf8();
            words.extend(shown);
        } else {
            close(run.take(), before, found);
            before = Some(c);
        }
    }
    close(run, before, found);
}

fn close(run: Option<(usize, usize, String)>, before: Option<char>, found: &mut Vec<Hazard>) {
    let Some((start, end, words)) = run else { return };
    // A black flag, then the region: two letters of the country and up to three of its part.
    let is_flag = before == Some('\u{1f3f4}') && (3..=6).contains(&words.len());
    if !is_flag {
        let words: String = words.chars().take(120).collect();
        let detail = format!("they spell `{words}`");
        found.push(Hazard { detail, ..Hazard::hidden("tag-characters", start..end) });
    }
}
