//! The built-in reorganiser: mends the faults of one part of a plan as a careful editor would, by splices of bytes, and
//! leaves with a reason what needs wording or a decision.
//!
//! Pure and deterministic, and no part of who reviews it. Each fault is mended apart from the others: what cannot be
//! mended, or what a reviewer rejected, is taken back and the rest stays.
//!
//! | step | file |
//! | --- | --- |
//! | the order of the steps | `reorganiser` |
//! | one step, and what it may look at | `step`, `scene`, `rare` |
//! | the ways to mend, one file a kind of fault | `kinds` |
//! | edits of claims, citations, front matter, links | `pen`, `cites`, `keys`, `links`, `retire` |
//! | notes taken into others | `merge`, `body`, `retarget` |
//! | what must not be lost, and what counts | `atoms`, `importance` |
//! | what became of what | `outcomes`, `report`, `refused` |

mod atoms;
mod body;
mod cites;
mod importance;
mod keys;
mod kinds;
mod links;
mod merge;
mod outcomes;
mod pen;
mod rare;
mod refused;
mod reorganiser;
mod report;
mod retarget;
mod retire;
mod scene;
mod step;

pub use reorganiser::RulesReorganiser;

#[cfg(test)]
mod tests;
