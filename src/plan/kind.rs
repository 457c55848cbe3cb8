//! The kinds of faults that a plan knows, by the names that formats use.

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $title:literal;)*) => {
        /// What is wrong, as far as a deterministic analysis can tell. Every fault is a candidate for whoever mends it.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
        )]
        pub enum FaultKind {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl FaultKind {
            /// Every kind, in the order in which plans show them.
            pub const ALL: &'static [FaultKind] = &[$(FaultKind::$variant),*];

            /// The name that formats use: `duplicate-claim`.
            pub fn name(self) -> &'static str {
                match self { $(FaultKind::$variant => $name),* }
            }

            /// The heading above faults of this kind.
            pub fn title(self) -> &'static str {
                match self { $(FaultKind::$variant => $title),* }
            }
        }
    };
}

kinds! {
    /// Two claims say different things of the same.
    Contradiction = "contradiction", "Claims that say different things of the same";
    /// The evidence says something else, or does not say it.
    Unsupported = "unsupported", "Claims that their evidence does not say";
    /// The evidence that a claim cites is gone or cannot be relied on.
    ErasedEvidence = "erased-evidence", "Claims whose evidence is gone";
    /// The evidence denies, and the claim leaves that out.
    DroppedNegation = "dropped-negation", "Claims that lost a negation of their evidence";
    /// The evidence sets a condition, and the claim leaves that out.
    DroppedCondition = "dropped-condition", "Claims that lost a condition of their evidence";
    /// The evidence supposes, and the claim asserts.
    Supposition = "supposition", "Suppositions written as facts";
    /// Another note says that it supersedes this one, which is served all the same.
    Superseded = "superseded", "Superseded notes that are still served";
    /// The note's time is over.
    Expired = "expired", "Notes whose time is over";
    /// The note was to be looked at again.
    Stale = "stale", "Notes that were to be looked at again";
    /// Two claims say the same.
    DuplicateClaim = "duplicate-claim", "Claims that say the same";
    /// Two notes say the same.
    DuplicateNote = "duplicate-note", "Notes that say the same";
    /// Many items of evidence, or many claims, tell of the like.
    RepeatedEpisode = "repeated-episode", "Episodes that repeat, and may make a rule";
    /// No note cites the evidence.
    UncitedEvidence = "uncited-evidence", "Evidence that nothing cites";
    /// A summary does not say what its notes say.
    DriftedSummary = "drifted-summary", "Summaries that drifted from their notes";
    /// Nothing links to the note.
    Orphan = "orphan", "Notes that nothing links to";
    /// A note links to another that does not link back.
    OneWayLink = "one-way-link", "Links that go one way";
    /// The entry page of its folder does not list the note.
    MissingIndexEntry = "missing-index-entry", "Notes that no entry page lists";
    /// A folder holds more notes than can be looked over.
    OversizeFolder = "oversize-folder", "Folders that are too large";
    /// A folder holds too few notes to be one.
    UndersizeFolder = "undersize-folder", "Folders that are too small";
    /// A note is too long to be looked over.
    OversizeNote = "oversize-note", "Notes that are too long";
    /// A note says next to nothing.
    UndersizeNote = "undersize-note", "Notes that say next to nothing";
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for FaultKind {
    type Err = String;

    fn from_str(text: &str) -> Result<FaultKind, String> {
        FaultKind::ALL.iter().copied().find(|kind| kind.name() == text).ok_or_else(|| {
            let names: Vec<&str> = FaultKind::ALL.iter().map(|kind| kind.name()).collect();
            format!("`{text}` is no kind of fault; they are {}", names.join(", "))
        })
    }
}
