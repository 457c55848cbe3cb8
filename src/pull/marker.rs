//! The sign by which kb knows its own words on a forge again: an HTML comment that no reader sees. A sign counts only in
//! what kb's own account wrote, which is for the caller to look at.

use std::fmt;

/// What a text with the sign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkerKind {
    /// The description of a pull request; the id is the proposal's.
    Page,
    /// The one comment that sums a review up; the id is the proposal's.
    Summary,
    /// A review; the id is the head's.
    Review,
    /// A finding on a line or a file; the id is the finding's.
    Finding,
    /// An answer in a thread; the id is the head's.
    Answer,
    /// The issue that shows a reorganisation; the id is the reorganisation's.
    Dashboard,
}

impl MarkerKind {
    const ALL: [MarkerKind; 6] = [
        MarkerKind::Page,
        MarkerKind::Summary,
        MarkerKind::Review,
        MarkerKind::Finding,
        MarkerKind::Answer,
        MarkerKind::Dashboard,
    ];

    fn name(self) -> &'static str {
        match self {
            MarkerKind::Page => "page",
            MarkerKind::Summary => "summary",
            MarkerKind::Review => "review",
            MarkerKind::Finding => "finding",
            MarkerKind::Answer => "answer",
            MarkerKind::Dashboard => "dashboard",
        }
    }
}

/// One sign: `<!-- kb:v1 kind=finding id=3f9a2c41d07b1e55 -->`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Marker {
    /// What the text is.
    pub kind: MarkerKind,
    /// Which one, of letters, digits, `-` and `.`.
    pub id: String,
}

/// How a sign begins; the number is the version of its form.
const START: &str = "<!-- kb:v1 kind=";
/// How it ends.
const END: &str = " -->";

impl Marker {
    /// The sign of the `kind` with `id`; what an id may not hold is left out.
    pub fn new(kind: MarkerKind, id: impl fmt::Display) -> Marker {
        let id = id.to_string();
        Marker { kind, id: id.chars().filter(|&character| is_of_id(character)).collect() }
    }

    /// The first sign of `kind` in `text`.
    pub fn find(kind: MarkerKind, text: &str) -> Option<Marker> {
        text.split(START).skip(1).find_map(|rest| Marker::parse(rest).filter(|found| found.kind == kind))
    }

    /// Reads what follows [`START`].
    fn parse(rest: &str) -> Option<Marker> {
        let (inside, _) = rest.split_once(END)?;
        let (kind, id) = inside.split_once(" id=")?;
        let kind = MarkerKind::ALL.into_iter().find(|known| known.name() == kind)?;
        let is_id = !id.is_empty() && id.chars().all(is_of_id);
        is_id.then(|| Marker { kind, id: id.to_owned() })
    }
}

fn is_of_id(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '.')
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{START}{} id={}{END}", self.kind.name(), self.id)
    }
}
