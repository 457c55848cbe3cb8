//! Values of a claim: quantities, dates, times and identifiers, each looked up in what is cited.

use std::ops::Range;

use crate::verify::date::{Day, Written};
use crate::verify::heard::Heard;
use crate::verify::judge::Case;
use crate::verify::judgment::{AtomKind, Fault};
use crate::verify::quantity::Quantity;
use crate::verify::unit::{self, Unit};
use crate::verify::words;

/// One value of the claim and what was found for it.
pub(super) struct Value {
    /// Its kind.
    pub kind: AtomKind,
    /// Its tokens in the claim.
    pub tokens: Range<usize>,
    /// Where it was found first: the cited sentence and the tokens there.
    pub found: Option<(usize, Range<usize>)>,
    /// Every cited sentence that has it.
    pub places: Vec<usize>,
    /// A value of the same kind that stands where it should: the cited sentence and the tokens there.
    pub rival: Option<(usize, Range<usize>)>,
    /// Stems that the value stands for: the period of a rate, the unit.
    pub implies: Vec<String>,
    /// Whether nothing is wrong when it is not found.
    pub weak: bool,
}

/// Looks every value of the claim up.
pub(super) fn locate(case: &Case<'_>) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    values.extend(case.claim.quantities.iter().map(|quantity| self::quantity(case, quantity)));
    values.extend(case.claim.days.iter().map(|day| self::day(case, day)));
    values.extend(case.claim.hours.iter().map(|hour| {
        let hits = collect(case, |heard| {
            heard.sentence.hours.iter().filter(|own| hour.agrees(own)).map(|own| own.tokens.clone()).collect()
        });
        let rivals =
            collect(case, |heard| heard.sentence.hours.iter().map(|own| own.tokens.clone()).collect());
        value(AtomKind::Time, hour.tokens.clone(), hits, &rivals)
    }));
    values.extend(case.claim.codes.iter().map(|code| {
        let hits = collect(case, |heard| {
            let direct =
                heard.sentence.codes.iter().filter(|own| code.agrees(own)).map(|own| own.tokens.clone());
            let direct: Vec<_> = direct.collect();
            if direct.is_empty() { code.pieced(&heard.sentence.tokens).into_iter().collect() } else { direct }
        });
        let rivals = collect(case, |heard| {
            let alike = |own: &&crate::verify::code::Code| {
                own.digits == code.digits && own.normal.len().abs_diff(code.normal.len()) <= 2
            };
            heard.sentence.codes.iter().filter(alike).map(|own| own.tokens.clone()).collect()
        });
        value(AtomKind::Identifier, code.tokens.clone(), hits, &rivals)
    }));
    values
}

/// Where something stands in what is cited.
type Hits = Vec<(usize, Range<usize>)>;

fn collect<'h>(case: &'h Case<'_>, find: impl Fn(&'h Heard<'h>) -> Vec<Range<usize>>) -> Hits {
    let all = case.heard.iter().enumerate();
    all.flat_map(|(at, heard)| find(heard).into_iter().map(move |tokens| (at, tokens))).collect()
}

fn value(kind: AtomKind, tokens: Range<usize>, hits: Hits, rivals: &Hits) -> Value {
    let mut places: Vec<usize> = hits.iter().map(|(at, _)| *at).collect();
    places.dedup();
    Value {
        kind,
        tokens,
        found: hits.into_iter().next(),
        places,
        rival: rivals.first().cloned(),
        implies: Vec::new(),
        weak: false,
    }
}

fn day(case: &Case<'_>, written: &Written) -> Value {
    let hits = collect(case, |heard| {
        let spoken = heard.transcript.day;
        let fits = |reading: &Day| {
            written.readings.iter().any(|mine| {
                mine.within(reading)
                    || spoken.is_some_and(|spoken| mine.within(&reading.completed(spoken)))
                    || (mine.year.is_some()
                        && Day { year: None, ..*mine }.within(reading)
                        && says_year(case, mine.year))
            })
        };
        let own = heard.sentence.days.iter().filter(|own| own.readings.iter().any(fits));
        let mut hits: Vec<_> = own.map(|own| own.tokens.clone()).collect();
        hits.extend(relative_days(heard).into_iter().filter(|(day, _)| fits(day)).map(|(_, tokens)| tokens));
        // A bare year: `in 2019`.
        if written
            .readings
            .iter()
            .all(|mine| mine.month.is_none() && mine.weekday.is_none() && mine.day.is_none())
        {
            let years = heard.sentence.quantities.iter().filter(|q| q.year() == written.readings[0].year);
            hits.extend(years.map(|q| q.tokens.clone()));
        }
        hits
    });
    let rivals = collect(case, |heard| {
        let differs = |own: &&Written| {
            own.readings.iter().all(|theirs| written.readings.iter().all(|mine| mine.conflicts(theirs)))
        };
        heard.sentence.days.iter().filter(differs).map(|own| own.tokens.clone()).collect()
    });
    let mut value = value(AtomKind::Date, written.tokens.clone(), hits, &rivals);
    // The record says on which day the item was captured.
    let today = case.heard.iter().any(|heard| {
        heard.transcript.day.is_some_and(|day| {
            written.readings.iter().any(|mine| mine.day.is_some() && mine.within(&day.into()))
        })
    });
    value.weak = today;
    value
}

