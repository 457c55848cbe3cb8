//! `kb new`: a new note with front matter, entered in the entry page of its folder. It never makes a twin of a note.

use serde::Serialize;
use thiserror::Error;

use super::named::{Here, Named};
use super::patch::patch;
use super::{Workspace, WorkspaceError};
use crate::caller::PUBLIC;
use crate::change::ChangeSet;
use crate::check::{Mending, Scene, Setting, mend};
use crate::config::Level;
use crate::edit::rename::{RenameError, may_hold};
use crate::edit::slug;
use crate::path::RepoPath;
use crate::port::{FilesError, GitError};
use crate::vault::{Resolution, Vault};

/// The rule whose fix enters a note in its entry page.
const ENTRY: &str = "missing-index-entry";

/// What note to make.
#[derive(Clone, Debug)]
pub struct NewOptions {
    /// Its title, or a path that ends with `.md`.
    pub named: Named,
    /// The folder for a title; the root of the knowledge without one.
    pub folder: Option<Named>,
    /// Its `type`.
    pub kind: String,
    /// Its title, where a path was given.
    pub title: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// Its labels.
    pub labels: Vec<String>,
    /// Show only.
    pub dry_run: bool,
}

/// What was made, or with `dry_run` would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewReport {
    /// The note.
    pub path: RepoPath,
    /// Its title.
    pub title: String,
    /// The entry page that lists it.
    pub listed_in: Option<RepoPath>,
    /// The whole change as a patch; only with `dry_run`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub diff: String,
}

