//! Words of doubt in evidence that a claim does not repeat, beyond those that the auditor objects to. It judges no truth.

use crate::verify::coverage::shortened;
use crate::verify::judgment::Found;
use crate::verify::lex::{self, Token};

/// Ways to say that something is only supposed, word by word.
const HEDGES: &[&str] = &[
    "i think",
    "i believe",
    "i guess",
    "i assume",
    "i suppose",
    "i suspect",
    "i imagine",
    "i would guess",
    "we think",
    "we believe",
    "we assume",
    "we guess",
    "my guess",
    "my understanding",
    "not sure",
    "not certain",
    "not entirely sure",
    "unsure",
    "maybe",
    "perhaps",
    "probably",
    "possibly",
    "presumably",
    "apparently",
    "supposedly",
    "allegedly",
    "as far as i know",
    "as far as i remember",
    "afaik",
    "iirc",
    "if i remember",
    "if i recall",
    "from memory",
    "might be",
    "may be",
    "could be",
    "must have been",
    "seems",
    "seem to",
    "looks like",
    "sounds like",
    "most likely",
    "likely",
    "rumour has it",
    "someone said",
    "somebody said",
    "heard that",
    "it should be",
    "that should be",
    "this should be",
    "they should be",
    "there should be",
    "should be about",
    "should be around",
    "should be roughly",
    "should be fine",
    "should be ready",
    "should be done",
    "should be enough",
    "should be fixed",
    "should be back",
    "should be live",
    "should be okay",
    "should be ok",
    "should be something like",
    "to my knowledge",
    "if memory serves",
    "if i am not mistaken",
    "if i'm not mistaken",
    "i'd say",
    "i would say",
    "may well",
    "as far as i can tell",
    "tudomásom szerint",
    "ha jól tudom",
    "ha jól emlékszem",
    "ha nem tévedek",
    "úgy hiszem",
    "úgy emlékszem",
    "azt gondolom",
    "gondolom",
    "feltételezem",
    "feltehetően",
    "feltehetőleg",
    "vélhetően",
    "állítólag",
    "nem vagyok biztos",
    "meines wissens",
    "wenn ich mich recht erinnere",
    "wenn ich mich richtig erinnere",
    "wenn ich nicht irre",
    "ich vermute",
    "ich nehme an",
    "ich schätze",
    "meiner meinung nach",
    "nicht sicher",
    "angeblich",
    "scheint",
    "talán",
    "szerintem",
    "azt hiszem",
    "valószínűleg",
    "úgy tudom",
    "lehet hogy",
    "elvileg",
    "asszem",
    "vielleicht",
    "wahrscheinlich",
    "vermutlich",
    "ich glaube",
    "ich denke",
    "ich meine",
    "soweit ich weiß",
    "dürfte",
    "müsste",
    "anscheinend",
    "möglicherweise",
    "angeblich",
    "ich nehme an",
    "nehme ich an",
    "ich vermute",
    "vermute ich",
    "glaube ich",
    "kann sein",
    "könnte sein",
    "wenn ich mich",
    "nicht sicher",
    "ohne gewähr",
    "ha jól",
    "állítólag",
    "nem vagyok biztos",
    "may well be",
];

/// Words by which a claim shows that it only supposes, or leaves it to somebody.
const KEPT: &[&str] = &[
    "may",
    "might",
    "could",
    "would",
    "should",
    "possible",
    "possibly",
    "probably",
    "perhaps",
    "maybe",
    "likely",
    "expected",
    "expects",
    "estimated",
    "estimate",
    "estimates",
    "about",
    "approximately",
    "roughly",
    "around",
    "unconfirmed",
    "uncertain",
    "unclear",
    "unsure",
    "apparently",
    "reportedly",
    "supposedly",
    "presumably",
    "seems",
    "appears",
    "assumed",
    "assumes",
    "believes",
    "believed",
    "thinks",
    "thought",
    "suspects",
    "suspected",
    "guess",
    "according",
    "supposed",
    "if",
    "planned",
    "plans",
    "considers",
    "talán",
    "valószínűleg",
    "vielleicht",
    "wahrscheinlich",
    "vermutlich",
    "wohl",
    "soll",
    "unbestätigt",
    "heißt es",
    "nicht bestätigt",
    "vermutet",
    "állítólag",
    "feltehetően",
    "úgy tudni",
    "nem megerősített",
    "megerősítetlen",
];

/// Why `claim` asserts what the sentence that it rests on, the first of `rests_on`, only supposes.
pub fn hedge_lost(claim: &str, rests_on: &[Found]) -> Option<String> {
    let best = rests_on.first()?;
    let tokens = lex::tokens(&best.words);
    let hedge = HEDGES.iter().find(|hedge| says(&tokens, hedge))?;
    let own = lex::tokens(claim);
    let keeps = KEPT.iter().chain(HEDGES).any(|word| says(&own, word));
    (!keeps).then(|| {
        format!(
            "L{} only supposes it (`{hedge}`): `{}`; the claim asserts it",
            best.line,
            shortened(&best.words)
        )
    })
}

/// Whether the words of `phrase` follow each other in `tokens`.
fn says(tokens: &[Token], phrase: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    let spoken: Vec<&str> =
        tokens.iter().map(|token| token.lower.as_str()).filter(|lower| *lower != ",").collect();
    spoken.windows(words.len()).any(|window| window == words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(claim: &str, evidence: &str) -> Option<String> {
        let evidence_id = "2026-11-30-call-3f9a2c".parse().expect("an id");
        hedge_lost(claim, &[Found { evidence: evidence_id, line: 4, words: evidence.to_owned() }])
    }

    #[test]
    fn a_supposition_is_one_unless_the_claim_keeps_it() {
        for (claim, evidence) in [
            ("The export runs at night.", "I think the export runs at night."),
            ("The backup is 40 GB.", "The backup, it should be 40 GB."),
            ("A szerver Bécsben van.", "A szerver szerintem Bécsben van."),
            ("Der Server steht in Wien.", "Der Server steht in Wien, wenn ich mich recht erinnere."),
        ] {
            assert!(lost(claim, evidence).is_some_and(|why| why.starts_with("L4 ")), "{claim}");
        }
        for (claim, evidence) in [
            ("The export probably runs at night.", "I think the export runs at night."),
            ("The export runs at night.", "The export runs at night."),
            ("Passwords must have 12 characters.", "Passwords should be at least 12 characters long."),
            ("The thinking time is 5 s.", "The thinking time is 5 s."),
            ("Es wird vermutet: der Server steht in Wien.", "Ich nehme an, der Server steht in Wien."),
        ] {
            assert_eq!(lost(claim, evidence), None, "{claim}");
        }
    }
}
