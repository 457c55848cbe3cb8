//! What the cited lines say, sentence by sentence, with who says it and what became of questions.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::EvidenceId;
use crate::text::LineRange;
use crate::verify::sentence::{self, Sentence};
use crate::verify::transcript::{Party, Transcript};

/// Lines that a claim cites.
#[derive(Clone, Copy, Debug)]
pub struct Passage<'t> {
    /// The item.
    pub transcript: &'t Transcript,
    /// Its lines.
    pub lines: LineRange,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// It is no question, or the reply gives a value rather than a yes or no.
    Told,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Nothing that is cited replies.
    Open,
}

/// One sentence of the cited lines.
#[derive(Clone, Debug)]
pub(super) struct Heard<'t> {
    /// The sentence.
    pub sentence: Sentence,
    /// The item.
    pub transcript: &'t Transcript,
    /// The line it starts in.
    pub line: u32,
    /// Who says it.
    pub party: Option<&'t Party>,
    /// What became of it, where it is a question.
    pub reply: Reply,
}

impl Heard<'_> {
    /// Whether it states something: a statement, or a question that was answered.
    pub fn states(&self) -> bool {
        self.reply != Reply::Open
    }

    /// The item's id.
    pub fn evidence(&self) -> &EvidenceId {
        &self.transcript.id
    }
}

/// One stretch of lines that one party says without a break.
struct Turn<'t> {
    first: u32,
    party: Option<&'t Party>,
    text: String,
    /// Where each line starts in `text`, and its number.
    starts: Vec<(usize, u32)>,
}

/// Takes the lines of `passages` apart, in order of items and lines, none twice.
pub(super) fn hear<'t>(passages: &[Passage<'t>]) -> Vec<Heard<'t>> {
    let mut items: BTreeMap<&EvidenceId, (&'t Transcript, BTreeSet<u32>)> = BTreeMap::new();
    for passage in passages {
        let (_, lines) =
            items.entry(&passage.transcript.id).or_insert_with(|| (passage.transcript, BTreeSet::new()));
        lines.extend(passage.transcript.within(passage.lines));
    }
    let mut heard = Vec::new();
    for (transcript, lines) in items.into_values() {
        let turns = turns(transcript, &lines);
        for (at, turn) in turns.iter().enumerate() {
            let next = turns.get(at + 1).filter(|next| {
                let last = turn.starts.last().map_or(turn.first, |&(_, line)| line);
                next.party != turn.party && next.first <= last + 3
            });
            let mut parts = sentence::sentences(&turn.text);
            let last_question = parts.iter().rposition(|(_, part)| part.question);
            for (index, (offset, part)) in parts.drain(..).enumerate() {
                let line = turn
                    .starts
                    .iter()
                    .rev()
                    .find(|(start, _)| *start <= offset)
                    .map_or(turn.first, |&(_, l)| l);
                let reply = match (part.question, next) {
                    (false, _) => Reply::Told,
                    (true, _) if part.hours.is_empty() && rhetorical(&part) => Reply::Told,
                    (true, Some(next)) if Some(index) == last_question => reply(&next.text),
                    (true, Some(_)) => Reply::Told,
                    (true, None) => Reply::Open,
                };
                heard.push(Heard { sentence: part, transcript, line, party: turn.party, reply });
            }
        }
    }
    heard
}

/// Whether a question only asks for agreement to what it states: "..., right?"
fn rhetorical(sentence: &Sentence) -> bool {
    let words: Vec<&str> =
        sentence.tokens.iter().rev().skip_while(|t| t.is('?')).take(1).map(|t| t.lower.as_str()).collect();
    matches!(words.as_slice(), ["right" | "ok" | "okay"])
}

fn turns<'t>(transcript: &'t Transcript, lines: &BTreeSet<u32>) -> Vec<Turn<'t>> {
    let mut turns: Vec<Turn<'t>> = Vec::new();
    for &number in lines {
        let Some(line) = transcript.line(number) else { continue };
        let follows = turns.last().is_some_and(|turn| {
            let last = turn.starts.last().map_or(turn.first, |&(_, line)| line);
            last + 1 == number && turn.party == line.party.as_ref() && !line.opens
        });
        match turns.last_mut().filter(|_| follows) {
            Some(turn) => {
                turn.text.push('\n');
                turn.starts.push((turn.text.len(), number));
                turn.text.push_str(&line.text);
            }
            None => turns.push(Turn {
                first: number,
                party: line.party.as_ref(),
                text: line.text.clone(),
                starts: vec![(0, number)],
            }),
        }
    }
    turns
}

/// What `text`, said right after a question, replies.
fn reply(text: &str) -> Reply {
    let mut words =
        text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_lowercase();
    let second = words.next().unwrap_or_default().to_lowercase();
    match (first.as_str(), second.as_str()) {
        (
            "yes" | "yeah" | "yep" | "yup" | "correct" | "exactly" | "right" | "sure" | "absolutely"
            | "definitely" | "certainly" | "igen" | "ja" | "indeed" | "true",
            _,
        )
        | ("that's", "right" | "correct" | "it" | "me")
        | ("of", "course") => Reply::Yes,
        ("no", "problem" | "worries") => Reply::Yes,
        ("no" | "nope" | "nah" | "nem" | "nein", _) | ("not", "really" | "yet" | "currently" | "at") => {
            Reply::No
        }
        _ => Reply::Told,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_know_their_replies() {
        let text = r#"{"role":"assistant","content":"Thanks. Any student loans?"}
{"role":"user","content":"No, I paid those off. Do you need proof?"}
{"role":"assistant","content":"Yes."}
{"role":"user","content":"And the fee?"}"#;
        let id = "2026-11-30-call-3f9a2c".parse().expect("an id");
        let transcript = Transcript::read(id, text, true);
        let all = Passage { transcript: &transcript, lines: LineRange::new(1, 4).expect("lines") };
        let heard = hear(&[all]);
        let replies: Vec<(u32, Reply)> =
            heard.iter().filter(|h| h.sentence.question).map(|h| (h.line, h.reply)).collect();
        assert_eq!(replies, [(1, Reply::No), (2, Reply::Yes), (4, Reply::Open)]);
    }
}
