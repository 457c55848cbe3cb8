//! Who made and confirmed a note, from what the ledger proves of its claims. What holds for some of them only is not said
//! of the note, and what is not known is absent (I13).

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::okf::{Attestation, Trust};
use crate::ops::why::Provenance;
use crate::proposal::Verdict;

/// The trust of a note whose claims have this provenance.
pub(super) fn of(claims: &[Provenance]) -> Trust {
    Trust { generated: generated(claims), verified: verified(claims) }
}

/// Who proposed the youngest claim, where that is known of every claim: an unknown one may be younger.
fn generated(claims: &[Provenance]) -> Option<Attestation> {
    let known = claims.iter().map(|claim| Some((claim.time?, actor(claim.proposer.as_deref()?))));
    let (at, by) = known.collect::<Option<Vec<_>>>()?.into_iter().max_by_key(|(at, _)| *at)?;
    Some(Attestation { by, at })
}

/// Who found every claim supported, or approved every one, with the time of the last.
fn verified(claims: &[Provenance]) -> Vec<Attestation> {
    let mut seen: BTreeMap<String, (usize, Timestamp)> = BTreeMap::new();
    for claim in claims {
        let Some(at) = claim.decided_at.filter(|_| claim.unknown.is_none()) else { continue };
        let supported = claim.verdict == Some(Verdict::Supported);
        let reviewer = claim.reviewer.as_deref().filter(|_| supported).map(actor);
        let person = claim.approved_by.as_deref().filter(|name| claim.reviewer.as_deref() != Some(*name));
        for by in reviewer.into_iter().chain(person.map(human)) {
            let (count, last) = seen.entry(by).or_insert((0, at));
            *count += 1;
            *last = at.max(*last);
        }
    }
    let all = seen.into_iter().filter(|(_, (count, _))| *count == claims.len());
    let mut verified: Vec<Attestation> = all.map(|(by, (_, at))| Attestation { by, at }).collect();
    verified.sort_by(|one, two| (one.at, &one.by).cmp(&(two.at, &two.by)));
    verified
}

/// An agent as kb names it, `rules 0.1.0 (rules/proposer)`, by the format's convention: `rules/0.1.0`.
fn actor(name: &str) -> String {
    let (name, family) = name.rsplit_once(" (").unwrap_or((name, ""));
    if family.trim_end_matches(')') == "person" {
        return human(name);
    }
    match name.rsplit_once(' ') {
        Some((producer, version)) => format!("{}/{version}", producer.replace(' ', "-")),
        None => format!("process:{name}"),
    }
}

/// A person as git knows them, `Ann <ann@example.com>`: the address is what is unique.
fn human(name: &str) -> String {
    let address = name.rsplit_once('<').map(|(_, address)| address.trim_end_matches('>').trim());
    format!("human:{}", address.filter(|address| !address.is_empty()).unwrap_or(name))
}

#[cfg(test)]
mod tests;
