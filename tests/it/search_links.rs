//! `kb search` and links: the notes that the best results are linked with come after them, as far as the caller sees them.

use super::TestRepo;

fn brought(repo: &TestRepo, arguments: &[&str]) -> Vec<String> {
    let mut command = repo.kb_command();
    command.args([&["search", "zebrafish husbandry", "--format", "json"], arguments].concat());
    let report = repo.run(&mut command, b"").code(0).json();
    let results = report["results"].as_array().expect("results").clone();
    let by_link = results.iter().filter(|result| result["via"] == "link");
    by_link.map(|result| result["path"].as_str().expect("a path").to_owned()).collect()
}

#[test]
fn linked_notes_come_along_in_both_directions_and_hidden_ones_do_not() {
    // Each says something else: what another note says in the same words is not given twice.
    let fact = |tank: u32| format!("Tank {tank} holds 40 litres since 2026-01-02.");
    let repo = TestRepo::new()
        .file("kb.toml", "[search]\nembedding = \"none\"\n")
        .file(
            "knowledge/zebrafish.md",
            "# Zebrafish husbandry\n\nSee [[Salt Levels]], [p](sub/pumps.md), [[secret]].\n",
        )
        .file("knowledge/sub/salt levels.md", format!("# Salt\n\n{}\n", fact(12)))
        .file("knowledge/sub/pumps.md", format!("# Pumps\n\n{}\n", fact(13)))
        .file("knowledge/back.md", format!("# Back\n\n{} It is for [[zebrafish]].\n", fact(14)))
        .file("knowledge/secret.md", format!("---\nlabels: [board]\n---\n# Secret\n\n{}\n", fact(15)))
        .file("knowledge/apart.md", format!("# Apart\n\n{}\n", fact(16)))
        .commit("notes");
    let seen = brought(&repo, &[]);
    for note in ["sub/salt levels.md", "sub/pumps.md", "secret.md", "back.md"] {
        assert!(seen.contains(&format!("knowledge/{note}")), "{note}: {seen:?}");
    }
    assert!(!seen.contains(&"knowledge/apart.md".to_owned()), "{seen:?}");
    let others = brought(&repo, &["--label", "public"]);
    assert!(!others.contains(&"knowledge/secret.md".to_owned()), "{others:?}");
    assert_eq!(others.len(), seen.len() - 1, "{others:?}");
}

#[test]
fn who_links_a_note_by_its_alias_or_title_comes_along() {
    let fact = |tank: u32| format!("Tank {tank} holds 40 litres since 2026-01-02.");
    let repo = TestRepo::new()
        .file("kb.toml", "[search]\nembedding = \"none\"\n")
        .file(
            "knowledge/z.md",
            "---\ntitle: Danio care\naliases: [Striped Fish]\n---\n# Zebrafish husbandry\n\nKeep them warm.\n",
        )
        .file("knowledge/by-alias.md", format!("# By\n\n{} It is for [[striped fish|them]].\n", fact(12)))
        .file("knowledge/by-title.md", format!("# With\n\n{} It is for [[Danio care]].\n", fact(13)))
        .file("knowledge/other.md", format!("# Other\n\n{} It is for [[striped horse]].\n", fact(14)))
        .commit("notes");
    let mut seen = brought(&repo, &[]);
    seen.sort();
    assert_eq!(seen, ["knowledge/by-alias.md", "knowledge/by-title.md"]);
}
