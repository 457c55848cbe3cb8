//! What a review says of lines: one remark a finding and one a claim that is not plainly supported. Each has an id that
//! stays the same when its line moves.

use super::{Links, Marker, MarkerKind, code};
use crate::digest::Sha256Hex;
use crate::path::RepoPath;
use crate::port::DiffSide;
use crate::proposal::{CitedSpan, ClaimVerdict, Outcome, Review, ReviewFinding, Verdict};
use crate::text::fold_space;

/// How many reasons and cited spans a remark shows.
const MOST: usize = 5;

/// How many characters of remarks stand in the summary: what GitHub takes of a comment, less what stands around them.
const MAX_SUMMARY: usize = 60_000;

/// Something that a review says of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The same for the same fault in the same words of the same file, wherever they stand.
    pub id: String,
    /// Whether it stands in the way of a merge.
    pub blocks: bool,
    /// The file.
    pub path: RepoPath,
    /// The line, from 1, of the side.
    pub line: u32,
    /// Base for what the proposal removes, head for everything else.
    pub side: DiffSide,
    /// Markdown, without its sign.
    pub text: String,
}

impl Remark {
    fn new(rule: &str, path: &RepoPath, words: &str, remark: Draft) -> Remark {
        let words = fold_space(words);
        let hash = Sha256Hex::of([rule, path.as_str(), words.trim()].join("\0").as_bytes());
        let id: String = hash.as_str().chars().take(16).collect();
        let Draft { blocks, line, side, text } = remark;
        Remark { id, blocks, path: path.clone(), line, side, text }
    }

    /// The comment that says it: Markdown, with its sign.
    pub fn body(&self) -> String {
        format!("{}\n\n{}", self.text, Marker::new(MarkerKind::Finding, &self.id))
    }
}

/// A remark before it has an id.
struct Draft {
    blocks: bool,
    line: u32,
    side: DiffSide,
    text: String,
}

/// The remarks of `review`, ordered by path and line, each id once. `line_of` gives a line of the head.
pub fn remarks(
    review: &Review,
    links: &Links,
    line_of: &dyn Fn(&RepoPath, u32) -> Option<String>,
) -> Vec<Remark> {
    let claims = review.verdicts.iter().filter(|verdict| verdict.verdict != Verdict::Supported);
    let mut remarks: Vec<Remark> = claims.map(|verdict| of_claim(verdict, links)).collect();
    remarks.extend(review.findings.iter().map(|finding| of_finding(finding, line_of)));
    remarks.sort_by(|one, two| (&one.path, one.line, &one.id).cmp(&(&two.path, two.line, &two.id)));
    let mut seen = std::collections::HashSet::new();
    remarks.retain(|remark| seen.insert(remark.id.clone()));
    remarks
}

fn of_claim(verdict: &ClaimVerdict, links: &Links) -> Remark {
    let claim = &verdict.claim;
    let (rule, side, verb) = if verdict.removed {
        ("removed-claim", DiffSide::Left, "Removed claim, ")
    } else {
        ("claim", DiffSide::Right, "")
    };
    let mut lines = vec![format!("{verb}**{}**: {}", verdict.verdict.name(), code(&claim.text))];
    lines.extend(listed(verdict.reasons.iter().map(|reason| code(reason))));
    lines.extend(listed(verdict.spans.iter().map(|span| cited(span, links))));
    let draft = Draft { blocks: true, line: claim.line, side, text: lines.join("\n") };
    Remark::new(rule, &claim.path, &claim.text, draft)
}

fn of_finding(finding: &ReviewFinding, line_of: &dyn Fn(&RepoPath, u32) -> Option<String>) -> Remark {
    let weight = if finding.blocks { "blocks" } else { "note" };
    let text = format!("**{}** ({weight}): {}", code(&finding.rule), code(&finding.message));
    let words = line_of(&finding.path, finding.line).unwrap_or_default();
    let draft = Draft { blocks: finding.blocks, line: finding.line, side: DiffSide::Right, text };
    Remark::new(&finding.rule, &finding.path, &words, draft)
}

/// The first few of `entries` as a list, and how many more there are.
fn listed(entries: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let more = entries.len().saturating_sub(MOST);
    let mut lines: Vec<String> = entries.take(MOST).map(|entry| format!("- {entry}")).collect();
    if more > 0 {
        lines.push(format!("- and {more} more"));
    }
    lines
}

fn cited(span: &CitedSpan, links: &Links) -> String {
    let link = links.span(&span.evidence, span.lines);
    match &span.quote {
        Some(quote) => format!("{link}: {}", code(quote)),
        None => link,
    }
}

/// The one comment that sums `review` up. `unplaced` are the remarks that have no line in the diff.
pub fn summary(review: &Review, unplaced: &[&Remark], links: &Links) -> String {
    let supported = review.verdicts.iter().filter(|verdict| verdict.verdict == Verdict::Supported).count();
    let outcome = match review.outcome {
        Outcome::Approved => "approved",
        Outcome::Rejected => "not yet",
        Outcome::Escalated => "a person decides",
    };
    let mut lines = vec![
        format!("**kb review, round {}: {outcome}**", review.round),
        String::new(),
        format!(
            "{supported} of {} changed claims supported by the evidence that they cite; judged by {} at {}.",
            review.verdicts.len(),
            code(&review.reviewer.to_string()),
            code(review.head.short())
        ),
    ];
    if review.same_family {
        lines.push("Proposer and reviewer are of one family, which was allowed for trying out.".to_owned());
    }
    if !unplaced.is_empty() {
        lines.push(String::new());
        lines.push("Outside the lines that this pull request changes:".to_owned());
    }
    let mut room = MAX_SUMMARY;
    for (at, remark) in unplaced.iter().enumerate() {
        let place = links.note(&remark.path, remark.line);
        let line = format!("- {place}: {}", remark.text.replace('\n', "\n  "));
        room = room.saturating_sub(line.chars().count() + 1);
        if room == 0 {
            let (more, id) = (unplaced.len() - at, &review.proposal);
            lines.push(format!("- and {more} more: `kb proposal show {id}`, or the branch `kb/ledger`"));
            break;
        }
        lines.push(line);
    }
    lines.push(String::new());
    lines.push(Marker::new(MarkerKind::Summary, &review.proposal).to_string());
    lines.join("\n")
}
