//! Makes false claims of true ones: one error each, by rule, so that every run judges the same set.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::data::{Base, TrueClaim};

/// A claim with one error.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The kind of error.
    pub kind: String,
    /// The text.
    pub text: String,
    /// The spans it cites.
    pub cites: Vec<(u32, u32)>,
    /// The quoted words.
    pub quote: String,
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this file is valid")
}

static DATES: LazyLock<Regex> = LazyLock::new(|| {
    let months = "January|February|March|April|May|June|July|August|September|October|November|December|mai|május|november|Dezember";
    let days = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday";
    pattern(&format!(
        r"(?:(?P<day1>\d{{1,2}})\.? )?\b(?P<month>{months})\b(?: (?P<day2>\d{{1,2}})(?:st|nd|rd|th|-\p{{L}}+)?)?(?:,? (?P<year>20\d\d))?|\b(?P<weekday>{days})\b|\b(?P<iso>\d{{1,4}}[./-] ?\d{{1,2}}[./-] ?\d{{1,4}})|\b(?P<time>\d{{1,2}}:\d\d|\d{{1,2}} (?:AM|PM))\b"
    ))
});

static CODES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"https?://\S+[\w/]|[\w.+-]+@[\w.-]+\w|\b[A-Z]+-?\d[\w-]*\b|\b[A-Z]+-\d+(?:-[\w]+)*\b|\b[A-Za-z]+\d[\w]{3,}\b|\b\d[0-9a-f]*[a-f][0-9a-f]{4,}\b|\b\d{3}-\d{3}-\d{4}\b|\b\d{7,}\b|\b\d+\.\d+\.\d+\b|\b[a-z]+-[a-z]+-[a-z]+\d\b",
    )
});

static NUMBERS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+(?:[.,  ]\d{3})*(?:[.,]\d+)?"));

static WORDS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:two|three|four|six|fourth)\b"));

static CAPITALS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\p{Lu}[\p{Ll}]{2,}"));

const UNITS: &[(&str, &str)] = &[
    (r"\bbusiness days\b", "weeks"),
    (r"\bworking days\b", "working hours"),
    (r"\bdays\b", "weeks"),
    (r"\bhours\b", "days"),
    (r"\bhour\b", "day"),
    (r"\bweeks\b", "months"),
    (r"\bminutes\b", "hours"),
    (r"\bseconds\b", "minutes"),
    (r"\bmonths\b", "weeks"),
    (r"\ba month\b", "a year"),
    (r"\bper month\b", "per year"),
    (r"\bper year\b", "per month"),
    (r"\ba year\b", "a month"),
    (r"\ba day\b", "a week"),
    (r"\bper day\b", "per hour"),
    (r"\bper night\b", "per week"),
    (r"\byears\b", "months"),
    (r"\$", "€"),
    (r"€", "$"),
    (r"£", "$"),
    (r"\beuros\b", "dollars"),
    (r"\bcents\b", "euros"),
    (r"(\d)%", "$1 percentage points"),
    (r"\bGB\b", "MB"),
    (r"\bTB\b", "GB"),
    (r"\bkg\b", "g"),
    (r"\bmg\b", "g"),
    (r"\bkm/h\b", "mph"),
    (r"\blitres?\b", "gallon"),
    (r"\bMbps\b", "Gbps"),
    (r"\bsquare meters\b", "square feet"),
    (r"\bFt\b", "euró"),
    (r"\bTagen\b", "Wochen"),
    (r"\bEuro\b", "Dollar"),
];

const NAMES: [&str; 8] = ["Moreno", "Ingalls", "Farkas", "Quentin", "Rahimi", "Lucille", "Oberon", "Tamsin"];

/// Words with a capital that are no names.
const NO_NAMES: &[&str] = &[
    "The",
    "Members",
    "No",
    "Access",
    "Audit",
    "Backups",
    "Personal",
    "Debug",
    "Version",
    "Deploy",
    "Feature",
    "Outside",
    "Music",
    "Adjuster",
    "Nobody",
    "Requests",
    "Clients",
    "Webhooks",
    "Checkout",
    "Guests",
    "Parking",
    "Printers",
    "Downgrading",
    "Orders",
    "Prices",
    "Delivery",
    "Lunch",
    "Children",
    "Goods",
    "Helmets",
    "Fire",
    "Forklifts",
    "Packing",
    "Cleaning",
    "Only",
    "Distilled",
    "Crowns",
    "Implants",
    "Stays",
    "Households",
    "Upgrading",
    "Snapshots",
    "Clusters",
    "Ticket",
    "Order",
    "Memory",
    "Overtime",
    "Term",
    "Eine",
    "Der",
    "Die",
    "Ansprechpartnerin",
    "Háziállat",
    "Start",
    "Blood",
    "Metformin",
    "Orders",
    "Descaling",
    "Preis",
    "Lieferung",
    "Mindestbestellwert",
    "Bestellung",
    "Palette",
    "Ware",
    "Tagen",
    "Euro",
    "Rückgabe",
    "Feature",
    "Windows",
];

