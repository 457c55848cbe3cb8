//! Knowledge bases with known faults, made of a seed and a size: notes with folders, entry pages, links and citations, the
//! evidence that they cite, and the truth about what is wrong. Pure: the same seed and size give the same bytes.
//!
//! The sentences stand in `banks/`, in three languages, and were written without looking at what kb looks for.

mod bank;
mod chance;
mod fact;
mod page;
mod plant;
mod source;
mod subject;
mod summaries;
pub mod truth;
mod value;
mod world;

use std::collections::{BTreeMap, BTreeSet};

pub use bank::Words;
pub use truth::Truth;
use world::World;

/// What base is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Where everything comes from that could be otherwise.
    pub seed: u64,
    /// About how many notes.
    pub notes: usize,
    /// Which sentences are used.
    pub words: Words,
    /// Whether faults are put in.
    pub has_faults: bool,
}

/// A base.
pub struct Base {
    /// Its files, by path.
    pub files: Vec<(String, Vec<u8>)>,
    /// What is wrong with it.
    pub truth: Truth,
}

/// The configuration of a base: rules that are off unless asked for are on.
const CONFIG: &str = "\
[layout]
knowledge = \"knowledge\"
evidence = \"evidence\"

[check.rules]
one-way-link = \"info\"
undersize-note = \"info\"
";

/// Makes the base that is wanted.
pub fn generate(wanted: &Wanted) -> Base {
    // Faults bring notes of their own, so that fewer are made without any.
    let share = if wanted.has_faults { 70 } else { 98 };
    let mut world = World::clean(wanted.seed, wanted.notes * share / 100, wanted.words);
    plant::neighbours(&mut world);
    if wanted.has_faults {
        plant::plant(&mut world);
    }
    while world.pages.len() < wanted.notes {
        let left = wanted.notes - world.pages.len();
        let bank = world.chance.below(world.banks.len());
        let Some(family) = world.family(bank) else { break };
        // A family of few would be a folder that is too small.
        world.write_family(&family, left.clamp(6, 12));
    }
    let mut files = written(&world);
    summaries::add(&mut world, &mut files, wanted.has_faults);
    let evidence = world.items.iter().flat_map(source::Item::files);
    let config = ("kb.toml".to_owned(), CONFIG.as_bytes().to_vec());
    files.extend(evidence.chain([config]));
    world.truth.notes = world.pages.len();
    files.sort();
    Base { files, truth: world.truth }
}

/// The notes and the entry pages.
fn written(world: &World) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut listed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for page in &world.pages {
        let see = &world.banks[page.bank].list("see")[0];
        files.push((page.path(), page.text(&world.items, &world.pages, see).into_bytes()));
        let lines = listed.entry(page.folder.clone()).or_default();
        if page.is_listed {
            lines.push(format!("* [{}]({}.md) - {}", page.title, page.slug, page.description));
        }
    }
    let folders: BTreeSet<String> = listed.keys().cloned().collect();
    for (folder, lines) in listed {
        files.push(entry_page(&folder, &lines));
    }
    let mut above: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in &folders {
        let (top, name) = folder.split_once('/').unwrap_or(("", folder));
        above.entry(top.to_owned()).or_default().push(format!("* [{name}]({name}/index.md)"));
    }
    let tops: Vec<String> = above.keys().map(|top| format!("* [{top}]({top}/index.md)")).collect();
    files.extend(above.iter().map(|(top, lines)| entry_page(top, lines)));
    files.push(entry_page("", &tops));
    files
}

/// The entry page of `folder` with `lines`.
fn entry_page(folder: &str, lines: &[String]) -> (String, Vec<u8>) {
    let name = folder.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("knowledge");
    let path = if folder.is_empty() {
        "knowledge/index.md".to_owned()
    } else {
        format!("knowledge/{folder}/index.md")
    };
    (path, format!("# {name}\n\n{}\n", lines.join("\n")).into_bytes())
}
