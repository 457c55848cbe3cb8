//! Words that limit what a sentence says: conditions, exceptions, "only", "until", hedges and plans.

use crate::verify::lex::{Kind, Token};
use crate::verify::words;

/// What a qualifier does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// "if", "provided that", "subject to"
    Condition,
    /// "unless"
    Unless,
    /// "except", "other than"
    Exception,
    /// "only", "exclusively"
    Only,
    /// "until"
    Until,
    /// "might", "probably", "I think"
    Doubt,
    /// "plan to", "considering", "hope to"
    Intention,
    /// "usually", "sometimes"
    Frequency,
    /// "always", "all", "every": a claim may not add it
    Always,
}

/// One qualifier of a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Qualifier {
    /// What it does.
    pub limit: Limit,
    /// Its first token.
    pub token: usize,
    /// Whether it opens its segment, so that it can limit the segment before or after.
    pub opens: bool,
}

/// Finds the qualifiers of a sentence.
pub(super) fn find(tokens: &[Token], segments: &[usize]) -> Vec<Qualifier> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].kind != Kind::Word {
            continue;
        }
        if let Some(limit) = limit(tokens, at) {
            // "Unter der Bedingung", "azzal a feltétellel": what leads up to the word says nothing.
            let leads = |word: &str| {
                matches!(limit, Limit::Condition | Limit::Unless | Limit::Exception) && words::is_stop(word)
            };
            let opens = tokens[..at]
                .iter()
                .zip(segments)
                .rev()
                .take_while(|&(_, &segment)| segment == segments[at])
                .all(|(token, _)| {
                    token.kind == Kind::Symbol
                        || matches!(
                            token.lower.as_str(),
                            "and" | "but" | "only" | "even" | "és" | "de" | "und" | "aber"
                        )
                        || leads(&token.lower)
                });
            found.push(Qualifier { limit, token: at, opens });
        }
    }
    found
}

