//! What holds for every command: help, exit codes, where output goes.

use crate::TestRepo;

#[test]
fn without_arguments_kb_prints_its_help() {
    let repo = TestRepo::plain();
    let run = repo.kb([]).code(0).prints("Usage: kb").prints("kb demo");
    assert_eq!(run.stderr, "");
    assert_eq!(repo.kb(["--version"]).code(0).stdout, format!("kb {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn what_was_typed_wrong_ends_with_2_and_a_suggestion() {
    let repo = TestRepo::plain();
    let run = repo.kb(["serach"]).code(2).says("search");
    assert_eq!(run.stdout, "");
    repo.kb(["check", "--no-such-option"]).code(2).says("--no-such-option");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let repo = TestRepo::plain();
    repo.kb(["-C", "nowhere", "check"]).code(3).says("nowhere is not a folder");
}

#[test]
fn a_reader_that_goes_away_ends_kb_silently() {
    let repo = TestRepo::plain();
    let kb = env!("CARGO_BIN_EXE_kb");
    let mut shell = std::process::Command::new("sh");
    let run = repo.run(shell.arg("-c").arg(format!("'{kb}' --help | head -1")), b"");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
}
