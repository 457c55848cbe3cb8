//! The value of a fact, and the ways in which a language writes it. Two ways of one value say the same.

use jiff::civil::{Date, date};

use super::bank::{Bank, Shape};
use super::chance::Chance;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number; whether thousands may be set apart.
    Number(usize, bool),
    /// A day.
    Day(Date),
    /// Words that are written in one way: a time, a name, an identifier.
    Words(String),
    /// It is so, or it is not.
    Flag(bool),
}

impl Value {
    /// A value of `shape`.
    pub fn any(shape: &Shape, bank: &Bank, chance: &mut Chance) -> Value {
        match shape {
            Shape::Number(least, most, step, grouped) => {
                Value::Number(least + chance.below((most - least) / step + 1) * step, *grouped)
            }
            Shape::Date => Value::Day(day(2019, 2024, chance)),
            Shape::Time => {
                Value::Words(format!("{}:{:02}", chance.within(6, 11), [0, 15, 30, 45][chance.below(4)]))
            }
            Shape::Person => Value::Words(chance.of(bank.list("person")).clone()),
            Shape::Code => {
                let letter = |chance: &mut Chance| char::from(b"ABCDEFGHKLMNPRSTVWXZ"[chance.below(20)]);
                let (one, two) = (letter(chance), letter(chance));
                Value::Words(format!("{one}{two}-{}", chance.within(100, 999)))
            }
            Shape::Flag => Value::Flag(chance.percent(50)),
        }
    }

    /// Another value of `shape`.
    pub fn other(&self, shape: &Shape, bank: &Bank, chance: &mut Chance) -> Value {
        if let Value::Flag(side) = self {
            return Value::Flag(!side);
        }
        loop {
            let value = Value::any(shape, bank, chance);
            if value != *self {
                return value;
            }
        }
    }

    /// The value as `language` writes it, in one of its ways.
    pub fn written(&self, language: &str, way: usize) -> String {
        match self {
            Value::Number(number, grouped) => {
                number_written(*number, language, *grouped && way.is_multiple_of(2))
            }
            Value::Day(day) => day_written(*day, language, way),
            Value::Words(words) => words.clone(),
            Value::Flag(_) => String::new(),
        }
    }
}

/// A day of the years from `first` to `last`.
pub fn day(first: i16, last: i16, chance: &mut Chance) -> Date {
    let year = first + i16::try_from(chance.below((last - first + 1) as usize)).unwrap_or(0);
    let month = i8::try_from(chance.within(1, 12)).unwrap_or(1);
    date(year, month, i8::try_from(chance.within(1, 28)).unwrap_or(1))
}

/// A number as `language` writes it, its thousands set apart or not.
pub fn number_written(number: usize, language: &str, grouped: bool) -> String {
    if number < 1_000 || !grouped {
        return number.to_string();
    }
    let separator = match language {
        "de" => '.',
        "hu" => ' ',
        _ => ',',
    };
    format!("{}{separator}{:03}", number / 1_000, number % 1_000)
}

/// A day as `language` writes it, in one of its ways.
pub fn day_written(day: Date, language: &str, way: usize) -> String {
    const ENGLISH: [&str; 12] = [
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
    const GERMAN: [&str; 12] = [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ];
    const HUNGARIAN: [&str; 12] = [
        "január",
        "február",
        "március",
        "április",
        "május",
        "június",
        "július",
        "augusztus",
        "szeptember",
        "október",
        "november",
        "december",
    ];
    let (year, month, number) = (day.year(), (day.month() - 1) as usize, day.day());
    match (language, way % 2) {
        ("de", 0) => format!("{number}. {} {year}", GERMAN[month]),
        ("de", _) => format!("{number:02}.{:02}.{year}", month + 1),
        ("hu", 0) => format!("{year}. {} {number}.", HUNGARIAN[month]),
        ("hu", _) => format!("{year}-{:02}-{number:02}", month + 1),
        (_, 0) => format!("{number} {} {year}", ENGLISH[month]),
        (_, _) => format!("{} {number}, {year}", ENGLISH[month]),
    }
}
