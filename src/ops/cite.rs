//! `kb cite`: the footnote that cites lines of evidence, ready to be put into a note. It writes nothing.

use serde::Serialize;
use thiserror::Error;

use super::named::Named;
use super::{Workspace, WorkspaceError};
use crate::evidence::{EvidenceId, Item};
use crate::note::footnote;
use crate::path::RepoPath;
use crate::text::{LineRange, fold_space};
use crate::vault::Vault;

/// What to cite.
#[derive(Clone, Debug)]
pub struct CiteOptions {
    /// The evidence: an id, the folder or a file of the item, or enough of the id.
    pub evidence: Named,
    /// The lines.
    pub lines: LineRange,
    /// The note that the footnote is for; one at the root of the knowledge without it.
    pub from: Option<Named>,
    /// The footnote's label; the first free number without one.
    pub label: Option<String>,
}

/// A footnote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CiteReport {
    /// The item.
    pub evidence: EvidenceId,
    /// The file that the footnote links to.
    pub path: RepoPath,
    /// The lines.
    pub lines: LineRange,
    /// The quoted words; null where the lines hold none.
    pub quote: Option<String>,
    /// What stands in the text: `[^1]`.
    pub mark: String,
    /// The definition, which goes to the end of the note.
    pub definition: String,
}

/// Says why nothing can be cited.
#[derive(Debug, Error)]
pub enum CiteError {
    /// The workspace could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// There is no such evidence.
    #[error("there is no evidence `{typed}`{}", suggestion(.nearest))]
    Unknown {
        /// What was typed.
        typed: String,
        /// What may have been meant.
        nearest: Vec<String>,
    },
    /// Several items answer.
    #[error("`{typed}` may be {}", .items.join(" or "))]
    Several {
        /// What was typed.
        typed: String,
        /// The items.
        items: Vec<String>,
    },
    /// The item cannot be relied on.
    #[error("`{folder}` cannot be relied on: {why}")]
    Damaged {
        /// The item's folder.
        folder: RepoPath,
        /// What is wrong with it.
        why: String,
    },
    /// The lines reach past the end.
    #[error("`{path}` has {count} lines; there is no line {line}")]
    NoLine {
        /// The file.
        path: RepoPath,
        /// The line asked for.
        line: u32,
        /// How many there are.
        count: u32,
    },
    /// The note that the footnote is for cannot be one.
    #[error("`{0}` is no note of the knowledge")]
    NoNote(String),
    /// The label cannot be one.
    #[error("`{0}` is no label of a footnote: it holds a space or a bracket, or nothing")]
    Label(String),
}

fn suggestion(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; did you mean {}?", nearest.join(" or ")) }
}

/// Makes the footnote.
pub fn cite(workspace: &Workspace<'_>, options: &CiteOptions) -> Result<CiteReport, CiteError> {
    let vault = workspace.working_vault()?;
    let item = item(&vault, &options.evidence)?;
    let (lines, count, path) = (options.lines, item.line_count(), item.text_path());
    if lines.last() > count {
        return Err(CiteError::NoLine { path, line: lines.last(), count });
    }
    let from = from(&vault, options.from.as_ref())?;
    let label = match &options.label {
        Some(label) => label.trim_start_matches("[^").trim_end_matches(']').to_owned(),
        None => free_label(&vault, &from),
    };
    if label.is_empty() || label.contains(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '\\' | '`'))
    {
        return Err(CiteError::Label(label));
    }
    let said = item.spoken_lines(lines).map(|said| fold_space(&said).into_owned());
    let raw = item.raw_lines(lines).map(|raw| fold_space(raw).into_owned());
    let is_quote = |words: &String| words.contains(char::is_alphanumeric) && item.quotes(lines, words);
    let quote = said.filter(is_quote).or_else(|| raw.filter(is_quote));
    let named = item.meta.title.clone().unwrap_or_else(|| item.meta.kind.to_string());
    let title = match (lines.first(), lines.last()) {
        (first, last) if first == last => format!("{named}, line {first}"),
        (first, last) => format!("{named}, lines {first} to {last}"),
    };
    let definition = footnote(&from, &label, &title, &path, lines, quote.as_deref());
    Ok(CiteReport {
        evidence: item.meta.id.clone(),
        path,
        lines,
        quote,
        mark: format!("[^{label}]"),
        definition,
    })
}

