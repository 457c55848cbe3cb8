//! Embeds that include the note that they stand in.

use std::collections::{HashMap, HashSet};

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::note::{LinkKind, Note};
use crate::vault::Found;

pub(super) static RULE: Rule = Rule {
    name: "circular-embed",
    summary: "an embed that, by itself or by others, includes the note it stands in",
    base: Level::Info,
    plain: Level::Info,
    document: include_str!("circular_embed.md"),
    run: Run::Vault(run),
};

/// One embed: where it stands, as the index of the link, and which note it includes.
struct Embed {
    link: usize,
    target: u32,
}

fn run(index: &Index<'_>, sink: &mut Sink) {
    let mut embeds: HashMap<u32, Vec<Embed>> = HashMap::new();
    for (file, path, entry) in index.catalogue.notes() {
        for (at, link) in entry.links().enumerate().filter(|(_, link)| link.kind == LinkKind::Embed) {
            let Found::Note { file: target, fragment_found: true } = index.catalogue.find(path, link) else {
                continue;
            };
            // A section includes only what stands in it. Of another note's sections nothing is known here.
            if link.fragment.is_none() || (target == file && is_inside(index, file, at)) {
                embeds.entry(file).or_default().push(Embed { link: at, target });
            }
        }
    }
    let circles = circles(&embeds);
    let mut files: Vec<u32> = circles.keys().copied().collect();
    files.sort_unstable();
    for file in files {
        let Some(note) = index.note(file) else { continue };
        let closing =
            embeds[&file].iter().filter(|embed| circles.get(&embed.target) == Some(&circles[&file]));
        for embed in closing {
            let Some(link) = note.links.get(embed.link) else { continue };
            let message = if embed.target == file {
                "this embed includes the text that it stands in".to_owned()
            } else {
                format!("`{}` includes this note in turn", index.catalogue.path(embed.target))
            };
            let finding = sink.note(&note, link.span.clone(), message);
            finding.help = Some("readers stop at the first repetition; link to it instead".to_owned());
        }
    }
}

/// Whether the embed that is the link `at` of the note `file` stands in the section that it names.
fn is_inside(index: &Index<'_>, file: u32, at: usize) -> bool {
    let Some(note) = index.note(file) else { return false };
    let Some(link) = note.links.get(at) else { return false };
    let Some(fragment) = link.fragment.as_deref().filter(|text| !text.starts_with('^')) else { return false };
    let wanted = crate::note::slug(fragment.rsplit('#').next().unwrap_or(fragment));
    let Some(first) = note.headings.iter().position(|heading| crate::note::slug(&heading.text) == wanted)
    else {
        return false;
    };
    link.span.start >= note.headings[first].span.end && link.span.start < section_end(&note, first)
}

fn section_end(note: &Note, heading: usize) -> usize {
    let level = note.headings[heading].level;
    let next = note.headings[heading + 1..].iter().find(|next| next.level <= level);
    next.map_or(note.text.len(), |next| next.span.start)
}

/// The notes that embed themselves, by others or not, each with a number that those of one circle share
/// (Kosaraju's strongly connected components, without recursion).
fn circles(embeds: &HashMap<u32, Vec<Embed>>) -> HashMap<u32, u32> {
    let mut files: Vec<u32> = embeds.keys().copied().collect();
    files.sort_unstable();
    let mut back: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut order = Vec::new();
    let mut seen: HashSet<u32> = HashSet::new();
    for &file in &files {
        for embed in &embeds[&file] {
            back.entry(embed.target).or_default().push(file);
        }
        let mut stack = vec![(file, 0)];
        while let Some((at, next)) = stack.pop() {
            if next == 0 && !seen.insert(at) {
                continue;
            }
            match embeds.get(&at).and_then(|own| own.get(next)) {
                Some(embed) => {
                    stack.push((at, next + 1));
                    if !seen.contains(&embed.target) {
                        stack.push((embed.target, 0));
                    }
                }
                None => order.push(at),
            }
        }
    }
    let mut circles: HashMap<u32, u32> = HashMap::new();
    let mut members: HashMap<u32, usize> = HashMap::new();
    for &root in order.iter().rev() {
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            if circles.contains_key(&at) {
                continue;
            }
            circles.insert(at, root);
            *members.entry(root).or_default() += 1;
            stack.extend(back.get(&at).into_iter().flatten().filter(|&one| !circles.contains_key(one)));
        }
    }
    let itself = |file: u32| embeds.get(&file).is_some_and(|own| own.iter().any(|one| one.target == file));
    circles.retain(|&file, circle| embeds.contains_key(&file) && (members[circle] > 1 || itself(file)));
    circles
}
