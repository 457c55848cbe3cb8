//! What two claims have in common and in what they differ, word by word and value by value. It does not say which holds.

use std::ops::Range;

use crate::note::unmarked;
use crate::verify::date::Written;
use crate::verify::gist::{counted, key};
use crate::verify::lex::Kind;
use crate::verify::qualifier::Limit;
use crate::verify::quantity::{Bound, Quantity};
use crate::verify::sentence::{Content, Sentence};
use crate::verify::unit::{Dimension, Unit};
use crate::verify::{negation, unit, words};

/// A claim taken apart, to be compared with others.
#[derive(Clone, Debug)]
pub struct Told(Sentence);

impl Told {
    /// The claim `text`.
    pub fn new(text: &str) -> Told {
        Told(Sentence::new(unmarked(text)))
    }
}

/// One content word that two claims share or that one of them has alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The key of the word, as [`Gist::words`](super::Gist::words) has it.
    pub key: u64,
    /// The word as written.
    pub text: String,
    /// Whether it is written as a name.
    pub name: bool,
}

/// What two claims have in common, and in what they differ. Pairs are in the order in which the claims were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contrast {
    /// Content words that both have.
    pub shared: Vec<Term>,
    /// Content words that only one of them has.
    pub only: [Vec<Term>; 2],
    /// How many values both have.
    pub agreeing: usize,
    /// Values that answer each other and are not the same.
    pub differing: Vec<[String; 2]>,
    /// Dates that answer each other and are not the same.
    pub dates: Vec<[String; 2]>,
    /// Values that only one of them has.
    pub values: [Vec<String>; 2],
    /// What one denies and the other states, or says the opposite of.
    pub turned: Option<[String; 2]>,
    /// Conditions, exceptions and other limits that only one of them has.
    pub limits: [Vec<String>; 2],
    /// Whether they are about different things: other names, identifiers or numbers say what each is about.
    pub apart: bool,
}

impl Contrast {
    /// Compares two claims.
    pub fn of(one: &Told, other: &Told) -> Contrast {
        let (one, other) = (&one.0, &other.0);
        let mut contrast = Contrast::default();
        let last = terms(one, other, &mut contrast);
        quantities(one, other, last, &mut contrast);
        days(one, other, last, &mut contrast);
        hours(one, other, &mut contrast);
        codes(one, other, last, &mut contrast);
        names(one, other, last, &mut contrast);
        contrast.turned = turned(one, other);
        contrast.limits = [limits(one, other), limits(other, one)];
        contrast
    }

    /// Whether they say the same values: none differs and none stands alone.
    pub fn same_values(&self) -> bool {
        self.differing.is_empty() && self.dates.is_empty() && self.values.iter().all(Vec::is_empty)
    }
}

/// Sorts out the content words; gives the last token of each claim that is part of what they share.
fn terms(one: &Sentence, other: &Sentence, contrast: &mut Contrast) -> [usize; 2] {
    let term = |sentence: &Sentence, word: &Content| Term {
        key: key(word),
        text: sentence.slice(word.token..word.token + 1).to_owned(),
        name: word.name,
    };
    let mut last = [0, 0];
    let mut taken = Vec::new();
    for word in counted(one) {
        let twin = counted(other).enumerate().find(|(at, own)| !taken.contains(at) && own.alike(word));
        match twin {
            Some((at, own)) => {
                taken.push(at);
                last = [last[0].max(word.token), last[1].max(own.token)];
                contrast.shared.push(term(one, word));
            }
            // A word that is said twice on one side is no difference.
            None if other.has(word) => {}
            None if is_rate(other, one, word) => contrast.shared.push(term(one, word)),
            None => contrast.only[0].push(term(one, word)),
        }
    }
    for (at, word) in counted(other).enumerate() {
        if taken.contains(&at) || one.has(word) {
            continue;
        }
        let into = if is_rate(one, other, word) { &mut contrast.shared } else { &mut contrast.only[1] };
        into.push(term(other, word));
    }
    contrast.apart |=
        contrast.only.iter().all(|only| only.len() == 1) && opens(one, other) && opens(other, one);
    last
}

/// Whether `sentence` says by a rate what `word` of `own` says: "10 EUR a month" is a monthly fee.
fn is_rate(sentence: &Sentence, own: &Sentence, word: &Content) -> bool {
    let period = unit::lookup(&own.tokens[word.token].lower);
    period.is_some() && sentence.quantities.iter().any(|quantity| quantity.per == period)
}

