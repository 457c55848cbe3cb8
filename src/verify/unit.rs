//! Units of measure: which written forms mean the same, and what turns one into another exactly.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a unit measures; values of the same dimension can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Dimension {
    /// Seconds, minutes, hours: exact among themselves.
    Clock,
    /// Days and weeks.
    Days,
    /// Working days.
    BusinessDays,
    /// Months, quarters and years.
    Months,
    /// Bytes.
    Bytes,
    /// Metric length.
    Length,
    /// Metric mass.
    Mass,
    /// Metric volume.
    Volume,
    /// Parts of a hundred.
    Percent,
    /// Anything that no other unit is converted into; told apart by its name.
    Own(&'static str),
}

/// A unit: its dimension and how much of the dimension's base it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    /// What it measures.
    pub dimension: Dimension,
    /// The factor to the dimension's base unit.
    pub factor: f64,
}

/// Dimension, factor, written forms in lower case.
type Row = (Dimension, f64, &'static [&'static str]);

const UNITS: &[Row] = &[
    (Dimension::Clock, 0.001, &["ms", "msec", "millisecond", "milliseconds", "ezredmásodperc"]),
    (
        Dimension::Clock,
        1.0,
        &["s", "sec", "secs", "second", "seconds", "másodperc", "mp", "sekunde", "sekunden"],
    ),
    (Dimension::Clock, 60.0, &["min", "mins", "minute", "minutes", "perc", "minuten"]),
    (
        Dimension::Clock,
        3600.0,
        &["h", "hr", "hrs", "hour", "hours", "hourly", "óra", "órán", "órás", "stunde", "stunden"],
    ),
    (
        Dimension::Days,
        1.0,
        &["d", "day", "days", "daily", "nap", "napon", "napos", "napig", "napot", "tag", "tage", "tagen"],
    ),
    (
        Dimension::Days,
        7.0,
        &["week", "weeks", "weekly", "wk", "wks", "hét", "hetes", "héten", "woche", "wochen"],
    ),
    (
        Dimension::Months,
        1.0,
        &[
            "month", "months", "monthly", "mo", "mos", "hónap", "hónapos", "hónapon", "monat", "monate",
            "monaten",
        ],
    ),
    (Dimension::Months, 3.0, &["quarter", "quarters", "quarterly", "negyedév", "quartal"]),
    (
        Dimension::Months,
        12.0,
        &[
            "year",
            "years",
            "yearly",
            "annual",
            "annually",
            "annum",
            "yr",
            "yrs",
            "év",
            "éves",
            "évig",
            "éven",
            "jahr",
            "jahre",
            "jahren",
            "jährlich",
        ],
    ),
    (Dimension::Bytes, 1.0, &["byte", "bytes"]),
    (Dimension::Bytes, 1e3, &["kb", "kilobyte", "kilobytes"]),
    (Dimension::Bytes, 1e6, &["mb", "megabyte", "megabytes"]),
    (Dimension::Bytes, 1e9, &["gb", "gigabyte", "gigabytes", "gigs"]),
    (Dimension::Bytes, 1e12, &["tb", "terabyte", "terabytes"]),
    (Dimension::Bytes, 1024.0, &["kib"]),
    (Dimension::Bytes, 1_048_576.0, &["mib"]),
    (Dimension::Bytes, 1_073_741_824.0, &["gib"]),
    (Dimension::Bytes, 1_099_511_627_776.0, &["tib"]),
    (Dimension::Length, 0.001, &["mm", "millimetre", "millimetres", "millimeter", "millimeters"]),
    (Dimension::Length, 0.01, &["cm", "centimetre", "centimetres", "centimeter", "centimeters"]),
    (Dimension::Length, 1.0, &["m", "metre", "metres", "meter", "meters", "méter"]),
    (Dimension::Length, 1e3, &["km", "kilometre", "kilometres", "kilometer", "kilometers", "kilométer"]),
    (Dimension::Mass, 0.001, &["mg", "milligram", "milligrams"]),
    (Dimension::Mass, 1.0, &["g", "gram", "grams", "gramm"]),
    (Dimension::Mass, 1e3, &["kg", "kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramm"]),
    (Dimension::Mass, 1e6, &["t", "tonne", "tonnes", "tonna", "tonnen"]),
    (Dimension::Volume, 0.001, &["ml", "millilitre", "millilitres", "milliliter", "milliliters"]),
    (Dimension::Volume, 0.1, &["dl"]),
    (Dimension::Volume, 1.0, &["l", "litre", "litres", "liter", "liters"]),
    (Dimension::Percent, 1.0, &["%", "percent", "pct", "százalék", "százalékos", "százalékkal", "prozent"]),
    (Dimension::Own("percentage points"), 1.0, &["pp"]),
    (Dimension::Own("basis points"), 1.0, &["bps"]),
    (Dimension::Own("USD"), 1.0, &["$", "dollar", "dollars", "usd", "bucks", "dollár"]),
    (Dimension::Own("EUR"), 1.0, &["€", "euro", "euros", "eur", "euró"]),
    (Dimension::Own("GBP"), 1.0, &["£", "pound sterling", "gbp", "quid"]),
    (Dimension::Own("HUF"), 1.0, &["ft", "huf", "forint", "forintot", "forintos", "forintba"]),
    (Dimension::Own("CHF"), 1.0, &["chf", "franken"]),
    (Dimension::Own("JPY"), 1.0, &["¥", "yen", "jpy"]),
    (Dimension::Own("cent"), 1.0, &["cent", "cents", "¢"]),
    (Dimension::Own("lb"), 1.0, &["lb", "lbs", "pound", "pounds"]),
    (Dimension::Own("oz"), 1.0, &["oz", "ounce", "ounces"]),
    (Dimension::Own("mile"), 1.0, &["mile", "miles", "mi"]),
    (Dimension::Own("foot"), 1.0, &["foot", "feet"]),
    (Dimension::Own("inch"), 1.0, &["inch", "inches"]),
    (Dimension::Own("gallon"), 1.0, &["gallon", "gallons"]),
    (Dimension::Own("°C"), 1.0, &["°c", "celsius"]),
    (Dimension::Own("°F"), 1.0, &["°f", "fahrenheit"]),
    (Dimension::Own("mW"), 1.0, &["milliwatt", "milliwatts"]),
    (Dimension::Own("W"), 1.0, &["w", "watt", "watts"]),
    (Dimension::Own("W"), 1e3, &["kw", "kilowatt", "kilowatts"]),
    (Dimension::Own("Wh"), 1e3, &["kwh"]),
    (Dimension::Own("V"), 1.0, &["v", "volt", "volts"]),
    (Dimension::Own("A"), 1.0, &["amp", "amps", "ampere"]),
    (Dimension::Own("mAh"), 1.0, &["mah"]),
    (Dimension::Own("Hz"), 1.0, &["hz"]),
    (Dimension::Own("Hz"), 1e3, &["khz"]),
    (Dimension::Own("Hz"), 1e6, &["mhz"]),
    (Dimension::Own("Hz"), 1e9, &["ghz"]),
    (Dimension::Own("bit/s"), 1e3, &["kbps"]),
    (Dimension::Own("bit/s"), 1e6, &["mbps"]),
    (Dimension::Own("bit/s"), 1e9, &["gbps"]),
    (Dimension::Own("mph"), 1.0, &["mph"]),
    (Dimension::Own("bar"), 1.0, &["bar", "bars"]),
];

