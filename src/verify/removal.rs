//! Removed claims: each must be superseded or retired by something that the change cites.

use crate::note::{Claim, FORMERLY, Note};
use crate::proposal::{ClaimRef, ClaimVerdict, Verdict};
use crate::vault::Vault;
use crate::verify::cited::{self, Heard};
use crate::verify::contrast::{Contrast, Told};
use crate::verify::sentence::Sentence;

/// What a removed claim can be held against.
pub(super) struct Change<'v> {
    /// The base.
    pub base: &'v Vault,
    /// The head.
    pub head: &'v Vault,
    /// The base's evidence, heard.
    pub heard: &'v Heard,
    /// The verdicts on what the change adds.
    pub added: &'v [ClaimVerdict],
}

impl Change<'_> {
    /// Why `claim` may go, or why it may not.
    pub fn allows(&self, removed: &ClaimRef) -> Result<String, String> {
        let old = Sentence::new(&removed.text);
        // That something was so formerly is said of what is replaced, not by what replaces it.
        let rivals = self.added.iter().filter(|verdict| {
            !verdict.removed
                && !verdict.claim.text.starts_with(FORMERLY)
                && related(&old, &verdict.claim.text)
                && (verdict.claim.path == removed.path || !is_apart(&removed.text, &verdict.claim.text))
        });
        let mut refused = None;
        for rival in rivals {
            if rival.verdict == Verdict::Supported {
                return Ok(format!("superseded by {}:{}", rival.claim.path, rival.claim.line));
            }
            refused.get_or_insert_with(|| {
                format!(
                    "{}:{} would supersede it and is {}",
                    rival.claim.path,
                    rival.claim.line,
                    rival.verdict.name()
                )
            });
        }
        if let Some(place) = self.stands_elsewhere(&old) {
            return Ok(format!("{place} still says it"));
        }
        if let Some(place) = self.succeeded(removed, &old) {
            return Ok(format!("it is marked as former, and {place} says what holds since"));
        }
        if let Some(note) = self.retired(removed) {
            return Ok(note);
        }
        if let Some((note, claim)) = find(self.base, removed) {
            let judged = cited::judge_claim(self.base, self.heard, note, claim);
            if let (Verdict::Unsupported | Verdict::Contradicted | Verdict::Uncited, Some(reason)) =
                (judged.verdict, judged.reasons.first())
            {
                return Ok(format!("it had no support: {reason}"));
            }
        }
        Err(refused.unwrap_or_else(|| "nothing that the change cites supersedes or retires it".to_owned()))
    }

    /// Where another claim of the head says the same, with every value.
    fn stands_elsewhere(&self, old: &Sentence) -> Option<String> {
        let same_values = |text: &str| {
            let new = Sentence::new(text);
            old.quantities.iter().all(|mine| new.quantities.iter().any(|own| own.base().agrees(&mine.base())))
                && old.days.iter().all(|mine| {
                    new.days
                        .iter()
                        .any(|own| own.readings.iter().any(|day| mine.readings.iter().any(|r| r.within(day))))
                })
                && old.codes.iter().all(|mine| new.codes.iter().any(|own| mine.agrees(own)))
                && share(old, &new) >= 0.8
                && old.negations.len() == new.negations.len()
        };
        self.head.notes().find_map(|note| {
            let claim = note.claims().iter().find(|claim| {
                !claim.citations.is_empty() && !claim.text.starts_with(FORMERLY) && same_values(&claim.text)
            })?;
            Some(format!("{}:{}", note.path, claim.lines.first()))
        })
    }

    /// Where a claim stands that holds instead of one that is marked as former: about the same, with another value, and
    /// supported by evidence that is newer.
    fn succeeded(&self, removed: &ClaimRef, old: &Sentence) -> Option<String> {
        let marked = format!("{FORMERLY}{}", removed.text);
        let is_marked = |verdict: &&ClaimVerdict| {
            !verdict.removed && verdict.verdict == Verdict::Supported && verdict.claim.text == marked
        };
        self.added.iter().find(is_marked)?;
        let (note, claim) = find(self.base, removed)?;
        let since = newest(self.base, note, claim)?;
        self.head.notes().find_map(|note| {
            let claim = note.claims().iter().find(|claim| {
                let lower = claim.text.to_lowercase();
                let shared = old.words.iter().filter(|word| lower.contains(&word.stem)).count();
                !claim.text.starts_with(FORMERLY)
                    && shared * 2 >= old.words.len()
                    && related(old, &claim.text)
                    && newest(self.head, note, claim).is_some_and(|day| day > since)
                    && self.is_supported(note, claim)
            })?;
            Some(format!("{}:{}", note.path, claim.lines.first()))
        })
    }

    /// Whether what `claim` of the head cites says it.
    fn is_supported(&self, note: &Note, claim: &Claim) -> bool {
        let heard = Heard::of(self.head, [(note, claim)]);
        cited::judge_claim(self.head, &heard, note, claim).verdict == Verdict::Supported
    }

    /// How the note of a removed claim is retired by another that the change supports.
    fn retired(&self, removed: &ClaimRef) -> Option<String> {
        let stem = removed.path.file_stem();
        let names = |note: &Note| {
            note.front.texts("supersedes").iter().any(|target| {
                let bare = target.trim_start_matches("[[").trim_end_matches("]]");
                let bare = bare.split(['|', '#']).next().unwrap_or(bare);
                bare.rsplit('/')
                    .next()
                    .is_some_and(|name| name.trim_end_matches(".md").eq_ignore_ascii_case(stem))
            })
        };
        let supported = |note: &Note| {
            self.added
                .iter()
                .any(|v| !v.removed && v.verdict == Verdict::Supported && v.claim.path == note.path)
        };
        let heir = self.head.notes().find(|note| names(note) && supported(note))?;
        Some(format!("its note is superseded by {}", heir.path))
    }
}

/// When the newest evidence that `claim` cites was captured.
fn newest(vault: &Vault, note: &Note, claim: &Claim) -> Option<jiff::Timestamp> {
    let citations = claim.citations.iter().filter_map(|&at| note.citations().get(at));
    let items =
        citations.filter_map(|citation| vault.item(&vault.citation_span(note, citation).ok()?.evidence));
    items.map(|item| item.meta.captured_at).max()
}

/// The claim of `vault` that `claim` names.
pub(super) fn find<'v>(vault: &'v Vault, claim: &ClaimRef) -> Option<(&'v Note, &'v Claim)> {
    let note = vault.note(claim.path.as_str())?;
    let here = |own: &&Claim| own.lines.first() == claim.line && own.text == claim.text;
    note.claims().iter().find(here).map(|claim| (note, claim))
}

/// Whether a new claim can take the place of the old one: they are about the same.
fn related(old: &Sentence, new: &str) -> bool {
    let new = Sentence::new(new);
    share(old, &new).max(share(&new, old)) >= 0.5
}

/// Whether two claims are about different things, as "Harbour Plus" is not "Harbour Prime".
fn is_apart(one: &str, other: &str) -> bool {
    Contrast::of(&Told::new(one), &Told::new(other)).apart
}

/// The share of the content words of `old` that `new` has.
fn share(old: &Sentence, new: &Sentence) -> f64 {
    if old.words.is_empty() {
        return 0.0;
    }
    let common = old.words.iter().filter(|word| new.has(word)).count();
    common as f64 / old.words.len() as f64
}
