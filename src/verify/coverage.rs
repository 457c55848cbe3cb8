//! How much of a claim's words the cited lines have, and on which sentences the claim rests.

use std::collections::BTreeSet;

use crate::verify::heard::Reply;
use crate::verify::judge::Case;
use crate::verify::judgment::{Fault, Lapse};
use crate::verify::lex::Kind;
use crate::verify::sentence::{Content, Sentence};
use crate::verify::words;

/// For each content word of the claim, the cited sentences that have it.
pub(super) fn locate(case: &Case<'_>) -> Vec<Vec<usize>> {
    let find = |word: &Content| {
        case.heard
            .iter()
            .enumerate()
            .filter(|(_, heard)| heard.sentence.has(word))
            .map(|(at, _)| at)
            .collect()
    };
    case.claim.words.iter().map(find).collect()
}

/// The smallest set of cited sentences that has all of the claim that is found, best first.
pub(super) fn support(case: &Case<'_>) -> Vec<usize> {
    let mut open: BTreeSet<usize> = (0..case.words.len() + case.values.len()).collect();
    let covers = |at: usize, piece: usize| match case.words.get(piece) {
        Some(places) => places.contains(&at),
        None => case.values[piece - case.words.len()].places.contains(&at),
    };
    let weight = |piece: usize| if piece < case.words.len() { 1 } else { 3 };
    let mut support = Vec::new();
    loop {
        let score = |at: usize| -> usize {
            open.iter().filter(|&&piece| covers(at, piece)).map(|&piece| weight(piece)).sum()
        };
        // A statement before a question, an earlier sentence before a later one.
        let best = (0..case.heard.len())
            .filter(|at| !support.contains(at))
            .map(|at| (score(at) * 2 + usize::from(!case.heard[at].sentence.question && score(at) > 0), at))
            .max_by_key(|&(score, at)| (score, std::cmp::Reverse(at)));
        match best {
            Some((score, at)) if score > 1 => {
                support.push(at);
                open.retain(|&piece| !covers(at, piece));
            }
            _ => return support,
        }
    }
}

/// Content words that nothing cited has.
pub(super) fn faults(case: &Case<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    if case.claim.tokens.iter().all(|token| token.kind == Kind::Symbol) {
        return vec![Fault::missing("the claim has no words to judge".to_owned())];
    }
    let counted: Vec<(usize, &Content)> =
        case.claim.words.iter().enumerate().filter(|(_, word)| counts(case, word)).collect();
    let missing: Vec<(usize, &Content)> = counted
        .iter()
        .filter(|(at, word)| case.words[*at].is_empty() && !implied(case, word))
        .copied()
        .collect();
    for (_, word) in &missing {
        if let Some(opposite) = opposite(case, word) {
            faults.push(opposite);
        }
    }
    let allowed = allowed(counted.len());
    let quoted = |missing: &[(usize, &Content)]| {
        let words: Vec<String> = missing
            .iter()
            .map(|(_, word)| format!("`{}`", case.claim.slice(word.token..word.token + 1)))
            .collect();
        words.join(", ")
    };
    if missing.len() > allowed {
        faults.push(Fault::missing(format!(
            "{} of {} words of the claim do not stand in {}: {}",
            missing.len(),
            counted.len(),
            case.lines(),
            quoted(&missing)
        )));
    } else {
        for segment in added_segments(case, &counted, &missing) {
            faults.push(Fault::missing(format!("nothing in {} says {}", case.lines(), quoted(&segment))));
        }
    }
    faults.extend(unanswered(case));
    if case.claim.words.is_empty() && case.values.is_empty() && !case.heard.is_empty() && faults.is_empty() {
        faults.push(Fault::weakens(format!("the claim says nothing that {} could support", case.lines())));
    }
    if case.heard.is_empty() {
        faults.push(Fault::missing("the cited lines are empty".to_owned()));
    }
    faults
}

/// How many of `count` content words may be missing: a report rephrases a little.
fn allowed(count: usize) -> usize {
    match count {
        0..=2 => 0,
        3..=5 => 1,
        count => count * 3 / 10,
    }
}

/// Whether the word belongs to what is said, and not to who says it.
fn counts(case: &Case<'_>, word: &Content) -> bool {
    let token = &case.claim.tokens[word.token];
    !word.name && !words::is_report(&token.lower)
}

