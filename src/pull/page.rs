//! The description of a pull request: first what a person reads (what changes, why, on which evidence, what is open), then
//! the claims with their verdicts, at the end a block for machines that says which record it renders.

use serde::Serialize;

use super::{Links, Marker, MarkerKind, block, cell, code};
use crate::digest::CommitId;
use crate::evidence::EvidenceId;
use crate::plan::{PartName, PlanId};
use crate::proposal::{AgentName, CitedSpan, ClaimRef, ProposalId, State, Verdict};

/// How many characters a description may have: what GitHub takes, less a margin for what it counts otherwise.
const MAX_PAGE: usize = 60_000;
/// How many items of a list stand in it; the ledger has all of them.
const MOST: usize = 20;
/// How many ids of evidence stand in the block for machines.
const MOST_RECORDED: usize = 200;
/// How many characters of the proposer's own words stand at the top.
const MAX_SUMMARY: usize = 2_000;

/// What a description says.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The proposal.
    pub id: &'a ProposalId,
    /// The reorganisation and the part of it that the proposal is.
    pub part: Option<(&'a PlanId, &'a PartName)>,
    /// One line: what changes.
    pub title: &'a str,
    /// What the proposer says of its last round.
    pub summary: &'a str,
    /// Where it stands.
    pub state: State,
    /// The last round, from 1.
    pub round: u32,
    /// The commit that it stands on.
    pub base: &'a CommitId,
    /// Its head.
    pub head: &'a CommitId,
    /// Who proposed.
    pub proposer: &'a AgentName,
    /// Who reviewed the last round.
    pub reviewer: Option<&'a AgentName>,
    /// The evidence that it considered.
    pub evidence: Vec<PageEvidence>,
    /// What a person should look at, one sentence an entry.
    pub doubts: Vec<String>,
    /// The changed claims.
    pub claims: Vec<PageClaim<'a>>,
}

/// An evidence item of a proposal.
#[derive(Clone, Debug)]
pub struct PageEvidence {
    /// Its id.
    pub id: EvidenceId,
    /// What it is called.
    pub title: String,
}

/// A changed claim.
#[derive(Clone, Debug)]
pub struct PageClaim<'a> {
    /// The claim.
    pub claim: &'a ClaimRef,
    /// Whether the proposal removes it.
    pub removed: bool,
    /// The judgment; `None` before a review.
    pub verdict: Option<Verdict>,
    /// What it rests on.
    pub spans: Vec<CitedSpan>,
}

/// The block for machines. A rendering: whoever decides reads the ledger.
#[derive(Serialize)]
struct Rendered<'a> {
    v: u32,
    proposal: &'a ProposalId,
    round: u32,
    base: &'a CommitId,
    head: &'a CommitId,
    state: State,
    evidence: Vec<&'a EvidenceId>,
    /// How many items of evidence are left out.
    #[serde(skip_serializing_if = "is_none_left")]
    more_evidence: usize,
    proposer: &'a AgentName,
    #[serde(skip_serializing_if = "Option::is_none")]
    reviewer: Option<&'a AgentName>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn is_none_left(more: &usize) -> bool {
    *more == 0
}

/// The description, Markdown.
pub fn page(page: &Page<'_>, links: &Links) -> String {
    let mut top = vec![code(page.title), String::new()];
    let summary: String = page.summary.trim().chars().take(MAX_SUMMARY).collect();
    if !summary.is_empty() {
        top.extend([block("text", &crate::evidence::hazard::escaped(&summary)), String::new()]);
    }
    if let Some((plan, part)) = page.part {
        top.push(format!("**Part** `{part}` of the reorganisation `{plan}`"));
    }
    top.push(format!("**Evidence**: {}", evidence(page, links)));
    top.push(format!("**Proposed by** {}, round {}", code(&page.proposer.to_string()), page.round));
    if let Some(reviewer) = page.reviewer {
        top.push(format!("**Reviewed by** {}", code(&reviewer.to_string())));
    }
    top.push(format!("**State**: {}", page.state.name()));
    if !page.doubts.is_empty() {
        top.extend([String::new(), "**Open doubts**".to_owned()]);
        top.extend(page.doubts.iter().take(MOST).map(|doubt| format!("- {}", code(doubt))));
        if let more @ 1.. = page.doubts.len().saturating_sub(MOST) {
            top.push(format!("- and {more} more: `kb proposal show {}`", page.id));
        }
    }
    let top = top.join("  \n");
    let bottom = machine_block(page);
    let room = MAX_PAGE.saturating_sub(top.chars().count() + bottom.chars().count());
    [top, claims(page, links, room), bottom].join("\n\n")
}

fn evidence(page: &Page<'_>, links: &Links) -> String {
    let more = page.evidence.len().saturating_sub(MOST);
    let mut items: Vec<String> = page
        .evidence
        .iter()
        .take(MOST)
        .map(|item| format!("{} {}", links.item(&item.id), code(&item.title)))
        .collect();
    if more > 0 {
        items.push(format!("and {more} more"));
    }
    if items.is_empty() { "none, edited by hand".to_owned() } else { items.join(", ") }
}

/// The table of the claims, as far as `room` characters hold it.
fn claims(page: &Page<'_>, links: &Links, room: usize) -> String {
    if page.claims.is_empty() {
        return "No claim changes.".to_owned();
    }
    let mut table = "| claim | where | verdict | evidence |\n| --- | --- | --- | --- |".to_owned();
    let mut used = table.chars().count();
    for (at, entry) in page.claims.iter().enumerate() {
        let row = format!("\n{}", row(entry, links));
        used += row.chars().count();
        // Room for the line that says what is left out.
        if used + 200 > room {
            let more = page.claims.len() - at;
            return format!("{table}\n\n{more} more claims: `kb proposal show {}`", page.id);
        }
        table.push_str(&row);
    }
    table
}

fn row(entry: &PageClaim<'_>, links: &Links) -> String {
    let sign = if entry.removed { "removed: " } else { "" };
    let verdict = entry.verdict.map_or("not judged yet", Verdict::name);
    let spans: Vec<String> = entry
        .spans
        .iter()
        .map(|span| {
            let quote = span.quote.as_deref().map(|quote| format!(" {}", cell(quote)));
            links.span(&span.evidence, span.lines) + &quote.unwrap_or_default()
        })
        .collect();
    format!(
        "| {sign}{} | {} | {verdict} | {} |",
        cell(&entry.claim.text),
        links.note(&entry.claim.path, entry.claim.line).replace('|', "\\|"),
        spans.join("<br>")
    )
}

fn machine_block(page: &Page<'_>) -> String {
    let rendered = Rendered {
        v: 1,
        proposal: page.id,
        round: page.round,
        base: page.base,
        head: page.head,
        state: page.state,
        evidence: page.evidence.iter().take(MOST_RECORDED).map(|item| &item.id).collect(),
        more_evidence: page.evidence.len().saturating_sub(MOST_RECORDED),
        proposer: page.proposer,
        reviewer: page.reviewer,
    };
    let json = serde_json::to_string_pretty(&rendered).unwrap_or_default();
    format!(
        "<details><summary>Record</summary>\n\nWritten from the branch `kb/ledger`, which alone counts.\n\n{}\n\n</details>\n\n{}",
        block("kb-proposal", &json),
        Marker::new(MarkerKind::Page, page.id)
    )
}
