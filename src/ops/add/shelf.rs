//! The evidence that is there already, found by the start of its hash without reading every item.

use std::collections::BTreeSet;

use crate::caller::Tenant;
use crate::digest::Sha256Hex;
use crate::evidence::{EvidenceId, Kind, Meta, TEXT_FILE};
use crate::ops::Workspace;
use crate::path::RepoPath;
use crate::port::FilesError;

/// The ids below the evidence folder of the working tree.
pub(super) struct Shelf {
    evidence: RepoPath,
    ids: BTreeSet<EvidenceId>,
}

impl Shelf {
    /// Lists the items of the working tree.
    pub(super) fn open(workspace: &Workspace<'_>) -> Result<Shelf, FilesError> {
        let evidence = workspace.layout.evidence.clone();
        let below = |folder: &RepoPath, digits: usize| -> Result<Vec<RepoPath>, FilesError> {
            let names = workspace.files.list(folder)?;
            let is_date =
                |name: &String| name.len() == digits && name.bytes().all(|byte| byte.is_ascii_digit());
            Ok(names.into_iter().filter(is_date).filter_map(|name| folder.join(&name).ok()).collect())
        };
        let mut ids = BTreeSet::new();
        for year in below(&evidence, 4)? {
            for month in below(&year, 2)? {
                ids.extend(workspace.files.list(&month)?.iter().filter_map(|name| name.parse().ok()));
            }
        }
        Ok(Shelf { evidence, ids })
    }

    /// The item of `tenant` with the bytes `sha256`, the id of which starts with `identity`, and with the supplied text `text` when there is one.
    ///
    /// A record that cannot be read is no item: the source comes in beside it.
    pub(super) fn find(
        &self,
        workspace: &Workspace<'_>,
        identity: &Sha256Hex,
        tenant: Option<&Tenant>,
        sha256: &Sha256Hex,
        text: Option<&Sha256Hex>,
    ) -> Result<Option<Meta>, FilesError> {
        let hash = |id: &EvidenceId| id.as_str().rsplit_once('-').map(|(_, hash)| hash.to_owned());
        for id in &self.ids {
            if !hash(id).is_some_and(|hash| identity.as_str().starts_with(&hash)) {
                continue;
            }
            let Ok(path) = id.folder(&self.evidence).join("meta.yaml") else { continue };
            let bytes = workspace.files.read(&path)?.unwrap_or_default();
            let Ok(record) = std::str::from_utf8(&bytes) else { continue };
            let Ok(meta) = crate::yaml::from_str::<Meta>(record) else { continue };
            let same = meta.sha256 == *sha256 && meta.tenant.as_ref() == tenant;
            if same && text.is_none_or(|text| meta.text_sha256.as_ref() == Some(text)) {
                return Ok(Some(meta));
            }
        }
        Ok(None)
    }

    /// An id that is free: as many digits of the hash as it takes, six at least.
    pub(super) fn free_id(&self, day: jiff::civil::Date, kind: &Kind, identity: &Sha256Hex) -> EvidenceId {
        let longest = EvidenceId::new(day, kind, identity, 64);
        (6..64)
            .map(|digits| EvidenceId::new(day, kind, identity, digits))
            .find(|id| !self.ids.contains(id))
            .unwrap_or(longest)
    }

    /// Remembers an item that was just added.
    pub(super) fn put(&mut self, id: EvidenceId) {
        self.ids.insert(id);
    }
}

/// The hash that ids start with: that of the bytes; for a tenant's item it is mixed with the tenant, so that what one tenant
/// has changes no id of another (I7).
pub(super) fn identity(tenant: Option<&Tenant>, sha256: &Sha256Hex) -> Sha256Hex {
    match tenant {
        None => sha256.clone(),
        Some(tenant) => Sha256Hex::of(format!("{tenant}\0{sha256}").as_bytes()),
    }
}

/// The files of the item that `meta` records.
pub(super) fn files(folder: &RepoPath, meta: &Meta) -> Vec<RepoPath> {
    let text = meta.text_sha256.is_some().then_some(TEXT_FILE);
    ["meta.yaml", meta.source.as_str()]
        .into_iter()
        .chain(text)
        .filter_map(|name| folder.join(name).ok())
        .collect()
}
