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

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let repo = TestRepo::plain();
    let escape = '\u{1b}';
    assert!(!repo.kb([]).stdout.contains(escape));
    assert!(repo.kb(["--color", "always"]).stdout.contains(escape));
    assert!(!repo.kb_with_env(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], []).stdout.contains(escape));
}

#[test]
fn completions_and_manual_come_from_the_commands() {
    let repo = TestRepo::plain();
    repo.kb(["completions", "bash"]).code(0).prints("proposal");
    repo.kb(["man", "pages"]).code(0);
    assert!(repo.read("pages/kb-search.1").contains("kb\\-search"));
}

#[test]
fn every_command_has_help_with_an_example() {
    let repo = TestRepo::plain();
    let help = repo.kb([]).code(0).stdout;
    let names: Vec<&str> = help
        .lines()
        .skip_while(|line| !line.starts_with("Start"))
        .take_while(|line| !line.starts_with("Options"))
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert!(names.len() >= 15, "{names:?}");
    for name in names {
        let run = repo.kb([name, "--help"]).code(0);
        let examples = run.stdout.split("Examples:").nth(1).unwrap_or_default();
        assert!(examples.contains(&format!("kb {name}")), "`kb {name} --help` shows no example");
    }
}
