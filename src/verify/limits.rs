//! Limits: a claim keeps the conditions, bounds, doubts and times of the sentence it rests on, and adds none.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::verify::coverage::shortened;
use crate::verify::heard::Heard;
use crate::verify::judge::Case;
use crate::verify::judgment::{AtomKind, Fault, Lapse};
use crate::verify::qualifier::{Limit, Qualifier};
use crate::verify::quantity::{Bound, Quantity};
use crate::verify::sentence::Sentence;

/// Limits that one side has and the other has not.
pub(super) fn faults(case: &Case<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let limits: Vec<Limit> = case.claim.qualifiers.iter().map(|qualifier| qualifier.limit).collect();
    for &at in &case.support {
        let heard = &case.heard[at];
        if heard.sentence.question {
            continue;
        }
        let used = used_segments(case, at);
        faults.extend(threshold(case, heard, &used));
        for qualifier in &heard.sentence.qualifiers {
            let says = |words: &[&str]| words.iter().any(|word| case.claim.has_token(word));
            if qualifier.limit != Limit::Always
                && (applies(heard, qualifier, &used) || touched(case, heard, qualifier))
                && !qualifier.limit.kept(&limits, says)
            {
                let reason = format!(
                    "L{} limits this: `{}`; the claim leaves the {} out",
                    heard.line,
                    shortened(from(&heard.sentence, qualifier.token)),
                    qualifier.limit.name()
                );
                faults.push(Fault::weakens(reason).of(lapse(qualifier.limit)));
            }
        }
    }
    faults.extend(added(case, &limits));
    faults.extend(bounds(case));
    faults.extend(directions(case));
    faults.extend(strengthened(case));
    faults
}

/// What a claim without the limit departs in.
fn lapse(limit: Limit) -> Lapse {
    match limit {
        Limit::Doubt | Limit::Intention => Lapse::Doubt,
        Limit::Always => Lapse::Content,
        Limit::Condition
        | Limit::Unless
        | Limit::Exception
        | Limit::Only
        | Limit::Until
        | Limit::Frequency => Lapse::Condition,
    }
}

/// The segments of the cited sentence `at` that say something of what the claim says.
fn used_segments(case: &Case<'_>, at: usize) -> BTreeSet<usize> {
    let sentence = &case.heard[at].sentence;
    let mut counts: std::collections::BTreeMap<usize, (usize, usize)> = std::collections::BTreeMap::new();
    for word in &sentence.words {
        let (hits, all) = counts.entry(sentence.segments[word.token]).or_default();
        *all += 1;
        *hits += usize::from(case.claim.words.iter().any(|own| own.alike(word)));
    }
    let mut used: BTreeSet<usize> = counts
        .iter()
        .filter(|(_, (hits, all))| *hits >= 2 || (*hits * 2 >= *all && *hits > 0))
        .map(|(&s, _)| s)
        .collect();
    for value in &case.values {
        if let Some((place, tokens)) = &value.found
            && *place == at
        {
            used.insert(sentence.segments[tokens.start]);
        }
    }
    used
}

/// Whether the claim takes a word out of the very segment that a condition opens: "sooner if ...".
fn touched(case: &Case<'_>, heard: &Heard<'_>, qualifier: &Qualifier) -> bool {
    let sentence = &heard.sentence;
    let inner =
        matches!(qualifier.limit, Limit::Condition | Limit::Unless | Limit::Exception) && !qualifier.opens;
    inner
        && sentence.words.iter().any(|word| {
            sentence.segments[word.token] == sentence.segments[qualifier.token]
                && word.token < qualifier.token
                && case.claim.words.iter().any(|own| own.alike(word))
        })
}

/// The fault where what is used holds only from some amount on, and the claim leaves the amount out.
fn threshold(case: &Case<'_>, heard: &Heard<'_>, used: &BTreeSet<usize>) -> Option<Fault> {
    let sentence = &heard.sentence;
    let limit = sentence.quantities.iter().find(|quantity| {
        let start = quantity.tokens.start;
        let before = start.checked_sub(1).map_or("", |at| sentence.tokens[at].lower.as_str());
        let money = quantity.unit.is_some_and(crate::verify::unit::Unit::is_money);
        let bounds =
            matches!(quantity.bound, Bound::MoreThan | Bound::LessThan) || (money && before == "from");
        let kept = case.claim.quantities.iter().any(|own| own.base().agrees(&quantity.base()));
        bounds && !kept && used.contains(&sentence.segments[start])
    })?;
    // Where the claim gives other amounts of the sentence, it may be about them.
    let others = case
        .values
        .iter()
        .any(|value| value.found.as_ref().is_some_and(|(at, _)| std::ptr::eq(&case.heard[*at], heard)));
    (!others).then(|| {
        Fault::weakens(format!(
            "L{} says this of `{}`; the claim leaves that out",
            heard.line,
            around(sentence, &limit.tokens)
        ))
        .of(Lapse::Condition)
    })
}

