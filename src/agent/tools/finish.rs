//! `finish`: the change set is held to check and auditor before it may leave the desk. What they find goes back.

use schemars::JsonSchema;
use serde::Deserialize;

use super::page::page;
use crate::agent::looking::Looking;
use crate::agent::propose_desk::{Finished, ProposeDesk};
use crate::check::new_errors;
use crate::proposal::{ClaimVerdict, Verdict, one_line};
use crate::verify::audit;

/// How often the auditor's findings must be defended to end with them open.
const DEFENCES: u32 = 2;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Finish {
    /// One line: what changes
    title: String,
    /// What changed and why, open doubts
    summary: String,
    /// Why findings about claims are wrong, if you insist
    defence: Option<String>,
}

pub(super) fn finish(desk: &mut ProposeDesk<'_>, finish: Finish) -> Result<String, String> {
    if finish.title.trim().is_empty() {
        return Err("`title` is empty; say in one line what changes".to_owned());
    }
    let changes = desk.changes();
    let library = desk.library();
    let mut wrong: Vec<String> = new_errors(&library.base, desk.head(), library.config)
        .iter()
        .map(|finding| {
            let place = &finding.place;
            format!("{}:{}: {}: {}", place.path, place.start.line, finding.rule, finding.message)
        })
        .collect();
    let audited = audit(&library.base, desk.head(), &changes);
    let mut doubts: Vec<String> =
        audited.verdicts.iter().filter(|verdict| verdict.verdict != Verdict::Supported).map(told).collect();
    for finding in audited.findings.iter().filter(|finding| finding.blocks) {
        let told = format!("{}:{}: {}: {}", finding.path, finding.line, finding.rule, finding.message);
        // What is removed without a cause is told by its verdict already.
        match finding.rule.as_str() {
            "removed-without-cause" => {}
            _ => wrong.push(told),
        }
    }
    let again = |verdict: &&ClaimVerdict| {
        desk.rejected.iter().any(|old| old.claim.hash == verdict.claim.hash && old.removed == verdict.removed)
    };
    doubts.extend(
        audited.verdicts.iter().filter(|verdict| verdict.verdict == Verdict::Supported).filter(again).map(
            |verdict| {
                format!(
                    "{}:{}: a review rejected this claim before: {}",
                    verdict.claim.path, verdict.claim.line, verdict.claim.text
                )
            },
        ),
    );
    if !wrong.is_empty() {
        let list = page(wrong, |_| "mend these first".to_owned());
        let told = desk.library().data("errors", &list);
        return Err(format!("Not finished. These errors must be mended:\n{told}"));
    }
    let insists = finish.defence.as_deref().is_some_and(|defence| !defence.trim().is_empty());
    if !doubts.is_empty() && insists {
        desk.defended += 1;
    }
    if !doubts.is_empty() && desk.defended < DEFENCES {
        let list = page(doubts, |_| "mend these first".to_owned());
        let told = desk.library().data("claims", &list);
        return Err(format!(
            "Not finished. The lines cited do not carry these claims. Say less, cite other lines, or take the claim out. \
             Only if the lines do say it, call `finish` with `defence` (defended {} of {DEFENCES} times):\n{told}",
            desk.defended
        ));
    }
    let clean = |text: &str| desk.library().redacted(text);
    let summary = match (&finish.defence, doubts.is_empty()) {
        (Some(defence), false) => format!("{}\n\nDefence: {}", clean(&finish.summary), clean(defence)),
        _ => clean(&finish.summary),
    };
    let title = one_line(&clean(&finish.title)).chars().take(100).collect();
    desk.finished = Some(Finished { title, summary, doubts });
    Ok("Finished.\n".to_owned())
}

fn told(verdict: &ClaimVerdict) -> String {
    let removed = if verdict.removed { "removal of " } else { "" };
    format!(
        "{}:{}: {removed}\"{}\" is {}: {}",
        verdict.claim.path,
        verdict.claim.line,
        verdict.claim.text,
        verdict.verdict.name(),
        verdict.reasons.join("; ")
    )
}