/// Forms that are units only right after a number: as words alone they mean other things.
const ONLY_GLUED: [&str; 8] = ["s", "m", "h", "d", "t", "l", "g", "v"];

/// Factors that stand between a number and its unit.
const MAGNITUDES: &[(f64, &[&str])] = &[
    (1e2, &["hundred"]),
    (1e3, &["k", "thousand", "ezer", "tausend"]),
    (1e6, &["million", "millions", "millió", "millionen", "mio", "mn"]),
    (1e9, &["billion", "bn", "milliárd", "milliarden", "mrd"]),
];

/// The unit that `word`, in lower case, names.
pub(super) fn lookup(word: &str) -> Option<Unit> {
    static MAP: LazyLock<HashMap<&str, Unit>> = LazyLock::new(|| {
        let forms = UNITS.iter().flat_map(|&(dimension, factor, forms)| {
            forms.iter().map(move |&form| (form, Unit { dimension, factor }))
        });
        forms.collect()
    });
    MAP.get(word).copied()
}

/// The factor that `word`, in lower case, names.
pub(super) fn magnitude(word: &str) -> Option<f64> {
    MAGNITUDES.iter().find(|(_, forms)| forms.contains(&word)).map(|&(factor, _)| factor)
}

/// Whether `raw` right after a number is its unit, as in `16GB`, and not the tail of a code, as in `14C`.
pub(super) fn glued(raw: &str) -> bool {
    let lower = raw.to_lowercase();
    matches!(lower.as_str(), "am" | "pm" | "k" | "bn" | "mn" | "x")
        || raw == "M"
        || (lookup(&lower).is_some() && (raw != raw.to_uppercase() || lower.len() > 1))
}

impl Unit {
    /// Whether it measures time, and so can follow "per".
    pub fn is_period(self) -> bool {
        matches!(self.dimension, Dimension::Clock | Dimension::Days | Dimension::Months)
    }

    /// Whether it is money.
    pub fn is_money(self) -> bool {
        matches!(self.dimension, Dimension::Own("USD" | "EUR" | "GBP" | "HUF" | "CHF" | "JPY" | "cent"))
    }

    /// Whether the written form is too short to be a unit when it stands apart from its number.
    pub fn needs_number(word: &str) -> bool {
        ONLY_GLUED.contains(&word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_unit_are_one_and_codes_are_no_units() {
        assert_eq!(lookup("dollars"), lookup("$"));
        assert_eq!(lookup("percent"), lookup("%"));
        assert_ne!(lookup("gb"), lookup("gib"));
        assert!(glued("GB") && glued("ms") && glued("pm"));
        assert!(!glued("C") && !glued("A"));
    }
}