/// Every false version of `claim`.
pub fn of(base: &Base, claim: &TrueClaim) -> Vec<Edit> {
    let mut edits = Vec::new();
    let said = base.lines.join(" ");
    {
        let mut push = |kind: &str, text: String| {
            if text != claim.text {
                edits.push(Edit {
                    kind: kind.to_owned(),
                    text,
                    cites: claim.cites.clone(),
                    quote: claim.quote.clone(),
                });
            }
        };
        for (kind, texts) in &claim.edits {
            texts.iter().for_each(|text| push(kind, text.clone()));
        }
        let taken = dates(&claim.text, &mut push);
        let taken = codes(&claim.text, taken, &mut push);
        numbers(&claim.text, &said, &taken, &mut push);
        units(&claim.text, &mut push);
        names(&claim.text, &said, &taken, &mut push);
    }
    edits.extend(spans(base, claim));
    edits.extend(quotes(base, claim));
    let mut seen = BTreeSet::new();
    edits.retain(|edit| {
        seen.insert((edit.kind.clone(), edit.text.clone(), edit.cites.clone(), edit.quote.clone()))
    });
    edits
}

type Bytes = std::ops::Range<usize>;

fn replaced(text: &str, bytes: &Bytes, with: &str) -> String {
    format!("{}{with}{}", &text[..bytes.start], &text[bytes.end..])
}

fn next_of<'l>(list: &[&'l str], word: &str) -> Option<&'l str> {
    let at = list.iter().position(|entry| *entry == word)?;
    Some(list[(at + 2) % list.len()])
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

fn dates(text: &str, push: &mut impl FnMut(&str, String)) -> Vec<Bytes> {
    let mut taken = Vec::new();
    for found in DATES.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        taken.push(whole.range());
        if let Some(month) = found.name("month") {
            let other = next_of(&MONTHS, month.as_str()).unwrap_or("október");
            push("date", replaced(text, &month.range(), other));
        }
        for day in ["day1", "day2"].iter().filter_map(|name| found.name(name)) {
            let number: u32 = day.as_str().parse().unwrap_or(1);
            push("date", replaced(text, &day.range(), &(number % 27 + 2).to_string()));
        }
        if let Some(year) = found.name("year") {
            let number: u32 = year.as_str().parse().unwrap_or(2020);
            push("date", replaced(text, &year.range(), &(number + 1).to_string()));
        }
        if let Some(weekday) = found.name("weekday") {
            push(
                "date",
                replaced(text, &weekday.range(), next_of(&DAYS, weekday.as_str()).unwrap_or("Sunday")),
            );
        }
        if let Some(iso) = found.name("iso").or_else(|| found.name("time")) {
            push("date", replaced(text, &iso.range(), &bumped(iso.as_str(), false)));
            let swapped = if iso.as_str().contains("AM") {
                iso.as_str().replace("AM", "PM")
            } else {
                iso.as_str().replace("PM", "AM")
            };
            push("date", replaced(text, &iso.range(), &swapped));
        }
    }
    taken
}

/// `text` with its last (or first) digit raised.
fn bumped(text: &str, first: bool) -> String {
    let digit = |c: &(usize, char)| c.1.is_ascii_digit();
    let at = if first { text.char_indices().find(digit) } else { text.char_indices().rev().find(digit) };
    let Some((at, digit)) = at else { return text.to_owned() };
    let raised = match digit {
        '9' if first => '8',
        '9' => '0',
        digit => char::from(digit as u8 + 1),
    };
    format!("{}{raised}{}", &text[..at], &text[at + 1..])
}

fn codes(text: &str, mut taken: Vec<Bytes>, push: &mut impl FnMut(&str, String)) -> Vec<Bytes> {
    let dates = taken.clone();
    for found in CODES.find_iter(text) {
        if dates.iter().any(|bytes| bytes.start < found.end() && found.start() < bytes.end) {
            continue;
        }
        taken.push(found.range());
        let code = found.as_str();
        if code.contains(|c: char| c.is_ascii_digit()) {
            push("identifier", replaced(text, &found.range(), &bumped(code, false)));
            push("identifier", replaced(text, &found.range(), &bumped(code, true)));
        }
        if code.contains('@') || code.starts_with("http") {
            push("identifier", replaced(text, &found.range(), &code.replacen('r', "t", 1)));
            push("identifier", replaced(text, &found.range(), &code.replacen('o', "a", 1)));
        }
    }
    taken
}

