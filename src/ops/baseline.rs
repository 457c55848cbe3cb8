//! The file of a baseline: written after a check, read before a report is shown. No proposal and no gate reads it.

use thiserror::Error;

use crate::change::ChangeSet;
use crate::check::{Baseline, BaselineError, Withheld};
use crate::ops::check::{CheckOptions, Checked, within};
use crate::path::RepoPath;
use crate::port::{Files, FilesError};

/// Says why a baseline could not be used.
#[derive(Debug, Error)]
pub enum BaselineFileError {
    /// There is no such file.
    #[error("there is no baseline `{0}`")]
    Missing(RepoPath),
    /// The file is not a baseline; it is neither used nor overwritten.
    #[error("`{path}`: {source}")]
    Unusable {
        /// The file.
        path: RepoPath,
        /// What is wrong with it.
        source: BaselineError,
    },
    /// The file could not be read or written.
    #[error(transparent)]
    Files(#[from] FilesError),
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// How many findings the file knows.
    pub known: usize,
    /// How many are never part of a baseline of a knowledge base.
    pub left_out: usize,
}

/// Takes out of `checked`, which `options` asked for, what the baseline at `path` knows.
pub fn withhold(
    files: &dyn Files,
    checked: &mut Checked<'_>,
    path: &RepoPath,
    options: &CheckOptions,
) -> Result<Withheld, BaselineFileError> {
    let baseline = read(files, path)?.ok_or_else(|| BaselineFileError::Missing(path.clone()))?.1;
    // Of what was not looked at nothing is gone.
    let whole = options.changed.is_none();
    let looked_at = |path: &str| whole && (options.paths.is_empty() || within(path, &options.paths));
    Ok(baseline.apply(&mut checked.report, checked.source.as_ref(), checked.setting, looked_at))
}

/// Writes what `checked` found to `path`, over an older baseline, never over anything else.
pub fn write(
    files: &dyn Files,
    checked: &Checked<'_>,
    path: &RepoPath,
) -> Result<Written, BaselineFileError> {
    let baseline = Baseline::of(&checked.report, checked.source.as_ref(), checked.setting);
    let mut changes = ChangeSet::new();
    let after = baseline.to_json().into_bytes();
    match read(files, path)? {
        Some((before, _)) => changes.edit(path.clone(), &before, after),
        None => changes.create(path.clone(), after),
    }
    files.apply(&changes)?;
    let known = baseline.count();
    Ok(Written { known, left_out: checked.report.findings.len() - known })
}

fn read(files: &dyn Files, path: &RepoPath) -> Result<Option<(Vec<u8>, Baseline)>, BaselineFileError> {
    let Some(bytes) = files.read(path)? else { return Ok(None) };
    let unusable = |source| BaselineFileError::Unusable { path: path.clone(), source };
    let baseline = Baseline::parse(&bytes).map_err(unusable)?;
    Ok(Some((bytes, baseline)))
}
