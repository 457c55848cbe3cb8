//! Summaries of some folders: those that are current, and some from which the notes have drifted away.

use std::collections::BTreeMap;

use kb::note::Note;
use kb::path::RepoPath;
use kb::summary::{ABSTRACT, Card, Extract, Library, OVERVIEW, plan};

use super::truth::Place;
use super::world::World;

/// Adds summaries for some folders to `files`; where `has_drift`, what half of them say is no longer what the notes say.
pub fn add(world: &mut World, files: &mut Vec<(String, Vec<u8>)>, has_drift: bool) {
    let mut folders: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, page) in world.pages.iter().enumerate() {
        folders.entry(page.folder.clone()).or_default().push(at);
    }
    let usual: Vec<String> = folders
        .iter()
        .filter(|(_, pages)| (6..=20).contains(&pages.len()))
        .map(|(folder, _)| folder.clone())
        .collect();
    let wanted = (usual.len() / 8).clamp(4, 60);
    let usual = world.chance.shuffled(usual);
    for (number, folder) in usual.iter().take(wanted).enumerate() {
        let path = format!("knowledge/{folder}");
        let inside = files.iter().filter(|(file, _)| file.starts_with(&format!("{path}/")));
        let cards =
            inside.filter_map(|(file, bytes)| Some(Card::of(&Note::parse(RepoPath::new(file).ok()?, bytes))));
        let top = RepoPath::new(&path).expect("a path");
        let library = Library::new(Some(&top), cards.collect());
        let Some(planned) = plan(&library, &Extract).remove(&path) else { continue };
        files.push((format!("{path}/{ABSTRACT}"), planned.abstract_file.bytes()));
        files.push((format!("{path}/{OVERVIEW}"), planned.overview_file.bytes()));
        if has_drift && number.is_multiple_of(2) {
            drift(world, files, folders[folder][0]);
            let place = Place { path, claim: None };
            world.fault("drifted-summary", "a description changed", vec![place]);
        }
    }
}

/// Changes what the note `page` says of itself.
fn drift(world: &mut World, files: &mut [(String, Vec<u8>)], page: usize) {
    let path = world.pages[page].path();
    let Some((_, bytes)) = files.iter_mut().find(|(file, _)| *file == path) else { return };
    let text = String::from_utf8_lossy(bytes).replacen("description: \"", "description: \"2026: ", 1);
    *bytes = text.into_bytes();
}
