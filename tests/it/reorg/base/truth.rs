//! What is wrong with a generated base: data that a plan is compared with.

use serde::Serialize;

/// A note, or one sentence of it; for faults of folders the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The path.
    pub path: String,
    /// The sentence.
    pub claim: Option<String>,
}

/// A fault that was put in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Planted {
    /// Its kind, as a plan names it.
    pub kind: &'static str,
    /// What sets it apart from others of its kind.
    pub variant: &'static str,
    /// Where it is.
    pub places: Vec<Place>,
    /// The evidence that it is about, where it is about evidence.
    pub evidence: Option<String>,
    /// Other kinds of fault that the same places have by its nature; they are no mistake, and nobody asks for them.
    pub also: Vec<&'static str>,
}

/// All faults of a base.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Truth {
    /// How many notes the base has.
    pub notes: usize,
    /// The faults.
    pub faults: Vec<Planted>,
}
