//! Takes one source in, or finds that it is there, or says why not.

use std::collections::{BTreeMap, BTreeSet};

use crate::caller::{Label, Tenant};
use crate::config::Policy;
use crate::digest::Sha256Hex;
use crate::evidence::hazard::{redact, scan};
use crate::evidence::intake::{Intake, Source};
use crate::evidence::{Form, Item, Kind, Meta, Reading, StatedTime, TEXT_FILE};
use crate::ops::Workspace;
use crate::path::RepoPath;
use crate::port::{FilesError, SourceFile, fault};
use crate::text::fold_space;

use super::shelf::{Shelf, files, identity};
use super::{AddOptions, Added};

/// Where sources are taken in.
pub(super) struct Desk<'a> {
    workspace: &'a Workspace<'a>,
    options: &'a AddOptions,
    shelf: Shelf,
    /// What a dry run would have added, so that a second copy is seen as one.
    imagined: BTreeMap<(Option<Tenant>, Sha256Hex), Added>,
    captured_by: Option<String>,
}

/// An item before it is written.
struct Draft {
    meta: Meta,
    folder: RepoPath,
    source: Vec<u8>,
    text: Option<String>,
}

impl<'a> Desk<'a> {
    pub(super) fn open(
        workspace: &'a Workspace<'a>,
        options: &'a AddOptions,
    ) -> Result<Desk<'a>, FilesError> {
        let user = workspace.git.and_then(|git| git.user().ok());
        Ok(Desk {
            workspace,
            options,
            shelf: Shelf::open(workspace)?,
            imagined: BTreeMap::new(),
            captured_by: user.map(|person| format!("{} <{}>", person.name, person.email)),
        })
    }

    pub(super) fn max_bytes(&self) -> u64 {
        self.workspace.config.evidence.max_bytes
    }

    /// Why a file is no source because of where it lies: knowledge can never be evidence of itself, nor evidence of evidence.
    pub(super) fn refuses_place(&self, file: &SourceFile) -> Option<String> {
        let path = file.in_repository.as_ref()?;
        let layout = &self.workspace.layout;
        let is_state = path.as_str().starts_with(".kb/");
        if layout.is_evidence(path) {
            return Some("it is in the evidence folder already; name the original".to_owned());
        }
        let is_knowledge = layout.is_knowledge(path) && (layout.knowledge.is_some() || path.is_markdown());
        (is_knowledge || is_state).then(|| {
            "it belongs to the knowledge, which can never be evidence for itself; name a source from outside".to_owned()
        })
    }

    /// Takes `bytes` in; the inner error says why not.
    pub(super) fn admit(
        &mut self,
        name: Option<&str>,
        bytes: &[u8],
    ) -> Result<Result<Added, String>, FilesError> {
        let config = &self.workspace.config.evidence;
        let source = Source { name, bytes, text: self.options.text.as_deref() };
        let intake = match Intake::prepare(source, config) {
            Ok(intake) => intake,
            Err(refusal) => return Ok(Err(refusal.to_string())),
        };
        let tenant = match (&self.options.tenant, &intake.stated.tenant) {
            _ if self.options.bound.is_some() => {
                self.options.bound.as_ref().and_then(|bound| bound.access.tenant.clone())
            }
            (Some(asked), Some(stated)) if asked != stated => {
                return Ok(Err(format!(
                    "it says that it belongs to tenant `{stated}`, and `--tenant` says `{asked}`"
                )));
            }
            (asked, stated) => asked.clone().or(stated.clone()).or(config.tenant.clone().map(Tenant)),
        };
        let sha256 = Sha256Hex::of(&intake.source);
        let supplied = intake.text.as_deref().filter(|_| self.options.text.is_some());
        let supplied = supplied.map(|text| Sha256Hex::of(text.as_bytes()));
        let labels = self.labels(&intake);
        if let Some(twin) = self.imagined.get(&(tenant.clone(), sha256.clone())) {
            return Ok(Ok(Added { existing: true, warnings: Vec::new(), ..twin.clone() }));
        }
        let (common, own) = (identity(tenant.as_ref(), &sha256), self.identity(tenant.as_ref(), &sha256));
        for identity in [Some(&common), Some(&own).filter(|own| **own != common)].into_iter().flatten() {
            let found =
                self.shelf.find(self.workspace, identity, tenant.as_ref(), &sha256, supplied.as_ref())?;
            if let Some(meta) = found.filter(|meta| self.is_known(meta)) {
                return self.existing(meta, &labels);
            }
        }
        let draft = match self.draft(name, &intake, tenant.clone(), labels, &sha256) {
            Ok(draft) => draft,
            Err(reason) => return Ok(Err(reason)),
        };
        let added = Added { warnings: intake.warnings, redacted: intake.redacted, ..describe(&draft, false) };
        if self.options.dry_run {
            self.imagined.insert((tenant, sha256), added.clone());
        } else {
            self.write(&draft)?;
        }
        self.shelf.put(added.id.clone());
        Ok(Ok(added))
    }

    /// Whether who adds may know of an item that is here.
    fn is_known(&self, meta: &Meta) -> bool {
        self.options.bound.as_ref().is_none_or(|bound| bound.caller.may_see(&meta.access()))
    }

    /// What the id starts with. Of what somebody adds who does not see everything, it depends on what they hold: what others
    /// have changes no id of theirs (I7).
    fn identity(&self, tenant: Option<&Tenant>, sha256: &Sha256Hex) -> Sha256Hex {
        let common = identity(tenant, sha256);
        match &self.options.bound {
            Some(bound) if !bound.caller.is_owner() => {
                let labels: Vec<&str> = bound.access.labels.iter().map(|label| label.0.as_str()).collect();
                Sha256Hex::of(format!("{common}\0{}", labels.join("\0")).as_bytes())
            }
            _ => common,
        }
    }

    /// The labels that are asked for: the source's and the user's, else those of the configuration.
    fn labels(&self, intake: &Intake) -> BTreeSet<Label> {
        if let Some(bound) = &self.options.bound {
            return bound.access.labels.clone();
        }
        let asked: BTreeSet<Label> =
            self.options.labels.iter().chain(&intake.stated.labels).cloned().collect();
        if asked.is_empty() {
            self.workspace.config.evidence.labels.iter().cloned().map(Label).collect()
        } else {
            asked
        }
    }

    /// Answers for a source that is there already. Its labels stay: fewer are no reason to lower them, and more than it
    /// carries would be promised in vain.
    fn existing(&self, meta: Meta, labels: &BTreeSet<Label>) -> Result<Result<Added, String>, FilesError> {
        let missing: Vec<&str> = labels.difference(&meta.labels).map(|label| label.0.as_str()).collect();
        // Whoever is bound asked for no labels.
        if !missing.is_empty() && self.options.bound.is_none() {
            return Ok(Err(format!(
                "it is here already as {} without the label `{}`, and evidence cannot be changed; whoever may see that \
                 item sees these bytes",
                meta.id,
                missing.join("`, `")
            )));
        }
        let kept: Vec<&str> = meta.labels.difference(labels).map(|label| label.0.as_str()).collect();
        let warnings =
            if kept.is_empty() { Vec::new() } else { vec![format!("keeps its labels: {}", kept.join(", "))] };
        let folder = meta.id.folder(&self.workspace.layout.evidence);
        let read = |name: &str| match folder.join(name) {
            Ok(path) => self.workspace.files.read(&path),
            Err(_) => Ok(None),
        };
        let source = read(&meta.source)?.unwrap_or_default();
        if Sha256Hex::of(&source) != meta.sha256 {
            return Ok(Err(format!(
                "it was added as {}, but the bytes of that item are missing or changed; `git checkout -- {folder}` \
                 restores them",
                meta.id
            )));
        }
        let text = if meta.text_sha256.is_some() { read(TEXT_FILE)? } else { None };
        let text = text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let draft = Draft { meta, folder, source, text };
        Ok(Ok(Added { warnings, ..describe(&draft, true) }))
    }

    fn draft(
        &self,
        name: Option<&str>,
        intake: &Intake,
        tenant: Option<Tenant>,
        labels: BTreeSet<Label>,
        sha256: &Sha256Hex,
    ) -> Result<Draft, String> {
        let stated = &intake.stated;
        let kind = match self.options.kind.clone().or(stated.kind.clone()) {
            Some(kind) => kind,
            None => intake.media.kind().parse::<Kind>()?,
        };
        let time =
            self.options.at.or(stated.time).unwrap_or_else(|| StatedTime::utc(self.workspace.clock.now()));
        let origin = self.options.origin.as_deref().or(stated.origin.as_deref()).or(name);
        let mut subjects: Vec<String> = Vec::new();
        for subject in self.options.subjects.iter().chain(&stated.subjects) {
            let subject = self.line(subject)?;
            if !subject.is_empty() && !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        let id = self.shelf.free_id(time.day, &kind, &self.identity(tenant.as_ref(), sha256));
        let folder = id.folder(&self.workspace.layout.evidence);
        let meta = Meta {
            id,
            kind,
            origin: origin.map(|origin| self.line(origin)).transpose()?.filter(|origin| !origin.is_empty()),
            title: self
                .options
                .title
                .as_deref()
                .or(stated.title.as_deref())
                .map(|title| self.line(title))
                .transpose()?,
            captured_at: time.at,
            captured_by: self.captured_by.clone(),
            sha256: sha256.clone(),
            media_type: intake.media.media_type().to_owned(),
            source: intake.media.source_name().to_owned(),
            text_sha256: intake.text.as_ref().map(|text| Sha256Hex::of(text.as_bytes())),
            subjects,
            labels,
            tenant,
        };
        Ok(Draft { meta, folder, source: intake.source.clone(), text: intake.text.clone() })
    }

    /// A text of the record on one line, under the same policies as the source.
    fn line(&self, text: &str) -> Result<String, String> {
        let visible: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let config = &self.workspace.config.evidence;
        let mut hazards = scan(&visible);
        hazards.retain(|hazard| match hazard.concern {
            crate::evidence::hazard::Concern::Secret => config.secrets != Policy::Warn,
            crate::evidence::hazard::Concern::Hidden => config.hidden != Policy::Warn,
        });
        Ok(fold_space(&redact(&visible, &hazards)).into_owned())
    }

    fn write(&self, draft: &Draft) -> Result<(), FilesError> {
        let record = crate::yaml::to_string(&draft.meta);
        let mut files: Vec<(&str, &[u8])> =
            vec![(draft.meta.source.as_str(), &draft.source), ("meta.yaml", record.as_bytes())];
        if let Some(text) = &draft.text {
            files.push((TEXT_FILE, text.as_bytes()));
        }
        self.workspace.files.create_folder(&draft.folder, &files)?;
        fault::point("add.after-item");
        Ok(())
    }
}

fn describe(draft: &Draft, existing: bool) -> Added {
    let Draft { meta, folder, source, text } = draft;
    let item = Item::new(meta.clone(), folder.clone(), source, text.as_deref().map(str::as_bytes));
    let reading = Reading::of(&item);
    Added {
        id: meta.id.clone(),
        path: folder.clone(),
        text: item.text_path(),
        kind: meta.kind.clone(),
        title: meta.title.clone(),
        media_type: meta.media_type.clone(),
        captured_at: meta.captured_at,
        lines: item.line_count(),
        blocks: reading.blocks.len(),
        turns: reading.blocks.iter().filter(|block| block.form == Form::Turn).count(),
        existing,
        redacted: 0,
        warnings: Vec::new(),
        files: files(folder, meta),
    }
}