/// Whether `mine` begins with a content word that `theirs` has not: what else is the same is said of something else.
fn opens(mine: &Sentence, theirs: &Sentence) -> bool {
    counted(mine).next().is_some_and(|word| word.token <= 1 && !theirs.has(word))
}

fn quantities(one: &Sentence, other: &Sentence, last: [usize; 2], contrast: &mut Contrast) {
    let counts = |quantity: &&Quantity| !quantity.weak || quantity.unit.is_some();
    let mut open: Vec<&Quantity> = other.quantities.iter().filter(counts).collect();
    let mut left: Vec<&Quantity> = Vec::new();
    for mine in one.quantities.iter().filter(counts) {
        match open.iter().position(|own| agree(mine, own)) {
            Some(at) => {
                open.remove(at);
                contrast.agreeing += 1;
            }
            None => left.push(mine),
        }
    }
    let mut pairs = Vec::new();
    // "Costs 10 EUR a month" and "a late payment costs 15 EUR": what is not by the month has words that say for what it is.
    let is_other = |mine: &Quantity, own: &Quantity| match (mine.per, own.per) {
        (None, Some(_)) => !contrast.only[0].is_empty(),
        (Some(_), None) => !contrast.only[1].is_empty(),
        _ => false,
    };
    let answers = |mine: &Quantity, own: &Quantity| comparable(mine, own) && !is_other(mine, own);
    left.retain(|mine| match open.iter().position(|own| answers(mine, own)) {
        Some(at) => {
            pairs.push((*mine, open.remove(at)));
            false
        }
        None => true,
    });
    // A year says when something holds.
    let (years, pairs): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|(mine, own): &(&Quantity, &Quantity)| is_year(mine) && is_year(own));
    contrast
        .dates
        .extend(years.iter().map(|(mine, own)| [shown(one, &mine.tokens), shown(other, &own.tokens)]));
    // "Tier 1 answers in 4 hours" and "tier 2 in 8": the plain number says what it is about.
    let is_number = |pair: &(&Quantity, &Quantity)| pair.0.unit.is_none() && labels(one, pair.0);
    contrast.apart |=
        pairs.iter().any(|pair| is_number(pair) && (pairs.len() > 1 || pair.0.tokens.end <= last[0]));
    contrast
        .differing
        .extend(pairs.iter().map(|(mine, own)| [shown(one, &mine.tokens), shown(other, &own.tokens)]));
    contrast.values[0].extend(left.iter().map(|quantity| shown(one, &quantity.tokens)));
    contrast.values[1].extend(open.iter().map(|quantity| shown(other, &quantity.tokens)));
}

/// Whether the plain number numbers what stands before it: "tier 1", "step 3", "version 2".
fn labels(sentence: &Sentence, quantity: &Quantity) -> bool {
    let start = quantity.tokens.start;
    let before = start.checked_sub(1).map(|at| &sentence.tokens[at]);
    before.is_some_and(|token| {
        token.kind == Kind::Word
            && !words::is_stop(&token.lower)
            && sentence.words.iter().any(|w| w.token + 1 == start)
    })
}

fn agree(mine: &Quantity, own: &Quantity) -> bool {
    let same = mine.base().agrees(&own.base()) && mine.dimension() == own.dimension();
    let periods = days_of(mine).zip(days_of(own)).is_some_and(|(a, b)| (a - b).abs() <= 0.04 * a.max(b));
    let per = mine.per.is_none() || own.per.is_none() || mine.per == own.per;
    mine.ordinal == own.ordinal && per && (same || periods) && !opposed(mine.bound, own.bound)
}

/// How many days a period of months or days lasts, about: "1 month" and "30 days" are no contradiction.
fn days_of(quantity: &Quantity) -> Option<f64> {
    match quantity.dimension()? {
        Dimension::Days => Some(quantity.base().value),
        Dimension::Months => Some(quantity.base().value * 30.4),
        _ => None,
    }
}

fn opposed(one: Bound, other: Bound) -> bool {
    let low = |bound| matches!(bound, Bound::AtLeast | Bound::MoreThan);
    let high = |bound| matches!(bound, Bound::AtMost | Bound::LessThan);
    (low(one) && high(other)) || (high(one) && low(other))
}

/// Whether two quantities answer the same question.
fn comparable(mine: &Quantity, own: &Quantity) -> bool {
    if mine.ordinal != own.ordinal {
        return false;
    }
    match (mine.unit, own.unit) {
        (Some(a), Some(b)) => {
            a.dimension == b.dimension || (a.is_period() && b.is_period()) || (a.is_money() && b.is_money())
        }
        (None, None) => {
            let both =
                || mine.nouns.iter().any(|noun| own.nouns.iter().any(|other| words::alike(noun, other)));
            (mine.nouns.is_empty() && own.nouns.is_empty()) || both()
        }
        (Some(unit), None) | (None, Some(unit)) => {
            let bare = if mine.unit.is_none() { mine } else { own };
            bare.nouns.is_empty() && !is_year(bare) && !unit_is_percent(unit)
        }
    }
}

