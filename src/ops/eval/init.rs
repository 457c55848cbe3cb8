//! `kb eval init`: golden questions made of the claims, so that a knowledge base has a net from the first day. Questions
//! written by hand stay as they are, byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation as _;

use super::EvalError;
use super::sets::sheets;
use super::truth::{Truth, is_retired};
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::golden::{DERIVED, Derived, Question, derive, normal, read, split, strange_questions};
use crate::ops::Workspace;
use crate::ops::build::{BuildError, Target, target};
use crate::ops::patch::patch;
use crate::path::RepoPath;
use crate::text::visible;

/// How questions are made.
#[derive(Clone, Debug)]
pub struct EvalInitOptions {
    /// The file that they are written to.
    pub file: RepoPath,
    /// The most questions that are made of claims.
    pub most: usize,
    /// Show only.
    pub dry_run: bool,
}

/// What was made, or with `dry_run` would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct EvalInitReport {
    /// The file.
    pub file: String,
    /// The commit whose claims were read; `None`: the working tree.
    pub commit: Option<CommitId>,
    /// How many claims there are to make questions of.
    pub claims: usize,
    /// Questions that are new.
    pub added: Vec<String>,
    /// Questions that ask the same and expect something else.
    pub changed: Vec<String>,
    /// Questions that went, since their claim did.
    pub removed: Vec<String>,
    /// How many made questions stay as they were.
    pub kept: usize,
    /// How many questions of the file were written by hand, and stay.
    pub by_hand: usize,
    /// The whole change as a patch; only with `dry_run`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub diff: String,
}

/// What a new file starts with.
const HEAD: &str = "\
# Golden questions: `kb eval` asks them and measures the answers.
# Those with the tag `derived` were made of claims by `kb eval init`, which writes them anew; others stay as they are.
version: 1
require: {success@5: 0.9, stale_served: 0, ghost_rate: 0}
questions:
";

/// One unanswerable question for so many of claims, and at least and at most these.
const STRANGE: (usize, usize, usize) = (10, 5, 30);

/// Makes the questions and writes them.
pub fn eval_init(workspace: &Workspace<'_>, options: &EvalInitOptions) -> Result<EvalInitReport, EvalError> {
    let commit = match target(workspace, None).map_err(BuildError::from)? {
        Target::Commit(commit) => Some(commit),
        Target::WorkingTree => None,
    };
    let truth = Truth::read(workspace, commit.as_ref())?;
    let before = workspace.files.read(&options.file)?;
    let file = Written::read(&options.file, before.as_deref())?;
    let claims = claims(workspace, &truth, &by_hand(workspace, &file)?);
    let mut made = derive(&claims, options.most);
    let (each, least, most) = STRANGE;
    if !made.is_empty() {
        let words = words(&truth);
        made.extend(strange_questions((made.len() / each).clamp(least, most), |word| words.contains(word)));
    }
    let text = file.with(&made);
    let mut changes = ChangeSet::new();
    match &before {
        Some(before) => changes.edit(options.file.clone(), before, text.into_bytes()),
        None => changes.create(options.file.clone(), text.into_bytes()),
    }
    let mut report = file.compared(&made);
    (report.commit, report.claims) = (commit, claims.len());
    if options.dry_run {
        let old = |_: &RepoPath| Ok::<_, EvalError>(before.clone().unwrap_or_default());
        report.diff = patch(&changes, old)?;
    } else {
        workspace.files.apply(&changes)?;
    }
    Ok(report)
}

/// A file of questions as it stands.
struct Written {
    path: RepoPath,
    /// What stands before the questions, what after.
    around: (String, String),
    indent: usize,
    /// The questions written by hand, byte for byte.
    by_hand: Vec<String>,
    /// What those written by hand ask for.
    asked: Vec<Question>,
    made: Vec<Question>,
}

impl Written {
    fn read(path: &RepoPath, bytes: Option<&[u8]>) -> Result<Written, EvalError> {
        let unusable = || EvalError::NotWritable(path.clone());
        let text = bytes.map_or(Ok(HEAD), std::str::from_utf8).map_err(|_| unusable())?;
        let cut = split(text).ok_or_else(unusable)?;
        let mut written = Written {
            path: path.clone(),
            around: (text[..cut.span.start].to_owned(), text[cut.span.end..].to_owned()),
            indent: 2,
            by_hand: Vec::new(),
            asked: Vec::new(),
            made: Vec::new(),
        };
        for (at, item) in cut.items.into_iter().enumerate() {
            let source = &text[item.span.clone()];
            if at == 0 {
                let line = source.lines().find(|line| line.trim_start().starts_with('-')).unwrap_or_default();
                written.indent = line.len() - line.trim_start().len();
            }
            let alone = read(format!("version: 1\nquestions:\n{source}").as_bytes()).questions;
            let question = alone.into_iter().next().map(|golden| golden.question);
            match question {
                Some(question) if question.tags.iter().any(|tag| tag == DERIVED) => {
                    written.made.push(question);
                }
                question => {
                    written.by_hand.push(source.to_owned());
                    written.asked.extend(question);
                }
            }
        }
        Ok(written)
    }

