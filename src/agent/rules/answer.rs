//! Joins an answer with what it answers, and finds the form in which a sentence can be said of somebody.

use super::cast::Speaker;
use super::question::{Asked, read};
use super::signal::Signals;
use super::statement::without_end;
use super::talk::{agreement, without_openers};
use super::token::{lower_words, tokens};
use super::verb::third_person;

/// What a statement goes on from.
pub(super) enum Prior<'p> {
    /// A question, and what the one who answers had said before it, in the third person.
    Question {
        /// The question as it stands.
        question: &'p str,
        /// The earlier statement.
        statement: Option<String>,
    },
    /// Another's statement, as it stands.
    Statement(&'p str),
}

/// An answer and what it answers, as one claim.
pub(super) struct Joined<'p> {
    /// The claim.
    pub(super) text: String,
    /// The words of what is answered.
    pub(super) quoted: &'p str,
    /// Whether the question names a thing of which the answer is the value.
    pub(super) names_thing: bool,
    /// Whether the words of the earlier statement are in it.
    pub(super) uses_earlier: bool,
}

/// Words that point to something said before.
const POINTERS: &[&str] = &[
    "it", "it's", "it'll", "it'd", "that", "that's", "that'll", "that'd", "this", "they", "they're",
    "they'll", "they've", "those", "these", "he", "he's", "she", "she's", "both", "either", "neither", "one",
    "which", "because", "then", "there's", "its", "his", "her", "their",
];

/// Things that are named without saying of what.
const BARE_THINGS: &[&str] = &[
    "number",
    "total",
    "price",
    "cost",
    "address",
    "name",
    "code",
    "amount",
    "balance",
    "fee",
    "date",
    "expiration",
    "password",
    "zip",
    "rate",
    "difference",
    "first",
    "second",
    "other",
    "last",
    "same",
    "deductible",
    "account",
    "limit",
    "copay",
    "charge",
    "rest",
    "remainder",
    "routing",
];

/// Words of which a sentence with a verb holds one.
const VERBS: &[&str] = &[
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "am",
    "has",
    "have",
    "had",
    "do",
    "does",
    "did",
    "can",
    "could",
    "will",
    "would",
    "should",
    "may",
    "might",
    "must",
    "cannot",
    "need",
    "needs",
    "want",
    "wants",
    "cost",
    "costs",
    "cover",
    "covers",
    "include",
    "includes",
    "require",
    "requires",
    "start",
    "starts",
    "take",
    "takes",
    "allow",
    "allows",
    "get",
    "gets",
    "got",
    "offer",
    "offers",
    "expires",
    "ends",
    "begins",
    "pay",
    "pays",
    "work",
    "works",
    "live",
    "lives",
    "went",
    "go",
    "goes",
    "came",
    "said",
    "says",
    "told",
    "think",
    "prefer",
    "use",
    "uses",
    "made",
    "make",
    "makes",
    "apply",
    "applies",
    "opens",
    "closes",
    "leave",
    "leaves",
    "arrives",
    "departs",
    "recommend",
    "recommends",
    "depends",
    "runs",
    "keep",
    "call",
    "give",
    "gives",
    "gave",
    "bought",
    "paid",
    "sold",
    "found",
    "means",
    "know",
    "like",
    "love",
    "hate",
    "sounds",
    "looks",
    "seems",
    "happens",
    "happened",
    "saw",
    "took",
    "sent",
    "left",
    "put",
    "comes",
    "come",
    "let's",
    "let",
    "see",
    "show",
    "shows",
    "remember",
    "mention",
    "adds",
    "earn",
    "save",
    "saves",
    "lasts",
    "qualifies",
    "qualify",
    "provides",
    "provide",
    "expect",
    "bring",
    "send",
    "check",
    "ask",
    "file",
    "submit",
    "book",
    "contact",
    "avoid",
    "ensure",
    "declare",
    "wear",
    "drink",
    "eat",
    "stop",
    "add",
    "cancel",
];

/// Verbs that open an instruction.
const INSTRUCTIONS: &[&str] = &[
    "bring", "call", "have", "keep", "make", "take", "use", "check", "declare", "avoid", "contact", "submit",
    "send", "plan", "remember", "ensure", "expect", "allow", "visit", "arrive", "ask", "request", "file",
    "pay", "stop", "start", "continue", "schedule", "watch", "give", "apply", "complete", "consider", "note",
    "follow", "return", "provide", "don't", "do", "never", "always", "get", "go", "wear", "eat", "drink",
    "download", "log", "click", "enter", "select", "install", "restart", "turn", "set", "change", "update",
    "document", "save", "sign", "mail", "fax", "email", "just", "wait", "rest", "limit", "monitor", "look",
    "try", "store", "place", "report", "include", "write", "read", "review", "speak", "talk", "consult",
    "notify", "confirm", "cancel", "book", "reply",
];

