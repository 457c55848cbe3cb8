//! Reads a file of golden questions: every question that can be read, and what is wrong with the others, by line.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::metric::Metric;
use super::question::Question;
use super::split::{Split, split};
use crate::yaml;

/// The version of the format that is written; the only one there is.
const VERSION: u32 = 1;

/// The content of a file of golden questions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GoldenFile {
    /// The version of the format: 1.
    pub version: u32,
    /// What the questions of this file must reach, by metric: at least, or for rates of what goes wrong, at most.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub require: BTreeMap<String, f64>,
    /// The questions.
    pub questions: Vec<Question>,
}

/// The same without the questions.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Frame {
    version: Option<u32>,
    require: BTreeMap<String, f64>,
    #[serde(rename = "questions")]
    _questions: Option<serde_json::Value>,
}

/// A question and the line that it starts in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// The line, from 1.
    pub line: u32,
    /// The question.
    pub question: Question,
}

/// What is wrong with a file, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong and what to do, one line.
    pub message: String,
}

/// What could be read of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoldenSet {
    /// What must be reached.
    pub require: Vec<(Metric, f64)>,
    /// The questions.
    pub questions: Vec<Golden>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Reads `bytes`. What cannot be read is a problem, never a failure.
pub fn read(bytes: &[u8]) -> GoldenSet {
    let mut set = GoldenSet::default();
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    if text.contains('\u{fffd}') {
        let line = text.split('\u{fffd}').next().map_or(1, |before| before.lines().count().max(1));
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        set.problem(line, "bytes that are not UTF-8; save the file as UTF-8");
    }
    match split(text) {
        Some(Split { frame, items, .. }) => {
            set.frame(yaml::from_str(&frame).map_err(|error| (error.line, error.message)));
            for item in items {
                match yaml::from_str::<Question>(&item.yaml) {
                    Ok(question) => set.question(item.line, question),
                    Err(error) => set.problem(item.line + error.line - 1, &unread(&error.message)),
                }
            }
        }
        None => match yaml::from_str::<GoldenFile>(text) {
            Ok(file) => {
                let frame = Frame { version: Some(file.version), require: file.require, ..Frame::default() };
                set.frame(Ok(frame));
                file.questions.into_iter().for_each(|question| set.question(1, question));
            }
            Err(error) => set.problem(error.line, &unread(&error.message)),
        },
    }
    set.problems.sort_by_key(|problem| problem.line);
    set
}

/// What the reader of YAML says, and where one can look up how it is written.
fn unread(message: &str) -> String {
    format!("{message}; `kb eval --help` shows how a question is written")
}

impl GoldenSet {
    fn problem(&mut self, line: u32, message: &str) {
        self.problems.push(Problem { line, message: message.to_owned() });
    }

    fn question(&mut self, line: u32, question: Question) {
        match question.fault() {
            Some(fault) => self.problem(line, fault),
            None => self.questions.push(Golden { line, question }),
        }
    }

    fn frame(&mut self, frame: Result<Frame, (u32, String)>) {
        let frame = match frame {
            Ok(frame) => frame,
            Err((line, message)) => return self.problem(line, &unread(&message)),
        };
        match frame.version {
            Some(VERSION) => {}
            None => self.problem(1, "no `version`; write `version: 1` first"),
            Some(other) => {
                self.problem(1, &format!("version {other} is not known to this kb, which reads 1"))
            }
        }
        for (name, value) in frame.require {
            match name.parse::<Metric>() {
                Ok(metric) if (0.0..=1.0).contains(&value) => self.require.push((metric, value)),
                Ok(metric) => self.problem(1, &format!("`require: {metric}` must be a number from 0 to 1")),
                Err(error) => self.problem(1, &format!("`require`: {error}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(set: &GoldenSet) -> Vec<(u32, &str)> {
        set.questions.iter().map(|golden| (golden.line, golden.question.question.as_str())).collect()
    }

    #[test]
    fn one_bad_question_spoils_no_other_and_is_told_by_line() {
        let text = "\
version: 1
questions:
  - question: first
    facts: [500, 1.50, 2026-11-30]
  - question: second
    nots: [a.md]
  - question: \"third
    notes: [b.md]
  - notes: [c.md]
  - question: last
    as_of: 2026-01-31
    unanswerable: true
require: {success@5: 0.9}
";
        let set = read(text.as_bytes());
        assert_eq!(asked(&set), [(3, "first"), (10, "last")]);
        assert_eq!(set.questions[0].question.facts, ["500", "1.50", "2026-11-30"]);
        assert_eq!(set.require, [(Metric::Success(5), 0.9)]);
        let lines: Vec<u32> = set.problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines.len(), 3, "{:?}", set.problems);
        assert_eq!((lines[0], lines[2]), (6, 9), "{:?}", set.problems);
        assert!(set.problems[0].message.contains("nots"), "{:?}", set.problems);
    }

    #[test]
    fn json_is_read_too() {
        let set = read(br#"{"version": 1, "questions": [{"question": "a", "notes": ["b"]}]}"#);
        assert_eq!((asked(&set), set.problems.len()), (vec![(1, "a")], 0));
    }

    #[test]
    fn whatever_is_wrong_with_the_file_is_a_problem() {
        for text in ["", "questions:\n  - question: a\n    notes: [b]\n", "version: 2\nquestions: []\n"] {
            assert_eq!(read(text.as_bytes()).problems.len(), 1, "{text}");
        }
        for require in ["{succes@5: 1}", "{mrr: 90}", "[mrr]"] {
            let text = format!("version: 1\nrequire: {require}\nquestions: []\n");
            assert_eq!(read(text.as_bytes()).problems.len(), 1, "{text}");
        }
        assert!(!read(b"\xff\xfe\x00").problems.is_empty());
    }
}