/// Says why no note was made.
#[derive(Debug, Error)]
pub enum NewError {
    /// The workspace could not be read or written.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// A note of that name, title or alias exists.
    #[error("`{existing}` exists already and answers to `{name}`; nothing was written")]
    Exists {
        /// The name asked for.
        name: String,
        /// The note.
        existing: RepoPath,
    },
    /// No name can be made of the title.
    #[error("`{0}` has no letter or digit to make a file name of")]
    NoName(String),
    /// The path cannot hold a note.
    #[error(transparent)]
    Place(#[from] RenameError),
    /// The path cannot be one.
    #[error("`{0}` is no path inside the knowledge")]
    NoPlace(String),
    /// Git would ignore the note, and kb with it.
    #[error("git ignores `{0}`: the note would be no part of the knowledge")]
    Ignored(RepoPath),
    /// Links to another note would not be clear any more.
    #[error("`{raw}` in {note} leads to `{leads_to}`, and would not any more beside `{path}`")]
    Shadows {
        /// The new note.
        path: RepoPath,
        /// The note with the link.
        note: RepoPath,
        /// The link.
        raw: String,
        /// Where it leads.
        leads_to: RepoPath,
    },
}

impl From<FilesError> for NewError {
    fn from(error: FilesError) -> NewError {
        NewError::Workspace(error.into())
    }
}

impl From<GitError> for NewError {
    fn from(error: GitError) -> NewError {
        NewError::Workspace(error.into())
    }
}

/// Makes the note.
pub fn new(workspace: &Workspace<'_>, options: &NewOptions) -> Result<NewReport, NewError> {
    let vault = workspace.disk_vault()?;
    let (path, title) = place(&vault, options)?;
    may_hold(vault.layout(), &path, true)?;
    twin(&vault, options, &path, &title)?;
    if workspace.files.read(&path)?.is_some() || workspace.files.has_folder(&path) {
        return Err(NewError::Exists { name: title, existing: path });
    }
    if let Some(git) = workspace.git
        && git.is_ignored(&path)?
    {
        return Err(NewError::Ignored(path));
    }
    let mut changes = ChangeSet::new();
    changes.create(path.clone(), text(options, &title).into_bytes());
    let with_note = vault.with_changes(&changes);
    clear(&vault, &with_note, &path)?;
    let listed = entry(workspace, &with_note, &path);
    let listed_in = listed.iter().next().map(|(page, _)| page.clone());
    for (page, change) in listed.iter() {
        changes.insert(page.clone(), change.clone());
    }
    let before = |path: &RepoPath| -> Result<Vec<u8>, NewError> {
        Ok(vault.note(path.as_str()).map(|note| note.text.clone().into_bytes()).unwrap_or_default())
    };
    let diff = if options.dry_run { patch(&changes, before)? } else { String::new() };
    if !options.dry_run {
        workspace.files.apply(&changes)?;
    }
    Ok(NewReport { path, title, listed_in, diff })
}

/// The path and title of the note.
fn place(vault: &Vault, options: &NewOptions) -> Result<(RepoPath, String), NewError> {
    let typed = options.named.typed.trim();
    let is_path = typed.len() > 3 && typed.to_ascii_lowercase().ends_with(".md");
    if !is_path {
        let name = slug(typed);
        if name.is_empty() {
            return Err(NewError::NoName(typed.to_owned()));
        }
        let title = options.title.clone().unwrap_or_else(|| typed.to_owned());
        let folder = match &options.folder {
            Some(folder) => Some(inside(vault, folder)?),
            None => vault.layout().knowledge.clone(),
        };
        let path = RepoPath::resolve(folder.as_ref(), &format!("{name}.md"));
        return Ok((path.map_err(|_| NewError::NoPlace(typed.to_owned()))?, title));
    }
    let path = match &options.folder {
        Some(folder) => {
            inside(vault, folder)?.join(typed).map_err(|_| NewError::NoPlace(typed.to_owned()))?
        }
        None => inside(vault, &options.named)?,
    };
    let title = options.title.clone().unwrap_or_else(|| titled(path.file_stem()));
    Ok((path, title))
}

/// The path typed: as seen from where the person stands if that is in the knowledge, else from the knowledge.
fn inside(vault: &Vault, named: &Named) -> Result<RepoPath, NewError> {
    let layout = vault.layout();
    match &named.here {
        Here::Inside(path) if layout.is_knowledge(path) || layout.is_evidence(path) => Ok(path.clone()),
        Here::Inside(path) if Some(path) == layout.knowledge.as_ref() => Ok(path.clone()),
        _ => RepoPath::resolve(layout.knowledge.as_ref(), named.typed.trim_end_matches('/'))
            .map_err(|_| NewError::NoPlace(named.typed.clone())),
    }
}

/// A title of a file's name: `refund-policy` is `Refund policy`.
fn titled(stem: &str) -> String {
    let words = stem.replace(['-', '_'], " ");
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The form in which names are told apart: signs between words are one, symbols such as emoji stay what they are.
fn folded(name: &str) -> String {
    let is_sign = |c: char| c.is_whitespace() || c.is_ascii_punctuation();
    let folded = crate::vault::fold_name(name);
    folded.split(is_sign).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Refuses a note of a name that another answers to, however it is written.
fn twin(vault: &Vault, options: &NewOptions, path: &RepoPath, title: &str) -> Result<(), NewError> {
    let is_title = !options.named.typed.trim().to_ascii_lowercase().ends_with(".md");
    let (name, title_form) = (folded(path.file_stem()), folded(title));
    let same_place =
        |other: &RepoPath| crate::vault::fold_name(other.as_str()) == crate::vault::fold_name(path.as_str());
    let answers = |note: &&crate::note::Note| {
        if same_place(&note.path) {
            return true;
        }
        // Two notes of one name in two folders are made by saying so: with a path.
        if !is_title {
            return note.path.parent() == path.parent()
                && !name.is_empty()
                && folded(note.path.file_stem()) == name;
        }
        let mut others = note.front.texts("aliases");
        others.extend(note.front.text("title"));
        others.push(note.path.file_stem());
        others.iter().map(|other| folded(other)).any(|other| other == name || other == title_form)
    };
    match vault.notes().find(answers) {
        Some(note) => Err(NewError::Exists { name: title.to_owned(), existing: note.path.clone() }),
        None => Ok(()),
    }
}

/// Refuses a note beside which a link does not lead any more where it led.
fn clear(before: &Vault, after: &Vault, path: &RepoPath) -> Result<(), NewError> {
    for note in before.notes() {
        for link in &note.links {
            let led = before.resolve(note, link);
            let (Resolution::Note { path: leads_to, .. } | Resolution::File(leads_to)) = &led else {
                continue;
            };
            if after.resolve(note, link) != led {
                return Err(NewError::Shadows {
                    path: path.clone(),
                    note: note.path.clone(),
                    raw: note.text[link.span.clone()].to_owned(),
                    leads_to: leads_to.clone(),
                });
            }
        }
    }
    Ok(())
}

fn text(options: &NewOptions, title: &str) -> String {
    let mut text = format!("---\ntype: {}\ntitle: {}\n", scalar(&options.kind), scalar(title));
    if let Some(description) = &options.description {
        text += &format!("description: {}\n", scalar(description));
    }
    if !options.labels.is_empty() {
        let labels: Vec<String> = options.labels.iter().map(|label| scalar(label)).collect();
        text += &format!("labels: [{}]\n", labels.join(", "));
    }
    let folded = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut heading = String::new();
    for c in folded.chars() {
        if matches!(c, '\\' | '`' | '*' | '[' | ']' | '<') {
            heading.push('\\');
        }
        heading.push(c);
    }
    text + &format!("---\n# {heading}\n")
}

/// `text` as a scalar of YAML on one line: plain where that is safe, else in double quotes.
fn scalar(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_plain = folded.starts_with(char::is_alphabetic)
        && folded
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '(' | ')' | '/' | '\'' | '_'))
        && !matches!(
            folded.to_lowercase().as_str(),
            "true" | "false" | "yes" | "no" | "on" | "off" | "null" | "y" | "n"
        );
    // A text of JSON is a text of YAML.
    if is_plain { folded } else { serde_json::Value::String(folded).to_string() }
}

/// The edit that enters the note in the entry page of its folder, where there is one that its readers may see whole.
fn entry(workspace: &Workspace<'_>, vault: &Vault, path: &RepoPath) -> ChangeSet {
    let mut config = workspace.config.clone();
    config.check.rules.insert(ENTRY.to_owned(), Level::Warning);
    let scene = Scene { archive: vault.archive(), config: &config, setting: Setting::Base, today: None };
    let mending = Mending { is_unsafe: false, rules: vec![ENTRY.to_owned()], within: vec![path.clone()] };
    let mended = mend(vault, scene, &mending);
    let Some(note) = vault.note(path.as_str()) else { return ChangeSet::new() };
    let demands = note.access();
    // A page never lists what its own readers may not see.
    let may_list = |page: &RepoPath| {
        vault.note(page.as_str()).is_some_and(|page| {
            let access = page.access();
            let mut labels = demands.labels.iter().filter(|label| label.0 != PUBLIC);
            demands.tenant == access.tenant && labels.all(|label| access.labels.contains(label))
        })
    };
    if mended.changes.iter().all(|(page, _)| may_list(page)) { mended.changes } else { ChangeSet::new() }
}
