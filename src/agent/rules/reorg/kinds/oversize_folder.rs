//! A folder of more notes than can be looked over: those that share a topic go into a folder below, with every link
//! rewritten, and the entry pages say so.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::edit::rename::{Move, RenameError, rename_all};
use crate::edit::slug;
use crate::note::{Link, Note, encode_destination};
use crate::path::RepoPath;
use crate::plan::Fault;
use crate::vault::{Resolution, Vault};

use super::super::super::desk::{Desk, may_write};
use super::super::super::escape::{inline, yaml};
use super::super::super::index_page::with_entry;
use super::super::super::new_note::access_keys;
use super::super::super::splice::Splices;
use super::super::super::token::lower_words;
use super::super::scene::Scene;
use super::super::step::{Done, Step, first};

/// The fewest notes that make a folder of their own.
const LEAST: usize = 4;

/// Words that name no topic.
const EMPTY: &[&str] = &[
    "the", "a", "an", "of", "for", "and", "or", "to", "in", "on", "with", "how", "what", "when", "new",
    "old", "note", "notes", "policy", "guide", "overview", "general", "from",
];

/// Divides the folder by topic.
pub(super) fn divide(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let folder = first(fault)?;
    let most = scene.task.config.reorg.max_folder_notes;
    let notes: Vec<&Note> =
        desk.notes().filter(|note| note.path.parent().as_ref() == Some(folder) && !is_page(note)).collect();
    if notes.len() <= most {
        return Err(format!("it holds {} notes, which are not too many any more", notes.len()));
    }
    let groups = groups(folder, &notes, most);
    let moved: usize = groups.iter().map(|(_, group)| group.len()).sum();
    if notes.len() - moved > most {
        return Err("its notes share no topics by which it could be divided".to_owned());
    }
    let mut wanted = Vec::new();
    let mut below: Vec<(String, RepoPath, Vec<RepoPath>)> = Vec::new();
    for (topic, group) in groups {
        let place = folder.join(&slug(&topic)).map_err(|error| error.to_string())?;
        if desk.vault().has_folder(&place) || desk.vault().has_file(&place) {
            return Err(format!("`{place}` is there already"));
        }
        let mut there = Vec::new();
        for old in group {
            let new = place.join(old.file_name()).map_err(|error| error.to_string())?;
            wanted.push(Move { old, new: new.clone() });
            there.push(new);
        }
        below.push((topic, place, there));
    }
    let head = desk.head();
    let plan = rename_all(&head, &wanted, false).map_err(|error| error.to_string())?;
    let read = |path: &RepoPath| {
        let note = head.note(path.as_str()).filter(|note| may_write(note));
        note.map(|note| note.text.clone().into_bytes()).ok_or_else(|| RenameError::NotWhole(path.clone()))
    };
    let changes = plan.changes(read).map_err(|error| error.to_string())?;
    desk.apply(&changes);
    for (topic, place, there) in &below {
        list(desk, folder, topic, place, there)?;
    }
    let told: Vec<String> =
        below.iter().map(|(_, place, there)| format!("`{place}` takes {} notes", there.len())).collect();
    Ok(Done::changed(format!("`{folder}` is divided by topic: {}", told.join(", "))))
}

fn is_page(note: &Note) -> bool {
    matches!(note.path.file_name(), "README.md" | "readme.md" | "log.md")
}

