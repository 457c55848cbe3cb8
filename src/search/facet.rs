//! Facets: what a document can be chosen by beside its words, as the index looks it up.
//!
//! The facets of a note come from that note alone, so that a change of one note changes the documents of that note only.
//! What a link leads to is therefore kept as it is written, by the last part of its target, and found when it is asked for.

use super::language::Languages;
use super::units::evidence_of;
use crate::note::Note;
use crate::vault::fold_name;

/// The facet of the pieces whose prefix no model was asked for yet.
pub const PENDING_PREFIX: &str = "prefix:pending";

/// The facet of the pieces for which what a model wrote cannot be used.
pub const REFUSED_PREFIX: &str = "prefix:refused";

/// The facets of every document of `note`, which may be in `languages`.
pub(super) fn facets(note: &Note, languages: Languages) -> Vec<String> {
    let mut facets = Vec::new();
    facets.extend(note.front.text("type").map(of_type));
    facets.extend(note.tags().iter().flat_map(|tag| upward(tag).map(of_tag)));
    facets.extend(note.access().labels.iter().map(|label| of_label(&label.0)));
    facets.extend(languages.iter().map(|language| of_language(language.code())));
    facets.extend(upward(note.path.as_str()).map(of_folder));
    facets.push(of_name(note.path.file_stem()));
    facets.extend(note.front.texts("aliases").into_iter().map(of_name));
    facets.extend(note.front.text("title").map(of_name));
    let inside = note.links.iter().filter(|link| !link.is_external() && !link.in_footnote);
    facets.extend(inside.filter(|link| !link.target.is_empty()).map(|link| of_link(&link.target)));
    let cited = note.citations().iter().filter_map(|citation| evidence_of(&citation.target));
    facets.extend(cited.map(|id| of_citation(&id)));
    facets.sort();
    facets.dedup();
    facets
}

/// The facet of the notes whose `type` is `kind`, case aside.
pub fn of_type(kind: &str) -> String {
    format!("type:{}", fold_name(kind.trim()))
}

/// The facet of the notes that have `tag` or a tag below it, case aside; the sign `#` before it is left out.
pub fn of_tag(tag: &str) -> String {
    format!("tag:{}", fold_name(tag.trim().trim_start_matches('#')))
}

/// The facet of the notes that may be in the language with the code `code`, such as `hu`.
pub fn of_language(code: &str) -> String {
    format!("lang:{code}")
}

/// The facet of the notes that demand `label`.
pub fn of_label(label: &str) -> String {
    format!("label:{label}")
}

/// The facet of the notes that lie at `path` or below it.
pub fn of_folder(path: &str) -> String {
    format!("in:{path}")
}

/// The facet of the notes that a wiki-link may call `name`: by file, alias or title.
pub fn of_name(name: &str) -> String {
    format!("name:{}", fold_name(name.trim()))
}

/// The facet of the notes that cite the evidence `id`.
pub fn of_citation(id: &str) -> String {
    format!("cites:{id}")
}

/// The facet of the notes that hold a link whose target ends as `target` does; the ending `.md` is left out.
pub fn of_link(target: &str) -> String {
    let target = target.trim_end_matches('/');
    let last = target.rsplit('/').next().unwrap_or(target);
    let folded = fold_name(last.trim());
    format!("to:{}", folded.strip_suffix(".md").unwrap_or(&folded))
}

/// `path` and every path above it.
fn upward(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(above, _)| above))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::RepoPath;

    #[test]
    fn a_note_is_found_by_what_it_says_of_itself_and_by_where_it_lies() {
        let text = "---\ntype: Policy\ntags: [Money/Back]\nlabels: [public]\naliases: [Money back]\n---\n\
                    See [[folder/Order Status|x]], [a](../b/c.md#d), [w](https://example.org/x).\n";
        let path = RepoPath::new("knowledge/billing/refund.md").expect("a path");
        let facets = facets(&Note::parse(path, text.as_bytes()), Languages::NONE);
        for wanted in [
            "type:policy",
            "tag:money",
            "tag:money/back",
            "label:public",
            "in:knowledge",
            "in:knowledge/billing",
            "in:knowledge/billing/refund.md",
            "name:refund",
            "name:money back",
            "to:order status",
            "to:c",
        ] {
            assert!(facets.iter().any(|facet| facet == wanted), "{wanted}: {facets:?}");
        }
        assert_eq!(facets.iter().filter(|facet| facet.starts_with("to:")).count(), 2, "{facets:?}");
    }
}
