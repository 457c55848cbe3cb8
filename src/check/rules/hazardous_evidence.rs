//! Secrets and hidden text in evidence, for whoever wants to look again at what was taken in.

use rayon::prelude::*;

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::evidence::hazard::{self, Concern};
use crate::finding::Place;
use crate::text::LineIndex;

pub(super) static RULE: Rule = Rule {
    name: "hazardous-evidence",
    summary: "a secret or hidden text in evidence",
    base: Level::Off,
    plain: Level::Off,
    document: include_str!("hazardous_evidence.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let items: Vec<_> = index.scene.archive.items().collect();
    let found: Vec<_> = items.into_par_iter().map(|item| (item, hazard::scan(item.text()))).collect();
    for (item, hazards) in found.iter().filter(|(_, hazards)| !hazards.is_empty()) {
        let lines = LineIndex::new(item.text());
        for hazard in hazards {
            let Some(range) = hazard.ranges.first() else { continue };
            let what = match hazard.concern {
                Concern::Secret => "this looks like a secret",
                Concern::Hidden => "hidden text, or words that order an agent about",
            };
            let place = Place::new(item.text_path().as_str(), item.text(), &lines, range.clone());
            sink.at(place, format!("{what}: {}", hazard.kind));
        }
    }
}
