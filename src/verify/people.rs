//! Which names the parties of a conversation bear, from how they introduce and address each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::verify::lex::{self, Kind, Token};
use crate::verify::transcript::{Line, Party};
use crate::verify::words;

/// The names of each party, in lower case, word by word.
#[derive(Debug, Default)]
pub(super) struct People {
    names: BTreeMap<Party, BTreeSet<String>>,
}

impl People {
    /// Reads the names off `lines`.
    pub fn of(lines: &[Line]) -> People {
        let mut people = People::default();
        let parties: BTreeSet<&Party> = lines.iter().filter_map(|line| line.party.as_ref()).collect();
        let mut asked_name_by: Option<&Party> = None;
        for line in lines {
            let Some(party) = &line.party else { continue };
            let tokens = lex::tokens(&line.text);
            if let Party::Named(name) = party {
                people.add(party, name.split_whitespace().map(str::to_owned).collect());
            }
            for at in 0..tokens.len() {
                if let Some(start) = introduces(&tokens, at) {
                    people.add(party, names(&tokens, start));
                }
            }
            if asked_name_by.is_some_and(|asker| asker != party) {
                let start = tokens
                    .iter()
                    .position(|t| t.kind == Kind::Word && t.capital && !words::is_stop(&t.lower));
                people.add(party, start.filter(|&at| at <= 4).map_or_else(Vec::new, |at| names(&tokens, at)));
            }
            let others: Vec<&&Party> = parties.iter().filter(|other| **other != party).collect();
            if let [other] = others.as_slice() {
                for at in 0..tokens.len() {
                    if let Some(start) = addresses(&tokens, at) {
                        people.add(other, names(&tokens, start));
                    }
                }
            }
            let asks = line.text.trim_end().ends_with('?') && tokens.iter().any(|t| t.lower == "name");
            asked_name_by = asks.then_some(party);
        }
        people
    }

    fn add(&mut self, party: &Party, names: Vec<String>) {
        if !names.is_empty() {
            self.names.entry(party.clone()).or_default().extend(names);
        }
    }

    /// Whether some party bears the name `word`, in lower case.
    pub fn knows(&self, word: &str) -> bool {
        self.names.values().any(|names| names.contains(word))
    }

    /// The one party that bears the name `word`, in lower case.
    pub fn bearer(&self, word: &str) -> Option<&Party> {
        let mut bearers = self.names.iter().filter(|(_, names)| names.contains(word)).map(|(party, _)| party);
        bearers.next().filter(|_| bearers.next().is_none())
    }
}

/// Where a name starts after "I'm", "my name is", "this is" at `at`.
fn introduces(tokens: &[Token], at: usize) -> Option<usize> {
    let word = |ahead: usize| tokens.get(at + ahead).map_or("", |t| t.lower.as_str());
    let start = match (word(0), word(1), word(2)) {
        ("i'm", ..) => at + 1,
        ("my", "name", "is") => at + 3,
        ("my", "full", "name") | ("my", "legal", "name") => at + 4,
        ("my", "name's", _) => at + 2,
        ("i", "am", _) | ("this", "is", _) => at + 2,
        _ => return None,
    };
    name_at(tokens, start).then_some(start)
}

/// Where a name starts after "Mr.", "thank you,", "hi" at `at`.
fn addresses(tokens: &[Token], at: usize) -> Option<usize> {
    let mut start = at + 1;
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    match tokens[at].lower.as_str() {
        // "Thank you, Mr. Brandt." addresses him, "Mr. Brandt will call" may not.
        "mr" | "mrs" | "ms" | "dr" => {
            let greets = |t: &Token| {
                t.is(',') || matches!(t.lower.as_str(), "hi" | "hello" | "dear" | "thanks" | "you")
            };
            if !before.is_some_and(greets) {
                return None;
            }
            if tokens.get(start).is_some_and(|t| t.is('.')) {
                start += 1;
            }
        }
        "hi" | "hello" | "thanks" | "dear" => {}
        "you" | "morning" | "afternoon" if tokens.get(start).is_some_and(|t| t.is(',')) => start += 1,
        _ => return None,
    }
    name_at(tokens, start).then_some(start)
}

fn name_at(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_some_and(|t| t.kind == Kind::Word && t.capital && !words::is_stop(&t.lower))
}

/// The words of the name that starts at `at`.
fn names(tokens: &[Token], at: usize) -> Vec<String> {
    let part = |t: &&Token| (t.kind == Kind::Word && t.capital && !words::is_stop(&t.lower)) || t.is('.');
    let words = tokens[at..].iter().take(5).take_while(part).filter(|t| t.kind == Kind::Word);
    words.map(|token| token.lower.clone()).collect()
}

#[cfg(test)]
mod tests {
    use crate::verify::transcript::{Party, Transcript};

    #[test]
    fn introductions_answers_and_addresses_name_the_parties() {
        let text = r#"{"role":"assistant","content":"I'm Robert from Wells Fargo. What's your full legal name?"}
{"role":"user","content":"David Alexander Thompson."}
{"role":"assistant","content":"Thank you, Mr. Thompson."}"#;
        let id = "2026-11-30-call-3f9a2c".parse().expect("an id");
        let people = Transcript::read(id, text, true).people;
        assert_eq!(people.bearer("robert"), Some(&Party::Helper));
        for name in ["david", "alexander", "thompson"] {
            assert_eq!(people.bearer(name), Some(&Party::Asker), "{name}");
        }
        assert_eq!(people.bearer("wells"), None);
    }
}
