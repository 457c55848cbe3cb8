//! Checks: what is wrong in a vault, as findings. Pure: a vault goes in, a report comes out; nothing is mended here.
//!
//! Two phases: [`Index`] resolves every link and citation once, then each rule reads it. A rule is a static record
//! and a function in a file of its own (`rules/`), beside the Markdown file that documents it, that `kb explain`
//! prints, and whose examples are its tests. Renderers (`render/`) are pure too, one file a format.

mod index;
pub mod render;
mod report;
mod rule;
pub mod rules;
mod sink;

pub use index::{Index, NoteFacts};
pub use report::{CheckReport, Examined};
pub use rule::{Rule, Run, Setting};
pub use sink::Sink;

use rayon::prelude::*;

use crate::config::Config;
use crate::vault::Vault;

/// Checks `vault` with the rules and levels of `config`.
///
/// The findings are ordered by path, offset, severity and rule; the same vault always gives the same report.
pub fn check(vault: &Vault, config: &Config, setting: Setting) -> CheckReport {
    let index = Index::new(vault, config, setting);
    let active: Vec<Sink> = rules::ALL.iter().filter_map(|rule| Sink::new(rule, config, setting)).collect();
    let mut findings: Vec<_> = index
        .notes
        .par_iter()
        .flat_map_iter(|facts| {
            let mut findings = Vec::new();
            for sink in &active {
                if let Run::Note(run) = sink.rule().run {
                    let mut sink = sink.empty();
                    run(&index, facts, &mut sink);
                    findings.append(&mut sink.into_findings());
                }
            }
            findings
        })
        .collect();
    let whole: Vec<_> = active
        .par_iter()
        .flat_map_iter(|sink| {
            let mut sink = sink.empty();
            match sink.rule().run {
                Run::Vault(run) => run(&index, &mut sink),
                Run::Reported | Run::Note(_) => {}
            }
            rules::reported::report(&index, &mut sink);
            sink.into_findings()
        })
        .collect();
    findings.extend(whole);
    findings.sort_unstable();
    findings.dedup();
    CheckReport { examined: Examined::of(vault), findings }
}
