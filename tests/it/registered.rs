//! Every file of this folder is a module of the test binary; a forgotten one would never run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_file_is_registered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let main = fs::read_to_string(folder.join("main.rs")).expect("tests/it/main.rs");
    let registered: BTreeSet<String> = main
        .lines()
        .filter_map(|line| line.trim().strip_prefix("mod ")?.strip_suffix(';'))
        .map(str::to_owned)
        .collect();
    let present: BTreeSet<String> = fs::read_dir(&folder)
        .expect("tests/it")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .filter(|name| name != "main")
        .collect();
    let forgotten: Vec<_> = present.difference(&registered).collect();
    assert!(forgotten.is_empty(), "add `mod NAME;` to tests/it/main.rs for {forgotten:?}");
}