/// Whether the qualifier limits one of the `used` segments of its sentence.
fn applies(heard: &Heard<'_>, qualifier: &Qualifier, used: &BTreeSet<usize>) -> bool {
    let sentence = &heard.sentence;
    let own = sentence.segments[qualifier.token];
    if used.contains(&own) {
        return true;
    }
    // A doubt reaches no further than its segment.
    if !qualifier.opens
        || matches!(qualifier.limit, Limit::Doubt | Limit::Intention | Limit::Frequency | Limit::Always)
    {
        return false;
    }
    let last = sentence.segments.last().copied().unwrap_or(0);
    let coordinated = sentence
        .tokens
        .iter()
        .zip(&sentence.segments)
        .find(|(_, segment)| **segment == own)
        .is_some_and(|(token, _)| matches!(token.lower.as_str(), "and" | "és" | "und"));
    let leads = used.contains(&(own + 1));
    let trails = own > 0 && !coordinated && used.iter().any(|&segment| segment < own);
    if own == 0 {
        leads
    } else if own == last {
        trails
    } else {
        trails || (coordinated && leads)
    }
}

/// The text of the sentence from token `at` on, cut at the end of its segment.
fn from(sentence: &Sentence, at: usize) -> &str {
    let end = (at..sentence.tokens.len()).find(|&t| sentence.segments[t] != sentence.segments[at]);
    sentence.slice(at..end.unwrap_or(sentence.tokens.len()))
}

/// Restrictions and generalisations that only the claim has.
fn added(case: &Case<'_>, limits: &[Limit]) -> Vec<Fault> {
    let source: Vec<Limit> =
        case.heard.iter().flat_map(|heard| heard.sentence.qualifiers.iter().map(|q| q.limit)).collect();
    let says = |words: &[&str]| words.iter().any(|word| case.hears(word));
    let mut faults = Vec::new();
    for qualifier in &case.claim.qualifiers {
        let shown = case.claim.slice(qualifier.token..qualifier.token + 1);
        let lower = case.claim.tokens[qualifier.token].lower.as_str();
        let backed = match qualifier.limit {
            Limit::Only => {
                source.contains(&Limit::Only)
                    || says(&[
                        "just",
                        "sole",
                        "alone",
                        "limited",
                        "restricted",
                        "nothing",
                        "single",
                        "no",
                        "not",
                        "must",
                        "unless",
                        "except",
                    ])
                    // "only if" says what these say.
                    || says(&[
                        "provided",
                        "providing",
                        "condition",
                        "long",
                        "vorausgesetzt",
                        "bedingung",
                        "sofern",
                        "solange",
                        "feltéve",
                        "feltétellel",
                        "amennyiben",
                    ])
            }
            Limit::Always => {
                case.hears(lower)
                    || says(&[
                        "always",
                        "all",
                        "every",
                        "each",
                        "any",
                        "entire",
                        "whole",
                        "no",
                        "never",
                        "must",
                        "both",
                        "everything",
                        "entirely",
                        "completely",
                        "fully",
                        "anything",
                        "immer",
                        "alle",
                        "mindig",
                        "minden",
                    ])
                    || case.heard.iter().any(|heard| {
                        heard.sentence.tokens.iter().any(|t| t.lower.ends_with("ly") || t.is('%'))
                    })
                    || (lower == "every"
                        && case
                            .claim
                            .tokens
                            .get(qualifier.token + 1)
                            .is_some_and(|t| crate::verify::unit::lookup(&t.lower).is_some()))
                    || case
                        .claim
                        .tokens
                        .get(qualifier.token.wrapping_sub(1))
                        .is_some_and(|t| matches!(t.lower.as_str(), "at" | "of" | "not"))
            }
            Limit::Unless => {
                source.iter().any(|limit| matches!(limit, Limit::Unless | Limit::Exception | Limit::Only))
                    || (source.contains(&Limit::Condition)
                        && case.heard.iter().any(|heard| !heard.sentence.negations.is_empty()))
                    || says(&["without", "otherwise"])
            }
            _ => true,
        };
        if backed {
            continue;
        }
        faults.push(match qualifier.limit {
            Limit::Unless if source.contains(&Limit::Condition) => Fault::contradicts(format!(
                "{} gives a condition with `if`, the claim turns it round with `{shown}`",
                case.lines()
            )),
            limit => Fault::weakens(format!(
                "nothing in {} says `{shown}`; the claim adds the {}",
                case.lines(),
                limit.name()
            )),
        });
    }
    let _ = limits;
    faults
}

