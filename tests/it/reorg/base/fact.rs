//! A fact about a subject, and the sentences that say it: in evidence, and in notes in one of several ways.

use super::bank::{Bank, Shape};
use super::chance::Chance;
use super::subject::Subject;
use super::value::{Value, day, day_written, number_written};

/// What is said beside the bare fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Twist {
    /// Nothing.
    Bare,
    /// It holds under a condition: the list of connectives, the clause as evidence writes it and as notes do.
    Condition(&'static str, String, String),
    /// Somebody supposes it.
    Guess,
    /// It holds in a region.
    Where(String),
    /// It held in a year.
    When(i16),
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub subject: Subject,
    /// Which attribute of the subject's domain.
    pub attribute: usize,
    /// Its value.
    pub value: Value,
    /// What else is said.
    pub twist: Twist,
}

/// One of the ways in which a note says a fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Which sentence.
    pub sentence: usize,
    /// How the value is written.
    pub value: usize,
}

impl Way {
    /// Any way.
    pub fn any(chance: &mut Chance) -> Way {
        Way { sentence: chance.below(6), value: chance.below(2) }
    }

    /// Other words for the same, where there are two sentences or more.
    pub fn other(self) -> Way {
        Way { sentence: self.sentence + 1, value: self.value + 1 }
    }
}

impl Fact {
    /// What its attribute is called.
    pub fn named<'b>(&self, bank: &'b Bank) -> &'b str {
        &bank.domains[self.subject.domain].attributes[self.attribute].name
    }

    /// The same with another value.
    pub fn with(&self, value: Value) -> Fact {
        Fact { value, ..self.clone() }
    }

    /// The same with something else said.
    pub fn twisted(&self, twist: Twist) -> Fact {
        Fact { twist, ..self.clone() }
    }

    /// What evidence says: in the words in which the note says it, as far as there are no other ones for what is said beside
    /// the bare fact.
    pub fn evidence(&self, bank: &Bank, way: Way, chance: &mut Chance) -> String {
        let sentence = self.sentence(bank, Way { value: 0, ..way });
        let mut of = |name: &str| chance.of::<String>(bank.list(name)).clone();
        match &self.twist {
            Twist::Bare => sentence.text,
            Twist::Condition(list, clause, _) => sentence.under(&of(list), clause),
            Twist::Guess => sentence.within(&of("guess"), ""),
            Twist::Where(region) => sentence.within(&of("where"), region),
            Twist::When(year) => sentence.within(&of("when"), &year.to_string()),
        }
    }

    /// What a note says.
    pub fn claim(&self, bank: &Bank, way: Way) -> String {
        let sentence = self.sentence(bank, way);
        let of = |name: &str| {
            let all = bank.list(name);
            all[way.sentence % all.len()].clone()
        };
        match &self.twist {
            Twist::Bare => sentence.text,
            Twist::Condition(list, _, told) => sentence.under(&of(list), told),
            Twist::Guess => sentence.within(&of("kept"), ""),
            Twist::Where(region) => sentence.within(&of("where"), region),
            Twist::When(year) => sentence.within(&of("when"), &year.to_string()),
        }
    }

    fn sentence(&self, bank: &Bank, way: Way) -> Sentence {
        let attribute = &bank.domains[self.subject.domain].attributes[self.attribute];
        let templates = match self.value {
            Value::Flag(false) => &attribute.denials,
            _ => &attribute.sentences,
        };
        let template = &templates[way.sentence % templates.len()];
        let value = self.value.written(&bank.language, way.value);
        Sentence {
            text: filled(template, &self.subject, &value, ""),
            starts_with_name: template.starts_with("{v}")
                || (template.starts_with("{S}") && bank.language == "de")
                || (bank.language == "de"
                    && !GERMAN_WORDS.contains(&template.split(' ').next().unwrap_or(""))),
        }
    }
}

/// A condition of any kind.
pub fn condition(bank: &Bank, chance: &mut Chance) -> Twist {
    let list = if chance.percent(50) { "only" } else { "unless" };
    let clause = chance.of(bank.list("clause")).clone();
    let number = chance.within(2, 60) * 50;
    let date = day(2020, 2024, chance);
    let fill = |way: usize| {
        clause
            .replace("{n}", &number_written(number, &bank.language, way == 0))
            .replace("{d}", &day_written(date, &bank.language, way))
    };
    Twist::Condition(list, fill(0), fill(chance.below(2)))
}

/// The words, other than nouns, that a German sentence of the banks starts with.
const GERMAN_WORDS: [&str; 17] = [
    "Die", "Der", "Das", "Bei", "Auf", "Für", "Eine", "Am", "Um", "Wer", "Zu", "Zum", "Man", "Seit", "Pro",
    "Niemand", "Wegen",
];

/// A sentence, and whether its first word keeps its capital.
struct Sentence {
    text: String,
    starts_with_name: bool,
}

impl Sentence {
    fn bare(&self) -> &str {
        self.text.trim_end_matches('.')
    }

    /// The sentence under the condition that `clause` is.
    fn under(&self, connective: &str, clause: &str) -> String {
        format!("{}, {}.", self.bare(), connective.replace("{c}", clause))
    }

    /// The sentence within another one.
    fn within(&self, around: &str, about: &str) -> String {
        let small = if self.starts_with_name {
            self.bare().to_owned()
        } else {
            let mut letters = self.bare().chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        };
        let whole = around.replace("{x}", &small).replace("{X}", self.bare());
        whole.replace("{r}", about).replace("{y}", about)
    }
}

/// `template` about `subject`, with the value `value` and the day `day`.
pub fn filled(template: &str, subject: &Subject, value: &str, day: &str) -> String {
    let article = subject.hungarian();
    let capital = if article == "az" { "Az" } else { "A" };
    let text = template
        .replace("{s}", &subject.inside())
        .replace("{S}", &subject.first())
        .replace("{n}", subject.bare())
        .replace("{a}", article)
        .replace("{A}", capital)
        .replace("{v}", value)
        .replace("{d}", day);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// An attribute that is none of `used`, with a value where `fits`.
pub fn fresh(
    bank: &Bank,
    subject: &Subject,
    used: &[usize],
    fits: impl Fn(&Shape) -> bool,
    chance: &mut Chance,
) -> Option<Fact> {
    let attributes = &bank.domains[subject.domain].attributes;
    let free =
        (0..attributes.len()).filter(|at| !used.contains(at) && fits(&attributes[*at].shape)).collect();
    let attribute = *chance.shuffled(free).first()?;
    let value = Value::any(&attributes[attribute].shape, bank, chance);
    Some(Fact { subject: subject.clone(), attribute, value, twist: Twist::Bare })
}
