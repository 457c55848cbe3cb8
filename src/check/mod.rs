//! Checks: what is wrong in a vault, as findings. Pure: a vault goes in, a report comes out; nothing is mended here.
//!
//! Two phases: first each note by itself, then all of them by their entries, every link resolved once ([`Index`]);
//! what was read of a note is not held between them, so that a vault may be larger than the memory. A rule is a static
//! record and a function in a file of its own (`rules/`), beside the Markdown file that documents it, that `kb explain`
//! prints, and whose examples are its tests. Renderers (`render/`) are pure too, one file a format.

mod allowance;
mod baseline;
mod checker;
mod fingerprint;
mod fresh;
mod index;
mod levels;
mod mend;
mod near;
pub mod render;
mod report;
mod resolved;
mod rule;
pub mod rules;
mod scene;
mod sink;

pub use allowance::is_firm;
pub use baseline::{Baseline, BaselineError, Known, Withheld};
pub use checker::Checker;
pub use fingerprint::Fingerprint;
pub use fresh::{fresh, new_errors};
pub use index::{Index, NoteFacts, NoteLinks, Notes};
pub use mend::{Held, Mended, Mending, mend};
pub use report::{CheckReport, Examined};
pub use resolved::{Resolved, Targets};
pub use rule::{Rule, Run, Setting};
pub use scene::Scene;
pub use sink::Sink;

use rayon::prelude::*;

use crate::config::Config;
use crate::vault::Vault;

/// Checks `vault` with the rules and levels of `config`; validity is not judged, since no day is given.
///
/// The findings are ordered by path, offset, severity and rule; the same vault always gives the same report.
pub fn check(vault: &Vault, config: &Config, setting: Setting) -> CheckReport {
    check_in(vault, Scene { archive: vault.archive(), config, setting, today: None })
}

/// Checks `vault` by `scene`, whose evidence is that of the vault.
pub fn check_in(vault: &Vault, scene: Scene<'_>) -> CheckReport {
    check_by(vault, &Checker::new(scene))
}

/// Checks `vault` with `checker`, which is of its evidence.
fn check_by(vault: &Vault, checker: &Checker<'_>) -> CheckReport {
    let notes: Vec<_> = vault.notes().collect();
    let mut findings: Vec<_> = notes.into_par_iter().flat_map_iter(|note| checker.note(note)).collect();
    let resolved = Resolved::of(vault.catalogue());
    findings.append(&mut checker.whole(vault.catalogue(), &resolved, vault.oddities(), vault));
    CheckReport::new(Examined::of(vault.catalogue(), vault.archive()), findings)
}
