//! Whether what is lost may be: said from the two vaults and the review, and not from the reason that is given.

use std::collections::BTreeMap;

use super::{LossTask, is_served};
use crate::change::ChangeSet;
use crate::digest::Sha256Hex;
use crate::note::{Claim, Note};
use crate::path::RepoPath;
use crate::plan::FaultKind;
use crate::proposal::{ClaimVerdict, LossVerdict, Reason, Verdict};
use crate::vault::{Resolution, Vault};
use crate::verify::{Held, HeldKind, audit};

/// A claim by its note and its hash.
type Named = (RepoPath, Sha256Hex);

/// Judges losses of one change.
pub(super) struct Judge<'a> {
    task: &'a LossTask<'a>,
    /// What the auditor says of every claim that is served no longer, by note and hash.
    audited: BTreeMap<Named, ClaimVerdict>,
}

/// What may go with a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// Its words, as long as all that it holds is still served.
    Words,
    /// The values in it as well: another one took their place.
    Values,
    /// Its conditions as well: it does not count any more, or never did.
    Everything,
}

/// Why a claim may go.
struct Grounds {
    because: String,
    reach: Reach,
}

impl<'a> Judge<'a> {
    /// Has the auditor look at what is served no longer.
    pub fn new(task: &'a LossTask<'a>) -> Judge<'a> {
        let (base, head) = (served(task.base, task), served(task.head, task));
        let verdicts = audit(&base, &head, &ChangeSet::new()).verdicts;
        let removed = verdicts.into_iter().filter(|verdict| verdict.removed);
        let audited =
            removed.map(|verdict| (key(&verdict.claim.path, &verdict.claim.hash), verdict)).collect();
        Judge { task, audited }
    }

    /// The reason that is given for the loss of `claim`, or for that of its note.
    pub fn reason(&self, note: &Note, claim: &Claim) -> Option<String> {
        if let Some(person) = self.task.person {
            return Some(format!("{person} approved it"));
        }
        self.given(note, claim).map(|reason| reason.reason.clone())
    }

    fn given(&self, note: &Note, claim: &Claim) -> Option<&'a Reason> {
        let hash = claim.hash();
        let of_note = self.task.reasons.iter().filter(|reason| reason.path == note.path);
        let of_claim = of_note.clone().find(|reason| reason.claim.as_ref() == Some(&hash));
        of_claim.or_else(|| of_note.clone().find(|reason| reason.claim.is_none()))
    }

    /// The verdict on the loss of `claim`; `held` is what is lost with it.
    pub fn claim(&self, note: &Note, claim: &Claim, held: &[Held<'_>]) -> LossVerdict {
        match self.grounds(note, claim) {
            Ok(Grounds { because, reach }) if reach > Reach::Words || held.is_empty() => {
                LossVerdict { accepted: true, because }
            }
            Ok(Grounds { because, .. }) => LossVerdict {
                accepted: false,
                because: format!("{because}, and yet not all that it holds is still served"),
            },
            // Other words for the same are no loss as long as everything in them is kept.
            Err(_) if held.is_empty() && self.is_repetition(note, claim) => {
                LossVerdict { accepted: true, because: "all that it holds is still served".to_owned() }
            }
            Err(because) => LossVerdict { accepted: false, because },
        }
    }

    /// The verdict on the loss of something that only `claim` held.
    pub fn held(&self, note: &Note, claim: &Claim, kind: HeldKind) -> LossVerdict {
        let needed = match kind {
            HeldKind::Condition | HeldKind::Negation => Reach::Everything,
            _ => Reach::Values,
        };
        match self.grounds(note, claim) {
            Ok(Grounds { because, reach }) if reach >= needed => LossVerdict { accepted: true, because },
            Ok(Grounds { because, .. }) => LossVerdict {
                accepted: false,
                because: format!("the claim may go ({because}), but nothing says this any more"),
            },
            Err(because) => LossVerdict { accepted: false, because },
        }
    }

    /// Why `claim` may go, or why it may not.
    fn grounds(&self, note: &Note, claim: &Claim) -> Result<Grounds, String> {
        if let Some(person) = self.task.person {
            let because = format!("{person} judged every claim");
            return Ok(Grounds { because, reach: Reach::Everything });
        }
        if let Some((heir, reach)) = self.heir(note) {
            return Ok(Grounds { because: format!("its note is superseded by {heir}"), reach });
        }
        let hash = claim.hash();
        let own =
            self.task.verdicts.iter().find(|verdict| {
                verdict.removed && verdict.claim.path == note.path && verdict.claim.hash == hash
            });
        let audited = self.audited.get(&key(&note.path, &hash));
        let said = |verdict: &ClaimVerdict| verdict.reasons.join("; ");
        match (own, audited) {
            // The reviewer saw the claim go, and said what it thinks of that.
            (Some(own), _) if own.verdict != Verdict::Supported => Err(said(own)),
            (_, Some(audited)) if audited.verdict == Verdict::Supported => {
                let had_none = said(audited).starts_with("it had no support");
                let reach = if had_none { Reach::Everything } else { Reach::Values };
                Ok(Grounds { because: said(audited), reach })
            }
            (Some(own), _) => Ok(Grounds { because: said(own), reach: Reach::Values }),
            (None, Some(audited)) => Err(said(audited)),
            (None, None) => Err("nothing says why it may go".to_owned()),
        }
    }

    /// Whether the fault that is mended is that something is said twice.
    fn is_repetition(&self, note: &Note, claim: &Claim) -> bool {
        let kind = self.given(note, claim).and_then(|reason| self.task.plan.fault(&reason.fault));
        kind.is_some_and(|fault| {
            matches!(
                fault.kind,
                FaultKind::DuplicateClaim | FaultKind::DuplicateNote | FaultKind::RepeatedEpisode
            )
        })
    }

    /// The served note of the head that takes the place of `note`, which is served no longer, and what may go for it.
    fn heir(&self, note: &Note) -> Option<(String, Reach)> {
        let (base, head, day) = (self.task.base, self.task.head, self.task.day);
        let retired = head.note(note.path.as_str());
        if retired.is_some_and(|retired| is_served(retired, day)) {
            return None;
        }
        let is_heir = |heir: &&Note| is_served(heir, day) && heir.path != note.path;
        // A note of the base that says that it supersedes this one: nobody made that up to retire it.
        let known = base.notes().filter(|heir| linked(base, heir, "supersedes").contains(&note.path));
        let known = known.filter_map(|heir| head.note(heir.path.as_str())).find(is_heir);
        if let Some(heir) = known {
            return Some((heir.path.to_string(), Reach::Everything));
        }
        let named = retired.and_then(|retired| linked(head, retired, "superseded_by").into_iter().next());
        let named = named.and_then(|path| head.note(path.as_str())).filter(is_heir);
        named.map(|heir| (heir.path.to_string(), Reach::Words))
    }
}

/// The notes that the front matter key `key` of `note` leads to.
fn linked(vault: &Vault, note: &Note, key: &str) -> Vec<RepoPath> {
    let Some(field) = note.front.get(key) else { return Vec::new() };
    let links = note.links.iter().filter(|link| field.value_span.contains(&link.span.start));
    links
        .filter_map(|link| match vault.resolve(note, link) {
            Resolution::Note { path, .. } => Some(path),
            _ => None,
        })
        .collect()
}

/// `vault` without what it does not serve.
fn served(vault: &Vault, task: &LossTask<'_>) -> Vault {
    let mut gone = ChangeSet::new();
    for note in vault.notes().filter(|note| !is_served(note, task.day)) {
        gone.remove(note.path.clone(), b"");
    }
    vault.with_changes(&gone)
}

fn key(path: &RepoPath, hash: &Sha256Hex) -> Named {
    (path.clone(), hash.clone())
}