/// The cited quantity that the claim's value was found as.
fn pair<'c>(
    case: &'c Case<'_>,
    value: &crate::verify::values::Value,
) -> Option<(&'c Quantity, &'c Heard<'c>, &'c Quantity)> {
    let mine = case.claim.quantities.iter().find(|q| q.tokens == value.tokens)?;
    let (at, tokens) = value.found.as_ref()?;
    let heard = &case.heard[*at];
    let own = heard.sentence.quantities.iter().find(|q| q.tokens == *tokens)?;
    Some((mine, heard, own))
}

/// Bounds such as "at least" that the claim drops, adds or turns round.
fn bounds(case: &Case<'_>) -> Vec<Fault> {
    let pairs = case.values.iter().filter_map(|value| pair(case, value));
    let mut faults = Vec::new();
    for (mine, heard, own) in pairs {
        // The same value may stand elsewhere with the bound of the claim.
        let also = case.heard.iter().any(|other| {
            other
                .sentence
                .quantities
                .iter()
                .any(|q| q.bound == mine.bound && q.base().agrees(&mine.base()) && q.unit == own.unit)
        });
        if also {
            continue;
        }
        let says = |sentence: &Sentence, words: &[&str]| words.iter().any(|word| sentence.has_token(word));
        let bounded = |sentence: &Sentence| {
            says(
                sentence,
                &[
                    "limit",
                    "limits",
                    "maximum",
                    "minimum",
                    "cap",
                    "capped",
                    "within",
                    "max",
                    "min",
                    "most",
                    "least",
                    "exceed",
                    "threshold",
                    "ceiling",
                    "up",
                ],
            )
        };
        let (low, high) = ([Bound::AtLeast, Bound::MoreThan], [Bound::AtMost, Bound::LessThan]);
        let opposite = (low.contains(&mine.bound) && high.contains(&own.bound))
            || (high.contains(&mine.bound) && low.contains(&own.bound));
        let (theirs, ours) = (around(&heard.sentence, &own.tokens), around(&case.claim, &mine.tokens));
        if opposite {
            faults.push(Fault::contradicts(format!(
                "L{} says `{theirs}`, the claim says `{ours}`",
                heard.line
            )));
            continue;
        }
        let fine = match (mine.bound, own.bound) {
            (Bound::Plain | Bound::About, Bound::Plain | Bound::About | Bound::Exactly)
            | (Bound::Exactly, Bound::Exactly) => true,
            (Bound::Exactly, Bound::Plain) => true,
            (Bound::Plain, _) => bounded(&case.claim),
            (_, Bound::Plain) => {
                bounded(&heard.sentence)
                    || case.heard.iter().any(|other| other.sentence.question && bounded(&other.sentence))
            }
            _ => false,
        };
        if !fine {
            faults.push(Fault::weakens(format!("L{} says `{theirs}`, the claim says `{ours}`", heard.line)));
        }
    }
    faults
}

/// The words around a quantity, with what bounds it.
fn around<'s>(sentence: &'s Sentence, tokens: &Range<usize>) -> &'s str {
    let start = tokens.start.saturating_sub(3);
    let start = (start..tokens.start)
        .find(|&at| sentence.segments[at] == sentence.segments[tokens.start])
        .unwrap_or(tokens.start);
    sentence.slice(start..(tokens.end + 1).min(sentence.tokens.len()))
}

/// On which side of a date or duration something lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Upto,
    From,
}

