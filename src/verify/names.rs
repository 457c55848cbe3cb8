//! Names in a claim: each must stand in what is cited, or be borne by whom the item is about.

use crate::verify::judge::Case;
use crate::verify::judgment::Fault;
use crate::verify::lex::Kind;
use crate::verify::transcript::Transcript;
use crate::verify::words;

/// Names that nothing cited has.
pub(super) fn faults(case: &Case<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for word in &case.claim.words {
        let token = &case.claim.tokens[word.token];
        let subject = opens_as_subject(case, word.token);
        if !(word.name || subject) || words::is_report(&token.lower) {
            continue;
        }
        let exact = |transcript: &Transcript| {
            transcript.people.knows(&token.lower) || transcript.record.contains(&token.lower)
        };
        let same = |lower: &str| lower == token.lower || words::stem(lower) == word.stem;
        let cited =
            case.heard.iter().any(|heard| {
                let label = heard.transcript.line(heard.line).and_then(|line| line.label.as_deref());
                heard.sentence.tokens.iter().any(|own| {
                    same(&own.lower) || (own.kind != Kind::Word && own.lower.contains(&token.lower))
                }) || label.is_some_and(|label| label.to_lowercase().split_whitespace().any(same))
                    || exact(heard.transcript)
            });
        if cited || (subject && case.heard.iter().any(|heard| heard.sentence.has(word))) {
            continue;
        }
        let shown = case.claim.slice(word.token..word.token + 1);
        let other = rival(case, word.token);
        let elsewhere = case.heard.first().and_then(|heard| stands(heard.transcript, &token.lower));
        faults.push(match (other, elsewhere) {
            (Some((line, other)), _) if word.name => Fault::contradicts(format!(
                "L{line} says `{other}`, the claim says `{}`",
                full_name(case, word.token)
            )),
            (_, Some(line)) => {
                Fault::missing(format!("`{shown}` stands in L{line}, which the claim does not cite"))
            }
            (..) => Fault::missing(format!("`{shown}` does not stand in {}", case.lines())),
        });
    }
    faults
}

/// Whether the word at `at` opens the claim as its subject: a name that the start of a sentence hides.
fn opens_as_subject(case: &Case<'_>, at: usize) -> bool {
    let tokens = &case.claim.tokens;
    let token = &tokens[at];
    let first = tokens[..at].iter().all(|t| t.kind == Kind::Symbol);
    let next = tokens.get(at + 1).map_or("", |t| t.lower.as_str());
    let numbered = tokens.get(at + 1).is_some_and(|t| matches!(t.kind, Kind::Number | Kind::Code));
    let singular = next.ends_with('s') && !next.ends_with("ss");
    let plural = token.lower.ends_with('s') && !token.possessive && !singular;
    let verb = next.ends_with("ed")
        || next.ends_with('s')
        || matches!(next, "will" | "has" | "is" | "was" | "had" | "can" | "may" | "does" | "did");
    first
        && token.capital
        && !plural
        && (token.possessive || verb || numbered)
        && !token.lower.ends_with("ing")
}

/// The whole name around token `at` of the claim.
fn full_name<'c>(case: &'c Case<'_>, at: usize) -> &'c str {
    let is_name = |at: usize| case.claim.words.iter().any(|word| word.token == at && word.name);
    let mut range = at..at + 1;
    while range.start > 0 && is_name(range.start - 1) {
        range.start -= 1;
    }
    while is_name(range.end) {
        range.end += 1;
    }
    case.claim.slice(range)
}

/// A name in what is cited that shares a part with the claim's name around token `at`, and differs here.
fn rival<'c>(case: &'c Case<'_>, at: usize) -> Option<(u32, &'c str)> {
    let neighbours: Vec<&str> = [at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .flatten()
        .filter(|near| case.claim.words.iter().any(|word| word.token == *near && word.name))
        .map(|near| case.claim.tokens[near].lower.as_str())
        .collect();
    case.heard.iter().find_map(|heard| {
        let sentence = &heard.sentence;
        let named = sentence.words.iter().filter(|word| sentence.tokens[word.token].capital);
        let shared =
            named.clone().find(|word| neighbours.contains(&sentence.tokens[word.token].lower.as_str()))?;
        let is_capital =
            |at: usize| sentence.tokens.get(at).is_some_and(|t| t.capital && t.kind == Kind::Word);
        let mut range = shared.token..shared.token + 1;
        if range.start > 0 && is_capital(range.start - 1) {
            range.start -= 1;
        }
        if is_capital(range.end) {
            range.end += 1;
        }
        (range.len() > 1).then(|| (heard.line, sentence.slice(range)))
    })
}

/// The first line of the item that has the word `lower`.
fn stands(transcript: &Transcript, lower: &str) -> Option<u32> {
    let at = transcript.lines.iter().position(|line| {
        line.text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == lower)
    })?;
    u32::try_from(at + 1).ok()
}