fn is_year(quantity: &Quantity) -> bool {
    quantity.year().is_some_and(|year| (1900..2100).contains(&year))
}

fn unit_is_percent(unit: Unit) -> bool {
    unit.dimension == Dimension::Percent
}

fn days(one: &Sentence, other: &Sentence, last: [usize; 2], contrast: &mut Contrast) {
    let says = |mine: &Written, own: &Written| {
        mine.readings.iter().any(|a| own.readings.iter().any(|b| a.within(b) || b.within(a)))
    };
    let mut open: Vec<&Written> = other.days.iter().collect();
    let mut left: Vec<&Written> = Vec::new();
    for mine in &one.days {
        match open.iter().position(|own| says(mine, own)) {
            Some(at) => {
                open.remove(at);
                contrast.agreeing += 1;
            }
            None => left.push(mine),
        }
    }
    while let (Some(mine), true) = (left.first().copied(), !open.is_empty()) {
        left.remove(0);
        let own = open.remove(0);
        // What happened on another day is something else.
        contrast.apart |= mine.tokens.end <= last[0] && own.tokens.end <= last[1];
        contrast.dates.push([shown(one, &mine.tokens), shown(other, &own.tokens)]);
    }
    contrast.values[0].extend(left.iter().map(|day| shown(one, &day.tokens)));
    contrast.values[1].extend(open.iter().map(|day| shown(other, &day.tokens)));
}

fn hours(one: &Sentence, other: &Sentence, contrast: &mut Contrast) {
    let mut open: Vec<_> = other.hours.iter().collect();
    let mut left = Vec::new();
    for mine in &one.hours {
        match open.iter().position(|own| mine.agrees(own) || own.agrees(mine)) {
            Some(at) => {
                open.remove(at);
                contrast.agreeing += 1;
            }
            None => left.push(mine),
        }
    }
    while let (Some(mine), true) = (left.first().copied(), !open.is_empty()) {
        left.remove(0);
        let own = open.remove(0);
        contrast.differing.push([shown(one, &mine.tokens), shown(other, &own.tokens)]);
    }
    contrast.values[0].extend(left.iter().map(|hour| shown(one, &hour.tokens)));
    contrast.values[1].extend(open.iter().map(|hour| shown(other, &hour.tokens)));
}

/// Identifiers: at the end of both claims they are what is said, elsewhere what it is said of.
fn codes(one: &Sentence, other: &Sentence, last: [usize; 2], contrast: &mut Contrast) {
    let mine: Vec<_> =
        one.codes.iter().filter(|code| !other.codes.iter().any(|own| code.agrees(own))).collect();
    let theirs: Vec<_> =
        other.codes.iter().filter(|code| !one.codes.iter().any(|own| code.agrees(own))).collect();
    contrast.agreeing += one.codes.len() - mine.len();
    match (mine.as_slice(), theirs.as_slice()) {
        ([], []) => {}
        ([a], [b]) if a.tokens.start > last[0] && b.tokens.start > last[1] => {
            contrast.differing.push([shown(one, &a.tokens), shown(other, &b.tokens)]);
        }
        (mine, theirs) => {
            contrast.apart |= !mine.is_empty() && !theirs.is_empty();
            contrast.values[0].extend(mine.iter().map(|code| shown(one, &code.tokens)));
            contrast.values[1].extend(theirs.iter().map(|code| shown(other, &code.tokens)));
        }
    }
}

/// Names: where nothing else is said they are what is said, at the end of both claims; elsewhere what it is said of.
fn names(one: &Sentence, other: &Sentence, last: [usize; 2], contrast: &mut Contrast) {
    let alone = |mine: &Sentence, theirs: &Sentence| -> Vec<usize> {
        counted(mine).filter(|word| word.name && !theirs.has(word)).map(|word| word.token).collect()
    };
    // Nouns have capitals in German, so that a capital names nothing.
    let are_nouns = is_german(one) && is_german(other);
    let (mine, theirs) = (alone(one, other), alone(other, one));
    // "Harbour Plus" is not "Harbour Prime", nor "Harbour".
    contrast.apart |= extends(one, other, &mine) || extends(other, one, &theirs);
    // "In Bayern" and "in Hessen": each says where.
    contrast.apart |= is_place(one, &mine) && is_place(other, &theirs);
    let (Some((first, end)), Some((start, stop))) = (ends(&mine), ends(&theirs)) else { return };
    if are_nouns {
        return;
    }
    let values = |sentence: &Sentence| {
        sentence.quantities.len() + sentence.hours.len() + sentence.codes.len() + sentence.days.len()
    };
    let is_said = first > last[0] && start > last[1] && values(one) == 0 && values(other) == 0;
    if is_said && !contrast.apart {
        contrast.differing.push([shown(one, &(first..end + 1)), shown(other, &(start..stop + 1))]);
    } else {
        contrast.apart = true;
    }
}