fn numbers(text: &str, said: &str, taken: &[Bytes], push: &mut impl FnMut(&str, String)) {
    for found in NUMBERS.find_iter(text) {
        if taken.iter().any(|bytes| bytes.start < found.end() && found.start() < bytes.end) {
            continue;
        }
        let number = found.as_str();
        let mut others = vec![bumped(number, true), bumped(number, false)];
        if !number.contains(['.', ',']) {
            // A nought behind a decimal would change nothing.
            others.push(format!("{number}0"));
        }
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        if digits.len() >= 2 && digits.len() == number.len() {
            others.push(number.chars().rev().collect());
        }
        let fresh = |other: &&String| !said.contains(other.as_str()) && !other.starts_with('0');
        for other in others.iter().filter(fresh) {
            push("number", replaced(text, &found.range(), other));
        }
    }
    for found in WORDS.find_iter(text) {
        let other = match found.as_str() {
            "two" => "three",
            "three" => "seven",
            "four" => "nine",
            "fourth" => "second",
            _ => "eight",
        };
        push("number", replaced(text, &found.range(), other));
    }
}

fn units(text: &str, push: &mut impl FnMut(&str, String)) {
    let hits =
        UNITS.iter().map(|(unit, other)| (pattern(unit), other)).filter(|(unit, _)| unit.is_match(text));
    for (unit, other) in hits.take(3) {
        let with = if other.starts_with("$1") { (*other).to_owned() } else { other.replace('$', "$$") };
        push("unit", unit.replace(text, with.as_str()).into_owned());
    }
}

fn names(text: &str, said: &str, taken: &[Bytes], push: &mut impl FnMut(&str, String)) {
    for (at, found) in CAPITALS.find_iter(text).enumerate() {
        let inside = taken.iter().any(|bytes| bytes.start < found.end() && found.start() < bytes.end);
        let plain = NO_NAMES.contains(&found.as_str()) || found.as_str().ends_with("PM");
        if inside || plain || !said.contains(found.as_str()) {
            continue;
        }
        let other = NAMES[(at + text.len()) % NAMES.len()];
        push("name", replaced(text, &found.range(), other));
    }
}

/// The claim over lines that do not say it: others of its evidence, and lines past its end.
fn spans(base: &Base, claim: &TrueClaim) -> Vec<Edit> {
    let cited = |line: u32| claim.cites.iter().any(|&(first, last)| (first..=last).contains(&line));
    let edit = |base: &Base, line: usize| Edit {
        kind: "span".to_owned(),
        text: claim.text.clone(),
        cites: vec![(line as u32 + 1, line as u32 + 1)],
        quote: base.first_words(line),
    };
    let own =
        (0..base.lines.len()).filter(|&line| !cited(line as u32 + 1) && !base.first_words(line).is_empty());
    let mut edits: Vec<Edit> = own.map(|line| edit(base, line)).collect();
    // Keep the set in proportion: every third line is enough.
    edits = edits
        .into_iter()
        .enumerate()
        .filter(|(at, _)| at % 3 == claim.text.len() % 3)
        .map(|(_, edit)| edit)
        .collect();
    let past = base.lines.len() as u32 + 3;
    edits.push(Edit {
        kind: "span".to_owned(),
        text: claim.text.clone(),
        cites: vec![(past, past)],
        quote: String::new(),
    });
    edits
}

/// The true claim with words in its quote that nobody said.
fn quotes(base: &Base, claim: &TrueClaim) -> Vec<Edit> {
    let words: Vec<&str> = claim.quote.split(' ').collect();
    let said = base.lines.join(" ");
    let mut quotes = Vec::new();
    for (at, with) in [(words.len() / 2, "roughly"), (words.len().saturating_sub(1), "forever")] {
        let mut other = words.clone();
        other.insert(at, with);
        quotes.push(other.join(" "));
    }
    if claim.quote.contains(|c: char| c.is_ascii_digit()) {
        quotes.push(bumped(&claim.quote, false));
    }
    if words.len() > 3 {
        let mut other = words.clone();
        other.remove(1);
        quotes.push(other.join(" "));
    }
    quotes
        .into_iter()
        .filter(|quote| !said.contains(quote.as_str()))
        .map(|quote| Edit {
            kind: "quote".to_owned(),
            text: claim.text.clone(),
            cites: claim.cites.clone(),
            quote,
        })
        .collect()
}
