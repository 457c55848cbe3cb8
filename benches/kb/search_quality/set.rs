//! Reads a set: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`. Documents become notes.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// A question with what answers it.
pub struct Question {
    /// The question.
    pub text: String,
    /// The grade of each note that answers it, by the note's number.
    pub relevant: HashMap<u32, f64>,
}

/// A set of notes and questions.
pub struct Set {
    /// The text of each note.
    pub documents: Vec<String>,
    /// The questions that have an answer.
    pub questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

impl Set {
    /// The set `name` below `folder`. Where it has three parts, as `xquad-de-en`, the questions are in the first language and
    /// the notes in the second.
    pub fn named(folder: &Path, name: &str, half: Option<&str>) -> Result<Set, String> {
        let [set, asked, told] = name.split('-').collect::<Vec<_>>()[..] else {
            return Set::read(&folder.join(name), half);
        };
        match set {
            "xquad" => {
                let notes = Set::read(&folder.join(format!("{set}-{told}")), None)?;
                // Questions and paragraphs have the same numbers in all languages.
                let questions = Set::read(&folder.join(format!("{set}-{asked}")), half)?;
                Ok(Set { documents: notes.documents, questions: questions.questions })
            }
            "sib200" => {
                let of = |language: &str| lines(&folder.join(format!("sib200-parallel/{language}.jsonl")));
                Set::parallel(of(asked)?, of(told)?, half)
            }
            _ => Set::read(&folder.join(name), half),
        }
    }

    /// Sentences in one language that ask for the same in another.
    fn parallel(asked: Vec<Line>, told: Vec<Line>, half: Option<&str>) -> Result<Set, String> {
        let numbers: HashMap<String, u32> = told.iter().map(|line| line.id.clone()).zip(0..).collect();
        let questions = asked
            .into_iter()
            .enumerate()
            .filter(|(place, _)| is_wanted(half, *place))
            .filter_map(|(_, line)| {
                let relevant = HashMap::from([(*numbers.get(&line.id)?, 1.0)]);
                Some(Question { text: line.text, relevant })
            })
            .collect();
        Ok(Set { documents: told.into_iter().map(note).collect(), questions })
    }

    /// Reads the set in `folder`; of the questions every other one where `half` is `even` or `odd`.
    pub fn read(folder: &Path, half: Option<&str>) -> Result<Set, String> {
        let corpus = lines(&folder.join("corpus.jsonl"))?;
        let numbers: HashMap<&str, u32> = corpus.iter().map(|line| line.id.as_str()).zip(0..).collect();
        let mut relevant: HashMap<String, HashMap<u32, f64>> = HashMap::new();
        let path = folder.join("qrels.tsv");
        let judged = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for line in judged.lines().skip(1) {
            let mut cells = line.split('\t');
            let (Some(question), Some(document), Some(grade)) = (cells.next(), cells.next(), cells.next())
            else {
                return Err(format!("{}: `{line}` is not a judgment", path.display()));
            };
            let grade: f64 = grade.parse().map_err(|error| format!("{}: {error}", path.display()))?;
            if let Some(&number) = numbers.get(document).filter(|_| grade > 0.0) {
                relevant.entry(question.to_owned()).or_default().insert(number, grade);
            }
        }
        let questions = lines(&folder.join("queries.jsonl"))?
            .into_iter()
            .filter_map(|line| {
                relevant.remove(&line.id).map(|relevant| Question { text: line.text, relevant })
            })
            .enumerate()
            .filter(|(place, _)| is_wanted(half, *place))
            .map(|(_, question)| question)
            .collect();
        Ok(Set { documents: corpus.into_iter().map(note).collect(), questions })
    }
}

/// Whether the question at `place` belongs to the half that is asked.
fn is_wanted(half: Option<&str>, place: usize) -> bool {
    match half {
        Some("even") => place.is_multiple_of(2),
        Some("odd") => !place.is_multiple_of(2),
        _ => true,
    }
}

/// The text of the note that a document becomes.
fn note(line: Line) -> String {
    if line.title.is_empty() { line.text } else { format!("# {}\n\n{}", line.title, line.text) }
}

fn lines(path: &Path) -> Result<Vec<Line>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.lines()
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display())))
        .collect()
}
