//! Secrets and hidden text, under each policy of kb.toml.

use crate::TestRepo;

const TEXT: &str = "The fee is 5.\n\nMy card is 4000 0000 0000 0697.\n";

fn repo(secrets: &str) -> TestRepo {
    let repo = TestRepo::initialised().file("a.md", TEXT);
    let config = repo.read("kb.toml");
    let without = config.lines().filter(|line| !line.starts_with("secrets")).collect::<Vec<_>>().join("\n");
    repo.write("kb.toml", without.replace("[evidence]", &format!("[evidence]\nsecrets = \"{secrets}\"")));
    repo
}

#[test]
fn warn_says_kind_and_line() {
    let repo = repo("warn");
    repo.kb(["add", "a.md"]).code(0).says("holds `card` in line 3");
}

#[test]
fn redact_writes_no_secret_anywhere() {
    let repo = repo("redact");
    repo.kb(["add", "a.md", "--commit"]).code(0).says("1 places redacted");
    let kept: Vec<String> =
        repo.files().into_iter().filter(|path| path.starts_with("evidence/2026")).collect();
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert!(kept.iter().all(|path| !repo.read(path).contains("0697")));
    let source = kept.iter().find(|path| path.ends_with("source.md")).expect("a source");
    assert_eq!(repo.read(source), "The fee is 5.\n\nMy card is [redacted:card].\n");
    // The id is over the clean bytes: the same source is found again.
    repo.kb(["add", "a.md"]).code(0).prints("already here as");
}

#[test]
fn refuse_takes_nothing_in() {
    let repo = repo("refuse");
    let files = repo.files();
    repo.kb(["add", "a.md"]).code(1).says("it holds `card` in line 3; take them out");
    assert_eq!(repo.files(), files);
}
