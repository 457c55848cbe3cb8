//! Judges one claim against the lines it cites: every atom must be there, and nothing may turn its meaning.

use crate::note::unmarked;
use crate::proposal::Verdict;
use crate::verify::heard::{self, Heard, Passage};
use crate::verify::judgment::{Atom, AtomKind, Fault, Found, Judgment, Lapse, Weight};
use crate::verify::sentence::Sentence;
use crate::verify::{actors, binding, coverage, limits, names, polarity, quoted, values};

/// A claim and what its citations say, taken apart.
pub(super) struct Case<'t> {
    /// The claim.
    pub claim: Sentence,
    /// What is cited.
    pub heard: Vec<Heard<'t>>,
    /// For each content word of the claim, the cited sentences that have it.
    pub words: Vec<Vec<usize>>,
    /// What was found for each value of the claim.
    pub values: Vec<values::Value>,
    /// The cited sentences that the claim rests on, best first.
    pub support: Vec<usize>,
}

impl Case<'_> {
    /// Where a cited sentence says `words`.
    pub fn found(&self, at: usize, words: &str) -> Found {
        let heard = &self.heard[at];
        Found { evidence: heard.evidence().clone(), line: heard.line, words: words.to_owned() }
    }

    /// Whether some cited sentence has the token `lower`.
    pub fn hears(&self, lower: &str) -> bool {
        self.heard.iter().any(|heard| heard.sentence.has_token(lower))
    }

    /// The lines of what is cited, as a reason names them: `L3-L4`.
    pub fn lines(&self) -> String {
        let mut lines: Vec<u32> = self.heard.iter().map(|heard| heard.line).collect();
        lines.dedup();
        match lines.as_slice() {
            [] => "the cited lines".to_owned(),
            [first, .., last] if lines.len() > 3 => format!("L{first} to L{last}"),
            lines => lines.iter().map(|line| format!("L{line}")).collect::<Vec<_>>().join(", "),
        }
    }
}

/// Judges the claim `text` against the cited `passages`. A mark before it is not a part of what it asserts; whether a
/// claim may be marked as replaced is judged as a removal.
pub fn judge(text: &str, passages: &[Passage<'_>]) -> Judgment {
    let text = unmarked(text);
    if passages.is_empty() {
        let reasons = vec!["the claim cites nothing".to_owned()];
        let lapses = vec![Lapse::Content];
        return Judgment {
            verdict: Verdict::Uncited,
            reasons,
            lapses,
            atoms: Vec::new(),
            rests_on: Vec::new(),
        };
    }
    let mut case = Case {
        claim: Sentence::new(text),
        heard: heard::hear(passages),
        words: Vec::new(),
        values: Vec::new(),
        support: Vec::new(),
    };
    if let Some(at) = verbatim(text, &case) {
        let rests_on = at.into_iter().map(|at| case.found(at, &case.heard[at].sentence.text)).collect();
        let (reasons, lapses) = (Vec::new(), Vec::new());
        return Judgment { verdict: Verdict::Supported, reasons, lapses, atoms: Vec::new(), rests_on };
    }
    let mut faults = Vec::new();
    case.words = coverage::locate(&case);
    case.values = values::locate(&case);
    case.support = coverage::support(&case);
    faults.extend(values::faults(&case));
    faults.extend(quoted::faults(text, &case));
    faults.extend(names::faults(&case));
    faults.extend(polarity::faults(&case));
    faults.extend(limits::faults(&case));
    faults.extend(actors::faults(&case));
    faults.extend(binding::faults(&case));
    faults.extend(coverage::faults(&case));
    let verdict = verdict(&case, &faults);
    let (mut reasons, mut lapses): (Vec<String>, Vec<Lapse>) = (Vec::new(), Vec::new());
    faults.sort_by_key(|fault| std::cmp::Reverse(fault.weight));
    for fault in faults {
        if !reasons.contains(&fault.reason) {
            reasons.push(fault.reason);
            lapses.push(fault.lapse);
        }
    }
    let rests_on = case.support.iter().map(|&at| case.found(at, &case.heard[at].sentence.text)).collect();
    Judgment { verdict, reasons, lapses, atoms: atoms(&case), rests_on }
}

fn verdict(case: &Case<'_>, faults: &[Fault]) -> Verdict {
    match faults.iter().map(|fault| fault.weight).max() {
        None => Verdict::Supported,
        Some(Weight::Contradicts) => Verdict::Contradicted,
        Some(Weight::Weakens) => Verdict::PartlySupported,
        Some(Weight::Missing) => {
            let found = case.words.iter().filter(|at| !at.is_empty()).count()
                + case.values.iter().filter(|value| value.found.is_some()).count();
            let total = case.words.len() + case.values.len();
            if found * 3 > total { Verdict::PartlySupported } else { Verdict::Unsupported }
        }
    }
}

fn atoms(case: &Case<'_>) -> Vec<Atom> {
    let values = case.values.iter().map(|value| Atom {
        kind: value.kind,
        text: case.claim.slice(value.tokens.clone()).to_owned(),
        found: value
            .found
            .as_ref()
            .map(|(at, tokens)| case.found(*at, case.heard[*at].sentence.slice(tokens.clone()))),
    });
    let words = case.claim.words.iter().zip(&case.words).map(|(word, at)| Atom {
        kind: if word.name { AtomKind::Name } else { AtomKind::Word },
        text: case.claim.slice(word.token..word.token + 1).to_owned(),
        found: at.first().and_then(|&at| {
            let sentence = &case.heard[at].sentence;
            let token = sentence.words.iter().find(|own| own.alike(word))?.token;
            Some(case.found(at, sentence.slice(token..token + 1)))
        }),
    });
    let negations = case.claim.negations.iter().map(|negation| Atom {
        kind: AtomKind::Negation,
        text: case.claim.slice(negation.token..negation.token + 1).to_owned(),
        found: case.support.iter().find_map(|&at| {
            let sentence = &case.heard[at].sentence;
            let token = sentence.negations.first()?.token;
            Some(case.found(at, sentence.slice(token..token + 1)))
        }),
    });
    values.chain(words).chain(negations).collect()
}

/// The cited sentences whose words the claim repeats, where it repeats nothing else.
fn verbatim(text: &str, case: &Case<'_>) -> Option<Vec<usize>> {
    let plain: Vec<String> = case.heard.iter().map(|heard| fold(&heard.sentence.text)).collect();
    let whole = fold(text);
    if let Some(at) = plain.iter().position(|sentence| *sentence == whole) {
        return Some(vec![at]);
    }
    let sentences = crate::verify::sentence::sentences(text);
    if sentences.len() < 2 {
        return None;
    }
    sentences.iter().map(|(_, sentence)| plain.iter().position(|own| *own == fold(&sentence.text))).collect()
}

/// The words of `text` without white space, markup and marks at the ends.
fn fold(text: &str) -> String {
    let marks = |c: char| {
        c.is_whitespace() || matches!(c, '.' | '*' | '_' | '"' | '“' | '”' | '-' | '•' | '`' | '#' | '>')
    };
    let folded = text.trim_matches(marks).split_whitespace().collect::<Vec<_>>().join(" ");
    folded.replace(['*', '`'], "")
}
