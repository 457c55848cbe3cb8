//! Splits text into the words that a BERT vocabulary is made of: no control characters, no accents, lower case.

use unicode_categories::UnicodeCategories as _;
use unicode_normalization::UnicodeNormalization as _;

/// Gives the runs of `text`: a mark of ASCII punctuation, an ideograph, or what stands between these and white space, ASCII
/// in lower case. What a run means depends on nothing around it.
pub(super) fn runs(text: &str, mut take: impl FnMut(&str)) {
    let mut run = String::with_capacity(32);
    let mut buffer = [0; 4];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        if word > 0 {
            let from = run.len();
            run.push_str(&rest[..word]);
            run[from..].make_ascii_lowercase();
            rest = &rest[word..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        let alone = c.is_ascii_punctuation() || is_ideograph(c);
        if alone || is_space(c) {
            if !run.is_empty() {
                take(&run);
                run.clear();
            }
            if alone {
                take(c.encode_utf8(&mut buffer));
            }
        } else if !is_dropped(c) {
            run.push(c);
        }
    }
    if !run.is_empty() {
        take(&run);
    }
}

/// Gives the words of a run: without accents, in lower case, each mark of punctuation for itself.
pub(super) fn normal(run: &str, mut take: impl FnMut(&str)) {
    if run.is_ascii() {
        return take(run);
    }
    let mut word = String::new();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            take(word);
            word.clear();
        }
    };
    let bare = run.nfd().filter(|c| !c.is_mark_nonspacing()).flat_map(char::to_lowercase);
    for c in bare {
        if c.is_whitespace() {
            end(&mut word);
        } else if c.is_ascii_punctuation() || c.is_punctuation() {
            end(&mut word);
            word.push(c);
            end(&mut word);
        } else {
            word.push(c);
        }
    }
    end(&mut word);
}

/// Whether `c` ends a word. Vertical tabs and form feeds are control characters to BERT, and control characters nothing.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r') || !c.is_ascii() && c.is_whitespace() && !c.is_control()
}

fn is_dropped(c: char) -> bool {
    match c {
        // Most letters of Latin, Cyrillic, Hebrew, Arabic, kana and Hangul; looking them up takes time.
        '\u{c0}'..='\u{2af}' | '\u{400}'..='\u{481}' | '\u{5d0}'..='\u{5ea}' => false,
        '\u{621}'..='\u{64a}' | '\u{3041}'..='\u{3096}' | '\u{ac00}'..='\u{d7a3}' => false,
        c => c == '\0' || c == '\u{fffd}' || c.is_other(),
    }
}

/// Whether BERT takes `c` for a word of its own.
fn is_ideograph(c: char) -> bool {
    matches!(c,
        '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..='\u{2a6df}' | '\u{2a700}'..='\u{2b73f}'
        | '\u{2b740}'..='\u{2b81f}' | '\u{2b920}'..='\u{2ceaf}' | '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}')
}
