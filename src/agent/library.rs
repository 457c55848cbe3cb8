//! What an agent may look at: a base as one caller sees it, what searches it, and how its text is shown. It changes
//! nothing.

use std::collections::BTreeSet;

use super::fence::Fence;
use super::shown::escaped;
use crate::caller::{Access, Caller, Label, Tenant};
use crate::config::Config;
use crate::evidence::EvidenceId;
use crate::port::Seek;
use crate::redact::Redaction;
use crate::text::LineIndex;
use crate::vault::Vault;

/// How many lines around those shown are looked through for secrets that begin or end in them.
const AROUND: u32 = 100;

/// What an agent may look at.
pub(super) struct Library<'a> {
    /// The base, without what the caller may not see.
    pub base: Vault,
    /// Who reads: the tenant and the labels of the evidence.
    pub caller: Caller,
    /// What searches the base.
    pub seek: &'a dyn Seek,
    /// The configuration of the base.
    pub config: &'a Config,
    /// The fence of this run.
    pub fence: Fence,
    redaction: Redaction,
}

impl<'a> Library<'a> {
    /// What `caller` may see of `base`.
    pub fn new(
        base: &Vault,
        caller: Caller,
        seek: &'a dyn Seek,
        config: &'a Config,
        fence: Fence,
    ) -> Library<'a> {
        let redaction = Redaction::outbound(&config.redact, &caller);
        Library { base: base.seen_by(&caller), caller, seek, config, fence, redaction }
    }

    /// `text` from `source` as data: secrets taken out, hidden characters by their numbers, fenced.
    pub fn data(&self, source: &str, text: &str) -> String {
        self.fence.around(source, &self.shown(text))
    }

    /// `text` without secrets, and with hidden characters by their numbers.
    pub fn shown(&self, text: &str) -> String {
        escaped(&self.redaction.text(text))
    }

    /// `text` without secrets.
    pub fn redacted(&self, text: &str) -> String {
        self.redaction.text(text).into_owned()
    }

    /// The lines `first` to `last` of `text`, each as [`shown`](Library::shown) shows it: a line of a key is no less
    /// secret than the key.
    pub fn lines(&self, text: &str, lines: &LineIndex, first: u32, last: u32) -> Vec<String> {
        let from = lines.line_span(first.saturating_sub(AROUND).max(1)).map_or(0, |span| span.start);
        let to = lines.line_span((last + AROUND).min(lines.line_count())).map_or(text.len(), |span| span.end);
        let stretches = self.redaction.stretches(&text[from..to]);
        let mut shown = Vec::new();
        for span in (first..=last).map_while(|line| lines.line_span(line)) {
            let (mut clean, mut at) = (String::new(), span.start);
            for stretch in &stretches {
                let (start, end) = (from + stretch.range.start, from + stretch.range.end);
                if end <= span.start || start >= span.end {
                    continue;
                }
                clean.push_str(&text[at..start.clamp(at, span.end)]);
                clean.push_str(&format!("[redacted:{}]", stretch.kind));
                at = end.min(span.end);
            }
            clean.push_str(&text[at..span.end]);
            shown.push(escaped(clean.trim_end_matches(['\n', '\r'])));
        }
        shown
    }
}

/// Who works with `evidence` of `vault`: its tenant and its labels, and what everybody may see (I7).
pub(super) fn caller_of(vault: &Vault, evidence: &[EvidenceId]) -> Caller {
    let accesses = evidence.iter().filter_map(|id| vault.item(id)).map(|item| item.meta.access());
    caller_for(accesses)
}

/// Who may see all of `accesses`, as far as they are of the tenant of the first.
pub(super) fn caller_for(accesses: impl Iterator<Item = Access>) -> Caller {
    let (mut tenant, mut labels): (Option<Tenant>, BTreeSet<Label>) = (None, BTreeSet::new());
    for access in accesses {
        tenant = tenant.or(access.tenant);
        labels.extend(access.labels);
    }
    Caller::new(tenant, labels)
}
