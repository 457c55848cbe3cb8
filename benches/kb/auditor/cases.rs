//! What is judged: every true claim of the set, and every false version of it.

use super::data::Base;
use super::edits;

/// A claim to judge.
pub(crate) struct Case {
    /// `true`, or the kind of its error.
    pub kind: String,
    /// Whether it is of a base that is held out.
    pub held_out: bool,
    /// The text.
    pub text: String,
    /// First and last line of each span that it cites.
    pub cites: Vec<(u32, u32)>,
    /// The words that it quotes.
    pub quote: String,
    /// Which base it is of.
    pub base: usize,
}

impl Case {
    /// Whether it should pass.
    pub fn is_true(&self) -> bool {
        self.kind == "true"
    }
}

/// Every case of `bases`, the true claim before its false versions.
pub(crate) fn cases(bases: &[Base]) -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, base) in bases.iter().enumerate() {
        for claim in &base.claims {
            let case = |kind: &str, text: &str, cites: &[(u32, u32)], quote: &str| Case {
                kind: kind.to_owned(),
                held_out: base.held_out(),
                text: text.to_owned(),
                cites: cites.to_vec(),
                quote: quote.to_owned(),
                base: at,
            };
            cases.push(case("true", &claim.text, &claim.cites, &claim.quote));
            let edits = edits::of(base, claim);
            cases.extend(edits.iter().map(|edit| case(&edit.kind, &edit.text, &edit.cites, &edit.quote)));
        }
    }
    cases
}