/// Whether something cited implies the word without having it.
fn implied(case: &Case<'_>, word: &Content) -> bool {
    let lower = &case.claim.tokens[word.token].lower;
    // "costs $39" says no more than "is $39".
    const PRICE: [&str; 4] = ["cost", "price", "charg", "fee"];
    const LENGTH: [&str; 3] = ["take", "last", "took"];
    let money = |money: bool| {
        let units = case.claim.quantities.iter().filter_map(|q| Some((q.unit?, &q.tokens)));
        let fits = |unit: crate::verify::unit::Unit| if money { unit.is_money() } else { unit.is_period() };
        let found = |tokens: &std::ops::Range<usize>| {
            case.values.iter().any(|value| value.tokens == *tokens && value.found.is_some())
        };
        units.filter(|(unit, _)| fits(*unit)).any(|(_, tokens)| found(tokens))
    };
    if (PRICE.contains(&word.stem.as_str()) && money(true))
        || (LENGTH.contains(&word.stem.as_str()) && money(false))
    {
        return true;
    }
    if case.heard.iter().any(|heard| has_parted(&heard.sentence, lower)) {
        return true;
    }
    case.heard.iter().any(|heard| {
        heard.party.is_some_and(|_| {
            let label = heard.transcript.line(heard.line).and_then(|line| line.label.as_deref());
            label.is_some_and(|label| label.to_lowercase().contains(lower.as_str()))
        }) || heard.transcript.record.contains(lower)
            || heard.transcript.people.knows(lower)
    }) || case
        .values
        .iter()
        .any(|value| value.found.is_some() && value.implies.iter().any(|stem| words::alike(stem, &word.stem)))
}

/// Whether a German verb stands in two parts: "fiel aus" is what "ausfiel" says.
fn has_parted(sentence: &Sentence, verb: &str) -> bool {
    const PREFIXES: [&str; 18] = [
        "ab", "an", "auf", "aus", "bei", "ein", "fest", "her", "hin", "los", "mit", "nach", "um", "vor",
        "weg", "weiter", "zu", "zurück",
    ];
    PREFIXES.iter().any(|prefix| {
        let rest = verb.strip_prefix(prefix).filter(|rest| rest.chars().count() > 2);
        rest.is_some_and(|rest| sentence.has_token(rest) && sentence.has_token(prefix))
    })
}

/// The fault where the sentences that the claim rests on have the opposite of `word`.
fn opposite(case: &Case<'_>, word: &Content) -> Option<Fault> {
    case.support.iter().find_map(|&at| {
        let heard = &case.heard[at];
        let other = words::opposite(&word.stem, heard.sentence.words.iter().map(|own| own.stem.as_str()))?;
        let token = heard.sentence.words.iter().find(|own| own.stem == other)?.token;
        // Where the claim has both words, it compares.
        if case.claim.words.iter().any(|own| own.stem == other) {
            return None;
        }
        Some(Fault::contradicts(format!(
            "L{} says `{}`, the claim says `{}`",
            heard.line,
            heard.sentence.slice(token..token + 1),
            case.claim.slice(word.token..word.token + 1)
        )))
    })
}

/// Segments of the claim of which nothing is found: something added to a true sentence.
fn added_segments<'c>(
    case: &Case<'_>,
    counted: &[(usize, &'c Content)],
    missing: &[(usize, &'c Content)],
) -> Vec<Vec<(usize, &'c Content)>> {
    let segments: BTreeSet<usize> = missing.iter().map(|(_, word)| case.claim.segments[word.token]).collect();
    segments
        .into_iter()
        .filter_map(|segment| {
            let inside = |word: &&(usize, &Content)| case.claim.segments[word.1.token] == segment;
            let lost: Vec<(usize, &Content)> = missing.iter().filter(inside).copied().collect();
            let all = counted.iter().filter(inside).count();
            let value = case
                .values
                .iter()
                .any(|value| case.claim.segments[value.tokens.start] == segment && value.found.is_some());
            (lost.len() * 2 > all && !(value && lost.len() < 2)).then_some(lost)
        })
        .collect()
}

/// The fault where the claim states what is only asked.
fn unanswered(case: &Case<'_>) -> Option<Fault> {
    let about_asking = ["asked", "asks", "question", "wonders", "inquired", "wants", "requested", "whether"];
    if case.claim.question || about_asking.iter().any(|word| case.claim.has_token(word)) {
        return None;
    }
    let stated = |places: &[usize]| places.is_empty() || places.iter().any(|&at| case.heard[at].states());
    let value =
        case.values.iter().find(|value| !stated(&value.places)).and_then(|value| value.places.first());
    let asked = case.words.iter().filter(|places| !stated(places)).count();
    let found = case.words.iter().filter(|places| !places.is_empty()).count();
    let question = value.copied().or_else(|| {
        let all_asked = asked * 2 > found && !case.values.iter().any(|value| !value.places.is_empty());
        let open = case.support.iter().find(|&&at| case.heard[at].reply == Reply::Open);
        open.copied().filter(|_| all_asked)
    })?;
    let reason = format!(
        "L{} only asks `{}`; no cited line answers",
        case.heard[question].line,
        shortened(&case.heard[question].sentence.text)
    );
    Some(Fault::weakens(reason).of(Lapse::Doubt))
}

/// `text` cut to what fits into a reason.
pub(super) fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
