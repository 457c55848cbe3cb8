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
    let mut faults: Vec<Fault> = spoken(case).into_iter().collect();
    if faults.is_empty() {
        faults.extend(swapped(case));
    }
    faults
}

/// The fault where the claim ascribes to one party what the other says of itself.
fn spoken(case: &Case<'_>) -> Option<Fault> {
    let (mine, shown) = subject(case)?;
    let mut others = Vec::new();
    for at in telling(case) {
        let heard = &case.heard[at];
        match said_of(heard) {
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
        });
        let article = at > 0 && matches!(tokens[at - 1].lower.as_str(), "the" | "a" | "an" | "this" | "each");
        ((article || token.capital) && !compound).then(|| (known, case.claim.slice(at..at + 1)))
    })
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
            let aside = matches!(
                talk,
                "see" | "think" | "understand" | "can" | "recommend" | "guess" | "believe" | "know"
            );
            let asks = matches!(
                at.checked_sub(1).map_or("", |at| sentence.tokens[at].lower.as_str()),
                "can" | "may" | "could" | "let" | "give" | "tell"
            );
            (!aside && !asks).then_some(true)
        }
        "you" | "your" | "you're" | "you've" | "you'll" | "you'd" | "yours" => {
            let thanks = at > 0
                && matches!(
                    sentence.tokens[at - 1].lower.as_str(),
                    "thank" | "help" | "could" | "can" | "would"
                );
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
        let actors: Vec<&(&Content, &Content)> = pairs
            .iter()
            .filter(|(word, own)| is_actor(word, &case.claim.tokens) && is_actor(own, &source.tokens))
            .collect();
        for (i, &(a, a2)) in actors.iter().enumerate() {
            for &(b, b2) in actors.iter().skip(i + 1) {
                let turned = (a.token < b.token) != (a2.token < b2.token);
                let within = |x: usize, y: usize, z: usize| x.min(z) < y && y < x.max(z);
                let verb = pairs.iter().any(|(v, v2)| {
                    !is_actor(v, &case.claim.tokens)
                        && within(a.token, v.token, b.token)
                        && within(a2.token, v2.token, b2.token)
                });
                if turned && verb && passive(&case.claim) == passive(source) {
                    return Some(Fault::contradicts(format!(
                        "L{} says `{}`; the claim turns `{}` and `{}` round",
                        heard.line,
                        shortened(&source.text),
                        case.claim.slice(a.token..a.token + 1),
                        case.claim.slice(b.token..b.token + 1)
                    )));
                }
            }
        }
        None
    })
}

fn is_actor(word: &Content, tokens: &[Token]) -> bool {
    let lower = tokens[word.token].lower.as_str();
    let ending = [
        "er",
        "or",
        "ist",
        "ant",
        "ee",
        "ers",
        "ors",
        "ists",
        "ants",
        "ees",
        "ent",
        "ian",
        "team",
        "company",
        "man",
        "staff",
        "manager",
        "bank",
        "side",
        "parent",
        "member",
        "client",
        "service",
        "server",
        "office",
        "department",
        "vendor",
        "desk",
        "board",
        "tenant",
    ]
    .iter()
    .any(|ending| lower.len() > 3 && lower.ends_with(ending));
    word.name || tokens[word.token].capital || ending
}

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