/// The notes that go, by topic: what their files' names begin with, a tag, a word of their titles. The largest groups that
/// are no larger than a folder may be come first.
fn groups(folder: &RepoPath, notes: &[&Note], most: usize) -> Vec<(String, Vec<RepoPath>)> {
    let own: BTreeSet<String> =
        lower_words(&folder.as_str().replace(['/', '-', '_'], " ")).into_iter().collect();
    let mut topics: BTreeMap<(usize, String), BTreeSet<RepoPath>> = BTreeMap::new();
    for note in notes {
        let mut add = |rank: usize, topic: &str| {
            let topic = topic.trim().to_lowercase();
            let is_plain = topic.chars().count() > 2
                && !topic.bytes().all(|b| b.is_ascii_digit())
                && !EMPTY.contains(&topic.as_str())
                && !own.contains(&topic)
                && !slug(&topic).is_empty();
            if is_plain {
                topics.entry((rank, topic)).or_default().insert(note.path.clone());
            }
        };
        if let Some((start, _)) = note.path.file_stem().split_once(['-', '_']) {
            add(0, start);
        }
        note.tags().iter().for_each(|tag| add(1, tag));
        lower_words(note.title()).iter().for_each(|word| add(2, word));
    }
    let mut left: BTreeSet<RepoPath> = notes.iter().map(|note| note.path.clone()).collect();
    let mut groups: Vec<(String, Vec<RepoPath>)> = Vec::new();
    while left.len() > most {
        let sized = topics.iter().filter_map(|((rank, topic), paths)| {
            let group: Vec<RepoPath> = paths.intersection(&left).cloned().collect();
            let is_new = !groups.iter().any(|(other, _)| slug(other) == slug(topic));
            let fits = (LEAST.min(most)..=most).contains(&group.len()) && group.len() < notes.len() && is_new;
            fits.then(|| (group.len(), std::cmp::Reverse(*rank), std::cmp::Reverse(topic.clone()), group))
        });
        let Some((.., topic, group)) = sized.max() else { break };
        group.iter().for_each(|path| _ = left.remove(path));
        groups.push((topic.0, group));
    }
    groups
}

/// Moves the lines of the entry page above for the notes at `there` to a page of their own, which it lists instead.
fn list(
    desk: &mut Desk<'_>,
    folder: &RepoPath,
    topic: &str,
    place: &RepoPath,
    there: &[RepoPath],
) -> Result<(), String> {
    let above = folder.join("index.md").map_err(|error| error.to_string())?;
    let Some(page) = desk.note(&above).filter(|page| may_write(page)).cloned() else { return Ok(()) };
    let mut access = there.iter().filter_map(|path| desk.note(path)).map(Note::access);
    let first = access.next().unwrap_or_default();
    if access.any(|other| other != first) || page.access() != first {
        return Ok(());
    }
    let own = place.join("index.md").map_err(|error| error.to_string())?;
    let title = capital(&topic.replace(['-', '_'], " "));
    let mut listed = format!(
        "---\ntype: Index\ntitle: {}\n{}---\n# {}\n\n",
        yaml(&title),
        access_keys(&first),
        inline(&title)
    );
    let head = desk.head();
    let mut splices = Splices::default();
    for path in there {
        let Some(note) = desk.note(path) else { continue };
        // What the line says of the note goes with it.
        let mut said =
            note.front.text("description").map(|text| format!(" - {}", inline(text))).unwrap_or_default();
        if let Some((line, rest)) = entry(&head, &page, path) {
            splices.replace(line, "");
            said = rest;
        }
        let way = encode_destination(&own.relative_to(path));
        listed.push_str(&format!("* [{}]({way}){said}\n", inline(note.title())));
    }
    let rest = Note::parse(above.clone(), splices.apply(&page.text).as_bytes());
    let text = with_entry(&rest, &own, &title, Some(&format!("Notes about {title}.")));
    desk.put(above, text);
    desk.put(own, listed);
    Ok(())
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

/// The line of an entry page that lists the note at `path` and nothing else, and what it says behind the link.
fn entry(head: &Vault, page: &Note, path: &RepoPath) -> Option<(Range<usize>, String)> {
    let leads =
        |link: &&Link| matches!(head.resolve(page, link), Resolution::Note { path: to, .. } if to == *path);
    let link = page.links.iter().find(leads)?;
    let text = &page.text;
    let start = text[..link.span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[link.span.end..].find('\n').map_or(text.len(), |at| link.span.end + at + 1);
    let is_entry = ["* ", "- ", "+ "].iter().any(|mark| text[start..end].starts_with(mark));
    let on_line = |other: &&Link| start <= other.span.start && other.span.end <= end;
    let alone = page.links.iter().filter(on_line).count() == 1;
    (is_entry && alone).then(|| (start..end, text[link.span.end..end].trim_end().to_owned()))
}