fn limit(tokens: &[Token], at: usize) -> Option<Limit> {
    let word = tokens[at].lower.as_str();
    let ahead = |n: usize| tokens.get(at + n).map_or("", |t| t.lower.as_str());
    let behind = |n: usize| at.checked_sub(n).map_or("", |at| tokens[at].lower.as_str());
    match word {
        // "if I remember rightly" limits nothing, it doubts.
        "wenn" if ahead(1) == "ich" && matches!(ahead(2), "mich" | "es" | "richtig") => Some(Limit::Doubt),
        "ha" if ahead(1) == "jól" => Some(Limit::Doubt),
        "if" | "ha" | "amennyiben" | "wenn" | "falls" | "sofern" => {
            let asked =
                ["know", "see", "check", "ask", "wonder", "wondering", "sure", "confirm", "tell", "asked"]
                    .contains(&behind(1));
            let polite = matches!(
                (ahead(1), ahead(2), ahead(3)),
                (
                    "you",
                    "don't" | "have" | "need" | "like" | "want",
                    "mind" | "any" | "anything" | "to" | "more"
                ) | ("that's", "ok" | "okay" | "fine" | "alright", _)
                    | ("i", "may" | "remember" | "recall", _)
                    | ("possible" | "so" | "any" | "necessary", _, _)
                    | ("you", "wish" | "prefer", _)
            );
            (!asked && !polite).then_some(Limit::Condition)
        }
        "provided"
            if matches!(ahead(1), "that" | "the" | "you" | "it" | "they")
                && behind(1) != "was"
                && behind(1) != "is" =>
        {
            (ahead(1) == "that" || behind(1) == ",").then_some(Limit::Condition)
        }
        "subject" | "depending" | "conditional" | "contingent"
            if matches!(ahead(1), "to" | "on" | "upon") =>
        {
            Some(Limit::Condition)
        }
        "assuming" | "providing" | "solange" | "vorausgesetzt" | "feltéve" | "feltétellel" => {
            Some(Limit::Condition)
        }
        "condition" if behind(1) == "on" => Some(Limit::Condition),
        "bedingung" if matches!(behind(1), "der" | "unter") => Some(Limit::Condition),
        "long" if behind(1) == "as" && ahead(1) == "as" => Some(Limit::Condition),
        "case" if behind(1) == "in" && ahead(1) != "," => Some(Limit::Condition),
        "unless" | "hacsak" => Some(Limit::Unless),
        "denn" if behind(1) == "sei" => Some(Limit::Unless),
        "except" | "excluding" | "excludes" | "kivéve" | "leszámítva" | "kivételével" | "kivétellel"
        | "außer" | "ausgenommen" => Some(Limit::Exception),
        "exception" | "ausnahme" if matches!(behind(1), "an" | "the" | "der" | "einer") => {
            Some(Limit::Exception)
        }
        // "Sofern nicht ausnahmsweise" is "unless".
        "ausnahmsweise" | "kivételesen" => Some(Limit::Exception),
        "save" if matches!(ahead(1), "when" | "where" | "if" | "for") => Some(Limit::Exception),
        "other" if ahead(1) == "than" => Some(Limit::Exception),
        "apart" | "aside" if ahead(1) == "from" => Some(Limit::Exception),
        "only" | "solely" | "exclusively" | "csak" | "kizárólag" | "nur" | "ausschließlich" => {
            (behind(1) != "not" && behind(1) != "if").then_some(Limit::Only)
        }
        "until" | "till" => Some(Limit::Until),
        "maybe" | "perhaps" | "probably" | "possibly" | "might" | "likely" | "apparently" | "allegedly"
        | "reportedly" | "supposedly" | "presumably" | "talán" | "valószínűleg" | "állítólag"
        | "feltehetően" | "vielleicht" | "vermutlich" | "vermutet" | "angeblich" | "anscheinend"
        | "möglicherweise" | "wahrscheinlich" | "tentatively" | "potentially" | "estimated"
        | "hypothetically" | "suppose" | "supposing" | "unconfirmed" | "unverified" | "unbestätigt"
        | "megerősítetlen" => Some(Limit::Doubt),
        "heißt" if ahead(1) == "es" => Some(Limit::Doubt),
        _ if is_doubtful(tokens, at) => Some(Limit::Doubt),
        "may" if !tokens[at].capital && !matches!(ahead(1), "i" | "we") => Some(Limit::Doubt),
        "could"
            if !matches!(ahead(1), "you" | "i" | "we" | "not")
                && !matches!(behind(1), "i" | "you" | "we" | "that") =>
        {
            Some(Limit::Doubt)
        }
        "think" | "believe" | "guess" | "assume" | "suspect" | "feel"
            if matches!(behind(1), "i" | "we" | "don't") && ahead(1) != "about" =>
        {
            Some(Limit::Doubt)
        }
        "believed" | "thought" | "assumed" | "presumed" if matches!(behind(1), "is" | "are") => {
            Some(Limit::Doubt)
        }
        "seems" | "seem" | "appears" => Some(Limit::Doubt),
        "sure" | "certain" if matches!(behind(1), "not") => Some(Limit::Doubt),
        "plan" | "plans" | "planning" | "planned" | "intend" | "intends" | "hope" | "hopes" | "hoping"
        | "considering" | "considers" | "proposes" | "proposed" | "aim" | "aims" | "wants" | "want"
            if ahead(1) == "to"
                || matches!(word, "considering" | "considers" | "planned" | "proposed")
                || (ahead(1) == "on" && word.starts_with("plan")) =>
        {
            (!matches!(word, "want" | "wants")).then_some(Limit::Intention)
        }
        "thinking" if matches!(ahead(1), "about" | "of") => Some(Limit::Intention),
        "usually" | "typically" | "normally" | "generally" | "sometimes" | "often" | "occasionally"
        | "rarely" | "mostly" | "általában" | "meist" | "manchmal" => Some(Limit::Frequency),
        "always" | "every" | "all" | "never" | "entirely" | "completely" | "guaranteed" | "immer"
        | "mindig" => Some(Limit::Always),
        _ => None,
    }
}

/// Whether the word ends a mark before the sentence that nobody has confirmed it: "Not confirmed: ...".
fn is_doubtful(tokens: &[Token], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.lower.as_str());
    let is_mark = matches!(
        (word(0), word(1)),
        ("not", "confirmed" | "verified") | ("nicht", "bestätigt") | ("nem", "megerősített")
    );
    at == 1 && is_mark && word(2) == ":"
}

/// Whether the sentence opens with a mark of that kind, whose "not" denies nothing of what follows.
pub(super) fn opens_in_doubt(tokens: &[Token]) -> bool {
    is_doubtful(tokens, 1)
}

impl Limit {
    /// Whether words of its own mark it, which say nothing beside it.
    pub fn is_marked(self) -> bool {
        matches!(self, Limit::Condition | Limit::Unless | Limit::Exception | Limit::Doubt)
    }

