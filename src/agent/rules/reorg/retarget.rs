//! Links to a retired note, turned to the one that holds instead. Entry pages keep listing both, and what the two notes say of
//! each other stays.

use crate::note::{Link, LinkKind, Note, encode_destination, is_deprecated};
use crate::path::RepoPath;
use crate::vault::Resolution;

use super::super::desk::{Desk, may_write};
use super::super::splice::Splices;
use super::links;
use super::retire::wiki_name;

/// Turns every link that leads to the note at `gone` to the one at `kept`, which links back.
pub(super) fn retarget(desk: &mut Desk<'_>, gone: &RepoPath, kept: &RepoPath) -> Result<(), String> {
    let vault = desk.vault();
    let leads = |note: &Note, link: &Link| {
        !link.in_footnote
            && link.span.start >= note.front.end
            && matches!(vault.resolve(note, link), Resolution::Note { path, .. } if path == *gone)
    };
    let is_other = |note: &&Note| {
        note.path != *gone
            && note.path != *kept
            && !note.is_index()
            && may_write(note)
            && !is_deprecated(note)
    };
    let linking: Vec<Note> = desk
        .notes()
        .filter(is_other)
        .filter(|note| note.links.iter().any(|link| leads(note, link)))
        .cloned()
        .collect();
    let name = wiki_name(desk, kept);
    let slugs: Vec<(String, String)> = desk
        .note(kept)
        .map(|note| note.headings.iter().map(|one| (one.slug.clone(), one.text.clone())).collect())
        .unwrap_or_default();
    for note in linking {
        let mut splices = Splices::default();
        let way = encode_destination(&note.path.relative_to(kept));
        for link in note.links.iter().filter(|link| leads(&note, link)) {
            if link.target_span.start < link.span.start || link.target_span.end > link.span.end {
                return Err(format!("a link of `{}` gets its address from elsewhere in the note", note.path));
            }
            let raw = &note.text[link.target_span.clone()];
            let start = link.target_span.start;
            let path_end = start + raw.find('#').unwrap_or(raw.len());
            let has_it = link.fragment.as_deref().is_none_or(|fragment| {
                slugs.iter().any(|(slug, text)| slug == fragment || text.eq_ignore_ascii_case(fragment))
            });
            let end = if has_it { path_end } else { link.target_span.end };
            let target = match link.kind {
                LinkKind::Wiki | LinkKind::Embed => name.clone(),
                LinkKind::Markdown | LinkKind::Image => way.clone(),
            };
            splices.replace(start..end, target);
        }
        desk.put(note.path.clone(), splices.apply(&note.text));
        // Where not everybody may see the one that links, the link stays one-way.
        let _ = links::link(desk, kept, &note.path);
    }
    Ok(())
}
