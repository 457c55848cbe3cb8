//! Polarity: a claim denies what its evidence denies, and nothing else.

use crate::verify::coverage::shortened;
use crate::verify::heard::{Heard, Reply};
use crate::verify::judge::Case;
use crate::verify::judgment::{Fault, Lapse};
use crate::verify::negation;
use crate::verify::sentence::Content;

/// Negations that one side has and the other has not.
pub(super) fn faults(case: &Case<'_>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = added(case).collect();
    if faults.is_empty() {
        faults.extend(dropped(case));
    }
    faults
}

/// Negations of the claim that nothing cited has.
fn added<'c>(case: &'c Case<'_>) -> impl Iterator<Item = Fault> + 'c {
    case.claim.negations.iter().filter_map(|negation| {
        let scope: Vec<&Content> =
            negation.scope.iter().take(3).filter_map(|&at| case.claim.words.get(at)).collect();
        if scope.is_empty() || case.heard.iter().any(|heard| denies(case, heard, &scope)) {
            return None;
        }
        let cue = case.claim.slice(negation.token..negation.token + 1);
        let stated = case.heard.iter().find_map(|heard| {
            let word = heard.sentence.words.iter().find(|own| own.alike(scope[0]))?;
            Some((heard, heard.sentence.slice(word.token..word.token + 1)))
        });
        Some(match stated {
            Some((heard, word)) => Fault::contradicts(format!(
                "the claim denies `{word}` (`{cue}`), L{} does not: `{}`",
                heard.line,
                shortened(&heard.sentence.text)
            )),
            None => Fault::missing(format!(
                "the claim denies `{}` (`{cue}`); nothing in {} says so",
                case.claim.slice(scope[0].token..scope[0].token + 1),
                case.lines()
            )),
        })
    })
}

/// Whether the cited sentence denies one of the words in `scope`.
fn denies(case: &Case<'_>, heard: &Heard<'_>, scope: &[&Content]) -> bool {
    let sentence = &heard.sentence;
    let touches = sentence.words.iter().any(|word| scope.iter().any(|own| own.alike(word)));
    let negated = sentence.negations.iter().any(|negation| {
        negation.scope.is_empty()
            || negation
                .scope
                .iter()
                .filter_map(|&at| sentence.words.get(at))
                .any(|word| scope.iter().any(|own| own.alike(word)))
            || (touches
                && !matches!(sentence.tokens[negation.token].lower.as_str(), "without" | "ohne" | "nélkül")
                && same_segment(heard, negation.token, scope))
    });
    let soft = sentence.words.iter().any(|word| {
        negation::is_soft(&word.stem)
            && same_segment(heard, word.token, scope)
            && !case.claim.words.iter().any(|own| own.alike(word))
    });
    let refused = heard.reply == Reply::No && touches;
    // A bare "No" or "None" that answers a question about it.
    let bare = sentence.words.is_empty()
        && sentence
            .tokens
            .iter()
            .any(|t| matches!(t.lower.as_str(), "none" | "nothing" | "never" | "neither" | "not"));
    negated || soft || refused || bare
}

fn same_segment(heard: &Heard<'_>, token: usize, scope: &[&Content]) -> bool {
    let sentence = &heard.sentence;
    sentence.words.iter().any(|word| {
        sentence.segments[word.token] == sentence.segments[token] && scope.iter().any(|own| own.alike(word))
    })
}

/// Negations of what the claim rests on that the claim leaves out.
fn dropped(case: &Case<'_>) -> Option<Fault> {
    let softened = case
        .claim
        .words
        .iter()
        .enumerate()
        .any(|(at, word)| negation::is_soft(&word.stem) && case.words[at].is_empty());
    if !case.claim.negations.is_empty() || softened {
        return None;
    }
    let states = |word: &Content| case.claim.words.iter().any(|own| own.alike(word));
    case.support.iter().find_map(|&at| {
        let heard = &case.heard[at];
        let sentence = &heard.sentence;
        let denied = sentence.negations.iter().find_map(|negation| {
            let head = sentence.words.get(*negation.scope.first()?)?;
            let elsewhere = |word: &Content| {
                let denied = sentence
                    .negations
                    .iter()
                    .any(|n| n.scope.iter().any(|&at| sentence.words[at].token == word.token));
                !denied && word.alike(head)
            };
            (states(head) && !sentence.words.iter().any(elsewhere)).then_some((negation.token, head.token))
        });
        if let Some((cue, head)) = denied {
            let reason = format!(
                "L{} denies `{}` (`{}`), the claim states it",
                heard.line,
                sentence.slice(head..head + 1),
                sentence.slice(cue..cue + 1)
            );
            return Some(Fault::contradicts(reason).of(Lapse::Negation));
        }
        let only_asked = heard.reply == Reply::No
            && sentence.negations.is_empty()
            && case.words.iter().any(|places| places.contains(&at))
            && case
                .words
                .iter()
                .filter(|places| places.contains(&at))
                .all(|places| places.iter().all(|&place| case.heard[place].reply == Reply::No))
            && !["no", "not", "instead", "rather"].iter().any(|word| case.claim.has_token(word));
        only_asked.then(|| {
            Fault::contradicts(format!(
                "L{} asks `{}` and the answer is no",
                heard.line,
                shortened(&sentence.text)
            ))
            .of(Lapse::Negation)
        })
    })
}