/// Beginnings by which somebody takes a choice or gives an order.
const DECISIONS: &[&str] = &[
    "let's ",
    "let us ",
    "add ",
    "book ",
    "make it ",
    "give me ",
    "go with ",
    "cancel ",
    "change ",
    "schedule ",
];

/// Whether `bare` cannot be understood without what was said before it.
pub(super) fn depends(bare: &str) -> bool {
    let words = lower_words(bare);
    let at = |index: usize| words.get(index).map(String::as_str).unwrap_or_default();
    let conditional = matches!(
        at(0),
        "that" | "this" | "those" | "these" | "one" | "both" | "either" | "her" | "his" | "their" | "its"
    );
    // "That plan costs …" names its thing; "That costs …" does not.
    if conditional
        && !VERBS.contains(&at(1))
        && !is_auxiliary(at(1))
        && words.len() > 4
        && at(0) != "one"
        && at(0) != "both"
    {
        return matches!(at(0), "its" | "his" | "her" | "their");
    }
    POINTERS.contains(&at(0))
        || at(0) == "the" && BARE_THINGS.contains(&at(1)) && (is_auxiliary(at(2)) || is_auxiliary(at(3)))
}

/// Whether `bare` has no verb, as short answers have.
pub(super) fn is_fragment(bare: &str) -> bool {
    let words = lower_words(bare);
    !words.iter().any(|word| {
        VERBS.contains(&word.as_str())
            || ["'s", "'re", "'ll", "'ve", "'d", "'m", "n't"].iter().any(|end| word.ends_with(end))
            || word.len() > 4 && word.ends_with("ed") && words.len() > 4
    })
}

/// Joins the answer `said`, a clause in the third person of what stands as `bare`, with `prior`.
pub(super) fn join<'p>(
    prior: &Prior<'p>,
    rewritten: &dyn Fn(&str) -> String,
    noun: &str,
    said: &str,
    bare: &str,
) -> Option<Joined<'p>> {
    let said = without_end(said);
    let mut names_thing = false;
    let (text, quoted, uses_earlier) = match prior {
        Prior::Statement(statement) => {
            let before = rewritten(without_openers(statement));
            let before = without_end(&before);
            if before.chars().count() > 160 || before.is_empty() {
                return None;
            }
            (format!("{before}; {noun}: {said}"), *statement, false)
        }
        Prior::Question { question, statement } => match (read(question), statement) {
            (Asked::Thing(thing), _) => {
                names_thing = is_fragment(bare);
                (label(&rewritten(&thing), said, bare), *question, false)
            }
            (Asked::Measure(measure), Some(statement)) => {
                names_thing = true;
                (format!("{}; {measure}: {said}", without_end(statement)), *question, true)
            }
            _ if question.chars().count() > 160 => return None,
            _ => {
                let bare = without_openers(question).replace('"', "'");
                let text = match indirect(&rewritten(&bare)) {
                    Some(indirect) => format!("{indirect}: {said}"),
                    None => format!("Asked \"{bare}\", {noun} said: {said}"),
                };
                (text, *question, false)
            }
        },
    };
    Some(Joined { text, quoted, names_thing, uses_earlier })
}

/// "How long is the layover?" as "how long the layover is"; `None` where what is asked about holds a verb.
fn indirect(question: &str) -> Option<String> {
    let words: Vec<&str> = without_end(question).split_whitespace().collect();
    let at = words.iter().take(4).position(|word| matches!(*word, "is" | "are" | "was" | "were"))?;
    let asks = matches!(words[0].to_lowercase().as_str(), "how" | "when" | "where" | "who" | "why" | "which");
    let thing = words.get(at + 1..)?.join(" ");
    let fits = asks
        && at > 0
        && is_fragment(&thing)
        && (1..=10).contains(&(words.len() - at - 1))
        && !thing.contains(['\"', '?', ';']);
    let pointer = lower_words(&thing).first().is_none_or(|first| POINTERS.contains(&first.as_str()));
    (fits && !pointer).then(|| capitalised(&format!("{} {thing} {}", words[..at].join(" "), words[at])))
}

/// A thing and its value: "the customer's email address is x" for a plain value, else "thing: what was said".
fn label(thing: &str, said: &str, bare: &str) -> String {
    let value = ["it's ", "it is ", "that's ", "that is ", "that would be ", "this is "]
        .iter()
        .find_map(|start| strip_start(said, start))
        .unwrap_or(said);
    let definite = thing.starts_with("the ") || thing.contains("'s ");
    let words = lower_words(value).len();
    let plain = is_fragment(value)
        && words <= 8
        && !value.contains([',', ';'])
        && (Signals::of(value).is_exact() || Signals::of(bare).name || words <= 2);
    if definite && plain { format!("{thing} is {value}") } else { format!("{thing}: {value}") }
}

