//! From a claim of a note to the lines that its citations lead to, and back to spans that a review can show (I4).

use std::collections::BTreeMap;

use crate::evidence::{EvidenceId, Span};
use crate::note::{Claim, Note};
use crate::proposal::{CitedSpan, Verdict};
use crate::vault::Vault;
use crate::verify::heard::Passage;
use crate::verify::judge::judge;
use crate::verify::judgment::{Found, Judgment, Lapse};
use crate::verify::transcript::Transcript;

/// The items that claims cite, heard once each.
#[derive(Debug, Default)]
pub(super) struct Heard {
    transcripts: BTreeMap<EvidenceId, Transcript>,
}

impl Heard {
    /// Hears every item of `vault` that one of `claims` cites.
    pub fn of<'n>(vault: &Vault, claims: impl IntoIterator<Item = (&'n Note, &'n Claim)>) -> Heard {
        let mut heard = Heard::default();
        for (note, claim) in claims {
            for span in spans(vault, note, claim).into_iter().flatten() {
                if let Some(item) = vault.item(&span.evidence) {
                    heard.transcripts.entry(span.evidence).or_insert_with(|| Transcript::of(item));
                }
            }
        }
        heard
    }
}

/// The span of each citation of `claim`, or what is wrong with it, as the end of a sentence about the citation.
fn spans(vault: &Vault, note: &Note, claim: &Claim) -> Vec<Result<Span, String>> {
    let citations = claim.citations.iter().filter_map(|&at| note.citations().get(at));
    citations
        .map(|citation| {
            let label = &citation.label;
            let span = vault
                .citation_span(note, citation)
                .map_err(|error| format!("the citation `[^{label}]` {error}"))?;
            if let Some(words) = &citation.quote
                && !vault.item(&span.evidence).is_some_and(|item| item.quotes(span.lines, words))
            {
                return Err(format!(
                    "the citation `[^{label}]` quotes `{words}`, which does not stand in {span}"
                ));
            }
            Ok(span)
        })
        .collect()
}

/// The judgment on one claim of a note, with the spans it rests on.
#[derive(Debug)]
pub(super) struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// Why.
    pub reasons: Vec<String>,
    /// In what the claim departs from the evidence, one for each of the reasons.
    pub lapses: Vec<Lapse>,
    /// What it rests on.
    pub spans: Vec<CitedSpan>,
    /// The sentences that the verdict rests on, best first.
    pub rests_on: Vec<Found>,
}

/// Judges `claim` of `note` against what it cites in `vault`.
pub(super) fn judge_claim(vault: &Vault, heard: &Heard, note: &Note, claim: &Claim) -> Judged {
    let mut broken = Vec::new();
    let mut cited: Vec<Span> = Vec::new();
    for span in spans(vault, note, claim) {
        match span {
            Ok(span) if !cited.contains(&span) => cited.push(span),
            Ok(_) => {}
            Err(reason) => broken.push(reason),
        }
    }
    let passages: Vec<Passage<'_>> = cited
        .iter()
        .filter_map(|span| {
            let transcript = heard.transcripts.get(&span.evidence)?;
            Some(Passage { transcript, lines: span.lines })
        })
        .collect();
    if passages.is_empty() && !broken.is_empty() {
        let lapses = vec![Lapse::Content; broken.len()];
        let (spans, rests_on) = (Vec::new(), Vec::new());
        return Judged { verdict: Verdict::Unsupported, reasons: broken, lapses, spans, rests_on };
    }
    let judgment = judge(&claim.text, &passages);
    let spans = cited.iter().map(|span| shown(vault, span, &judgment)).collect();
    let Judgment { reasons, lapses, rests_on, .. } = judgment;
    if broken.is_empty() {
        return Judged { verdict: judgment.verdict, reasons, lapses, spans, rests_on };
    }
    let lapses = vec![Lapse::Content; broken.len()].into_iter().chain(lapses).collect();
    broken.extend(reasons);
    let verdict =
        if judgment.verdict == Verdict::Contradicted { judgment.verdict } else { Verdict::Unsupported };
    Judged { verdict, reasons: broken, lapses, spans, rests_on }
}

/// The span with the sentence in it that the judgment rests on, where that stands there byte for byte.
fn shown(vault: &Vault, span: &Span, judgment: &Judgment) -> CitedSpan {
    let stands = |words: &str| vault.item(&span.evidence).is_some_and(|item| item.quotes(span.lines, words));
    let best = judgment
        .rests_on
        .iter()
        .filter(|found| found.evidence == span.evidence && span.lines.contains(found.line))
        .map(|found| found.words.split_whitespace().collect::<Vec<_>>().join(" "))
        .find(|words| stands(words));
    CitedSpan { evidence: span.evidence.clone(), lines: span.lines, quote: best }
}