fn ends(tokens: &[usize]) -> Option<(usize, usize)> {
    Some((*tokens.first()?, *tokens.last()?))
}

/// Whether a name that only `mine` has stands beside one that both have, and so belongs to it.
fn extends(mine: &Sentence, theirs: &Sentence, alone: &[usize]) -> bool {
    let is_shared = |token: usize| {
        mine.tokens.get(token).is_some_and(|own| own.capital)
            && mine.words.iter().any(|word| word.token == token && theirs.has(word))
    };
    alone.iter().any(|&token| token.checked_sub(1).is_some_and(is_shared) || is_shared(token + 1))
}

/// Whether one of the words at `tokens` follows "in" at once, as places do.
fn is_place(sentence: &Sentence, tokens: &[usize]) -> bool {
    let follows = |&token: &usize| token.checked_sub(1).is_some_and(|at| sentence.tokens[at].lower == "in");
    tokens.iter().any(follows)
}

fn is_german(sentence: &Sentence) -> bool {
    const WORDS: [&str; 17] = [
        "der", "die", "das", "den", "dem", "des", "ist", "sind", "wird", "werden", "für", "bei", "mit",
        "ein", "eine", "von", "zu",
    ];
    sentence.tokens.iter().filter(|token| WORDS.contains(&token.lower.as_str())).count() > 0
}

/// What one denies and the other states: a negation on one side only, or a word and its opposite.
fn turned(one: &Sentence, other: &Sentence) -> Option<[String; 2]> {
    let clause = |sentence: &Sentence, token: usize| {
        sentence.slice(token..sentence.tokens.len().min(token + 4)).to_owned()
    };
    let denied = |denies: &Sentence, states: &Sentence| {
        denies.negations.iter().find_map(|negation| {
            let head = denies.words.get(*negation.scope.first()?)?;
            let stated = states.words.iter().find(|own| own.alike(head))?;
            let softened = states.words.iter().any(|word| negation::is_soft(&word.stem) && !denies.has(word));
            (states.negations.is_empty() && !softened)
                .then(|| (clause(denies, negation.token), clause(states, stated.token)))
        })
    };
    if let Some((mine, theirs)) = denied(one, other) {
        return Some([mine, theirs]);
    }
    if let Some((theirs, mine)) = denied(other, one) {
        return Some([mine, theirs]);
    }
    if one.negations.len() != other.negations.len() {
        return None;
    }
    one.words.iter().filter(|word| !other.has(word)).find_map(|word| {
        let stems = other.words.iter().filter(|own| !one.has(own)).map(|own| own.stem.as_str());
        let opposite = words::opposite(&word.stem, stems)?;
        let token = other.words.iter().find(|own| own.stem == opposite)?.token;
        Some([one.slice(word.token..word.token + 1).to_owned(), other.slice(token..token + 1).to_owned()])
    })
}

/// The limits of `mine` that `theirs` has none of the kind of, each from its word to the end of its segment.
fn limits(mine: &Sentence, theirs: &Sentence) -> Vec<String> {
    let kinds: Vec<Limit> = theirs.qualifiers.iter().map(|qualifier| qualifier.limit).collect();
    let says = |words: &[&str]| words.iter().any(|word| theirs.has_token(word));
    let lacking = mine.qualifiers.iter().filter(|own| {
        !matches!(own.limit, Limit::Always | Limit::Frequency) && !own.limit.kept(&kinds, says)
    });
    lacking
        .map(|qualifier| {
            let at = qualifier.token;
            let end = (at..mine.tokens.len()).find(|&t| mine.segments[t] != mine.segments[at]);
            mine.slice(at..end.unwrap_or(mine.tokens.len())).trim_end_matches('.').to_owned()
        })
        .collect()
}

fn shown(sentence: &Sentence, tokens: &Range<usize>) -> String {
    sentence.slice(tokens.clone()).to_owned()
}

#[cfg(test)]
mod tests;
