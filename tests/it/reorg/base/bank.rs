//! The sentences of one language, read from `banks/`. Those that are held out are never looked at while kb is tuned.

use std::collections::BTreeMap;

/// Which of the sentences are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Those that kb is tuned with.
    Tuned,
    /// Those that are held out for the figures.
    HeldOut,
}

/// What kind of value an attribute has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number from, to, in steps of; `true` where thousands are set apart.
    Number(usize, usize, usize, bool),
    /// A day.
    Date,
    /// A time of day.
    Time,
    /// A name.
    Person,
    /// An identifier.
    Code,
    /// Yes or no.
    Flag,
}

/// Something that may be said of a subject, and how evidence and notes say it.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its kind of value.
    pub shape: Shape,
    /// The ways to say it.
    pub sentences: Vec<String>,
    /// The ways to say that it is not so.
    pub denials: Vec<String>,
}

/// Subjects of one kind of life, and what is said of them.
#[derive(Clone, Debug)]
pub struct Domain {
    /// Its name.
    pub name: String,
    /// Words after the name of a subject, `-` for none.
    pub kinds: Vec<String>,
    /// What is said.
    pub attributes: Vec<Attribute>,
}

/// All sentences of one language.
#[derive(Clone, Debug)]
pub struct Bank {
    /// The language: `en`, `de` or `hu`.
    pub language: String,
    /// First words of names, which name a family.
    pub first: Vec<String>,
    /// The kinds of life.
    pub domains: Vec<Domain>,
    lists: BTreeMap<String, Vec<String>>,
}

impl Bank {
    /// The three languages.
    pub fn all(words: Words) -> Vec<Bank> {
        let texts = [
            include_str!("banks/english.txt"),
            include_str!("banks/german.txt"),
            include_str!("banks/hungarian.txt"),
        ];
        texts.iter().map(|text| Bank::read(text, words)).collect()
    }

    /// The entries of the list `name`.
    pub fn list(&self, name: &str) -> &[String] {
        self.lists.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    fn read(text: &str, words: Words) -> Bank {
        let mut bank =
            Bank { language: String::new(), first: Vec::new(), domains: Vec::new(), lists: BTreeMap::new() };
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
            match mark {
                "language" => bank.language = rest.to_owned(),
                "domain" => bank.domains.push(Domain {
                    name: rest.to_owned(),
                    kinds: Vec::new(),
                    attributes: Vec::new(),
                }),
                "kinds" | "attribute" | "flag" => {
                    if let Some(domain) = bank.domains.last_mut() {
                        domain.add(mark, rest);
                    }
                }
                _ => match bank.domains.last_mut().and_then(|domain| domain.attributes.last_mut()) {
                    Some(attribute) => attribute.add(mark, rest, words),
                    None => bank.add(mark, rest, words),
                },
            }
        }
        bank.first = joined(bank.list("first"), bank.list("front"), bank.list("back"));
        bank
    }

    /// Adds an entry of a list: held out where its mark is in capitals and another list of that name is not.
    fn add(&mut self, mark: &str, rest: &str, words: Words) {
        let entries: Vec<String> = match mark {
            "first" | "second" | "front" | "back" => rest.split(' ').map(str::to_owned).collect(),
            "person" | "region" | "speakers" | "restated" => rest.split(';').map(str::to_owned).collect(),
            _ => vec![rest.to_owned()],
        };
        let name = mark.to_lowercase();
        let has_both =
            matches!(name.as_str(), "only" | "unless" | "clause" | "guess" | "kept" | "where" | "when");
        let is_held_out = name != mark;
        if !has_both || is_held_out == (words == Words::HeldOut) {
            self.lists.entry(name).or_default().extend(entries);
        }
    }

    /// The kinds of episodes: how evidence tells one, and how notes do.
    pub fn episodes(&self, words: Words) -> Vec<(String, Vec<String>)> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for line in self.list("episode") {
            let (mark, sentence) = line.split_once(' ').unwrap_or(("", line));
            match (mark, found.last_mut()) {
                ("e", _) => found.push((sentence.to_owned(), Vec::new())),
                (mark, Some((_, told))) if (mark == "C") == (words == Words::HeldOut) => {
                    told.push(sentence.to_owned());
                }
                _ => {}
            }
        }
        found
    }
}

impl Domain {
    fn add(&mut self, mark: &str, rest: &str) {
        let words: Vec<&str> = rest.split(' ').collect();
        let (shape, named) = match (mark, words.as_slice()) {
            ("kinds", _) => {
                self.kinds = words.iter().map(|word| word.trim_matches('-').to_owned()).collect();
                return;
            }
            ("attribute", [shape @ ("number" | "plain"), least, most, step, name @ ..]) => {
                let number = |text: &str| text.parse().unwrap_or(1);
                (Shape::Number(number(least), number(most), number(step), *shape == "number"), name.join(" "))
            }
            ("attribute", ["date", name @ ..]) => (Shape::Date, name.join(" ")),
            ("attribute", ["time", name @ ..]) => (Shape::Time, name.join(" ")),
            ("attribute", ["person", name @ ..]) => (Shape::Person, name.join(" ")),
            ("attribute", ["code", name @ ..]) => (Shape::Code, name.join(" ")),
            _ => (Shape::Flag, rest.to_owned()),
        };
        self.attributes.push(Attribute { name: named, shape, sentences: Vec::new(), denials: Vec::new() });
    }
}

impl Attribute {
    fn add(&mut self, mark: &str, sentence: &str, words: Words) {
        let (side, kind) = match mark.strip_prefix('-') {
            Some(kind) => (false, kind),
            None => (true, mark.trim_start_matches('+')),
        };
        if kind.chars().all(char::is_uppercase) != (words == Words::HeldOut) {
            return;
        }
        let list = if side { &mut self.sentences } else { &mut self.denials };
        if list.iter().all(|known| known != sentence) {
            list.push(sentence.to_owned());
        }
    }
}

/// The names of `whole`, and every `front` with every `back`.
fn joined(whole: &[String], front: &[String], back: &[String]) -> Vec<String> {
    let both = back.iter().flat_map(|back| {
        let fits = move |front: &&String| !front.to_lowercase().ends_with(back.as_str());
        front.iter().filter(fits).map(move |front| format!("{front}{back}"))
    });
    whole.iter().cloned().chain(both).collect()
}
