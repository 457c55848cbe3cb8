//! What in a note is shown as it is written, or belongs to HTML: code and tags. No machine edits it.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::note::Note;

impl Note {
    /// The bytes of its blocks of code, code spans, blocks of HTML and tags, in order.
    ///
    /// Read anew at every call: only who edits needs them.
    pub fn literal(&self) -> Vec<Range<usize>> {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS;
        let start = self.front.end;
        let events = Parser::new_ext(self.body(), options).into_offset_iter();
        let literal = events.filter_map(|(event, range)| {
            let is_literal = matches!(
                event,
                Event::Code(_)
                    | Event::Html(_)
                    | Event::InlineHtml(_)
                    | Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
            );
            is_literal.then(|| range.start + start..range.end + start)
        });
        literal.collect()
    }
}
