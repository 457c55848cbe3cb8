use super::*;
use crate::path::RepoPath;
use crate::vault::{File, Layout};

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn vault(notes: &[(&str, &str)]) -> Vault {
    let layout = Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") };
    let file = |(name, text): &(&str, &str)| File { path: path(name), bytes: Some(text.as_bytes().to_vec()) };
    Vault::build(layout, notes.iter().map(file).collect(), Vec::new())
}

/// The changed claims as `+path:line words` and `-path:line words`.
fn changed(base: &[(&str, &str)], head: &[(&str, &str)]) -> Vec<String> {
    changed_claims(&vault(base), &vault(head))
        .into_iter()
        .map(|changed| {
            let sign = if changed.removed { '-' } else { '+' };
            format!("{sign}{}:{} {}", changed.claim.path, changed.claim.line, changed.claim.text)
        })
        .collect()
}

const CITED: &str = "# A\n\nIt takes 7 days.[^1]\n\n[^1]: [call](../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L1)\n    \"7 days\"\n";

#[test]
fn an_edit_is_a_new_claim_and_a_removed_one() {
    let base = [("knowledge/a.md", "# A\n\nIt takes 7 days. It is free.\n")];
    let head = [("knowledge/a.md", "# A\n\nIt takes 8 days. It is free.\n")];
    assert_eq!(
        changed(&base, &head),
        ["+knowledge/a.md:3 It takes 8 days.", "-knowledge/a.md:3 It takes 7 days."]
    );
    assert_eq!(changed(&base, &base), [""; 0]);
}

#[test]
fn what_moves_is_not_changed_and_what_is_copied_is_new() {
    let base = [("knowledge/a.md", "# A\n\nIt takes 7 days.\n")];
    assert_eq!(changed(&base, &[("knowledge/b.md", "\n\n# A\n\nIt takes 7 days.\n")]), [""; 0]);
    let both = [("knowledge/a.md", base[0].1), ("knowledge/b.md", base[0].1)];
    assert_eq!(changed(&base, &both).len(), 1);
    assert_eq!(changed(&both, &base).len(), 1);
}

#[test]
fn other_lines_other_words_other_headings_need_a_verdict() {
    let base = [("knowledge/a.md", CITED)];
    for (from, to) in [("#L1", "#L2"), ("\"7 days\"", "\"seven days\""), ("3f9a2c", "3f9a2d"), ("# A", "# B")]
    {
        let text = CITED.replace(from, to);
        let found = changed(&base, &[("knowledge/a.md", &text)]);
        assert_eq!(found, ["+knowledge/a.md:3 It takes 7 days."], "{from} to {to}");
    }
    // Deeper by a folder, the same evidence is written with another path.
    let moved = CITED.replace("../evidence", "../../evidence");
    assert_eq!(changed(&base, &[("knowledge/deep/a.md", &moved)]), [""; 0]);
}