    /// Whether a claim that carries one of `others`, or one of `words`, keeps this limit.
    pub fn kept(self, others: &[Limit], mut says: impl FnMut(&[&str]) -> bool) -> bool {
        let any = |of: &[Limit]| others.iter().any(|other| of.contains(other));
        match self {
            Limit::Condition => {
                any(&[Limit::Condition, Limit::Unless, Limit::Only, Limit::Exception])
                    || says(&[
                        "when",
                        "whenever",
                        "once",
                        "where",
                        "requires",
                        "require",
                        "required",
                        "needs",
                        "with",
                        "without",
                        "condition",
                        "conditions",
                        "for",
                        "after",
                        "während",
                        "upon",
                        "who",
                        "whose",
                        "must",
                    ])
            }
            Limit::Unless => {
                any(&[Limit::Unless, Limit::Exception, Limit::Only])
                    || (any(&[Limit::Condition])
                        && says(&["not", "no", "isn't", "doesn't", "don't", "hasn't", "haven't", "without"]))
                    || says(&["without", "otherwise"])
            }
            Limit::Exception => {
                any(&[Limit::Exception, Limit::Unless])
                    || says(&[
                        "not", "besides", "without", "but", "doesn't", "don't", "isn't", "aren't", "exclude",
                        "excluded",
                    ])
            }
            Limit::Only => {
                any(&[Limit::Only, Limit::Condition, Limit::Exception, Limit::Unless])
                    || says(&["just", "sole", "alone", "limited", "restricted", "nothing", "single"])
            }
            Limit::Until => {
                any(&[Limit::Until])
                    || says(&[
                        "through", "before", "by", "to", "up", "ends", "end", "expires", "expire", "last",
                        "deadline", "bis",
                    ])
            }
            Limit::Doubt => {
                any(&[Limit::Doubt, Limit::Intention, Limit::Frequency, Limit::Condition])
                    || says(&[
                        "can",
                        "could",
                        "would",
                        "possible",
                        "uncertain",
                        "unsure",
                        "unconfirmed",
                        "unclear",
                        "expects",
                        "expected",
                        "thinks",
                        "believes",
                        "think",
                        "guesses",
                        "assumes",
                        "suspects",
                        "seems",
                        "estimate",
                        "estimates",
                        "allowed",
                        "permitted",
                        "about",
                        "approximately",
                        "around",
                        "considers",
                        "considering",
                        "suggested",
                        "roughly",
                        "believed",
                        "thought",
                        "assumed",
                        "unbestätigt",
                        "bestätigt",
                        "soll",
                        "sollen",
                        "wohl",
                        "úgy",
                        "megerősített",
                        "megerősítetlen",
                    ])
            }
            Limit::Intention => {
                any(&[Limit::Intention, Limit::Doubt])
                    || says(&[
                        "wants",
                        "want",
                        "plan",
                        "plans",
                        "planned",
                        "intention",
                        "goal",
                        "expects",
                        "expected",
                        "considers",
                        "looking",
                        "would",
                        "hopes",
                        "hoping",
                        "thinks",
                        "thinking",
                        "aims",
                    ])
            }
            Limit::Frequency => {
                any(&[Limit::Frequency, Limit::Doubt])
                    || says(&["most", "some", "about", "average", "usual", "typical", "normal", "general"])
            }
            Limit::Always => true,
        }
    }

    /// How a reason names it.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Condition | Limit::Unless => "condition",
            Limit::Exception => "exception",
            Limit::Only => "restriction",
            Limit::Until => "limit in time",
            Limit::Doubt => "doubt",
            Limit::Intention => "plan",
            Limit::Frequency => "restriction",
            Limit::Always => "generalisation",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::sentence::Sentence;

    fn limits(text: &str) -> Vec<Limit> {
        Sentence::new(text).qualifiers.iter().map(|qualifier| qualifier.limit).collect()
    }

    #[test]
    fn limits_are_found_and_politeness_is_not_one() {
        assert_eq!(
            limits("Refunds are possible, but only if the item is unused."),
            [Limit::Only, Limit::Condition]
        );
        assert_eq!(
            limits("We might move until Friday unless it rains."),
            [Limit::Doubt, Limit::Until, Limit::Unless]
        );
        assert_eq!(limits("Let me know if you have any questions."), []);
        assert_eq!(limits("Es kostet 5 EUR, wenn ich mich recht erinnere."), [Limit::Doubt]);
        assert_eq!(limits("Es kostet 5 EUR, es sei denn, es regnet."), [Limit::Unless]);
        assert_eq!(limits("Ingyenes, feltéve, hogy esik."), [Limit::Condition]);
        assert_eq!(limits("It is free on condition that it rains."), [Limit::Condition]);
        assert_eq!(limits("I'm planning to put down 20%."), [Limit::Intention]);
    }
}
