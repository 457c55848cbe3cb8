//! The variants: which choice each leaves out. It measures nothing.

use kb::port::TextField;
use kb::search::{Chunk, Drafted};

/// How pieces are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// As the library cuts them.
    Library,
    /// A note is one piece.
    Whole,
    /// A piece is at most so many characters.
    AtMost(usize),
    /// As the library cuts them, each beginning with the last unit of the one before.
    Overlapping,
}

/// How the legs are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// As the library joins them: the convex sum.
    Library,
    /// The words alone.
    Words,
    /// The meaning alone.
    Meaning,
    /// Reciprocal ranks, k = 60.
    Ranks,
}

/// One way to search.
pub struct Variant {
    /// Its name in a row.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    pub cut: Cut,
    pub joined: Joined,
    /// What happens to each document before it is indexed.
    pub shape: fn(&mut Drafted),
}

/// Every variant; from the first nothing is left out.
pub const VARIANTS: &[Variant] = &[
    Variant {
        name: "all",
        about: "as the library does it, static vectors",
        cut: Cut::Library,
        joined: Joined::Library,
        shape: |_| {},
    },
    Variant {
        name: "no_prefix",
        about: "no title, headings, description above a piece",
        cut: Cut::Library,
        joined: Joined::Library,
        shape: without_prefix,
    },
    Variant {
        name: "no_fields",
        about: "one field: title and headings stand in the text",
        cut: Cut::Library,
        joined: Joined::Library,
        shape: one_field,
    },
    Variant {
        name: "no_exact",
        about: "no exact forms beside the forgiving ones",
        cut: Cut::Library,
        joined: Joined::Library,
        shape: |drafted| drafted.document.terms[TextField::Exact.index()].clear(),
    },
    Variant {
        name: "whole_notes",
        about: "a note is one piece",
        cut: Cut::Whole,
        joined: Joined::Library,
        shape: |_| {},
    },
    Variant {
        name: "pieces_500",
        about: "pieces of at most 500 characters, about 125 tokens",
        cut: Cut::AtMost(500),
        joined: Joined::Library,
        shape: |_| {},
    },
    Variant {
        name: "pieces_1000",
        about: "pieces of at most 1,000 characters, about 250 tokens",
        cut: Cut::AtMost(1_000),
        joined: Joined::Library,
        shape: |_| {},
    },
    Variant {
        name: "overlap",
        about: "each piece begins with the last unit of the one before",
        cut: Cut::Overlapping,
        joined: Joined::Library,
        shape: |_| {},
    },
    Variant {
        name: "words_only",
        about: "no vectors",
        cut: Cut::Library,
        joined: Joined::Words,
        shape: |_| {},
    },
    Variant {
        name: "meaning_only",
        about: "static vectors alone",
        cut: Cut::Library,
        joined: Joined::Meaning,
        shape: |_| {},
    },
    Variant {
        name: "reciprocal_ranks",
        about: "reciprocal rank fusion, k = 60, instead of the convex sum",
        cut: Cut::Library,
        joined: Joined::Ranks,
        shape: |_| {},
    },
];

fn without_prefix(drafted: &mut Drafted) {
    for field in [TextField::Title, TextField::Heading] {
        drafted.document.terms[field.index()].clear();
    }
    if let Some(chunk) = Chunk::decode(&drafted.document.body) {
        drafted.meaning = chunk.units.iter().map(|unit| unit.text.as_str()).collect::<Vec<_>>().join("\n");
    }
}

fn one_field(drafted: &mut Drafted) {
    let terms = &mut drafted.document.terms;
    let above: Vec<String> = [TextField::Title, TextField::Heading]
        .into_iter()
        .map(|field| std::mem::take(&mut terms[field.index()]))
        .filter(|text| !text.is_empty())
        .collect();
    let body = &mut terms[TextField::Body.index()];
    *body = above.into_iter().chain([std::mem::take(body)]).collect::<Vec<_>>().join(" ");
}
