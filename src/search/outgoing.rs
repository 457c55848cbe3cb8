//! Where a note's links lead, as they are written, and how much each counts. It resolves nothing.

use std::collections::BTreeMap;

use serde_json::Value;

use super::chunk::Outgoing;
use crate::note::{LinkKind, Note};

/// The most links of a note that are kept; an entry page of a thousand links is nobody's neighbour.
const MOST: usize = 100;

/// The links of `note` to other notes, each target once: typed relations with their weight first.
pub(super) fn outgoing(note: &Note) -> Vec<Outgoing> {
    let weights = relations(note);
    let mut links: Vec<Outgoing> = Vec::new();
    for link in &note.links {
        let leads_on = !link.is_external() && !link.in_footnote && !link.target.is_empty();
        let by_name = matches!(link.kind, LinkKind::Wiki | LinkKind::Embed);
        if !leads_on || link.kind == LinkKind::Image || links.iter().any(|known| known.target == link.target)
        {
            continue;
        }
        let weight = weights.get(link.target.as_str()).copied().unwrap_or(1.0);
        links.push(Outgoing { target: link.target.clone(), by_name, weight });
        if links.len() == MOST {
            break;
        }
    }
    links
}

/// The targets of the typed relations in the front matter with their weights.
fn relations(note: &Note) -> BTreeMap<&str, f32> {
    let Some(Value::Array(items)) = note.front.get("relations").map(|field| &field.value) else {
        return BTreeMap::new();
    };
    let weighed = items.iter().filter_map(|item| {
        let to = item.get("to")?.as_str()?.trim().trim_start_matches("[[").trim_end_matches("]]");
        let target = to.split(['|', '#']).next()?.trim();
        let weight = item.get("weight")?.as_f64().filter(|weight| (0.0..=1.0).contains(weight))?;
        Some((target, weight as f32))
    });
    weighed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::RepoPath;

    #[test]
    fn every_note_is_named_once_and_relations_bring_their_weight() {
        let text = "---\ntype: Note\nrelations:\n  - {type: refines, to: \"[[base]]\", weight: 0.5}\n---\n\
                    [[a|x]], [[a]], [b](../b.md#c), ![p](p.png), https://example.org [[#here]]\n";
        let path = RepoPath::new("knowledge/x.md").expect("a path");
        let links = outgoing(&Note::parse(path, text.as_bytes()));
        let seen: Vec<(&str, bool, f32)> =
            links.iter().map(|link| (link.target.as_str(), link.by_name, link.weight)).collect();
        assert_eq!(seen, [("base", true, 0.5), ("a", true, 1.0), ("../b.md", false, 1.0)]);
    }
}
