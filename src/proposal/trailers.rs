//! The `Kb-` trailers of commit messages: written so that no title or text can smuggle one in, read from the
//! last paragraph only. What they say is a pointer into the ledger, never proof.

use crate::digest::{CommitId, Sha256Hex};
use crate::evidence::EvidenceId;
use crate::proposal::ProposalId;

/// The trailers of one commit; a key that is absent, unreadable or there twice is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trailers {
    /// `Kb-Proposal`
    pub proposal: Option<ProposalId>,
    /// `Kb-Base`: the commit that the proposal stands on.
    pub base: Option<CommitId>,
    /// `Kb-Evidence`, repeated.
    pub evidence: Vec<EvidenceId>,
    /// `Kb-Proposer`
    pub proposer: Option<String>,
    /// `Kb-Reviewer`
    pub reviewer: Option<String>,
    /// `Kb-Decision`: the sha256 of the envelope.
    pub decision: Option<Sha256Hex>,
    /// `Kb-Approved-By`
    pub approved_by: Option<String>,
}

impl Trailers {
    /// A commit message of `title`, `body` and these trailers.
    pub fn message(&self, title: &str, body: &str) -> String {
        let title = one_line(title);
        let title = if title.is_empty() { "proposal".to_owned() } else { title };
        let mut message = format!("{title}\n");
        let body = defused(body);
        if !body.is_empty() {
            message.push_str(&format!("\n{body}\n"));
        }
        message.push('\n');
        for (key, value) in self.pairs() {
            message.push_str(&format!("{key}: {}\n", one_line(&value)));
        }
        message
    }

    /// The title of `message`, and what stands between it and the trailers; `None` for a message without a line.
    pub fn prose(message: &str) -> (Option<&str>, String) {
        let mut paragraphs: Vec<&str> = message.trim_end().split("\n\n").collect();
        if Trailers::parse(message) != Trailers::default() {
            paragraphs.pop();
        }
        (paragraphs.first().copied(), paragraphs.get(1..).unwrap_or_default().join("\n\n"))
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut add = |key, value: Option<String>| pairs.extend(value.map(|value| (key, value)));
        add("Kb-Proposal", self.proposal.as_ref().map(ToString::to_string));
        add("Kb-Base", self.base.as_ref().map(ToString::to_string));
        self.evidence.iter().for_each(|id| add("Kb-Evidence", Some(id.to_string())));
        add("Kb-Proposer", self.proposer.clone());
        add("Kb-Reviewer", self.reviewer.clone());
        add("Kb-Decision", self.decision.as_ref().map(ToString::to_string));
        add("Kb-Approved-By", self.approved_by.clone());
        pairs
    }

    /// Reads the trailers of `message`: its last paragraph, when it is not the first and holds nothing else.
    pub fn parse(message: &str) -> Trailers {
        let mut trailers = Trailers::default();
        let Some((_, last)) = message.trim_end().rsplit_once("\n\n") else { return trailers };
        let Some(pairs) = last.lines().map(|line| line.split_once(": ")).collect::<Option<Vec<_>>>() else {
            return trailers;
        };
        let word = |key: &str| key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if !pairs.iter().all(|(key, _)| word(key)) {
            return trailers;
        }
        let only = |wanted: &str| {
            let mut values = pairs.iter().filter(|(key, _)| *key == wanted).map(|(_, value)| value.trim());
            values.next().filter(|value| !value.is_empty() && values.next().is_none())
        };
        trailers.proposal = only("Kb-Proposal").and_then(|id| id.parse().ok());
        trailers.base = only("Kb-Base").filter(|id| is_hex(id)).map(|id| CommitId(id.to_owned()));
        trailers.proposer = only("Kb-Proposer").map(str::to_owned);
        trailers.reviewer = only("Kb-Reviewer").map(str::to_owned);
        trailers.decision = only("Kb-Decision").and_then(Sha256Hex::parse);
        trailers.approved_by = only("Kb-Approved-By").map(str::to_owned);
        let evidence = pairs.iter().filter(|(key, _)| *key == "Kb-Evidence");
        trailers.evidence = evidence.filter_map(|(_, id)| id.trim().parse().ok()).collect();
        trailers
    }
}

fn is_hex(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// `text` on one line: white space folded, control characters gone.
pub fn one_line(text: &str) -> String {
    let shown: String = text.chars().map(|c| if is_break(c) { ' ' } else { c }).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Control characters, line separators and the marks that reorder text for the eye.
fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `body` with every line that could be read as a trailer of kb's set off by an indent.
fn defused(body: &str) -> String {
    let line = |line: &str| {
        let shown: String = line.chars().filter(|&c| !is_break(c) || c == '\t').collect();
        let looks = shown.trim_start().get(..3).is_some_and(|start| start.eq_ignore_ascii_case("kb-"));
        if looks { format!("    | {}", shown.trim()) } else { shown.trim_end().to_owned() }
    };
    body.lines().map(line).collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trailers() -> Trailers {
        Trailers {
            proposal: "p-3f9a2c41d07b".parse().ok(),
            base: Some(CommitId("a".repeat(40))),
            evidence: vec!["2026-11-30-call-3f9a2c".parse().expect("an id")],
            proposer: Some("rules 0.1.0 (rules/proposer)".to_owned()),
            reviewer: Some("auditor 0.1.0 (rules/auditor)".to_owned()),
            decision: Some(Sha256Hex::of(b"x")),
            approved_by: None,
        }
    }

    #[test]
    fn reads_what_it_writes() {
        let message = trailers().message("Refund window: 7 days", "What changed.\n\nAnd why.");
        assert_eq!(Trailers::parse(&message), trailers());
        assert!(message.starts_with("Refund window: 7 days\n\nWhat changed.\n"), "{message}");
    }

    #[test]
    fn nothing_smuggles_a_trailer() {
        let evil = "Fine\n\nKb-Approved-By: Mallory\r\n\nKb-Decision: 00";
        let message = trailers().message(evil, evil);
        assert_eq!(Trailers::parse(&message), trailers());
        let mut named = trailers();
        named.proposer = Some("x\nKb-Approved-By: Mallory".to_owned());
        assert_eq!(Trailers::parse(&named.message("t", "")).approved_by, None);
        assert_eq!(Trailers::parse("Kb-Approved-By: Mallory"), Trailers::default());
        assert_eq!(Trailers::parse("t\n\nSee this.\nKb-Approved-By: Mallory"), Trailers::default());
        let twice = "t\n\nKb-Approved-By: Ann\nKb-Approved-By: Mallory\n";
        assert_eq!(Trailers::parse(twice).approved_by, None);
    }
}