fn strip_start<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.get(..start.len()).filter(|head| head.eq_ignore_ascii_case(start)).map(|_| &text[start.len()..])
}

/// What a bare "Yes" or "No" to `question` says of the one who answers.
pub(super) fn polar(
    question: &str,
    answer: &str,
    noun: &str,
    rewritten: &dyn Fn(&str) -> String,
) -> Option<String> {
    let agrees = agreement(answer)?;
    let Asked::OfListener { auxiliary, rest } = read(question) else {
        return confirmed(question, rewritten).filter(|_| agrees);
    };
    let rest = rewritten(&rest);
    let rest = rest.trim().trim_end_matches("already").trim_end_matches(" yet");
    let verb = match (auxiliary.as_str(), agrees) {
        ("do", true) => {
            let (first, more) = rest.split_once(' ')?;
            let more = more.strip_prefix("any ").unwrap_or(more);
            return Some(format!("{noun} {} {more}", third_person(first)));
        }
        ("do", false) => format!("does not {rest}"),
        ("are", true) => format!("is {rest}"),
        ("are", false) => format!("is not {rest}"),
        ("have", true) => format!("has {rest}"),
        ("have", false) => format!("has not {rest}"),
        ("were", true) => format!("was {rest}"),
        ("were", false) => format!("was not {rest}"),
        (auxiliary, true) => format!("{auxiliary} {rest}"),
        (auxiliary, false) => format!("{auxiliary} not {rest}"),
    };
    Some(format!("{noun} {verb}"))
}

/// Whether `bare` takes a choice or gives an order, which is told as the words of who does so.
pub(super) fn decides(bare: &str, speaker: &Speaker) -> bool {
    let straight = bare.replace('\u{2019}', "'");
    matches!(speaker, Speaker::Asker(_))
        && DECISIONS.iter().any(|start| strip_start(&straight, start).is_some())
}

/// Whether `text` is an instruction of a helper.
pub(super) fn advises(text: &str, speaker: &Speaker) -> bool {
    let first = lower_words(text).into_iter().next().unwrap_or_default();
    speaker.is_helper() && INSTRUCTIONS.contains(&first.as_str())
}

/// The statement in a question that is one but for its mark: "So it's $30 each way?"
fn confirmed(question: &str, rewritten: &dyn Fn(&str) -> String) -> Option<String> {
    let bare = without_end(without_openers(question));
    let first = lower_words(bare).into_iter().next()?;
    let asks = is_auxiliary(&first)
        || matches!(
            first.as_str(),
            "do" | "does"
                | "did"
                | "am"
                | "shall"
                | "what"
                | "what's"
                | "how"
                | "who"
                | "why"
                | "when"
                | "where"
                | "which"
                | "any"
                | "isn't"
                | "aren't"
                | "don't"
                | "doesn't"
                | "anything"
                | "can't"
        );
    let states = !asks && !is_fragment(bare) && Signals::of(bare).is_exact();
    states.then(|| rewritten(bare))
}

/// `text` with a small first letter, where the word is no name.
pub(super) fn inside(text: &str) -> String {
    let words = tokens(text);
    let Some(first) = words.first() else { return text.to_owned() };
    let lower = first.lower();
    let common = POINTERS.contains(&lower.as_str())
        || VERBS.contains(&lower.as_str())
        || INSTRUCTIONS.contains(&lower.as_str())
        || is_article(&lower);
    if common && first.is_capitalised() {
        let mut chars = text.chars();
        chars.next().map(|c| c.to_lowercase().collect::<String>() + chars.as_str()).unwrap_or_default()
    } else {
        text.to_owned()
    }
}

fn is_article(lower: &str) -> bool {
    matches!(
        lower,
        "the"
            | "a"
            | "an"
            | "for"
            | "in"
            | "on"
            | "at"
            | "if"
            | "when"
            | "with"
            | "about"
            | "my"
            | "your"
            | "our"
            | "just"
            | "only"
            | "usually"
            | "once"
            | "we"
            | "you"
            | "not"
            | "all"
            | "most"
            | "some"
            | "every"
            | "each"
            | "after"
            | "before"
            | "between"
            | "up"
            | "around"
            | "from"
            | "as"
            | "since"
            | "under"
            | "over"
            | "typically"
            | "generally"
            | "currently"
            | "there"
            | "no"
            | "any"
            | "other"
            | "additional"
            | "another"
            | "standard"
    )
}

fn is_auxiliary(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "was"
            | "were"
            | "will"
            | "would"
            | "has"
            | "have"
            | "had"
            | "can"
            | "could"
            | "should"
            | "may"
            | "must"
            | "might"
    )
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}
