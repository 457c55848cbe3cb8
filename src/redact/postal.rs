//! Postal addresses by their shape: a street, by the word that names it as one, and a number. It knows no map.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

static SHAPES: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    [
        // 12 Main Street, 221b Baker St.
        r"\b[0-9]{1,5}[A-Za-z]?,?\s(?:\p{Lu}[\p{L}'’.-]*\s){1,4}(?:Street|Avenue|Road|Lane|Drive|Boulevard|Court|Square|Terrace|Place|(?:St|Ave|Rd|Ln|Dr|Blvd)\b\.?)",
        // 1051 Budapest, Sas utca 12. II/3
        r"(?:\b[0-9]{4}\s\p{Lu}\p{L}+,?\s)?\p{Lu}[\p{L}.-]+(?:\s[\p{L}-]+){0,2}\s(?:utca|u\.|útja|út|tér|tere|körút|krt\.|köz|sétány|fasor|rakpart)\s[0-9]{1,4}(?:[./][\p{L}0-9]+)*\b",
        // Hauptstraße 5a, 10115 Berlin
        r"\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|gasse|weg|platz|allee)\s[0-9]{1,4}[a-z]?\b(?:,\s[0-9]{5}\s\p{Lu}\p{L}+)?",
        // вул. Хрещатик, буд. 22
        r"(?:вул\.|вулиця|просп\.|проспект|бульвар|бул\.|пров\.)\s?\p{Lu}[\p{L}'’ -]+,?\s?(?:буд\.\s?)?[0-9]{1,4}\b",
    ]
    .map(|shape| Regex::new(shape).expect("a valid pattern"))
});

/// The addresses in `text`, by shape.
pub(super) fn scan(text: &str) -> impl Iterator<Item = Range<usize>> {
    SHAPES.iter().flat_map(|shape| shape.find_iter(text).map(|found| found.range()))
}
