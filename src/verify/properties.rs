//! What holds of every claim and every text.

use proptest::prelude::*;

use crate::proposal::Verdict;
use crate::text::LineRange;
use crate::verify::{Judgment, Passage, Transcript, judge};

fn judged(claim: &str, evidence: &str, json: bool) -> Judgment {
    let id = "2026-11-30-call-3f9a2c".parse().expect("an id");
    let transcript = Transcript::read(id, evidence, json);
    let lines = LineRange::new(1, 9).expect("lines");
    judge(claim, &[Passage { transcript: &transcript, lines }])
}

proptest! {
    #[test]
    fn judging_never_panics(claim in ".{0,120}", evidence in "(?s).{0,200}", json in any::<bool>()) {
        judged(&claim, &evidence, json);
    }

    #[test]
    fn judging_never_panics_on_what_looks_like_a_claim(
        claim in "[A-Za-z$€%0-9.,:/' \"-]{0,120}",
        evidence in "[A-Za-z$€%0-9.,:/' \"\n?!(){}-]{0,200}",
    ) {
        judged(&claim, &evidence, false);
    }

    #[test]
    fn a_claim_that_copies_its_sentence_is_supported(
        before in "[A-Z][a-z]{2,8}( [a-z]{2,8}){2,6}\\.",
        sentence in "[A-Z][a-z]{2,8}( ([a-z]{1,8}|[0-9]{1,5}|not|unless|only|may|\\$[0-9]{2,4}|[A-Z][a-z]{2,7})){2,9}\\.",
    ) {
        let judgment = judged(&sentence, &format!("{before} {sentence}"), false);
        prop_assert_eq!(judgment.verdict, Verdict::Supported, "{:?}", judgment.reasons);
    }
}
