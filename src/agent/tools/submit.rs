//! `submit_review`: the only way to a verdict. What I4 asks is checked at once; what does not hold goes back.

use schemars::JsonSchema;
use serde::Deserialize;

use super::cite::{lines, not_quoted};
use super::page::page;
use super::read::item;
use crate::agent::looking::{Looking, named};
use crate::agent::review_desk::ReviewDesk;
use crate::agent::scope::lacks;
use crate::proposal::{ChangedClaim, CitedSpan, ClaimVerdict, ReviewFinding, Verdict, voids};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Submit {
    /// One for every claim
    verdicts: Vec<Given>,
    /// Everything else
    #[serde(default)]
    findings: Vec<Found>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Given {
    /// The number of the claim
    claim: u32,
    verdict: Verdict,
    /// The lines that it rests on
    #[serde(default)]
    spans: Vec<Spanned>,
    /// Why, unless supported
    #[serde(default)]
    reasons: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Spanned {
    /// Id of the evidence
    evidence: String,
    first: u32,
    last: Option<u32>,
    /// Words that stand in these lines, to the letter
    quote: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Found {
    path: String,
    line: u32,
    /// Whether it stands in the way of a merge
    blocks: bool,
    /// What is wrong, quoting the line
    message: String,
}

pub(super) fn submit(desk: &mut ReviewDesk<'_>, submit: Submit) -> Result<String, String> {
    let mut wrong = Vec::new();
    let mut verdicts = Vec::new();
    for given in submit.verdicts {
        match verdict(desk, given) {
            Ok(verdict) => verdicts.push(verdict),
            Err(faults) => wrong.extend(faults),
        }
    }
    if wrong.is_empty() {
        wrong.extend(voids(&verdicts, &desk.claims, desk.head()).iter().map(ToString::to_string));
    }
    let mut findings = Vec::new();
    for found in submit.findings {
        match named(desk, &found.path) {
            Ok(path) => findings.push(ReviewFinding {
                rule: "review".to_owned(),
                blocks: found.blocks,
                path,
                line: found.line.max(1),
                message: desk.library().redacted(&found.message),
            }),
            Err(fault) => wrong.push(fault),
        }
    }
    if wrong.is_empty() {
        desk.submitted = Some((verdicts, findings));
        return Ok("The review is taken.\n".to_owned());
    }
    desk.voids = (desk.voids.0 + 1, wrong.clone());
    let list = page(wrong, |_| "mend these first".to_owned());
    let told = desk.library().data("what is wrong with the review", &list);
    Err(format!("The review is void; nothing of it is taken. Mend this and submit all of it again:\n{told}"))
}

fn verdict(desk: &ReviewDesk<'_>, given: Given) -> Result<ClaimVerdict, Vec<String>> {
    let number = given.claim;
    let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let Some(ChangedClaim { claim, removed }) = at.and_then(|at| desk.claims.get(at)) else {
        return Err(vec![format!("claim {number}: there are the claims 1 to {}", desk.claims.len())]);
    };
    let mut faults = Vec::new();
    let mut spans = Vec::new();
    for span in given.spans {
        match cited(desk, &span) {
            Ok(span) => spans.push(span),
            Err(fault) => faults.push(format!("claim {number}: {fault}")),
        }
    }
    let lacks = lacks(given.verdict, *removed, &spans, &given.reasons);
    faults.extend(lacks.map(|what| format!("claim {number}: {what}")));
    if !faults.is_empty() {
        return Err(faults);
    }
    let reasons = given.reasons.iter().map(|reason| desk.library().redacted(reason)).collect();
    Ok(ClaimVerdict { claim: claim.clone(), removed: *removed, verdict: given.verdict, spans, reasons })
}

fn cited(desk: &ReviewDesk<'_>, span: &Spanned) -> Result<CitedSpan, String> {
    let item = item(desk, &span.evidence)?;
    let lines = lines(item, span.first, span.last)?;
    if let Some(quote) = &span.quote
        && !item.quotes(lines, quote)
    {
        return Err(format!("\"{quote}\": {}", not_quoted(item, lines, quote)));
    }
    Ok(CitedSpan { evidence: item.meta.id.clone(), lines, quote: span.quote.clone() })
}
