//! What the ledger keeps of a reorganisation: paths and the small record files. One file an event, never rewritten. Its
//! proposals are recorded like all others.
//!
//! ```text
//! reorganisations/<year>/<id>/plan.yaml                         the plan, once, when it begins
//! reorganisations/<year>/<id>/parts/<part>/rounds/<n>/mended.yaml   what a round of the part says of its list
//! reorganisations/<year>/<id>/parts/<part>/rounds/<n>/loss.yaml     what the round would lose, before it merges
//! reorganisations/<year>/<id>/parts/<part>/outcomes.yaml        what became of the part, once, when it ends
//! reorganisations/<year>/<id>/end.yaml                          once, when every part has ended and all was proved
//! reorganisations/<year>/<id>/aborted.yaml                      once, when somebody gave it up
//! ```

mod file;
mod loss;
mod records;

pub use file::{ReorgFile, reorg_path};
pub use loss::{Loss, LossVerdict, Lost, LostKind, Quantities};
pub use records::{
    AbortedReorg, EndedReorg, LossRecord, MendedRecord, Outcomes, PartEnd, Reason, Settled, SettledFault,
};
