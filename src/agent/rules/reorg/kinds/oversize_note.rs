//! A note that is too long: divided along its headings. What was under a heading stands in a note of its own, the heading
//! stays with a pointer, and links to what moved lead there.

use std::ops::Range;

use crate::note::{Heading, LinkKind, Note, encode_destination, slug as slug_of};
use crate::path::RepoPath;
use crate::plan::Fault;
use crate::vault::Resolution;

use super::super::super::desk::{Desk, may_write};
use super::super::super::escape::{inline, yaml};
use super::super::super::splice::Splices;
use super::super::body::{Footnotes, carried, labels};
use super::super::links;
use super::super::pen::{Pen, overlaps};
use super::super::retire::{is_as_open, wiki_name, writable};
use super::super::scene::Scene;
use super::super::step::{Done, Step, first};
use crate::edit::slug;

/// Keys that hold for the parts as for the whole.
const KEPT: &[&str] = &[
    "type",
    "tags",
    "labels",
    "tenant",
    "status",
    "standing",
    "version",
    "valid_from",
    "valid_until",
    "stale_after",
    "applies_to",
];

/// One stretch of the note under a heading.
struct Stretch {
    /// Which heading it is.
    heading: usize,
    /// Heading and all, with the headings below it.
    range: Range<usize>,
    /// How many words.
    words: usize,
}

