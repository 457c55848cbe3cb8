//! The rules, one file each. Each stands beside the Markdown file that documents and tests it.

mod ambiguous_link;
mod broken_citation;
mod broken_link;
mod circular_embed;
mod conflict_marker;
mod contact_data;
mod duplicate_definition;
mod evidence_broken;
mod evidence_changed;
mod file_too_large;
mod front_matter;
mod hazardous_evidence;
mod hidden_text;
mod instruction_to_agents;
mod lfs_pointer;
mod malformed_link;
mod missing_index_entry;
mod missing_label;
mod not_utf8;
mod nul_byte;
mod path_not_utf8;
mod personal_data;
mod quote_mismatch;
pub(super) mod reported;
mod secret;
mod self_asserted_trust;
mod split_table_link;
mod symlink_outside;
mod uncited_claim;
mod unportable_name;
mod unreadable;

use crate::check::Rule;

/// All rules, ordered by name.
pub static ALL: &[&Rule] = &[
    &ambiguous_link::RULE,
    &broken_citation::RULE,
    &broken_link::RULE,
    &circular_embed::RULE,
    &conflict_marker::RULE,
    &contact_data::RULE,
    &duplicate_definition::RULE,
    &evidence_broken::RULE,
    &evidence_changed::RULE,
    &file_too_large::RULE,
    &front_matter::RULE,
    &hazardous_evidence::RULE,
    &hidden_text::RULE,
    &instruction_to_agents::RULE,
    &lfs_pointer::RULE,
    &malformed_link::RULE,
    &missing_index_entry::RULE,
    &missing_label::RULE,
    &not_utf8::RULE,
    &nul_byte::RULE,
    &path_not_utf8::RULE,
    &personal_data::RULE,
    &quote_mismatch::RULE,
    &secret::RULE,
    &self_asserted_trust::RULE,
    &split_table_link::RULE,
    &symlink_outside::RULE,
    &uncited_claim::RULE,
    &unportable_name::RULE,
    &unreadable::RULE,
];

/// The rule named `name`.
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}

#[cfg(test)]
mod tests;