/// The item that is meant.
fn item<'v>(vault: &'v Vault, named: &Named) -> Result<&'v Item, CiteError> {
    let typed = named.typed.trim_end_matches('/');
    let id = |text: &str| text.parse::<EvidenceId>().ok().and_then(|id| vault.item(&id));
    if let Some(item) = typed.split('/').find_map(id) {
        return Ok(item);
    }
    for path in named.candidates(Some(&vault.layout().evidence)) {
        if let Some(item) = vault.evidence().find(|item| path == item.folder || path.is_in(&item.folder)) {
            return Ok(item);
        }
        if let Some((folder, oddity)) = vault
            .archive()
            .damages()
            .find(|(folder, _)| path == **folder || path.is_in(folder) || folder.file_name() == typed)
        {
            return Err(CiteError::Damaged { folder: folder.clone(), why: oddity.message.clone() });
        }
    }
    let wanted = typed.to_lowercase();
    let ids = vault.evidence().map(|item| (item.meta.id.to_string(), item));
    let part: Vec<(String, &Item)> = ids
        .filter(|(id, _)| !wanted.is_empty() && format!("-{id}-").contains(&format!("-{wanted}-")))
        .collect();
    match part.as_slice() {
        [(_, item)] => Ok(item),
        [] => Err(CiteError::Unknown { typed: typed.to_owned(), nearest: nearest(vault, &wanted) }),
        several => {
            let items = several.iter().take(5).map(|(id, _)| format!("`{id}`")).collect();
            Err(CiteError::Several { typed: typed.to_owned(), items })
        }
    }
}

/// The ids that share most with `wanted`: a start, or parts.
fn nearest(vault: &Vault, wanted: &str) -> Vec<String> {
    let name = wanted.rsplit('/').next().unwrap_or(wanted);
    let mut scored: Vec<(usize, String)> = vault
        .evidence()
        .map(|item| {
            let id = item.meta.id.to_string();
            let start = id.bytes().zip(name.bytes()).take_while(|(one, two)| one == two).count();
            let end = id.bytes().rev().zip(name.bytes().rev()).take_while(|(one, two)| one == two).count();
            let parts =
                name.split('-').filter(|part| part.len() > 3 && id.split('-').any(|own| own == *part));
            (start + end + 4 * parts.count(), id)
        })
        .filter(|(score, _)| *score >= 6)
        .collect();
    scored.sort_by(|one, two| two.0.cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
    scored.into_iter().take(3).map(|(_, id)| format!("`{id}`")).collect()
}

/// The note that the footnote is for, which may not be there yet.
fn from(vault: &Vault, named: Option<&Named>) -> Result<RepoPath, CiteError> {
    let layout = vault.layout();
    let Some(named) = named else {
        return RepoPath::resolve(layout.knowledge.as_ref(), "note.md")
            .map_err(|_| CiteError::NoNote("note.md".to_owned()));
    };
    let found = named.find(vault).filter(|path| vault.note(path.as_str()).is_some());
    let may_be = || {
        let mut candidates = named.candidates(layout.knowledge.as_ref()).into_iter();
        candidates.find(|path| path.is_markdown() && layout.is_knowledge(path))
    };
    found.or_else(may_be).ok_or_else(|| CiteError::NoNote(named.typed.clone()))
}

/// The first number that no footnote of the note has.
fn free_label(vault: &Vault, from: &RepoPath) -> String {
    let text = vault.note(from.as_str()).map_or("", |note| note.text.as_str());
    let is_free = |number: &u32| !text.contains(&format!("[^{number}]"));
    (1..).find(is_free).unwrap_or(1).to_string()
}
