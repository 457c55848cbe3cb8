//! Turns a sentence's "I", "you" and "we" into the third person. It changes no other word.

use super::token::{Token, tokens};
use super::verb::{is_adverb, third_person};

/// Whom the persons of a sentence stand for.
#[derive(Clone, Debug)]
pub(super) struct Persons<'n> {
    /// What "I" becomes, such as `the customer`.
    pub(super) speaker: &'n str,
    /// What "you" becomes; `None` where there is no single listener.
    pub(super) listener: Option<&'n str>,
    /// Whether "your" is said to one who answers for others, so that it is theirs rather than his.
    pub(super) to_helper: bool,
    /// What "we" becomes; `None` where that is not known.
    pub(super) we: Option<&'n str>,
}

/// Words before which "you" can only be an object.
const BEFORE_OBJECT: &[&str] = &[
    "to",
    "for",
    "with",
    "of",
    "from",
    "by",
    "about",
    "on",
    "at",
    "give",
    "owe",
    "gives",
    "send",
    "offer",
    "help",
    "get",
    "let",
    "tell",
    "show",
    "make",
    "put",
    "call",
    "reach",
    "contact",
    "email",
    "text",
    "see",
    "assist",
    "cost",
    "save",
    "saves",
    "connect",
    "charge",
    "allow",
    "allows",
    "remind",
    "want",
    "need",
    "sending",
    "giving",
    "transfer",
    "notify",
    "advise",
    "refer",
    "ask",
    "recommend",
    "require",
    "requires",
    "schedule",
    "book",
    "enroll",
    "lets",
    "bring",
    "take",
    "sent",
    "gave",
    "around",
];

/// Rewrites `sentence`, which is spoken by and to `persons`; `None` where a person cannot be replaced safely.
pub(super) fn rewrite(sentence: &str, persons: &Persons<'_>) -> Option<String> {
    let words = tokens(sentence);
    let mut rewriter = Rewriter { persons, mentioned: Vec::new(), left: false, agree: false };
    let mut text = String::with_capacity(sentence.len() + 32);
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        let before = index.checked_sub(1).map(|at| &words[at]);
        let new = rewriter.word(word, before, words.get(index + 1));
        text.push_str(word.before());
        text.push_str(&new);
        text.push_str(word.after());
    }
    (!rewriter.left).then_some(text)
}

struct Rewriter<'p, 'n> {
    persons: &'p Persons<'n>,
    mentioned: Vec<&'n str>,
    left: bool,
    /// Whether the next verb belongs to a subject that has just become singular.
    agree: bool,
}

