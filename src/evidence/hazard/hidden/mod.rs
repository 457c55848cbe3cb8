//! Text that people do not see as it is, or that orders agents about. Legitimate uses of the same characters, such as
//! joiners in emoji and marks in Hebrew, stay silent.

mod bidi;
mod combining;
mod control;
mod encoded;
mod instruction;
mod invisible;
mod markup;
mod mixed_script;
mod plain_form;
mod styled;
mod tag_character;

use super::Hazard;
use super::trigger::{Trigger, Triggers};

/// Finds hidden and hostile text in `text`, which holds `triggers`, in no order.
pub(super) fn scan(text: &str, triggers: &Triggers) -> Vec<Hazard> {
    let mut found = Vec::new();
    instruction::scan(text, triggers.orders(), &mut found);
    if triggers.has(Trigger::Encoded) {
        encoded::scan(text, &mut found);
    }
    if triggers.has(Trigger::Comment) {
        markup::comments(text, &mut found);
    }
    if triggers.has(Trigger::Style) {
        markup::elements(text, &mut found);
    }
    control::scan(text, &mut found);
    if !text.is_ascii() {
        invisible::scan(text, &mut found);
        tag_character::scan(text, &mut found);
        bidi::scan(text, &mut found);
        combining::scan(text, &mut found);
        mixed_script::scan(text, &mut found);
        styled::scan(text, &mut found);
    }
    found
}

/// Whether what is of `kind` shows nothing, so that taking it out changes no word that a person sees.
pub(super) fn shows_nothing(kind: &str) -> bool {
    matches!(kind, "zero-width" | "tag-characters" | "bidi-control" | "terminal-control" | "combining-flood")
}

/// The lines of `text` without their ends, each with its first byte.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}