/// Divides the note along its headings.
pub(super) fn divide(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let path = first(fault)?;
    let note = writable(desk, path)?.clone();
    let (most, least) = (scene.task.config.check.max_words, scene.task.config.check.min_words);
    let all = count(note.body());
    if all <= most {
        return Err(format!("it has {all} words, which is not too many any more"));
    }
    let moved = chosen(&note, all, most, least)?;
    let mut parts: Vec<(RepoPath, &Heading, Range<usize>)> = Vec::new();
    let mut pen = Pen::new(desk.vault(), &note);
    let mut fresh: Vec<(RepoPath, String)> = Vec::new();
    for stretch in &moved {
        let heading = &note.headings[stretch.heading];
        let place = free(desk, path, &heading.text, &fresh)?;
        let text = part(desk, &note, heading, &stretch.range, &place)?;
        let way = encode_destination(&path.relative_to(&place));
        let pointer = format!("See [{}]({way}).", inline(&title(&note, heading)));
        let end = note.text[..stretch.range.end].trim_end().len();
        let start = heading.span.end.min(end);
        let before = if note.text[..start].ends_with('\n') { "\n" } else { "\n\n" };
        pen.replace(start..end, format!("{before}{pointer}"));
        for label in labels(&note, &stretch.range) {
            pen.loosen(label);
        }
        parts.push((place.clone(), heading, stretch.range.clone()));
        fresh.push((place, text));
    }
    turn_within(&note, &parts, &mut pen);
    let left = pen.finish();
    desk.put(path.clone(), left);
    for (place, text) in fresh {
        desk.put(place.clone(), text);
        links::link(desk, &place, path)?;
        if links::nearest_page(desk, &place).is_some() {
            links::enter(desk, &place)?;
        }
    }
    turn(desk, &note, &parts)?;
    let told: Vec<String> = parts.iter().map(|(place, ..)| format!("`{place}`")).collect();
    Ok(Done::changed(format!("`{path}` is divided along its headings: {}", told.join(", "))))
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The title of the part under `heading`.
fn title(note: &Note, heading: &Heading) -> String {
    format!("{}: {}", note.title(), heading.text)
}

/// The stretches that go, in order: the longest that make the rest short enough.
fn chosen(note: &Note, all: usize, most: usize, least: usize) -> Result<Vec<Stretch>, String> {
    let stretches = stretches(note);
    if stretches.len() < 2 {
        return Err("it has no headings to divide it along".to_owned());
    }
    let crosses = |range: &Range<usize>| {
        // A link to a place of the same note leads elsewhere in a part.
        let own: Vec<&str> = note
            .headings
            .iter()
            .filter(|one| overlaps(&one.span, range))
            .map(|one| one.slug.as_str())
            .collect();
        note.links.iter().filter(|link| overlaps(&link.span, range) && link.target.is_empty()).any(|link| {
            let fragment = link.fragment.as_deref().unwrap_or_default();
            !own.contains(&fragment) && !own.contains(&slug_of(fragment).as_str())
        })
    };
    let mut fits: Vec<Stretch> = stretches
        .into_iter()
        .filter(|one| one.words >= least.max(1) && one.words <= most && !crosses(&one.range))
        .collect();
    fits.sort_by_key(|one| (std::cmp::Reverse(one.words), one.range.start));
    let (mut left, mut chosen) = (all, Vec::new());
    for stretch in fits {
        if left <= most {
            break;
        }
        left = left.saturating_sub(stretch.words) + 6;
        chosen.push(stretch);
    }
    if left > most {
        return Err("no division along its headings makes it short enough".to_owned());
    }
    chosen.sort_by_key(|one| one.range.start);
    Ok(chosen)
}

/// What stands under each heading of the highest level below the title that has several.
fn stretches(note: &Note) -> Vec<Stretch> {
    let below = usize::from(note.headings.first().is_some_and(|heading| heading.level == 1));
    let headings = || note.headings.iter().enumerate().skip(below);
    let level = (1..=6).find(|level| headings().filter(|(_, one)| one.level == *level).count() >= 2);
    let Some(level) = level else { return Vec::new() };
    let end_of_words = super::super::super::outline::footnotes_start(note);
    headings()
        .filter(|(_, one)| one.level == level)
        .map(|(at, heading)| {
            let next = note.headings[at + 1..].iter().find(|one| one.level <= level);
            let end = next.map_or(end_of_words.max(heading.span.end), |next| next.span.start);
            Stretch {
                heading: at,
                range: heading.span.start..end,
                words: count(&note.text[heading.span.start..end]),
            }
        })
        .filter(|stretch| note.headings[stretch.heading].text != super::super::super::outline::RELATED)
        .collect()
}

/// A place for the part under `heading` beside the note.
fn free(
    desk: &Desk<'_>,
    path: &RepoPath,
    heading: &str,
    taken: &[(RepoPath, String)],
) -> Result<RepoPath, String> {
    let name = slug(&format!("{} {heading}", path.file_stem()));
    let places = (1..100).filter_map(|number| {
        let file = if number == 1 { format!("{name}.md") } else { format!("{name}-{number}.md") };
        RepoPath::resolve(path.parent().as_ref(), &file).ok()
    });
    let is_free = |place: &RepoPath| !desk.is_taken(place) && !taken.iter().any(|(other, _)| other == place);
    places
        .into_iter()
        .find(is_free)
        .filter(|_| !name.is_empty())
        .ok_or_else(|| "there is no free place for a part".to_owned())
}

/// The text of a part: the keys that hold for the whole, the title and the heading as they were, and what stood under it.
fn part(
    desk: &Desk<'_>,
    note: &Note,
    heading: &Heading,
    range: &Range<usize>,
    place: &RepoPath,
) -> Result<String, String> {
    let mut footnotes = Footnotes::default();
    let body = carried(desk.vault(), note, range, place, "", &mut footnotes)?;
    let mut text = String::from("---\n");
    if note.front.get("type").is_none() {
        text.push_str("type: Note\n");
    }
    for field in note.front.fields.iter().filter(|field| KEPT.contains(&field.key.as_str())) {
        let written = note.text[field.key_span.start..field.value_span.end].trim_end().replace("\r\n", "\n");
        text.push_str(&format!("{written}\n"));
    }
    text.push_str(&format!("title: {}\n", yaml(&title(note, heading))));
    text.push_str(&format!(
        "description: {}\n---\n",
        yaml(&format!("Part of {}: {}", note.title(), heading.text))
    ));
    // The same headings as before: the claims are what they were.
    if let Some(top) = note.headings.first().filter(|top| top.level < heading.level) {
        text.push_str(&format!("{}\n\n", note.text[top.span.clone()].trim_end().replace("\r\n", "\n")));
    }
    text.push_str(body.trim_end());
    text.push('\n');
    if !footnotes.definitions.is_empty() {
        text.push_str(&format!("\n{}\n", footnotes.definitions.join("\n")));
    }
    Ok(if note.text.contains("\r\n") { text.replace('\n', "\r\n") } else { text })
}

/// The part that a fragment of a link to the note leads into now.
fn part_of<'p>(
    note: &Note,
    parts: &'p [(RepoPath, &Heading, Range<usize>)],
    fragment: &str,
) -> Option<&'p RepoPath> {
    let last = fragment.rsplit('#').next().unwrap_or(fragment);
    let is_in = |range: &Range<usize>| match last.strip_prefix('^') {
        Some(id) => note.text[range.clone()].lines().any(|line| line.trim_end().ends_with(&format!("^{id}"))),
        None => note
            .headings
            .iter()
            .filter(|heading| overlaps(&heading.span, range))
            .any(|heading| heading.slug == last || slug_of(last) == heading.slug || heading.text == last),
    };
    parts.iter().find(|(.., range)| is_in(range)).map(|(place, ..)| place)
}