impl<'n> Rewriter<'_, 'n> {
    fn word(&mut self, word: &Token<'_>, before: Option<&Token<'_>>, after: Option<&Token<'_>>) -> String {
        let lower = word.lower();
        let (stem, ending) =
            lower.split_once('\'').map_or((lower.as_str(), None), |(stem, ending)| (stem, Some(ending)));
        let speaker = Some(self.persons.speaker);
        let listener = self.persons.listener;
        let we = self.persons.we;
        match (stem, ending) {
            // A lone capital letter after a noun may be a numeral or a name: "Part I".
            ("i", _) if word.core.starts_with('i') && ending.is_none() => word.core.to_owned(),
            ("i", ending) => self.subject(speaker, ending, true),
            ("you", None) => {
                let object = before.is_some_and(|before| {
                    before.after().is_empty() && BEFORE_OBJECT.contains(&before.lower().as_str())
                }) || after.is_none()
                    || !word.after().is_empty();
                self.subject(listener, None, !object)
            }
            ("you", ending) => self.subject(listener, ending, true),
            ("we", ending) => self.subject(we, ending, true),
            ("me", None) => self.object(speaker),
            ("us", None) if word.core != "US" => self.object(we),
            ("my", None) => self.possessive(speaker),
            ("your", None) if self.persons.to_helper => "the".to_owned(),
            ("your", None) => self.possessive(listener),
            ("our", None) if we.is_some() => "the".to_owned(),
            ("our", None) => self.possessive(we),
            ("mine" | "ours" | "yours", None) => {
                self.left = true;
                word.core.to_owned()
            }
            ("myself" | "yourself", None) => "themselves".to_owned(),
            (stem, ending) => self.other(word, stem, ending),
        }
    }

    /// A word that is no person: the verb of a subject that became singular, or anything else.
    fn other(&mut self, word: &Token<'_>, stem: &str, ending: Option<&str>) -> String {
        if !self.agree || is_adverb(stem) {
            return word.core.to_owned();
        }
        self.agree = false;
        let lower = ending.map_or_else(|| stem.to_owned(), |ending| format!("{stem}'{ending}"));
        if word.core.starts_with(char::is_lowercase)
            && lower.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '\'' | '-'))
        {
            third_person(&lower)
        } else {
            word.core.to_owned()
        }
    }

    fn subject(&mut self, who: Option<&'n str>, ending: Option<&str>, is_subject: bool) -> String {
        let Some(noun) = who else {
            self.left = true;
            return String::new();
        };
        let again = self.again(noun);
        let single = !again;
        let shown = match (again, is_subject) {
            (true, true) => "they",
            (true, false) => "them",
            (false, _) => noun,
        };
        let verb = match ending {
            Some("m" | "re") => Some(if single { "is" } else { "are" }),
            Some("ve") => Some(if single { "has" } else { "have" }),
            Some("ll") => Some("will"),
            Some("d") => Some("would"),
            _ => None,
        };
        self.agree = is_subject && verb.is_none() && single;
        verb.map_or_else(|| shown.to_owned(), |verb| format!("{shown} {verb}"))
    }

    fn object(&mut self, who: Option<&'n str>) -> String {
        self.subject(who, None, false)
    }

    fn possessive(&mut self, who: Option<&'n str>) -> String {
        self.agree = false;
        let Some(noun) = who else {
            self.left = true;
            return String::new();
        };
        if self.again(noun) {
            return "their".to_owned();
        }
        let end = if noun.ends_with('s') { "'" } else { "'s" };
        format!("{noun}{end}")
    }

    /// Whether `noun` is the only one mentioned so far, so that a pronoun is clear; mentions it.
    fn again(&mut self, noun: &'n str) -> bool {
        let again = self.mentioned == [noun];
        if !self.mentioned.contains(&noun) {
            self.mentioned.push(noun);
        }
        again
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(sentence: &str) -> String {
        let persons =
            Persons { speaker: "the customer", listener: Some("the agent"), to_helper: true, we: None };
        rewrite(sentence, &persons).unwrap_or_else(|| sentence.to_owned())
    }

    fn helper(sentence: &str) -> String {
        let persons = Persons {
            speaker: "the agent",
            listener: Some("the customer"),
            to_helper: false,
            we: Some("the business"),
        };
        rewrite(sentence, &persons).unwrap_or_else(|| sentence.to_owned())
    }

    #[test]
    fn persons_become_nouns_and_verbs_follow() {
        assert_eq!(asker("I'm vegetarian."), "the customer is vegetarian.");
        assert_eq!(asker("I need a seat for my wife."), "the customer needs a seat for their wife.");
        assert_eq!(asker("I usually fly with my dog."), "the customer usually flies with their dog.");
        assert_eq!(asker("I don't have one."), "the customer doesn't have one.");
        assert_eq!(asker("What is your policy?"), "What is the policy?");
        assert_eq!(asker("We bought our house."), "We bought our house.");
        assert_eq!(helper("You'll earn about 5,400 miles."), "the customer will earn about 5,400 miles.");
        assert_eq!(helper("If you cancel, you get $30."), "If the customer cancels, they get $30.");
        assert_eq!(helper("We have PA 890 for you."), "the business has PA 890 for the customer.");
        assert_eq!(helper("Our walker is $45."), "the walker is $45.");
        assert_eq!(helper("Your number is X-1."), "the customer's number is X-1.");
    }

    #[test]
    fn numerals_and_countries_are_no_persons() {
        assert_eq!(asker("The US visa is form i-20."), "The US visa is form i-20.");
    }
}
