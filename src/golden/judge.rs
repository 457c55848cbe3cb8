//! Judges one answer: at which rank each thing that must come came, and what came that must not.

use serde::Serialize;

use super::fact::normal;
use super::question::Question;

/// One result, as far as it is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its note.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Whether its note is deprecated, superseded, or not valid on the day.
    pub stale: bool,
    /// Whether its note is not there, or not for the caller to see.
    pub ghost: bool,
}

/// What an answer did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Outcome {
    /// What had to come, in the order of the question: notes, claims, facts.
    pub targets: Vec<Target>,
    /// What came and must not have, as the question names it.
    pub forbidden: Vec<String>,
    /// How many results came.
    pub results: usize,
    /// The notes of stale results, one a result.
    pub stale: Vec<String>,
    /// The notes of results that are ghosts, one a result.
    pub ghosts: Vec<String>,
}

/// Something that had to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Target {
    /// What it is.
    pub kind: TargetKind,
    /// It, as the question names it.
    pub what: String,
    /// The place of the first result that has it, from 1; `None` where none has.
    pub rank: Option<usize>,
    /// Whether the knowledge has it at all; `None` where nobody looked, since it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_known: Option<bool>,
}

/// What has to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TargetKind {
    /// A note.
    Note,
    /// Words of a claim.
    Claim,
    /// Words of the text.
    Fact,
}

impl Outcome {
    /// Whether everything that had to come came and nothing that must not.
    pub fn is_right(&self, question: &Question) -> bool {
        let came = self.targets.iter().all(|target| target.rank.is_some());
        let nothing = !question.unanswerable || self.results == 0;
        came && nothing && self.forbidden.is_empty()
    }

    /// The ranks of what came, ascending.
    pub fn ranks(&self) -> Vec<usize> {
        let mut ranks: Vec<usize> = self.targets.iter().filter_map(|target| target.rank).collect();
        ranks.sort_unstable();
        ranks
    }
}

/// Judges the answer `pieces` to `question`.
pub fn judge(question: &Question, pieces: &[Piece]) -> Outcome {
    let texts: Vec<String> = pieces.iter().map(|piece| normal(&piece.text)).collect();
    let note = |name: &String| pieces.iter().position(|piece| names(name, &piece.path));
    let claim = |words: &String| texts.iter().position(|text| text.contains(&normal(words)));
    let fact = |words: &String| joined(&texts, &normal(words));
    let target = |kind, what: &String, place: Option<usize>| Target {
        kind,
        what: what.clone(),
        rank: place.map(|place| place + 1),
        is_known: None,
    };
    let notes = question.notes.iter().map(|name| target(TargetKind::Note, name, note(name)));
    let claims = question.claims.iter().map(|words| target(TargetKind::Claim, words, claim(words)));
    let facts = question.facts.iter().map(|words| target(TargetKind::Fact, words, fact(words)));
    let came = |not: &&String| {
        if not.ends_with(".md") { note(not).is_some() } else { fact(not).is_some() }
    };
    let paths = |pick: fn(&Piece) -> bool| {
        pieces.iter().filter(|piece| pick(piece)).map(|piece| piece.path.clone()).collect()
    };
    Outcome {
        targets: notes.chain(claims).chain(facts).collect(),
        forbidden: question.not.iter().filter(came).cloned().collect(),
        results: pieces.len(),
        stale: paths(|piece| piece.stale),
        ghosts: paths(|piece| piece.ghost),
    }
}

/// Whether `name` names the note at `path`: its whole, or its end at a folder's boundary, with or without `.md`.
pub fn names(name: &str, path: &str) -> bool {
    let bare = |text: &'static str, of: &str| of.strip_suffix(text).unwrap_or(of).to_owned();
    let (name, path) = (bare(".md", name.trim_start_matches("./")), bare(".md", path));
    path == name || path.strip_suffix(&name).is_some_and(|before| before.ends_with('/'))
}

/// The place of the text in which `words` end when all texts are read as one.
fn joined(texts: &[String], words: &str) -> Option<usize> {
    if let Some(place) = texts.iter().position(|text| text.contains(words)) {
        return Some(place);
    }
    let mut all = String::new();
    for (place, text) in texts.iter().enumerate() {
        if place > 0 {
            all.push(' ');
        }
        all.push_str(text);
        if all.contains(words) {
            return Some(place);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(path: &str, text: &str) -> Piece {
        Piece { path: path.to_owned(), text: text.to_owned(), stale: false, ghost: false }
    }

    fn texts(of: &[&str]) -> Vec<String> {
        of.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn each_target_has_the_rank_of_the_first_result_that_has_it() {
        let question = Question {
            question: "what?".to_owned(),
            notes: texts(&["knowledge/b.md", "sub/c", "gone.md"]),
            claims: texts(&["The fee is 1,200 EUR"]),
            facts: texts(&["30 November", "one two"]),
            not: texts(&["a.md", "secret", "absent.md"]),
            ..Question::default()
        };
        let pieces = [
            piece("knowledge/a.md", "Nothing, by 30 Nov. A SECRET one"),
            piece("knowledge/b.md", "two. The fee is €1200 EUR."),
            piece("knowledge/sub/c.md", ""),
        ];
        let outcome = judge(&question, &pieces);
        let ranks: Vec<Option<usize>> = outcome.targets.iter().map(|target| target.rank).collect();
        assert_eq!(ranks, [Some(2), Some(3), None, Some(2), Some(1), Some(2)]);
        assert_eq!(outcome.forbidden, ["a.md", "secret"]);
        assert!(!outcome.is_right(&question));
    }

    #[test]
    fn a_name_ends_at_a_folder() {
        assert!(
            names("policy.md", "knowledge/policy.md") && names("knowledge/policy", "knowledge/policy.md")
        );
        assert!(!names("policy", "knowledge/refund-policy.md"));
    }
}