/// Whether what is cited names the year on its own.
fn says_year(case: &Case<'_>, year: Option<i16>) -> bool {
    case.heard.iter().any(|heard| {
        heard.sentence.days.iter().any(|day| day.readings.iter().any(|reading| reading.year == year))
            || heard.sentence.quantities.iter().any(|quantity| quantity.year() == year)
    })
}

/// Days that a sentence names from the day it was said on: "tomorrow", "yesterday".
fn relative_days(heard: &Heard<'_>) -> Vec<(Day, Range<usize>)> {
    let Some(today) = heard.transcript.day else { return Vec::new() };
    let tokens = heard.sentence.tokens.iter().enumerate();
    tokens
        .filter_map(|(at, token)| {
            let day = match token.lower.as_str() {
                "today" | "tonight" | "ma" | "heute" => today,
                "tomorrow" | "holnap" | "morgen" => today.tomorrow().ok()?,
                "yesterday" | "tegnap" | "gestern" => today.yesterday().ok()?,
                _ => return None,
            };
            Some((day.into(), at..at + 1))
        })
        .collect()
}

fn quantity(case: &Case<'_>, mine: &Quantity) -> Value {
    let hits = collect(case, |heard| {
        let own = heard.sentence.quantities.iter().filter(|own| fits(case, heard, mine, own));
        let mut hits: Vec<_> = own.map(|own| own.tokens.clone()).collect();
        if mine.year().is_some() {
            let years =
                heard.sentence.days.iter().filter(|day| day.readings.iter().any(|r| r.year == mine.year()));
            hits.extend(years.map(|day| day.tokens.clone()));
        }
        if hits.is_empty() && mine.unit.is_none() {
            hits.extend(as_code(heard, mine));
            if mine.ordinal {
                let days = heard.sentence.days.iter();
                let same = days.filter(|day| {
                    day.readings.iter().any(|r| r.day.is_some_and(|d| f64::from(d) == mine.value.value))
                });
                hits.extend(same.map(|day| day.tokens.clone()));
            }
        }
        hits
    });
    let rivals = collect(case, |heard| {
        let differs = |own: &&Quantity| {
            let same_value = own.base().agrees(&mine.base());
            let same_kind = own.ordinal == mine.ordinal
                && match (mine.dimension(), own.dimension()) {
                    (Some(a), Some(b)) => {
                        a == b || own.value.agrees(&mine.value) || comparable(mine.unit, own.unit)
                    }
                    (None, None) => true,
                    _ => own.value.agrees(&mine.value),
                };
            same_kind
                && !(same_value && own.unit == mine.unit && own.per == mine.per && mine.nouns.is_empty())
        };
        heard.sentence.quantities.iter().filter(differs).map(|own| own.tokens.clone()).collect()
    });
    let mut value = value(AtomKind::Quantity, mine.tokens.clone(), hits, &rivals);
    value.weak = mine.weak && mine.unit.is_none();
    value.implies = mine.nouns.clone();
    if let Some(unit) = mine.per.or(mine.unit) {
        value.implies.extend(period_stems(unit));
    }
    value
}

/// Whether two units measure the same kind of thing, though none turns into the other exactly.
fn comparable(a: Option<Unit>, b: Option<Unit>) -> bool {
    a.zip(b).is_some_and(|(a, b)| (a.is_money() && b.is_money()) || (a.is_period() && b.is_period()))
}

fn period_stems(unit: Unit) -> Vec<String> {
    let forms = ["hour", "day", "week", "month", "quarter", "year", "minute", "second"];
    let same = |form: &&&str| unit::lookup(form) == Some(unit);
    forms.iter().filter(same).map(|form| words::stem(form)).collect()
}

/// A plain number that the evidence writes as a code, and the other way round.
fn as_code(heard: &Heard<'_>, mine: &Quantity) -> Vec<Range<usize>> {
    let codes = heard.sentence.codes.iter();
    let same = codes.filter(|code| {
        code.digits
            && code
                .normal
                .parse::<f64>()
                .is_ok_and(|value| mine.value.agrees(&crate::verify::number::Reading::sure(value)))
    });
    same.map(|code| code.tokens.clone()).collect()
}

