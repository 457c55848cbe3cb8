//! Actors: who does or has something in a claim must be who does in the evidence, "I" and "you" resolved.

use crate::verify::coverage::shortened;
use crate::verify::heard::Heard;
use crate::verify::judge::Case;
use crate::verify::judgment::Fault;
use crate::verify::lex::{Kind, Token};
use crate::verify::sentence::{Content, Sentence};
use crate::verify::transcript::{self, Party};
use crate::verify::words;

/// Actors that a claim swaps.
pub(super) fn faults(case: &Case<'_>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = spoken(case).into_iter().chain(attributed(case)).collect();
    if faults.is_empty() {
        faults.extend(swapped(case));
    }
    if faults.is_empty() {
        faults.extend(crossed(case));
    }
    faults
}

/// The fault where the claim ascribes to one party what the other says of itself.
fn spoken(case: &Case<'_>) -> Option<Fault> {
    let (mine, shown) = subject(case)?;
    let mut others = Vec::new();
    for at in telling(case) {
        let heard = &case.heard[at];
        match said_of(heard).or_else(|| asked_of(case, at)) {
            Some(party) if party == mine => return None,
            Some(party) => others.push((heard, party)),
            None => {}
        }
    }
    let (heard, party) = others.first()?;
    Some(Fault::contradicts(format!(
        "L{} says `{}` of {}, the claim says it of `{shown}`",
        heard.line,
        shortened(&heard.sentence.text),
        name(party)
    )))
}

/// The sentences of the support that say more than a name: those with a value of the claim, else with a word of it.
fn telling(case: &Case<'_>) -> Vec<usize> {
    let with_value = |at: &usize| case.values.iter().any(|value| value.places.contains(at));
    let with_word = |at: &usize| {
        case.claim.words.iter().zip(&case.words).any(|(word, places)| !word.name && places.contains(at))
    };
    let valued: Vec<usize> = case.support.iter().copied().filter(with_value).collect();
    if valued.is_empty() { case.support.iter().copied().filter(with_word).collect() } else { valued }
}

fn name(party: &Party) -> String {
    match party {
        Party::Asker => "the user".to_owned(),
        Party::Helper => "the assistant".to_owned(),
        Party::Named(name) => format!("`{name}`"),
    }
}

/// The party that the claim is about, with the words that name it.
fn subject<'c>(case: &'c Case<'_>) -> Option<(Party, &'c str)> {
    let tokens = &case.claim.tokens;
    // Who asks, and who sees, is not whom it is about.
    if tokens.iter().take(4).any(|t| matches!(t.lower.as_str(), "asked" | "asks" | "sees" | "let")) {
        return None;
    }
    // "...; the assistant: ..." joins what two parties say.
    let joined = |pair: &[Token]| {
        pair[1].is(':')
            && !matches!(transcript::party(&pair[0].lower), Party::Named(_))
            && pair[0].kind == Kind::Word
    };
    if tokens.windows(2).any(joined) {
        return None;
    }
    let end = tokens.iter().position(|t| t.lower == "that").filter(|&at| at <= 6);
    let reported =
        end.is_some_and(|end| tokens[..end].iter().any(|t| words::is_report(&t.lower) && !t.capital));
    let start = if reported { end.unwrap_or(0) } else { 0 };
    (start..tokens.len().min(start + 5)).find_map(|at| {
        let token = &tokens[at];
        if token.kind != Kind::Word {
            return None;
        }
        let known = match transcript::party(&token.lower) {
            Party::Named(_) => case
                .heard
                .iter()
                .find_map(|heard| heard.transcript.people.bearer(&token.lower))
                .cloned()
                .filter(|_| token.capital)?,
            role => role,
        };
        // "support plan" names no actor, nor does "customer number" before its owner.
        let compound = tokens.get(at + 1).is_some_and(|next| {
            next.kind == Kind::Word
                && !token.possessive
                && !token.capital
                && !words::is_stop(&next.lower)
                && !next.lower.ends_with('s')
                && !next.lower.ends_with("ed")
                && !PAST.contains(&next.lower.as_str())
        });
        let article = at > 0 && matches!(tokens[at - 1].lower.as_str(), "the" | "a" | "an" | "this" | "each");
        ((article || token.capital) && !compound).then(|| (known, case.claim.slice(at..at + 1)))
    })
}

