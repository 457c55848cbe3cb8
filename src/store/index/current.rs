//! `current.json`: what the parts of an index are at one commit. It is replaced in one step, so readers see all parts of one
//! build or all of the one before.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tantivy::directory::{Directory as _, MmapDirectory};

use super::{engine, schema};
use crate::caller::Tenant;
use crate::digest::Sha256Hex;
use crate::port::{IndexError, Stamp};

/// The name of the file.
pub(super) const CURRENT: &str = "current.json";

/// The part of the notes that belong to no tenant.
const SHARED: &str = "shared";

/// Where the engine's state of a part has the schema, which all parts share.
const SCHEMA: &str = "schema";

/// What the parts of an index are.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Current {
    /// What the index mirrors.
    pub stamp: Stamp,
    /// The parts, those without a document left out.
    pub parts: Vec<Part>,
    /// What every part was made with.
    schema: Value,
}

/// One part: what belongs to one tenant, or to none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Part {
    /// The tenant.
    pub tenant: Option<Tenant>,
    /// The engine's state without the schema.
    state: Value,
}

/// What of the engine's state tells which files there are.
#[derive(Deserialize)]
struct Listed {
    segments: Vec<ListedSegment>,
}

#[derive(Deserialize)]
struct ListedSegment {
    segment_id: String,
    max_doc: u64,
    deletes: Option<ListedDeletes>,
}

#[derive(Deserialize)]
struct ListedDeletes {
    num_deleted_docs: u64,
    opstamp: u64,
}

impl Current {
    /// What a build made.
    pub fn new(stamp: &Stamp, parts: Vec<Part>) -> Current {
        Current { stamp: stamp.clone(), parts, schema: schema_value() }
    }

    /// Reads the text of the file; `None` when it is damaged or its parts have another schema.
    pub fn parse(text: &str) -> Option<Current> {
        let current: Current = serde_json::from_str(text).ok()?;
        (current.schema == schema_value()).then_some(current)
    }

    /// Puts it in place in `folder`, in one step.
    pub fn publish(&self, folder: &Path) -> Result<(), IndexError> {
        let text = serde_json::to_vec(self).map_err(engine("stamping"))?;
        let directory = MmapDirectory::open(folder).map_err(engine("opening"))?;
        directory.atomic_write(Path::new(CURRENT), &text).map_err(engine("writing"))?;
        directory.sync_directory().map_err(engine("writing"))
    }
}

impl Part {
    /// The part of `tenant` in the engine's state `state`.
    pub fn new(tenant: Option<Tenant>, mut state: Value) -> Part {
        if let Some(fields) = state.as_object_mut() {
            fields.remove(SCHEMA);
        }
        Part { tenant, state }
    }

    /// The engine's state.
    pub fn state(&self) -> Value {
        let mut state = self.state.clone();
        if let Some(fields) = state.as_object_mut() {
            fields.insert(SCHEMA.to_owned(), schema_value());
        }
        state
    }

    /// The name of its folder.
    pub fn folder(&self) -> String {
        folder(self.tenant.as_ref())
    }

    /// How many documents are in it.
    pub fn documents(&self) -> u64 {
        let gone = |segment: &ListedSegment| segment.deletes.as_ref().map_or(0, |gone| gone.num_deleted_docs);
        self.segments().iter().map(|segment| segment.max_doc.saturating_sub(gone(segment))).sum()
    }

    /// What the names of its files start with, and the names of those that say what was taken out.
    pub fn files(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let (mut stems, mut deletes) = (BTreeSet::new(), BTreeSet::new());
        for segment in self.segments() {
            let stem = segment.segment_id.replace('-', "");
            deletes.extend(segment.deletes.map(|gone| format!("{stem}.{}.del", gone.opstamp)));
            stems.insert(stem);
        }
        (stems, deletes)
    }

    fn segments(&self) -> Vec<ListedSegment> {
        Listed::deserialize(&self.state).map_or_else(|_| Vec::new(), |listed| listed.segments)
    }
}

/// The name of the folder of the part of `tenant`, whose name may be any text.
pub(super) fn folder(tenant: Option<&Tenant>) -> String {
    tenant.map_or_else(
        || SHARED.to_owned(),
        |tenant| format!("tenant-{}", &Sha256Hex::of(tenant.0.as_bytes()).to_string()[..32]),
    )
}

/// The schema as `current.json` has it.
fn schema_value() -> Value {
    serde_json::to_value(schema::schema()).unwrap_or_default()
}
