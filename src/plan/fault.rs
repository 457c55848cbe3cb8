//! One fault: what is wrong, where, on what evidence, and why the analysis says so.

use serde::{Deserialize, Serialize};

use crate::path::RepoPath;
use crate::plan::{FaultId, FaultKind};
use crate::proposal::{CitedSpan, ClaimRef};

/// A note or folder, or one claim of a note.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Place {
    /// The note, the summary or the folder.
    pub path: RepoPath,
    /// The claim, where one is at fault and not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimRef>,
}

impl Place {
    /// The note or folder at `path` as a whole.
    pub fn whole(path: RepoPath) -> Place {
        Place { path, claim: None }
    }

    /// One claim.
    pub fn claim(claim: ClaimRef) -> Place {
        Place { path: claim.path.clone(), claim: Some(claim) }
    }
}

/// In what two claims differ.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// What they say of the same: a number, a date, a yes or no.
    Value,
    /// When it holds, or when it was said.
    Time,
    /// Where it holds.
    Region,
    /// For whom it holds, or who said it.
    Person,
    /// For which task it holds.
    Task,
    /// On which condition it holds.
    Precondition,
}

impl Aspect {
    /// The aspect in one word, as `applies_to` names it.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Value => "value",
            Aspect::Time => "time",
            Aspect::Region => "region",
            Aspect::Person => "person",
            Aspect::Task => "task",
            Aspect::Precondition => "precondition",
        }
    }
}

/// One aspect in which the places of a fault differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Difference {
    /// The aspect.
    pub aspect: Aspect,
    /// What each place says of it, in the order of the fault's places; empty where one says nothing.
    pub values: Vec<String>,
}

/// What the analysis says is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Fault {
    /// Its id.
    pub id: FaultId,
    /// Its kind.
    pub kind: FaultKind,
    /// Where it is, the place to mend first; none for evidence that nothing cites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// The evidence that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<CitedSpan>,
    /// In what the places differ, for contradictions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<Difference>,
    /// Why it is one, in a sentence that names what was seen.
    pub reason: String,
}

impl Fault {
    /// A fault of `kind` at `places` and `evidence`; its id is made of them, and not of lines or of the reason.
    pub fn new(kind: FaultKind, places: Vec<Place>, evidence: Vec<CitedSpan>, reason: String) -> Fault {
        let mut about: Vec<String> = places
            .iter()
            .map(|place| match &place.claim {
                Some(claim) => format!("claim {} {}", place.path, claim.hash),
                None => format!("whole {}", place.path),
            })
            .collect();
        // Evidence says which fault it is only where no note does: a claim keeps its faults when it cites more.
        if places.is_empty() {
            about.extend(evidence.iter().map(|span| format!("evidence {}", span.evidence)));
        }
        // Which of two like claims stands first is no matter.
        about.sort_unstable();
        let id = FaultId::derive(std::iter::once(kind.name()).chain(about.iter().map(String::as_str)));
        Fault { id, kind, places, evidence, differs: Vec::new(), reason }
    }

    /// The same, with what its places differ in.
    #[must_use]
    pub fn differing(self, differs: Vec<Difference>) -> Fault {
        Fault { differs, ..self }
    }
}