    /// The file with `made` in place of the questions made before.
    fn with(&self, made: &[Question]) -> String {
        let mut text = self.around.0.clone();
        for source in &self.by_hand {
            text.push_str(source);
            if !source.ends_with('\n') {
                text.push('\n');
            }
        }
        made.iter().for_each(|question| text.push_str(&item(question, self.indent)));
        text + &self.around.1
    }

    fn compared(&self, made: &[Question]) -> EvalInitReport {
        let old: BTreeMap<&str, &Question> = self.made.iter().map(|q| (q.question.as_str(), q)).collect();
        let new: BTreeSet<&str> = made.iter().map(|question| question.question.as_str()).collect();
        let named = |question: &Question| question.question.clone();
        let is_new = |question: &&Question| !old.contains_key(question.question.as_str());
        let is_other =
            |question: &&Question| old.get(question.question.as_str()).is_some_and(|known| known != question);
        let (added, changed): (Vec<String>, Vec<String>) = (
            made.iter().filter(is_new).map(named).collect(),
            made.iter().filter(is_other).map(named).collect(),
        );
        let gone = self.made.iter().filter(|question| !new.contains(question.question.as_str()));
        EvalInitReport {
            file: self.path.to_string(),
            commit: None,
            claims: 0,
            kept: made.len() - added.len() - changed.len(),
            added,
            changed,
            removed: gone.map(named).collect(),
            by_hand: self.by_hand.len(),
            diff: String::new(),
        }
    }
}

/// What questions written by hand ask for already, in this file and in those of the folder `eval`; normalised.
fn by_hand(workspace: &Workspace<'_>, file: &Written) -> Result<BTreeSet<String>, EvalError> {
    let mut asked: BTreeSet<String> =
        file.asked.iter().flat_map(|question| &question.claims).map(|words| normal(words)).collect();
    for sheet in sheets(workspace, &[])? {
        let questions = sheet.set.questions.iter().map(|golden| &golden.question);
        let questions = questions.filter(|question| !question.tags.iter().any(|tag| tag == DERIVED));
        asked.extend(questions.flat_map(|question| &question.claims).map(|words| normal(words)));
    }
    Ok(asked)
}

/// The claims that search serves today, without those that `asked` asks for.
pub(super) fn claims(workspace: &Workspace<'_>, truth: &Truth, asked: &BTreeSet<String>) -> Vec<Derived> {
    let today = workspace.today();
    let served =
        truth.vault().notes().filter(|note| !is_retired(note) && !truth.is_stale(note.path.as_str(), today));
    let mut found = Vec::new();
    for note in served {
        let claims = note.claims().iter().filter(|claim| !asked.contains(&normal(&claim.text)));
        found.extend(claims.map(|claim| Derived {
            note: note.path.clone(),
            title: visible(note.title()),
            heading: claim.headings.last().cloned(),
            text: claim.text.clone(),
        }));
    }
    found
}

/// Every word that stands in a note, in lower case.
fn words(truth: &Truth) -> BTreeSet<String> {
    let notes = truth.vault().notes();
    notes.flat_map(|note| note.text.unicode_words().map(str::to_lowercase).collect::<Vec<_>>()).collect()
}

/// `question` as an item of the list.
fn item(question: &Question, indent: usize) -> String {
    // A text of JSON is one of YAML, and nothing in it has to be looked at twice.
    let quoted = |text: &String| serde_json::Value::from(text.as_str()).to_string();
    let list = |texts: &[String]| texts.iter().map(quoted).collect::<Vec<_>>().join(", ");
    let blank = " ".repeat(indent);
    let mut text = format!("{blank}- question: {}\n", quoted(&question.question));
    if !question.notes.is_empty() {
        text += &format!("{blank}  notes: [{}]\n", list(&question.notes));
    }
    if !question.claims.is_empty() {
        text += &format!("{blank}  claims: [{}]\n", list(&question.claims));
    }
    if question.unanswerable {
        text += &format!("{blank}  unanswerable: true\n");
    }
    text + &format!("{blank}  tags: [{}]\n", question.tags.join(", "))
}
