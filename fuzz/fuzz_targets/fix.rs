//! Any note is mended: nothing new is found afterwards, and mending again changes nothing.

#![no_main]

use kb::check::{Mending, Scene, Setting, check_in, mend};
use kb::config::Config;
use kb::path::RepoPath;
use kb::vault::{File, Layout, Vault};
use libfuzzer_sys::fuzz_target;

fn scene<'a>(vault: &'a Vault, config: &'a Config) -> Scene<'a> {
    Scene { archive: vault.archive(), config, setting: Setting::Base, today: None }
}

fuzz_target!(|input: (bool, &str)| {
    let (is_unsafe, text) = input;
    let path = |text: &str| RepoPath::new(text).expect("a path");
    let file = |name: &str, text: &str| File { path: path(name), bytes: Some(text.as_bytes().to_vec()) };
    let layout = Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") };
    let files = vec![
        file("knowledge/a.md", text),
        file("knowledge/index.md", "# All\n\n* [B](sub/refund-policy.md)\n"),
        file(
            "knowledge/sub/refund-policy.md",
            "---\ntype: Note\ntitle: T\n---\n# One\n\n## Two\n\ntext ^id\n",
        ),
    ];
    let vault = Vault::build(layout, files, Vec::new());
    let config = Config::default();
    let mending = Mending { is_unsafe, ..Mending::default() };
    let mended = mend(&vault, scene(&vault, &config), &mending);
    let Some(after) = mended.vault else { return };
    let count = |vault: &Vault| check_in(vault, scene(vault, &config)).findings.len();
    assert!(count(&after) < count(&vault), "what was mended is gone, and nothing came for it");
    assert!(
        mend(&after, scene(&after, &config), &mending).changes.is_empty(),
        "mending twice is mending once"
    );
});
