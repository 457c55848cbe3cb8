//! Notes: Markdown read into front matter, headings, links, claims and citations. Parsing never fails (I10).

mod assertions;
mod blocks;
mod citation;
mod claim;
mod claims;
mod conflict;
mod contents;
mod decode;
mod destination;
mod duplicates;
mod footnote;
mod front_links;
mod front_matter;
mod heading;
mod inline;
mod link;
mod literal;
mod malformed;
mod mark;
mod math;
mod parse;
mod problem;
mod split_link;
mod suppression;
mod tags;
mod validity;
mod wiki;

pub use citation::Citation;
pub use claim::{BlockKind, Claim};
pub use destination::{decode as decode_destination, encode as encode_destination};
pub use footnote::footnote;
pub use front_matter::{Field, FrontMatter};
pub use heading::{Heading, slug, unique as unique_slug};
pub use link::{Link, LinkKind, has_scheme};
pub use mark::{DISPUTED, FORMERLY, unmarked};
pub use problem::{Mending, Problem};
pub use suppression::{Reach, Suppression};
pub use validity::{day, is_deprecated};

use std::sync::OnceLock;

use crate::caller::Access;
use crate::path::RepoPath;
use crate::text::LineIndex;

/// One Markdown file, read. Every range is bytes of [`Note::text`].
#[derive(Clone, Debug)]
pub struct Note {
    /// Where it stands.
    pub path: RepoPath,
    /// Its text; bytes that are not UTF-8 were replaced, and reported in `problems`.
    pub text: String,
    /// The lines of `text`.
    pub lines: LineIndex,
    /// The block between the `---` fences.
    pub front: FrontMatter,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Block ids (`^id` at the end of a block) in order.
    pub block_ids: Vec<String>,
    /// The values of `id` and `name` in HTML tags, which fragments may name too.
    pub anchors: Vec<String>,
    /// Wiki-links, embeds and Markdown links in order; links of footnote definitions included.
    pub links: Vec<Link>,
    /// Comments that allow findings, in order.
    pub suppressions: Vec<Suppression>,
    /// What could not be read as it stands.
    pub problems: Vec<Problem>,
    citations: Vec<Citation>,
    /// Read when somebody asks.
    claims: OnceLock<Vec<Claim>>,
}

impl Note {
    /// Reads `bytes` as the note at `path`.
    pub fn parse(path: RepoPath, bytes: &[u8]) -> Note {
        parse::parse(path, bytes)
    }

    /// Claims in order.
    ///
    /// The first call reads them, in about the time that [`Note::parse`] took; later calls give the same.
    pub fn claims(&self) -> &[Claim] {
        self.claims.get_or_init(|| assertions::read(self))
    }

    /// Citations in order of their marks; [`Claim::citations`] points into it.
    pub fn citations(&self) -> &[Citation] {
        &self.citations
    }

    /// Its tags, of the front matter and `#tag` in the text, without `#`, each once. Read at every call.
    pub fn tags(&self) -> Vec<String> {
        tags::read(self)
    }

    /// The title: of the front matter, else the first heading, else the file's stem.
    pub fn title(&self) -> &str {
        let stated = self.front.text("title").filter(|title| !title.trim().is_empty());
        stated
            .or_else(|| self.headings.first().map(|heading| heading.text.as_str()))
            .unwrap_or_else(|| self.path.file_stem())
    }

    /// What the note demands of a caller.
    pub fn access(&self) -> Access {
        self.front.access()
    }

    /// Whether it is the entry page of its folder, which makes no claims.
    pub fn is_index(&self) -> bool {
        self.path.file_name() == "index.md"
    }

    /// The text after the front matter.
    pub fn body(&self) -> &str {
        &self.text[self.front.end..]
    }
}
