//! The rules, one file each. Each stands beside the Markdown file that documents and tests it.

mod ambiguous_link;
mod ambiguous_value;
mod bad_suppression;
mod broken_citation;
mod broken_link;
mod broken_supersession;
mod circular_embed;
mod conflict_marker;
mod contact_data;
mod duplicate_definition;
mod duplicate_name;
mod evidence_broken;
mod evidence_changed;
mod expired_note;
mod file_too_large;
mod front_matter;
mod front_matter_schema;
mod generated_evidence;
mod hazardous_evidence;
mod hidden_text;
mod instruction_to_agents;
mod lfs_pointer;
mod malformed_link;
mod missing_index_entry;
mod missing_label;
mod missing_successor;
mod near_duplicate;
mod not_utf8;
mod nul_byte;
mod one_way_link;
mod orphan_note;
mod oversize_note;
mod path_not_utf8;
mod personal_data;
mod quote_mismatch;
pub(super) mod reported;
mod secret;
mod self_asserted_trust;
mod split_table_link;
mod stale_note;
mod stale_summary;
mod symlink_outside;
mod trust_upgrade;
mod uncited_claim;
mod undersize_note;
mod unportable_name;
mod unreadable;
pub(super) mod unused_suppression;
mod weak_citation;

use crate::check::Rule;

/// All rules, ordered by name.
pub static ALL: &[&Rule] = &[
    &ambiguous_link::RULE,
    &ambiguous_value::RULE,
    &bad_suppression::RULE,
    &broken_citation::RULE,
    &broken_link::RULE,
    &broken_supersession::RULE,
    &circular_embed::RULE,
    &conflict_marker::RULE,
    &contact_data::RULE,
    &duplicate_definition::RULE,
    &duplicate_name::RULE,
    &evidence_broken::RULE,
    &evidence_changed::RULE,
    &expired_note::RULE,
    &file_too_large::RULE,
    &front_matter::RULE,
    &front_matter_schema::RULE,
    &generated_evidence::RULE,
    &hazardous_evidence::RULE,
    &hidden_text::RULE,
    &instruction_to_agents::RULE,
    &lfs_pointer::RULE,
    &malformed_link::RULE,
    &missing_index_entry::RULE,
    &missing_label::RULE,
    &missing_successor::RULE,
    &near_duplicate::RULE,
    &not_utf8::RULE,
    &nul_byte::RULE,
    &one_way_link::RULE,
    &orphan_note::RULE,
    &oversize_note::RULE,
    &path_not_utf8::RULE,
    &personal_data::RULE,
    &quote_mismatch::RULE,
    &secret::RULE,
    &self_asserted_trust::RULE,
    &split_table_link::RULE,
    &stale_note::RULE,
    &stale_summary::RULE,
    &symlink_outside::RULE,
    &trust_upgrade::RULE,
    &uncited_claim::RULE,
    &undersize_note::RULE,
    &unportable_name::RULE,
    &unreadable::RULE,
    &unused_suppression::RULE,
    &weak_citation::RULE,
];

/// The name of the rule under which the checks report comments that allow nothing.
pub(super) const UNUSED_SUPPRESSION: &str = "unused-suppression";

/// The rule named `name`.
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}

#[cfg(test)]
mod tests;
