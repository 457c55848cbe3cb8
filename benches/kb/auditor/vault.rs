//! The cases as a vault: one item for each base and one note for each case, judged as `kb audit` would.

use std::collections::BTreeMap;

use kb::digest::Sha256Hex;
use kb::evidence::{EvidenceId, Meta};
use kb::path::RepoPath;
use kb::proposal::Verdict;
use kb::text::LineRange;
use kb::vault::{File, Layout, Vault};
use kb::verify;

use super::Case;
use super::data::Base;

fn path(text: &str) -> Result<RepoPath, String> {
    RepoPath::new(text).map_err(|error| error.to_string())
}

/// The set as files of a repository.
pub(crate) struct Written {
    /// The evidence.
    pub evidence: Vec<(String, Vec<u8>)>,
    /// The id of each base's item.
    pub ids: Vec<EvidenceId>,
    /// The note of each case: [`note_path`] says where it stands.
    pub notes: Vec<String>,
}

/// Where the note of a case stands.
pub(crate) fn note_path(case: usize) -> String {
    format!("knowledge/{case:04}.md")
}

/// Writes each case as a note of its own over the evidence of its base.
pub(crate) fn write(bases: &[Base], cases: &[Case]) -> Result<Written, String> {
    let layout = layout()?;
    let (mut evidence, mut folders) = (Vec::new(), Vec::new());
    for base in bases {
        let (name, source) = base.source();
        let meta = meta(base, name, &source)?;
        let folder = meta.id.folder(&layout.evidence);
        let record = serde_json::to_vec(&meta).map_err(|error| error.to_string())?;
        evidence.push((format!("{folder}/meta.yaml"), record));
        evidence.push((format!("{folder}/{name}"), source.into_bytes()));
        folders.push((meta.id, format!("{folder}/{name}")));
    }
    let vault = Vault::build(layout, files(&evidence)?, Vec::new());
    let mut notes = Vec::new();
    for case in cases {
        let (id, source) = &folders[case.base];
        let item = vault.item(id).ok_or_else(|| format!("`{id}` was not read"))?;
        let quotes = |&(first, last): &(u32, u32)| {
            LineRange::new(first, last).is_some_and(|lines| item.quotes(lines, &case.quote))
        };
        // The quote belongs to the span it stands in; one that stands nowhere, to the first.
        let quoted = case.cites.iter().position(quotes).unwrap_or(0);
        if case.is_true() && !case.cites.get(quoted).is_some_and(quotes) {
            return Err(format!(
                "{}: the quote of `{}` does not stand in its lines",
                bases[case.base].id, case.text
            ));
        }
        let marks: String = (0..case.cites.len()).map(|n| format!("[^{n}]")).collect();
        let mut note = format!("---\ntype: Fact\n---\n# Case\n\n{}{marks}\n", case.text);
        for (n, (first, last)) in case.cites.iter().enumerate() {
            note.push_str(&format!("\n[^{n}]: [source](../{source}#L{first}-L{last})\n"));
            if n == quoted && !case.quote.is_empty() {
                note.push_str(&format!("    \"{}\"\n", case.quote));
            }
        }
        notes.push(note);
    }
    let ids = folders.into_iter().map(|(id, _)| id).collect();
    Ok(Written { evidence, ids, notes })
}

impl Written {
    /// The whole as one vault.
    pub fn vault(&self) -> Result<Vault, String> {
        let notes = self.notes.iter().enumerate();
        let notes = notes.map(|(at, note)| (note_path(at), note.clone().into_bytes()));
        let all: Vec<(String, Vec<u8>)> = self.evidence.iter().cloned().chain(notes).collect();
        Ok(Vault::build(layout()?, files(&all)?, Vec::new()))
    }
}

fn layout() -> Result<Layout, String> {
    Ok(Layout { knowledge: Some(path("knowledge")?), evidence: path("evidence")? })
}

fn files(pairs: &[(String, Vec<u8>)]) -> Result<Vec<File>, String> {
    let file = |(at, bytes): &(String, Vec<u8>)| Ok(File { path: path(at)?, bytes: Some(bytes.clone()) });
    pairs.iter().map(file).collect()
}

fn meta(base: &Base, name: &str, source: &str) -> Result<Meta, String> {
    let sha256 = Sha256Hex::of(source.as_bytes());
    let day = base.day.parse().map_err(|error: jiff::Error| error.to_string())?;
    let kind = base.kind.parse()?;
    Ok(Meta {
        id: EvidenceId::new(day, &kind, &sha256, 12),
        kind,
        origin: None,
        title: None,
        captured_at: format!("{}T09:00:00Z", base.day)
            .parse()
            .map_err(|error: jiff::Error| error.to_string())?,
        captured_by: None,
        sha256,
        media_type: if name.ends_with("jsonl") { "application/jsonl" } else { "text/plain" }.to_owned(),
        source: name.to_owned(),
        text_sha256: None,
        subjects: Vec::new(),
        labels: Default::default(),
        tenant: None,
    })
}

/// The verdict on each case, the worst where a note reads as several claims; `None` where it reads as none.
pub fn verdicts(vault: &Vault, cases: &[Case]) -> Vec<(Option<Verdict>, Vec<String>)> {
    let mut found: BTreeMap<String, (Option<Verdict>, Vec<String>)> = BTreeMap::new();
    for verdict in verify::audit_vault(vault) {
        let entry = found.entry(verdict.claim.path.file_stem().to_owned()).or_default();
        if entry.0.is_none() || verdict.verdict != Verdict::Supported {
            *entry = (Some(verdict.verdict), verdict.reasons);
        }
    }
    (0..cases.len()).map(|at| found.remove(&format!("{at:04}")).unwrap_or_default()).collect()
}