/// Where the claim writes "the assistant:" or "the user:": the role's token, and the party.
fn attributions(tokens: &[Token]) -> Vec<(usize, Party)> {
    let roles =
        tokens.windows(2).enumerate().filter(|(_, pair)| pair[0].kind == Kind::Word && pair[1].is(':'));
    let parties = roles.map(|(at, pair)| (at, transcript::party(&pair[0].lower)));
    parties.filter(|(_, party)| !matches!(party, Party::Named(_))).collect()
}

/// The fault where the claim puts into one party's mouth what only the other says.
fn attributed(case: &Case<'_>) -> Option<Fault> {
    let roles = attributions(&case.claim.tokens);
    roles.iter().enumerate().find_map(|(index, (start, party))| {
        let end = roles.get(index + 1).map_or(case.claim.tokens.len(), |(next, _)| *next);
        let inside = |at: usize| (start + 1..end).contains(&at);
        let words = case
            .claim
            .words
            .iter()
            .zip(&case.words)
            .filter(|(word, _)| inside(word.token))
            .map(|(_, places)| places);
        let values = case.values.iter().filter(|value| inside(value.tokens.start)).map(|value| &value.places);
        let said: Vec<&Vec<usize>> = words.chain(values).filter(|places| !places.is_empty()).collect();
        let other = |&at: &usize| case.heard[at].party.is_some_and(|own| own != party);
        let line = case.heard[*said.first()?.first()?].line;
        said.iter().all(|places| places.iter().all(other)).then(|| {
            Fault::contradicts(format!("L{line} is not said by {}, as the claim has it", name(party)))
        })
    })
}

/// Past forms that no ending tells from a noun.
const PAST: [&str; 20] = [
    "found", "sent", "gave", "took", "told", "bought", "paid", "put", "sold", "left", "met", "kept", "saw",
    "got", "made", "lost", "chose", "wrote", "spent", "won",
];

/// Of whom the question asks that the sentence at `at`, which names nobody, answers.
fn asked_of(case: &Case<'_>, at: usize) -> Option<Party> {
    let answer = &case.heard[at];
    let tokens = &answer.sentence.tokens;
    if answer
        .sentence
        .words
        .iter()
        .any(|word| word.name && answer.transcript.people.knows(&tokens[word.token].lower))
    {
        return None;
    }
    let question = case.heard[..at].iter().rev().find(|heard| heard.party != answer.party)?;
    let near = question.evidence() == answer.evidence() && answer.line <= question.line + 2;
    if near && question.sentence.question { said_of(question) } else { None }
}

/// Of whom a cited sentence speaks, when it does with "I" or "you".
fn said_of(heard: &Heard<'_>) -> Option<Party> {
    let speaker = heard.party?;
    let other = match speaker {
        Party::Asker => Party::Helper,
        Party::Helper => Party::Asker,
        Party::Named(_) => {
            return first_person(&heard.sentence).filter(|first| *first).map(|_| speaker.clone());
        }
    };
    match first_person(&heard.sentence)? {
        true => Some(speaker.clone()),
        false => Some(other),
    }
}

/// Whether the first person that the sentence names is the speaker (`true`) or who is spoken to.
fn first_person(sentence: &Sentence) -> Option<bool> {
    sentence.tokens.iter().enumerate().find_map(|(at, token)| match token.lower.as_str() {
        "i" | "my" | "i'm" | "i've" | "i'll" | "i'd" | "mine" | "we" | "our" | "we're" | "we've"
        | "we'll" | "me" | "us" => {
            let talk = sentence.tokens.get(at + 1).map_or("", |t| t.lower.as_str());
            // "I see you have ..." is about you; "I'll see you" is about me.
            let aside = matches!(token.lower.as_str(), "i" | "we")
                && matches!(
                    talk,
                    "see" | "think" | "understand" | "recommend" | "guess" | "believe" | "know"
                );
            let asks = matches!(
                at.checked_sub(1).map_or("", |at| sentence.tokens[at].lower.as_str()),
                "can" | "may" | "could" | "let" | "give" | "tell"
            );
            (!aside && !asks).then_some(true)
        }
        // "You can reach me on ..." is about me.
        "you" if sentence.tokens[at..].iter().take(6).any(|t| matches!(t.lower.as_str(), "me" | "us")) => {
            Some(true)
        }
        "you" | "your" | "you're" | "you've" | "you'll" | "you'd" | "yours" => {
            let thanks = at > 0
                && matches!(sentence.tokens[at - 1].lower.as_str(), "thank" | "help" | "could" | "can");
            (!thanks).then_some(false)
        }
        _ => None,
    })
}

