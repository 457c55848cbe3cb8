//! Where a source's statements belong: folder, title and path from what the source says of itself. It searches nothing.

use jiff::tz::TimeZone;

use crate::evidence::Meta;
use crate::path::RepoPath;
use crate::vault::Layout;

use crate::edit::slug;

/// A place for a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The folders below the knowledge folder, each with the title of its entry page; outermost first.
    pub(super) folders: Vec<(RepoPath, String)>,
    /// The file, of which the ending `.md` is left off.
    pub(super) stem: String,
    /// The title.
    pub(super) title: String,
    /// What else the note may be found under.
    pub(super) names: Vec<String>,
}

/// Names of fields that say with whom or about what.
const OWNERS: &[&str] = &[
    "business",
    "company",
    "organization",
    "organisation",
    "merchant",
    "vendor",
    "shop",
    "store",
    "project",
    "product",
    "customer",
    "account",
];

/// Names of fields that say which part of it.
const PARTS: &[&str] =
    &["department", "team", "category", "topic", "subject", "service", "title", "queue", "component"];

/// The place for what `meta` and `context` describe.
pub(super) fn place(layout: &Layout, meta: &Meta, context: &[(&str, &str)]) -> Place {
    let day = TimeZone::UTC.to_datetime(meta.captured_at).date();
    let field = |names: &[&str]| {
        let found = names
            .iter()
            .find_map(|wanted| context.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)));
        found.map(|(_, value)| value.trim().to_owned()).filter(|value| is_title(value))
    };
    let owner = meta.subjects.iter().find(|subject| is_title(subject)).cloned().or_else(|| field(OWNERS));
    let part = meta
        .title
        .clone()
        .filter(|title| is_title(title))
        .or_else(|| field(PARTS))
        .or_else(|| named(context));
    let kind = capitalised(&meta.kind.as_str().replace('-', " "));
    let (folder, title) = match (&owner, &part) {
        (Some(owner), Some(part)) => (Some(owner.clone()), format!("{owner}: {part}")),
        (Some(owner), None) => (Some(owner.clone()), owner.clone()),
        (None, Some(part)) => (None, part.clone()),
        (None, None) => (Some(kind.clone()), format!("{kind} of {day}")),
    };
    let stem = match (&owner, &part) {
        (_, Some(part)) => slug(part),
        (Some(_), None) => slug(&kind),
        (None, None) => day.to_string(),
    };
    let mut folders: Vec<(RepoPath, String)> = Vec::new();
    for name in meta.tenant.iter().map(|tenant| tenant.0.clone()).chain(folder) {
        let name_slug = slug(&name);
        let above = folders.last().map(|(path, _)| path).or(layout.knowledge.as_ref());
        if let Some(path) = RepoPath::resolve(above, &name_slug).ok().filter(|_| !name_slug.is_empty()) {
            folders.push((path, name));
        }
    }
    let names = owner.into_iter().filter(|_| part.is_none()).collect();
    let stem = if stem.is_empty() { slug(&kind) } else { stem };
    Place { folders, stem, title, names }
}

/// A title from the name that the source gives the conversation, where that name is made of words.
fn named(context: &[(&str, &str)]) -> Option<String> {
    const IDS: &[&str] = &["conversation_id", "thread_id", "session_id", "name"];
    let (_, id) = context.iter().find(|(name, _)| IDS.contains(name))?;
    let words: Vec<&str> = id
        .split(['_', '-', ' ', '.'])
        .filter(|word| !word.is_empty() && !word.bytes().all(|b| b.is_ascii_digit()))
        .collect();
    let wordy = |word: &&str| word.chars().all(char::is_alphabetic);
    let made_of_words = words.len() >= 2 && words.iter().all(|word| wordy(word) && word.len() <= 20);
    made_of_words.then(|| capitalised(&words.join(" ").to_lowercase()))
}

/// Whether a field's value can be a title: some words, not a page of them.
fn is_title(text: &str) -> bool {
    !slug(text).is_empty() && text.chars().count() <= 80 && !text.contains(['\n', '@'])
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

impl Place {
    /// The path of the note; `number` above 1 for a further one of the same name.
    pub(super) fn path(&self, layout: &Layout, number: usize) -> Option<RepoPath> {
        let folder = self.folders.last().map(|(path, _)| path).or(layout.knowledge.as_ref());
        let file =
            if number > 1 { format!("{}-{number}.md", self.stem) } else { format!("{}.md", self.stem) };
        RepoPath::resolve(folder, &file).ok()
    }
}
