//! Where renderers get the lines that findings point into: on demand, a file at a time. It keeps no more than one.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use crate::text::LineIndex;
use crate::vault::Vault;

/// Gives the text of a file that findings point into, as it stood when it was checked.
///
/// A vault is one, and so is a closure that reads the file again.
pub trait Source {
    /// The text of the note at `path`; `None` where it is no text, or was not kept.
    fn text(&self, path: &str) -> Option<Cow<'_, str>>;
}

impl Source for Vault {
    fn text(&self, path: &str) -> Option<Cow<'_, str>> {
        self.note(path).map(|note| Cow::Borrowed(note.text.as_str()))
    }
}

impl<F: Fn(&str) -> Option<String>> Source for F {
    fn text(&self, path: &str) -> Option<Cow<'_, str>> {
        self(path).map(Cow::Owned)
    }
}

/// The file that the last question was about: findings come ordered by path, so each is read once.
pub(in crate::check) struct Pages<'s> {
    source: &'s dyn Source,
    open: RefCell<Option<(String, Option<Rc<Page<'s>>>)>>,
}

/// The text of one file, and its lines.
pub(in crate::check) struct Page<'s> {
    text: Cow<'s, str>,
    lines: LineIndex,
}

impl<'s> Pages<'s> {
    /// The files of `source`.
    pub fn new(source: &'s dyn Source) -> Pages<'s> {
        Pages { source, open: RefCell::new(None) }
    }

    /// The file at `path`.
    pub fn page(&self, path: &str) -> Option<Rc<Page<'s>>> {
        let mut open = self.open.borrow_mut();
        match &*open {
            Some((known, page)) if known == path => page.clone(),
            _ => {
                let page =
                    self.source.text(path).map(|text| Rc::new(Page { lines: LineIndex::new(&text), text }));
                *open = Some((path.to_owned(), page.clone()));
                page
            }
        }
    }
}

impl Page<'_> {
    /// The text of `line`, from 1, without its line end.
    pub fn line(&self, line: u32) -> Option<&str> {
        self.lines.line_text(&self.text, line)
    }

    /// The bytes of `line`, from 1, in the file.
    pub fn span(&self, line: u32) -> Option<Range<usize>> {
        self.lines.line_span(line)
    }
}
