//! What a note is about: a name of a family, as products, systems and places have. No two are alike.

use super::bank::{Bank, Domain};

/// A subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name as in a title: `Harbour Plus card`.
    pub name: String,
    /// Which of the bank's domains it belongs to.
    pub domain: usize,
    /// The file name without its end: `harbour-plus-card`.
    pub slug: String,
    article: bool,
}

impl Subject {
    /// The subjects of `family` that are of `kind`.
    pub fn family(bank: &Bank, domain: usize, kind: &str, family: &str) -> Vec<Subject> {
        let named = |second: &String| {
            let name = format!("{family} {second} {kind}").trim().to_owned();
            Subject { slug: slug(&name), name, domain, article: bank.language == "en" }
        };
        bank.list("second").iter().map(named).collect()
    }

    /// The subject within a sentence.
    pub fn inside(&self) -> String {
        if self.article { format!("the {}", self.name) } else { self.name.clone() }
    }

    /// The subject at the start of a sentence.
    pub fn first(&self) -> String {
        if self.article { format!("The {}", self.name) } else { self.name.clone() }
    }

    /// The name without the article, where a template has one of its own.
    pub fn bare(&self) -> &str {
        &self.name
    }

    /// The Hungarian article that fits the name.
    pub fn hungarian(&self) -> &'static str {
        let vowel = self
            .name
            .to_lowercase()
            .starts_with(['a', 'á', 'e', 'é', 'i', 'í', 'o', 'ó', 'ö', 'ő', 'u', 'ú', 'ü', 'ű']);
        if vowel { "az" } else { "a" }
    }
}

/// Where the notes of a family lie below the folder of the knowledge.
pub fn folder(domain: &Domain, kind: &str, family: &str) -> String {
    let kind = if kind.is_empty() { &domain.name } else { kind };
    format!("{}/{}", slug(kind), slug(family))
}

/// `text` as a file name.
pub fn slug(text: &str) -> String {
    let text = text.to_lowercase();
    let plain = text.chars().map(|c| match c {
        'á' | 'ä' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' | 'ö' | 'ő' => 'o',
        'ú' | 'ü' | 'ű' => 'u',
        'ß' => 's',
        c if c.is_ascii_alphanumeric() => c,
        _ => '-',
    });
    plain.collect::<String>().split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