/// Whether the quantity `own` of the cited sentence says what `mine` of the claim says.
fn fits(case: &Case<'_>, heard: &Heard<'_>, mine: &Quantity, own: &Quantity) -> bool {
    if mine.ordinal != own.ordinal {
        return false;
    }
    let units = match (mine.unit, own.unit) {
        (Some(a), Some(b)) => a.dimension == b.dimension && mine.base().agrees(&own.base()),
        (None, None) => mine.value.agrees(&own.value) && nouns_fit(case, heard, mine, own),
        // The unit may stand in the question that the bare number answers.
        (Some(unit), None) => mine.value.agrees(&own.value) && unit_elsewhere(case, unit, own),
        (None, Some(unit)) => {
            let other_unit =
                mine.nouns.iter().any(|noun| unit::lookup(noun).is_some_and(|own| own.is_period()));
            mine.value.agrees(&own.value) && !other_unit && (mine.nouns.is_empty() || unit.is_money())
        }
    };
    let rates = match (mine.per, own.per) {
        (None, _) => true,
        (Some(a), Some(b)) => a == b,
        (Some(per), None) => period_elsewhere(case, per),
    };
    units && rates
}

fn unit_elsewhere(case: &Case<'_>, unit: Unit, own: &Quantity) -> bool {
    let named =
        |at: &Heard<'_>| at.sentence.tokens.iter().any(|t| unit::lookup(&t.lower).is_some_and(|u| u == unit));
    let bare = own.nouns.is_empty();
    bare && case.heard.iter().any(named)
        || (bare
            && unit.is_money()
            && !case
                .heard
                .iter()
                .any(|heard| heard.sentence.quantities.iter().any(|q| q.unit.is_some_and(Unit::is_money))))
            && ["cost", "price", "pay", "fee", "salary", "budget", "rent", "much"]
                .iter()
                .any(|word| case.hears(word))
}

fn period_elsewhere(case: &Case<'_>, per: Unit) -> bool {
    case.heard.iter().any(|heard| heard.sentence.tokens.iter().any(|t| unit::lookup(&t.lower) == Some(per)))
}

/// Whether what the two count can be the same thing.
fn nouns_fit(case: &Case<'_>, heard: &Heard<'_>, mine: &Quantity, own: &Quantity) -> bool {
    let Some(head) = mine.nouns.first() else { return true };
    let says = |noun: &String| {
        case.heard.iter().any(|heard| heard.sentence.words.iter().any(|word| words::alike(&word.stem, noun)))
    };
    if own.nouns.iter().any(|noun| mine.nouns.iter().any(|mine| words::alike(mine, noun))) {
        // "8 worker nodes" are not "8 worker threads".
        let same_first = own.nouns.first().is_some_and(|noun| words::alike(noun, head));
        let other_head = mine
            .nouns
            .get(1)
            .zip(own.nouns.get(1))
            .is_some_and(|(mine, own)| !words::alike(mine, own) && !says(mine));
        return !(same_first && other_head && case.claim.quantities.len() == 1 && mine.nouns.len() == 2);
    }
    // "three cards" of "three credit cards" shares a word; else the noun must stand near: in the sentence or its question.
    let near = |sentence: &crate::verify::sentence::Sentence| {
        mine.nouns.iter().any(|noun| sentence.words.iter().any(|word| words::alike(&word.stem, noun)))
    };
    let rival = heard.sentence.quantities.iter().any(|other| {
        other.tokens != own.tokens && other.nouns.first().is_some_and(|noun| words::alike(noun, head))
    });
    if own.nouns.is_empty() {
        return !rival;
    }
    !rival && case.heard.iter().any(|other| near(&other.sentence))
}

/// Values that are missing or that stand otherwise in what is cited.
pub(super) fn faults(case: &Case<'_>) -> Vec<Fault> {
    let missing = case.values.iter().filter(|value| value.found.is_none());
    let mut faults = Vec::new();
    for value in missing {
        let shown = case.claim.slice(value.tokens.clone());
        match &value.rival {
            _ if value.weak && (value.kind == AtomKind::Date || value.rival.is_none()) => {}
            Some((at, tokens)) => {
                let heard = &case.heard[*at];
                let other = heard.sentence.slice(widened(&heard.sentence, tokens.clone()));
                let mine = case.claim.slice(widened(&case.claim, value.tokens.clone()));
                let (other, mine) = if other == mine {
                    (heard.sentence.text.as_str(), case.claim.text.as_str())
                } else {
                    (other, mine)
                };
                faults.push(Fault::contradicts(format!(
                    "L{} says `{other}`, the claim says `{mine}`",
                    heard.line
                )));
            }
            None => faults.push(Fault::missing(format!("`{shown}` does not stand in {}", case.lines()))),
        }
    }
    faults
}

/// `tokens` and the noun after them, so that a reason reads "16 nodes" and not "16".
fn widened(sentence: &crate::verify::sentence::Sentence, tokens: Range<usize>) -> Range<usize> {
    let next = sentence.tokens.get(tokens.end);
    let noun = next.is_some_and(|t| t.kind == crate::verify::lex::Kind::Word && !words::is_stop(&t.lower));
    if noun { tokens.start..tokens.end + 1 } else { tokens }
}