/// The fault where two actors change places around the same verb.
fn swapped(case: &Case<'_>) -> Option<Fault> {
    case.support.iter().find_map(|&at| {
        let heard = &case.heard[at];
        let source = &heard.sentence;
        let mut pairs: Vec<(&Content, &Content)> = Vec::new();
        for word in &case.claim.words {
            let mut same = source.words.iter().filter(|own| own.alike(word));
            if let (Some(own), None) = (same.next(), same.next()) {
                pairs.push((word, own));
            }
        }
        let mut places: Vec<(usize, usize)> = Vec::new();
        places.extend(spoken_places(case, heard));
        let actors: Vec<&(&Content, &Content)> = pairs
            .iter()
            .filter(|(word, own)| is_actor(word, &case.claim.tokens) && is_actor(own, &source.tokens))
            .collect();
        places.extend(actors.iter().map(|(word, own)| (word.token, own.token)));
        for (i, &(a, a2)) in places.iter().enumerate() {
            for &(b, b2) in places.iter().skip(i + 1) {
                let turned = (a < b) != (a2 < b2);
                let within = |x: usize, y: usize, z: usize| x.min(z) < y && y < x.max(z);
                let verb = pairs.iter().any(|(v, v2)| {
                    !is_actor(v, &case.claim.tokens) && within(a, v.token, b) && within(a2, v2.token, b2)
                });
                // Where somebody else stands between them, that is who does it.
                let other = source.tokens.iter().enumerate().any(|(at, token)| {
                    within(a2, at, b2)
                        && matches!(token.lower.as_str(), "i" | "we" | "you" | "he" | "she" | "they")
                });
                if turned && verb && !other && passive(&case.claim) == passive(source) {
                    return Some(Fault::contradicts(format!(
                        "L{} says `{}`; the claim turns `{}` and `{}` round",
                        heard.line,
                        shortened(&source.text),
                        case.claim.slice(a..a + 1),
                        case.claim.slice(b..b + 1)
                    )));
                }
            }
        }
        None
    })
}

/// Where the claim names the party that "you" or "me" means in the cited sentence: its token and the sentence's.
fn spoken_places(case: &Case<'_>, heard: &Heard<'_>) -> Option<(usize, usize)> {
    let (mine, shown) = subject(case)?;
    let claimed =
        case.claim.tokens.iter().position(|token| case.claim.text[token.start..].starts_with(shown))?;
    let speaker = heard.party?;
    let object = |token: &Token| match (token.lower.as_str(), speaker) {
        ("me" | "us", party) => *party == mine,
        ("you", Party::Helper) => mine == Party::Asker,
        ("you", Party::Asker) => mine == Party::Helper,
        _ => false,
    };
    let place = heard.sentence.tokens.iter().position(object).filter(|&at| at > 1)?;
    Some((claimed, place))
}

