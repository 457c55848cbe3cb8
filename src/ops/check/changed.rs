//! What a change is responsible for: the findings of a full check that were not there before. What cannot differ is not
//! looked at twice.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::CheckError;
use super::survey::{Pages, Survey};
use crate::check::render::Source;
use crate::check::{CheckReport, Checker, Notes, Resolved, Scene, check_in};
use crate::config::FILE_NAME;
use crate::digest::CommitId;
use crate::finding::Finding;
use crate::note::Note;
use crate::ops::Workspace;
use crate::ops::workspace::take;
use crate::path::RepoPath;
use crate::port::GitRead;
use crate::vault::{Entry, Filed, Oddity, is_note};

/// What a finding is, wherever in its file it stands: rule, file, message, and the words it points at.
type Identity = (String, String, String, String);

/// The findings before a change, each as often as it was there.
pub(super) struct Before(HashMap<Identity, usize>);

impl Before {
    /// The findings before the change, whose lines `source` gives.
    pub fn of(findings: Vec<Finding>, source: &dyn Source) -> Before {
        let mut before = Before(HashMap::new());
        identify(&findings, source, |identity| *before.0.entry(identity).or_default() += 1);
        before
    }
}

/// The commit that the changes of `head` since `base` started from.
pub(super) fn base(git: &dyn GitRead, base: &str, head: &str) -> Result<CommitId, CheckError> {
    let (from, to) = (git.resolve(base)?, git.resolve(head)?);
    git.merge_base(&from, &to)?
        .ok_or_else(|| CheckError::NoCommonCommit { base: base.to_owned(), head: head.to_owned() })
}

/// Leaves in `report` what was not there before.
pub(super) fn subtract(report: &mut CheckReport, source: &dyn Source, mut before: Before) {
    let mut is_new = Vec::with_capacity(report.findings.len());
    identify(&report.findings, source, |identity| {
        let left = before.0.get_mut(&identity).filter(|left| **left > 0);
        is_new.push(left.is_none());
        if let Some(left) = left {
            *left -= 1;
        }
    });
    let mut is_new = is_new.into_iter();
    report.findings.retain(|_| is_new.next().unwrap_or(true));
}

/// Gives the identity of each finding; findings are ordered by path.
fn identify(findings: &[Finding], source: &dyn Source, mut each: impl FnMut(Identity)) {
    let mut open: Option<(&str, Option<String>)> = None;
    for finding in findings {
        let path = finding.place.path.as_str();
        // A place without words is told apart without the text.
        if finding.place.bytes.is_empty() {
            each((finding.rule.to_string(), path.to_owned(), finding.message.clone(), String::new()));
            continue;
        }
        if open.as_ref().is_none_or(|(known, _)| *known != path) {
            open = Some((path, source.text(path).map(|text| text.into_owned())));
        }
        let text = open.as_ref().and_then(|(_, text)| text.as_deref()).unwrap_or_default();
        let words = text.get(finding.place.bytes.clone()).unwrap_or_default();
        each((finding.rule.to_string(), path.to_owned(), finding.message.clone(), words.to_owned()));
    }
}

/// What a full check of `base` would find, with the configuration of now. Only what the working tree changed since is
/// read from the commit.
pub(super) fn before(
    workspace: &Workspace<'_>,
    survey: &Survey<'_>,
    base: &CommitId,
) -> Result<Before, CheckError> {
    let git = workspace.git()?;
    let layout = &workspace.layout;
    let scene = Scene {
        archive: &survey.archive,
        config: &workspace.config,
        setting: survey.setting,
        today: Some(survey.today),
    };
    let mut changed = Vec::new();
    for path in git.working_changes(base)? {
        let path = String::from_utf8(path).ok().and_then(|path| RepoPath::new(path).ok());
        let is_wide = path.as_ref().is_none_or(|path| layout.is_evidence(path) || path.as_str() == FILE_NAME);
        if is_wide {
            // Evidence, or where it lies: every note may rest on it.
            let vault = workspace.vault_at(base)?;
            let report = check_in(&vault, Scene { archive: vault.archive(), ..scene });
            return Ok(Before::of(report.findings, &vault));
        }
        changed.extend(path.filter(|path| layout.takes(path)));
    }
    let checker = Checker::new(scene);
    let mut old = Old { notes: BTreeMap::new(), pages: &survey.pages };
    let (mut entries, mut findings, mut oddities) = (HashMap::new(), Vec::new(), Vec::new());
    for path in changed {
        let mut files = Vec::new();
        if let Some(entry) = git.entry(base, &path)? {
            take(git, layout, workspace.config.limits(), &entry, &mut files, &mut oddities)?;
        }
        let file = files.pop();
        let note = file.as_ref().filter(|file| is_note(layout, &file.path)).and_then(|file| {
            let bytes = file.bytes.as_deref()?;
            Some(Arc::new(Note::parse(path.clone(), bytes)))
        });
        findings.extend(note.iter().flat_map(|note| checker.note(note)));
        let entry = note.as_deref().map(|note| Arc::new(Entry::of(note)));
        entries.insert(path.clone(), file.map(|file| Filed { path: file.path, entry }));
        old.notes.insert(path, note);
    }
    let stays = |path: &str| !old.notes.contains_key(path);
    findings.extend(survey.findings.iter().filter(|finding| stays(&finding.place.path)).cloned());
    oddities.extend(survey.oddities.iter().filter(|oddity: &&Oddity| stays(&oddity.path)).cloned());
    let catalogue = survey.catalogue.with(&survey.archive, &entries);
    let resolved = Resolved::of(&catalogue);
    findings.append(&mut checker.whole(&catalogue, &resolved, &oddities, &old));
    findings.sort_unstable();
    findings.dedup();
    Ok(Before::of(findings, &old))
}

/// The notes before the change.
struct Old<'o> {
    /// What was changed, as it was: nothing where it was not there.
    notes: BTreeMap<RepoPath, Option<Arc<Note>>>,
    pages: &'o Pages<'o>,
}

impl Notes for Old<'_> {
    fn note(&self, path: &RepoPath) -> Option<Arc<Note>> {
        match self.notes.get(path) {
            Some(note) => note.clone(),
            None => self.pages.note(path),
        }
    }
}

impl Source for Old<'_> {
    fn text(&self, path: &str) -> Option<std::borrow::Cow<'_, str>> {
        match self.notes.get(path) {
            Some(note) => note.as_ref().map(|note| std::borrow::Cow::Borrowed(note.text.as_str())),
            None => self.pages.text(path),
        }
    }
}
