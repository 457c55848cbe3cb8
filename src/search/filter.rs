//! Filters: what is demanded of the notes that may answer, and which documents meet it. No words are ranked here.

use super::facet::{of_folder, of_label, of_tag, of_type};
use super::query::known_languages;
use super::stem::forms;
use super::words::words;
use crate::path::Globs;
use crate::port::{IndexError, IndexView, TextField};

/// What a filter looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FilterField {
    /// Where the note lies: a folder, a file, its name alone, or a pattern such as `billing/**/2026-*.md`.
    Path,
    /// What the note is, as its front matter says.
    Type,
    /// A tag of the note, or one above it.
    Tag,
    /// A label that the note demands.
    Label,
    /// Words of the title, of an alias or of the file's name.
    Title,
}

impl FilterField {
    /// The field that is called `name` in a query, case aside.
    pub fn named(name: &str) -> Option<FilterField> {
        let names = [
            ("path", FilterField::Path),
            ("type", FilterField::Type),
            ("tag", FilterField::Tag),
            ("label", FilterField::Label),
            ("title", FilterField::Title),
        ];
        names.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, field)| field)
    }

    /// Whether a note has one value at most, so that several filters of the kind mean any of them.
    fn is_single(self) -> bool {
        matches!(self, FilterField::Path | FilterField::Type)
    }
}

/// One demand on a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// What it looks at.
    pub field: FilterField,
    /// The value.
    pub value: String,
    /// Whether notes that meet it are the ones to leave out.
    pub excluded: bool,
}

impl Filter {
    /// The documents of the notes with the value, in ascending order.
    pub fn documents(&self, view: &dyn IndexView) -> Result<Vec<u32>, IndexError> {
        match self.field {
            FilterField::Path => at_path(view, &self.value),
            FilterField::Type => view.faceted(&of_type(&self.value)),
            FilterField::Tag => view.faceted(&of_tag(&self.value)),
            FilterField::Label => view.faceted(&of_label(&self.value)),
            FilterField::Title => titled(view, &self.value),
        }
    }
}

/// What `filters` let through together: `None` is everything.
///
/// Of the filters on a path or a type one must hold, of the others each.
pub(super) fn admitted(view: &dyn IndexView, filters: &[Filter]) -> Result<Option<Vec<bool>>, IndexError> {
    if filters.is_empty() {
        return Ok(None);
    }
    let bound = view.bound() as usize;
    let mut admitted = vec![true; bound];
    for filter in filters.iter().filter(|filter| filter.excluded || !filter.field.is_single()) {
        let meets = marked(filter.documents(view)?, bound);
        admitted.iter_mut().zip(meets).for_each(|(kept, meets)| *kept &= meets != filter.excluded);
    }
    for field in [FilterField::Path, FilterField::Type] {
        let mut any = Vec::new();
        let alike: Vec<&Filter> =
            filters.iter().filter(|filter| filter.field == field && !filter.excluded).collect();
        for filter in &alike {
            any.extend(filter.documents(view)?);
        }
        if !alike.is_empty() {
            let meets = marked(any, bound);
            admitted.iter_mut().zip(meets).for_each(|(kept, meets)| *kept &= meets);
        }
    }
    Ok(Some(admitted))
}

fn marked(documents: Vec<u32>, bound: usize) -> Vec<bool> {
    let mut marked = vec![false; bound];
    documents.into_iter().for_each(|document| marked[document as usize] = true);
    marked
}

/// The documents at `value` or below it. A name without a slash is one at any depth, with or without `.md`, as git
/// reads a pattern.
fn at_path(view: &dyn IndexView, value: &str) -> Result<Vec<u32>, IndexError> {
    let value = value.replace('\\', "/");
    let value = value.trim_start_matches("./").trim_matches('/');
    let found = view.faceted(&of_folder(value))?;
    if !found.is_empty() {
        return Ok(found);
    }
    let mut patterns = vec![value.to_owned(), format!("**/{value}")];
    patterns.extend([format!("{value}.md"), format!("**/{value}.md")]);
    // A pattern that is none is a name with odd signs, and has been looked up as such.
    let Ok(globs) = Globs::new(&patterns) else { return Ok(found) };
    let root = of_folder("");
    let mut documents = Vec::new();
    for facet in view.facets(&root)? {
        if globs.matches(&facet[root.len()..]) {
            documents.extend(view.faceted(&facet)?);
        }
    }
    documents.sort_unstable();
    documents.dedup();
    Ok(documents)
}

/// The documents with every word of `value` in the title.
fn titled(view: &dyn IndexView, value: &str) -> Result<Vec<u32>, IndexError> {
    let mut found: Option<Vec<u32>> = None;
    let languages = known_languages(view)?;
    for part in words(value).into_iter().flat_map(|word| word.parts) {
        let mut holding = Vec::new();
        for form in forms(&part, languages) {
            holding
                .extend(view.postings(TextField::Title, &form)?.into_iter().map(|posting| posting.document));
        }
        holding.sort_unstable();
        found = Some(match found {
            None => holding,
            Some(found) => {
                found.into_iter().filter(|document| holding.binary_search(document).is_ok()).collect()
            }
        });
    }
    Ok(found.unwrap_or_default())
}
