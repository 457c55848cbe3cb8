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
        let wanted = |place: usize| match half {
            Some("even") => place.is_multiple_of(2),
            Some("odd") => !place.is_multiple_of(2),
            _ => true,
        };
        let questions = lines(&folder.join("queries.jsonl"))?
            .into_iter()
            .filter_map(|line| {
                relevant.remove(&line.id).map(|relevant| Question { text: line.text, relevant })
            })
            .enumerate()
            .filter(|(place, _)| wanted(*place))
            .map(|(_, question)| question)
            .collect();
        Ok(Set { documents: corpus.into_iter().map(note).collect(), questions })
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
