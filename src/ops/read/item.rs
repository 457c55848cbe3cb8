//! How much of an evidence item is read: what it is, its record, or the text that spans point into.

use std::fmt::Write as _;

use super::Level;
use super::part::read_lines;
use crate::evidence::Item;
use crate::text::LineRange;

/// What an item is called.
pub(super) fn title_of(item: &Item) -> String {
    let unnamed = || format!("{} of {}", item.meta.kind, item.meta.captured_at.strftime("%Y-%m-%d"));
    item.meta.title.clone().unwrap_or_else(unnamed)
}

/// The lines of `item` that `asked` names, all of them where it names none; `None` where there are no such lines.
pub(super) fn lines_of(item: &Item, asked: Option<&str>) -> Option<LineRange> {
    let all = LineRange::new(1, item.line_count().max(1))?;
    let Some(asked) = asked.filter(|asked| !asked.is_empty()) else { return Some(all) };
    read_lines(asked).filter(|lines| lines.last() <= all.last())
}

/// The title, or the record; of [`Level::Text`] nothing.
pub(super) fn told(item: &Item, level: Level) -> String {
    let mut text = match level {
        Level::Abstract | Level::Overview => title_of(item),
        Level::Text => return String::new(),
    };
    if level == Level::Overview {
        let meta = &item.meta;
        let count = item.line_count();
        let kind =
            format!("{}, {}, {count} line{}", meta.kind, meta.media_type, if count == 1 { "" } else { "s" });
        let captured = meta.captured_at.strftime("%Y-%m-%d").to_string();
        let told = [
            ("kind", Some(kind)),
            ("captured", Some(captured)),
            ("captured by", meta.captured_by.clone()),
            ("origin", meta.origin.clone()),
            ("about", Some(meta.subjects.join(", ")).filter(|subjects| !subjects.is_empty())),
        ];
        text.push('\n');
        for (name, said) in told {
            // Writing to a String cannot fail.
            let _ = said.map(|said| writeln!(text, "- {name}: {said}"));
        }
    }
    text
}
