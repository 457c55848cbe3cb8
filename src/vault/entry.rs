//! What the rest of a vault needs to know of a note, without its text: names, headings, links. A hundred thousand of
//! them fit where their notes would not.

mod packed;

use std::hash::{Hash, Hasher};

use serde_json::Value;

pub use packed::{read_number, read_text, write_number, write_text};

use crate::note::{LinkKind, Note, has_scheme};

/// What the rest of a vault needs to know of a note.
///
/// Lists of texts are kept as lines of one text: a note has many lists, and most are empty or short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The title that the front matter states; empty without one.
    pub(super) stated_title: Box<str>,
    /// The title that people see: the stated one, the first heading, or nothing.
    pub(super) title: Box<str>,
    pub(super) aliases: Lines,
    pub(super) labels: Lines,
    pub(super) headings: Lines,
    pub(super) block_ids: Lines,
    pub(super) anchors: Lines,
    /// The fields of the front matter that rules about several notes look at, as `key=value`, and the rules that
    /// comments in the note allow, as `allow=rule`.
    pub(super) facts: Lines,
    pub(super) line_count: u32,
    pub(super) links: Links,
}

/// The fields of the front matter that an entry keeps, where they are texts.
const KEPT: [&str; 10] = [
    "type",
    "description",
    "status",
    "standing",
    "supersedes",
    "superseded_by",
    "valid_from",
    "valid_until",
    "origin",
    "sources",
];

impl Entry {
    /// The entry of `note`.
    pub fn of(note: &Note) -> Entry {
        let front = &note.front;
        let stated = front.text("title").unwrap_or_default().trim();
        let heading = note.headings.first().map(|heading| heading.text.as_str());
        let title = if stated.is_empty() { heading.unwrap_or_default() } else { stated };
        let facts = KEPT.iter().flat_map(|&key| {
            let texts = front.texts(key);
            texts.into_iter().map(move |text| format!("{key}={}", text.replace('\n', " ")))
        });
        let allowed = note.suppressions.iter().flat_map(|one| &one.rules);
        let allowed = allowed.map(|(rule, _)| format!("allow={}", rule.replace('\n', " ")));
        Entry {
            stated_title: stated.into(),
            title: title.into(),
            aliases: Lines::of(front.texts("aliases").iter().map(|alias| alias.trim())),
            labels: Lines::of(labels(note).iter().map(String::as_str)),
            headings: Lines::of(note.headings.iter().map(|heading| heading.text.as_str())),
            block_ids: Lines::of(note.block_ids.iter().map(String::as_str)),
            anchors: Lines::of(note.anchors.iter().map(String::as_str)),
            facts: Lines::of(facts.chain(allowed).collect::<Vec<_>>().iter().map(String::as_str)),
            line_count: note.lines.line_count(),
            links: Links::of(note),
        }
    }

    /// Hashes all that a link to the note may name but lines.
    pub(super) fn hash_names(&self, hasher: &mut impl Hasher) {
        hasher.write_u8(1);
        self.stated_title.hash(hasher);
        for lines in [&self.aliases, &self.headings, &self.block_ids, &self.anchors] {
            lines.0.hash(hasher);
        }
    }

    /// The title that people see; empty where only the file's name says what it is.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The title that the front matter states.
    pub fn stated_title(&self) -> Option<&str> {
        Some(&*self.stated_title).filter(|title| !title.is_empty())
    }

    /// The other names that the front matter gives it.
    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        self.aliases.iter()
    }

    /// The permission labels.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter()
    }

    /// The texts of its headings, in order.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        self.headings.iter()
    }

    /// The texts of the field `key` of the front matter, one of `type`, `description`, `status`, `standing`, `supersedes`,
    /// `superseded_by`, `valid_from`, `valid_until`, `origin` and `sources`.
    pub fn field<'e>(&'e self, key: &'e str) -> impl Iterator<Item = &'e str> {
        self.facts.iter().filter_map(move |fact| fact.strip_prefix(key)?.strip_prefix('='))
    }

    /// The rules that comments in the note name to allow what they find.
    pub fn allowed(&self) -> impl Iterator<Item = &str> {
        self.field("allow")
    }

    /// Its links, in the order of [`Note::links`].
    pub fn links(&self) -> impl ExactSizeIterator<Item = EntryLink<'_>> {
        self.links.iter()
    }
}

/// The labels as written, even where the rules of access read more into them.
fn labels(note: &Note) -> Vec<String> {
    match note.front.get("labels").map(|field| &field.value) {
        Some(Value::String(label)) => vec![label.clone()],
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Texts as the lines of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines(pub(super) Box<str>);

impl Lines {
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Lines {
        let mut lines = String::new();
        for text in texts {
            for (index, part) in text.split('\n').enumerate() {
                lines.push_str(if index > 0 { " " } else { "" });
                lines.push_str(part);
            }
            lines.push('\n');
        }
        Lines(lines.into_boxed_str())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator('\n')
    }
}

/// One link of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryLink<'e> {
    /// How it is written.
    pub kind: LinkKind,
    /// The target without fragment, decoded once; empty for a fragment of the same note.
    pub target: &'e str,
    /// What follows `#`, decoded once.
    pub fragment: Option<&'e str>,
    /// Whether it stands in the definition of a footnote.
    pub in_footnote: bool,
}

impl EntryLink<'_> {
    /// Whether the target has a scheme and so lies outside the vault.
    pub fn is_external(&self) -> bool {
        has_scheme(self.kind, self.target)
    }
}

/// All links of an entry: the targets and fragments one after the other, and where each ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Links {
    pub(super) text: Box<str>,
    pub(super) each: Box<[Each]>,
}

/// Where a link's target and fragment end in the text of [`Links`], and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Each {
    pub(super) target_end: u32,
    pub(super) end: u32,
    /// The kind in the lower two bits, then whether there is a fragment, then whether it stands in a footnote.
    pub(super) flags: u8,
}

const FRAGMENT: u8 = 4;
const FOOTNOTE: u8 = 8;

impl Links {
    fn of(note: &Note) -> Links {
        let (mut text, mut each) = (String::new(), Vec::with_capacity(note.links.len()));
        let end = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
        for link in &note.links {
            let kind = match link.kind {
                LinkKind::Wiki => 0,
                LinkKind::Embed => 1,
                LinkKind::Markdown => 2,
                LinkKind::Image => 3,
            };
            let fragment = if link.fragment.is_some() { FRAGMENT } else { 0 };
            let footnote = if link.in_footnote { FOOTNOTE } else { 0 };
            text.push_str(&link.target);
            let target_end = end(&text);
            text.push_str(link.fragment.as_deref().unwrap_or_default());
            each.push(Each { target_end, end: end(&text), flags: kind | fragment | footnote });
        }
        Links { text: text.into_boxed_str(), each: each.into_boxed_slice() }
    }

    fn iter(&self) -> impl ExactSizeIterator<Item = EntryLink<'_>> {
        let part = |from: u32, to: u32| self.text.get(from as usize..to as usize).unwrap_or_default();
        let mut start = 0;
        self.each.iter().map(move |each| {
            let target = part(start, each.target_end);
            let fragment = part(each.target_end, each.end);
            start = each.end;
            EntryLink {
                kind: match each.flags & 3 {
                    0 => LinkKind::Wiki,
                    1 => LinkKind::Embed,
                    2 => LinkKind::Markdown,
                    _ => LinkKind::Image,
                },
                target,
                fragment: (each.flags & FRAGMENT != 0).then_some(fragment),
                in_footnote: each.flags & FOOTNOTE != 0,
            }
        })
    }
}