/// Turns the links of the note to its own places that moved.
fn turn_within(note: &Note, parts: &[(RepoPath, &Heading, Range<usize>)], pen: &mut Pen<'_>) {
    let stays = |span: &Range<usize>| !parts.iter().any(|(.., range)| overlaps(span, range));
    for link in note.links.iter().filter(|link| link.target.is_empty() && stays(&link.span)) {
        let place = link.fragment.as_deref().and_then(|fragment| part_of(note, parts, fragment));
        let (Some(place), true) = (place, link.kind == LinkKind::Markdown) else { continue };
        pen.insert(link.target_span.start, encode_destination(&note.path.relative_to(place)));
    }
}

/// The bytes of links to turn, what to write there, and the part that they lead to.
type Turned = Vec<(Range<usize>, String, RepoPath)>;

/// Turns the links of other notes to places that moved; the parts link back.
fn turn(
    desk: &mut Desk<'_>,
    note: &Note,
    parts: &[(RepoPath, &Heading, Range<usize>)],
) -> Result<(), String> {
    let target = |other: &Note, link: &crate::note::Link| {
        let fragment = link.fragment.as_deref()?;
        let leads =
            matches!(desk.vault().resolve(other, link), Resolution::Note { path, .. } if path == note.path);
        if !leads || link.in_footnote || link.target.is_empty() {
            None
        } else {
            part_of(note, parts, fragment).cloned()
        }
    };
    let is_other = |other: &&Note| {
        other.path != note.path && !parts.iter().any(|(place, ..)| *place == other.path) && may_write(other)
    };
    let found: Vec<(Note, Turned)> = desk
        .notes()
        .filter(is_other)
        .filter_map(|other| {
            let edits: Turned = other
                .links
                .iter()
                .filter_map(|link| {
                    let place = target(other, link)?;
                    let raw = &other.text[link.target_span.clone()];
                    let end = link.target_span.start + raw.find('#').unwrap_or(raw.len());
                    let way = match link.kind {
                        LinkKind::Wiki | LinkKind::Embed => wiki_name(desk, &place),
                        _ => encode_destination(&other.path.relative_to(&place)),
                    };
                    Some((link.target_span.start..end, way, place))
                })
                .collect();
            (!edits.is_empty()).then(|| (other.clone(), edits))
        })
        .collect();
    for (other, edits) in found {
        let mut splices = Splices::default();
        for (range, way, _) in &edits {
            splices.replace(range.clone(), way.clone());
        }
        desk.put(other.path.clone(), splices.apply(&other.text));
        for (.., place) in edits {
            let is_open = is_as_open(&other.access(), &note.access());
            if !other.is_index() && is_open {
                links::link(desk, &place, &other.path)?;
            }
        }
    }
    Ok(())
}
