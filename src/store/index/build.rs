//! A build under way: what goes in and out, part by part, made visible in one step.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::PathBuf;

use tantivy::Term;

use super::BUILD_MEMORY;
use super::current::{Current, Part};
use super::schema::Fields;
use super::snapshot::Snapshot;
use super::sweep::sweep;
use super::writer::PartWriter;
use crate::caller::Tenant;
use crate::path::RepoPath;
use crate::port::{Document, Index as _, IndexBuild, IndexError, Stamp, fault};

/// The memory for a few notes, in bytes; the engine takes no less.
const SMALL_MEMORY: usize = 15 << 20;

/// How many parts are written to at the same time: each has threads and memory of its own.
const MOST_WRITERS: usize = 32;

/// A build under way.
pub(super) struct Building {
    folder: PathBuf,
    fields: Fields,
    before: Option<Snapshot>,
    /// The parts that nobody writes to, as they are.
    parts: BTreeMap<Option<Tenant>, Part>,
    writers: BTreeMap<Option<Tenant>, PartWriter>,
    /// The parts that were written to.
    written: BTreeSet<Option<Tenant>>,
    whole: bool,
    /// Held until the build is over.
    _lock: File,
}

impl Building {
    /// Starts a build of the index in `folder` under `lock`, from what is there and can be read.
    pub fn new(folder: PathBuf, before: Option<(Current, Snapshot)>, lock: File) -> Building {
        sweep(&folder, before.as_ref().map(|(current, _)| current));
        let (parts, before) = before.map_or_else(Default::default, |(current, snapshot)| {
            (current.parts.into_iter().map(|part| (part.tenant.clone(), part)).collect(), Some(snapshot))
        });
        Building {
            folder,
            fields: Fields::new(),
            before,
            parts,
            writers: BTreeMap::new(),
            written: BTreeSet::new(),
            whole: false,
            _lock: lock,
        }
    }

    /// The writer of the part of `tenant`, whose threads start with the first change only.
    fn writer(&mut self, tenant: &Option<Tenant>) -> Result<&PartWriter, IndexError> {
        if !self.writers.contains_key(tenant) && self.writers.len() >= MOST_WRITERS {
            self.finish()?;
        }
        match self.writers.entry(tenant.clone()) {
            Entry::Occupied(writer) => Ok(writer.into_mut()),
            Entry::Vacant(place) => {
                self.written.insert(tenant.clone());
                let large = self.whole || self.before.is_none();
                let memory = if large { BUILD_MEMORY } else { SMALL_MEMORY };
                let before = self.parts.get(tenant);
                Ok(place.insert(PartWriter::open(&self.folder, tenant.as_ref(), before, memory)?))
            }
        }
    }

    /// Ends the writing to every part; nobody sees any of it yet.
    fn finish(&mut self) -> Result<(), IndexError> {
        for (tenant, writer) in std::mem::take(&mut self.writers) {
            self.parts.insert(tenant, writer.finish()?);
            fault::point("build.between-parts");
        }
        Ok(())
    }
}

impl IndexBuild for Building {
    fn stamp(&self) -> Option<&Stamp> {
        self.before.as_ref().map(|before| before.stamp())
    }

    fn contents(&self) -> Result<Vec<(RepoPath, String)>, IndexError> {
        self.before.as_ref().map_or_else(|| Ok(Vec::new()), |before| before.contents())
    }

    fn clear(&mut self) -> Result<(), IndexError> {
        self.whole = true;
        self.parts.clear();
        self.writers.clear();
        self.written.clear();
        Ok(())
    }

    fn remove(&mut self, note: &RepoPath) -> Result<(), IndexError> {
        let term = Term::from_field_text(self.fields.note, note.as_str());
        let before = self.before.as_ref().filter(|_| !self.whole);
        let mut parts = before.map_or_else(|| Ok(BTreeSet::new()), |before| before.holders(&term))?;
        parts.extend(self.written.iter().cloned());
        parts.iter().try_for_each(|tenant| {
            self.writer(tenant)?.remove(term.clone());
            Ok(())
        })
    }

    fn add(&mut self, document: Document) -> Result<(), IndexError> {
        let tenant = document.access.tenant.clone();
        let document = self.fields.document(document);
        self.writer(&tenant)?.add(document)
    }

    fn commit(mut self: Box<Self>, stamp: &Stamp) -> Result<(), IndexError> {
        self.before = None;
        self.finish()?;
        let parts = std::mem::take(&mut self.parts).into_values();
        let current = Current::new(stamp, parts.filter(|part| part.documents() > 0).collect());
        fault::point("build.before-commit");
        current.publish(&self.folder)?;
        fault::point("build.after-commit");
        sweep(&self.folder, Some(&current));
        Ok(())
    }
}