fn side(sentence: &Sentence, tokens: &Range<usize>) -> Option<(Side, usize)> {
    (1..=3).find_map(|back| {
        let at = tokens.start.checked_sub(back)?;
        let next = sentence.tokens.get(at + 1).map_or("", |t| t.lower.as_str());
        let side = match sentence.tokens[at].lower.as_str() {
            "by" | "before" | "until" | "till" | "within" | "előtt" | "bis" | "vor" => Side::Upto,
            "prior" if next == "to" => Side::Upto,
            "after" | "since" | "from" | "starting" | "beginning" | "following" | "after." | "nach"
            | "ab" | "seit" => Side::From,
            _ => return None,
        };
        // "2 days before March 3" turns nothing round for what stands further left.
        let between = sentence.tokens.get(at + 1..tokens.start).unwrap_or_default();
        between
            .iter()
            .all(|t| {
                matches!(t.lower.as_str(), "the" | "to" | "a" | "about" | "around" | "on" | "$" | "of" | ",")
            })
            .then_some((side, at))
    })
}

/// "before" where the evidence says "after", for the same date, time or duration, or for the same event.
fn directions(case: &Case<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for value in &case.values {
        let Some((at, tokens)) = &value.found else { continue };
        let heard = &case.heard[*at];
        let (mine, theirs) = (side(&case.claim, &value.tokens), side(&heard.sentence, tokens));
        let fault = match (mine, theirs) {
            (Some((a, left)), Some((b, right))) if a != b => Some((left, right)),
            (Some((Side::From, left)), None)
                if value.kind != AtomKind::Quantity
                    && heard
                        .sentence
                        .tokens
                        .get(tokens.start.wrapping_sub(1))
                        .is_some_and(|t| matches!(t.lower.as_str(), "on" | "at")) =>
            {
                Some((left, tokens.start - 1))
            }
            _ => None,
        };
        if let Some((left, right)) = fault {
            faults.push(Fault::contradicts(format!(
                "L{} says `{}`, the claim says `{}`",
                heard.line,
                heard.sentence.slice(right..tokens.end),
                case.claim.slice(left..value.tokens.end)
            )));
        }
    }
    const TURNS: [(&str, &str); 10] = [
        ("before", "after"),
        ("above", "below"),
        ("more", "less"),
        ("more", "fewer"),
        ("with", "without"),
        ("minimum", "maximum"),
        ("over", "under"),
        ("inside", "outside"),
        ("earlier", "later"),
        ("up", "down"),
    ];
    for (a, b) in TURNS.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
        if case.claim.has_token(a)
            && !case.claim.has_token(b)
            && !case.hears(a)
            && let Some(&at) = case.support.iter().find(|&&at| case.heard[at].sentence.has_token(b))
            && faults.is_empty()
            && used_near(case, at, a, b)
        {
            faults.push(Fault::contradicts(format!(
                "L{} says `{b}`, the claim says `{a}`",
                case.heard[at].line
            )));
        }
    }
    faults
}

/// Whether the words after `a` in the claim and after `b` in the cited sentence are the same.
fn used_near(case: &Case<'_>, at: usize, a: &str, b: &str) -> bool {
    let sentence = &case.heard[at].sentence;
    let next =
        |sentence: &Sentence, word: &str| {
            let from = sentence.tokens.iter().position(|t| t.lower == word)?;
            sentence.words.iter().find(|own| own.token > from).map(|own| own.stem.clone()).or_else(|| {
                sentence.words.iter().rev().find(|own| own.token < from).map(|own| own.stem.clone())
            })
        };
    match (next(&case.claim, a), next(sentence, b)) {
        (Some(mine), Some(theirs)) => crate::verify::words::alike(&mine, &theirs),
        _ => false,
    }
}

/// "must" where the evidence only allows, "will" where it doubts.
fn strengthened(case: &Case<'_>) -> Option<Fault> {
    const DUTY: [&str; 4] = ["must", "required", "mandatory", "obliged"];
    const LEAVE: [&str; 8] =
        ["may", "can", "could", "allowed", "optional", "recommended", "might", "encouraged"];
    const BACKED: [&str; 15] = [
        "must",
        "require",
        "required",
        "requires",
        "requirement",
        "need",
        "needs",
        "needed",
        "have",
        "has",
        "shall",
        "mandatory",
        "obliged",
        "should",
        "only",
    ];
    let said = DUTY.iter().find(|word| case.claim.has_token(word))?;
    let leave =
        LEAVE.iter().find(|word| case.support.iter().any(|&at| case.heard[at].sentence.has_token(word)))?;
    let backed = BACKED.iter().any(|word| case.hears(word));
    (!backed).then(|| {
        Fault::weakens(format!("{} says `{leave}`; the claim makes it a duty: `{said}`", case.lines()))
    })
}
