//! `kb add`: takes sources in as evidence, each all or nothing. One bad source never stops the rest. It changes no
//! knowledge, and commits only what it added itself.

mod admit;
mod commit;
mod report;
mod shelf;

pub use report::{AddReport, Added, Skipped};

use std::collections::BTreeSet;
use std::path::PathBuf;

use thiserror::Error;

use crate::caller::{Access, Caller, Label, Tenant};
use crate::evidence::{Kind, StatedTime};
use crate::ops::Workspace;
use crate::port::{Event, FilesError, GitError, GitWrite, SourceError, SourceFile, Sources};

use admit::Desk;

/// One thing to add.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file, or a folder with all that is in it.
    Path(PathBuf),
    /// Bytes that came another way, such as standard input.
    Bytes {
        /// The file name that they would have.
        name: Option<String>,
        /// The bytes.
        bytes: Vec<u8>,
    },
}

/// What goes into every record, over what the source says of itself.
#[derive(Clone, Debug, Default)]
pub struct AddOptions {
    /// The kind.
    pub kind: Option<Kind>,
    /// Where it comes from.
    pub origin: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// Whom or what it is about, beside what the source says.
    pub subjects: Vec<String>,
    /// Labels, beside those of the source.
    pub labels: BTreeSet<Label>,
    /// The tenant; a source that names another one is refused.
    pub tenant: Option<Tenant>,
    /// When the source came to be.
    pub at: Option<StatedTime>,
    /// The text of a source that has none that kb could extract, or a better one.
    pub text: Option<String>,
    /// Whose it is and who adds it, whatever the source says of that; else the source, the options and kb.toml say it.
    pub bound: Option<Bound>,
    /// Whether to commit what was added.
    pub commit: bool,
    /// Whether to write nothing.
    pub dry_run: bool,
}

/// Whose new evidence is, and who adds it.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What it demands of who reads it.
    pub access: Access,
    /// Who adds it. What they may not see is not there for them, also where it has the same bytes.
    pub caller: Caller,
}

/// Says why nothing, or not all, was added. What is in a report stays.
#[derive(Debug, Error)]
pub enum AddError {
    /// A text was given for several sources.
    #[error("`--text` and `--description` belong to one source, and {0} were named")]
    TextForMany(usize),
    /// Git could not say where to commit; nothing was written.
    #[error(transparent)]
    Git(#[from] GitError),
    /// The evidence folder could not be read; nothing was written.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// An item could not be written; those before it are in the report.
    #[error("{source}")]
    Write {
        /// What was added before.
        report: Box<AddReport>,
        /// Why.
        source: FilesError,
    },
    /// What was added could not be committed; the files stay.
    #[error("{source}")]
    Commit {
        /// What was added.
        report: Box<AddReport>,
        /// Why.
        source: GitError,
    },
}

/// Adds `inputs`. `writer` commits, when the options ask for that.
pub fn add(
    workspace: &Workspace<'_>,
    sources: &dyn Sources,
    writer: Option<&dyn GitWrite>,
    inputs: Vec<Input>,
    options: &AddOptions,
) -> Result<AddReport, AddError> {
    if options.commit {
        // A commit that nobody would find must be refused before anything is written.
        workspace.git()?.head_branch()?;
        workspace.git()?.user()?;
    }
    let mut report = AddReport { dry_run: options.dry_run, ..AddReport::default() };
    let todo = find(sources, inputs, &mut report);
    if options.text.is_some() && todo.len() > 1 {
        return Err(AddError::TextForMany(todo.len()));
    }
    let mut desk = Desk::open(workspace, options)?;
    let total = u64::try_from(todo.len()).ok();
    workspace.events.emit(Event::Stage { what: "adding evidence", total });
    for one in todo {
        workspace.events.emit(Event::Advance(1));
        let (shown, name, bytes) = match one {
            Todo::Bytes { name, bytes } => {
                let shown = name.clone().unwrap_or_else(|| "-".to_owned());
                // Whoever read it may have stopped there.
                if bytes.len() as u64 > desk.max_bytes() {
                    let reason =
                        format!("it is larger than [evidence] max_bytes = {} in kb.toml", desk.max_bytes());
                    report.skipped.push(Skipped { path: shown, reason });
                    continue;
                }
                (shown, name, Ok(bytes))
            }
            Todo::File { file, origin } => {
                if let Some(reason) = desk.refuses_place(&file) {
                    report.skipped.push(Skipped { path: file.shown, reason });
                    continue;
                }
                let bytes = sources.read(&file, workspace.config.evidence.max_bytes);
                (file.shown, Some(origin), bytes)
            }
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => {
                report.skipped.push(Skipped { path: shown, reason: unread(error, &desk) });
                continue;
            }
        };
        match desk.admit(name.as_deref(), &bytes) {
            Ok(Ok(added)) => report.added.push(added),
            Ok(Err(reason)) => report.skipped.push(Skipped { path: shown, reason }),
            Err(source) => return Err(AddError::Write { report: Box::new(report), source }),
        }
    }
    workspace.events.emit(Event::StageEnd);
    if let Some(writer) = writer.filter(|_| options.commit && !options.dry_run) {
        match commit::commit(workspace, writer, &report.added) {
            Ok(commit) => report.commit = commit,
            Err(source) => return Err(AddError::Commit { report: Box::new(report), source }),
        }
    }
    Ok(report)
}

/// One source to take in.
enum Todo {
    File { file: SourceFile, origin: String },
    Bytes { name: Option<String>, bytes: Vec<u8> },
}

/// Finds the files that `inputs` name, each once, in the order of the inputs and below a folder by path.
fn find(sources: &dyn Sources, inputs: Vec<Input>, report: &mut AddReport) -> Vec<Todo> {
    let mut todo = Vec::new();
    for input in inputs {
        let path = match input {
            Input::Bytes { name, bytes } => {
                todo.push(Todo::Bytes { name, bytes });
                continue;
            }
            Input::Path(path) => path,
        };
        match sources.list(&path) {
            Ok(listing) => {
                report.passed_over += listing.passed_over;
                report.links += listing.links;
                report.skipped.extend(
                    listing
                        .errors
                        .into_iter()
                        .map(|error| Skipped { path: path.display().to_string(), reason: error.to_string() }),
                );
                todo.extend(listing.files.into_iter().map(|file| {
                    let origin = origin(&path, &file);
                    Todo::File { file, origin }
                }));
            }
            Err(error) => {
                report.skipped.push(Skipped { path: path.display().to_string(), reason: error.to_string() });
            }
        }
    }
    todo
}

/// Where a file comes from, without what is above the folder that was named: the rest of the path is nobody's business.
fn origin(named: &std::path::Path, file: &SourceFile) -> String {
    match file.path.strip_prefix(named) {
        Ok(below) if below.file_name().is_some() => {
            let parts: Vec<String> =
                below.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            parts.join("/")
        }
        _ => file.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
    }
}

fn unread(error: SourceError, desk: &Desk<'_>) -> String {
    match error {
        SourceError::TooLarge { size, .. } => format!(
            "it has {size} bytes, more than [evidence] max_bytes = {} in kb.toml; split it, or raise the limit",
            desk.max_bytes()
        ),
        error => error.to_string(),
    }
}
