//! Decides whether a statement asserts something worth keeping, and says why. It changes no words.

use super::cast::Speaker;
use super::signal::Signals;
use super::token::lower_words;

/// Why a statement is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// It holds a number, a date or an identifier.
    Exact,
    /// It names somebody or something.
    Name,
    /// It says what somebody wants, prefers or decided.
    Preference,
    /// It says how somebody or something is.
    State,
    /// It says what must, may or may not be done, or what a rule covers.
    Rule,
}

impl Worth {
    /// The reason in words, for the transcript.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Worth::Exact => "number, date or identifier",
            Worth::Name => "name",
            Worth::Preference => "preference or decision",
            Worth::State => "state of a person or thing",
            Worth::Rule => "rule or procedure",
        }
    }
}

/// Words of wishes and decisions.
const PREFERENCES: &[&str] = &[
    "prefer",
    "prefers",
    "preferred",
    "want",
    "wants",
    "wanted",
    "decided",
    "choose",
    "chose",
    "favorite",
    "favourite",
    "like",
    "love",
    "hate",
    "avoid",
    "allergic",
    "vegetarian",
    "vegan",
    "allergies",
    "refuse",
    "refused",
    "agreed",
    "insist",
    "insisted",
];

/// Words of states, of people above all.
const STATES: &[&str] = &[
    "i'm",
    "am",
    "have",
    "i've",
    "own",
    "live",
    "lives",
    "work",
    "works",
    "married",
    "divorced",
    "retired",
    "diagnosed",
    "pregnant",
    "takes",
    "taking",
    "died",
    "born",
    "moved",
    "bought",
    "sold",
    "signed",
    "hired",
    "fired",
    "cancelled",
    "canceled",
    "switched",
    "owns",
    "has",
    "had",
    "was",
    "were",
    "lost",
    "stopped",
    "started",
    "found",
    "told",
    "said",
];

/// Words of rules and procedures.
const RULES: &[&str] = &[
    "must",
    "require",
    "requires",
    "required",
    "requirement",
    "cannot",
    "can't",
    "only",
    "unless",
    "until",
    "covers",
    "covered",
    "cover",
    "includes",
    "included",
    "excluded",
    "excludes",
    "expires",
    "deductible",
    "eligible",
    "eligibility",
    "qualify",
    "qualifies",
    "mandatory",
    "prohibited",
    "allowed",
    "automatically",
    "refundable",
    "non-refundable",
    "warranty",
    "penalty",
    "fee",
    "fees",
    "policy",
    "exclusion",
    "within",
    "needs",
    "never",
    "recommend",
    "recommended",
    "should",
    "denied",
    "approved",
    "failed",
    "confirmed",
    "scheduled",
    "available",
];

/// Words without meaning of their own, which do not count for the length of a statement.
const EMPTY: &[&str] = &[
    "the", "a", "an", "is", "are", "was", "were", "be", "to", "of", "in", "on", "for", "and", "or", "but",
    "it", "that", "this", "i", "you", "we", "they", "my", "your", "our", "their", "me", "do", "does", "did",
    "have", "has", "had", "will", "would", "can", "could", "with", "at", "by", "from", "as", "so", "just",
    "very", "too", "also", "all", "any", "some", "there", "here", "i'm", "it's", "i'll", "i'd", "you'll",
    "not", "what", "how", "if", "then", "them",
];

/// Weighs `sentence`, said by `speaker`; `None`: nothing worth keeping.
pub(super) fn weigh(sentence: &str, speaker: &Speaker) -> Option<Worth> {
    let signals = Signals::of(sentence);
    let words = lower_words(sentence);
    let full = words.iter().filter(|word| !EMPTY.contains(&word.as_str())).count();
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if signals.is_exact() {
        return Some(Worth::Exact);
    }
    if signals.name && full >= 2 {
        return Some(Worth::Name);
    }
    if full < 3 {
        return None;
    }
    if speaker.is_helper() {
        return (full >= 4 && any(RULES)).then_some(Worth::Rule);
    }
    if any(PREFERENCES) {
        Some(Worth::Preference)
    } else if any(STATES) {
        Some(Worth::State)
    } else if !matches!(speaker, Speaker::Asker(_)) && any(RULES) {
        Some(Worth::Rule)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_told_from_talk() {
        let asker = Speaker::Asker("the user".into());
        let helper = Speaker::Helper("the agent".into());
        assert_eq!(weigh("It costs $35", &helper), Some(Worth::Exact));
        assert_eq!(weigh("I prefer an aisle seat near the front", &asker), Some(Worth::Preference));
        assert_eq!(weigh("Hazardous materials must be declared at customs", &helper), Some(Worth::Rule));
        assert_eq!(weigh("I fly with Delta", &asker), Some(Worth::Name));
        let named = Speaker::Named("Ravi".into());
        assert_eq!(weigh("Opened consumables cannot be returned", &named), Some(Worth::Rule));
        assert_eq!(weigh("That should be fine", &helper), None);
        assert_eq!(weigh("It is what it is", &asker), None);
    }
}