/// The fault where the claim gives to its subject what one cited sentence, or one part of it, says of another.
fn crossed(case: &Case<'_>) -> Option<Fault> {
    let subject = case.claim.words.first().filter(|word| is_actor(word, &case.claim.tokens))?;
    let said = |at: usize, segment: usize| {
        let sentence = &case.heard[at].sentence;
        let words = sentence.words.iter().filter(|own| sentence.segments[own.token] == segment);
        let shared = words
            .filter(|own| case.claim.words[1..].iter().any(|word| !word.name && word.alike(own)))
            .count();
        let values = case.values.iter().filter(|value| {
            value
                .found
                .as_ref()
                .is_some_and(|(place, tokens)| *place == at && sentence.segments[tokens.start] == segment)
        });
        shared + values.count()
    };
    let parts = |at: usize| 0..=case.heard[at].sentence.segments.last().copied().unwrap_or(0);
    let units = (0..case.heard.len()).flat_map(|at| parts(at).map(move |segment| (at, segment)));
    let (at, segment) =
        units.max_by_key(|&(at, segment)| (said(at, segment), std::cmp::Reverse((at, segment))))?;
    let sentence = &case.heard[at].sentence;
    if sentence.question || said(at, segment) < 2 {
        return None;
    }
    let inside = |own: &&Content| sentence.segments[own.token] == segment;
    let own = sentence.words.iter().find(inside)?;
    let owner = sentence.words.iter().filter(inside).any(|word| word.alike(subject))
        || case.claim.words.iter().any(|word| word.alike(own));
    let before = &sentence.tokens[..own.token];
    let pronoun = before.iter().zip(&sentence.segments).any(|(token, own)| {
        *own == segment
            && (words::is_stop(&token.lower)
                && !matches!(token.lower.as_str(), "the" | "a" | "an" | "and" | "but"))
    });
    let elsewhere =
        case.heard.iter().any(|heard| heard.sentence.words.iter().any(|word| word.alike(subject)));
    let opens = before
        .iter()
        .zip(&sentence.segments)
        .filter(|(token, own)| **own == segment && token.kind == Kind::Word)
        .count()
        <= 1;
    let role = !matches!(transcript::party(&sentence.tokens[own.token].lower), Party::Named(_));
    let named = own.name
        || (sentence.tokens[own.token].capital && own.token == 0)
        || (is_actor(own, &sentence.tokens) && segment > 0)
        || (is_actor(own, &sentence.tokens) && before.iter().any(|t| t.lower == "the"));
    (!owner && !role && !pronoun && elsewhere && opens && named).then(|| {
        Fault::contradicts(format!(
            "L{} says `{}` of `{}`, the claim says it of `{}`",
            case.heard[at].line,
            shortened(&sentence.text),
            sentence.slice(own.token..own.token + 1),
            case.claim.slice(subject.token..subject.token + 1)
        ))
    })
}

fn is_actor(word: &Content, tokens: &[Token]) -> bool {
    let token = &tokens[word.token];
    word.name
        || token.capital
        || ACTORS.contains(&words::stem(&token.lower).as_str())
        || ACTORS.contains(&token.lower.as_str())
}

/// Nouns for people and bodies that do things.
const ACTORS: &[&str] = &[
    "supplier",
    "buyer",
    "seller",
    "vendor",
    "customer",
    "client",
    "agent",
    "landlord",
    "tenant",
    "lender",
    "borrower",
    "manager",
    "employer",
    "employee",
    "worker",
    "sender",
    "recipient",
    "owner",
    "teacher",
    "student",
    "doctor",
    "patient",
    "nurse",
    "engineer",
    "developer",
    "reviewer",
    "author",
    "editor",
    "parent",
    "member",
    "bank",
    "company",
    "team",
    "board",
    "contractor",
    "adjuster",
    "insurer",
    "technician",
    "officer",
    "director",
    "user",
    "provider",
    "carrier",
    "driver",
    "passenger",
    "guest",
    "host",
    "lawyer",
    "accountant",
    "inspector",
    "operator",
    "server",
    "broker",
    "realtor",
    "school",
    "hospital",
    "clinic",
    "office",
    "department",
    "staff",
    "support",
    "plaintiff",
    "defendant",
    "licensee",
    "licensor",
    "proposer",
    "wife",
    "husband",
    "mother",
    "father",
    "brother",
    "sister",
    "son",
    "daughter",
    "friend",
    "colleague",
    "neighbour",
    "neighbor",
    "committee",
    "council",
    "government",
];

/// Whether the sentence is in the passive with its actor named: "approved by".
fn passive(sentence: &Sentence) -> bool {
    sentence.tokens.windows(2).any(|pair| {
        pair[1].lower == "by"
            && (pair[0].lower.ends_with("ed")
                || pair[0].lower.ends_with('n')
                || pair[0].lower.ends_with("de")
                || pair[0].lower.ends_with("id"))
    })
}
