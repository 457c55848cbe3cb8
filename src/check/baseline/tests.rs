use super::*;
use crate::check::check;
use crate::config::Config;
use crate::path::RepoPath;
use crate::vault::{File, Vault};

fn checked(text: &str) -> (CheckReport, Vault) {
    let files = vec![File { path: RepoPath::new("a.md").expect("a path"), bytes: Some(text.into()) }];
    let config = Config::default();
    let layout = crate::vault::Layout { knowledge: None, ..config.layout().expect("a layout") };
    let vault = Vault::build(layout, files, Vec::new());
    (check(&vault, &config, Setting::Plain), vault)
}

fn applied(baseline: &Baseline, text: &str) -> (CheckReport, Withheld) {
    let (mut report, vault) = checked(text);
    let withheld = baseline.apply(&mut report, &vault, Setting::Plain, |_| true);
    (report, withheld)
}

fn baseline(text: &str) -> Baseline {
    let (report, vault) = checked(text);
    Baseline::of(&report, &vault, Setting::Plain)
}

#[test]
fn what_is_known_is_hidden_wherever_it_moves() {
    let known = baseline("See [[no]].\n\nOr [[nothing]].\n");
    let (report, withheld) = applied(&known, "# New\n\nText.\n\nOr [[nothing]].\n\n- See   [[no]].\n");
    assert_eq!((withheld.hidden, report.findings.len()), (1, 1), "the list item is another line of text");
    let (report, withheld) = applied(&known, "# New\n\nOr [[nothing]].\n\nSee   [[no]].\n");
    assert_eq!((withheld.hidden, report.findings, withheld.gone), (2, vec![], vec![]));
}

#[test]
fn one_more_of_a_kind_is_reported() {
    let known = baseline("See [[no]].\n\nSee [[no]].\n");
    assert_eq!((known.findings.len(), known.count()), (1, 2));
    let (report, withheld) = applied(&known, "See [[no]].\n\nSee [[no]].\n\nSee [[no]].\n");
    assert_eq!((withheld.hidden, report.findings.len()), (2, 1));
    assert_eq!(report.findings[0].place.start.line, 5);
}

#[test]
fn what_is_gone_is_named() {
    let known = baseline("See [[no]].\n\nSee [[no]].\n\nOr [[nothing]].\n");
    let (_, withheld) = applied(&known, "See [[no]].\n");
    let gone: Vec<_> = withheld.gone.iter().map(|known| (known.rule.as_str(), known.count)).collect();
    assert_eq!((withheld.hidden, gone), (1, vec![("broken-link", 1), ("broken-link", 1)]));
}

#[test]
fn tampering_is_never_hidden_in_a_knowledge_base() {
    let (mut report, vault) = checked("See [[no]].\n");
    report.findings[0].rule = "quote-mismatch".into();
    assert_eq!(Baseline::of(&report, &vault, Setting::Base).count(), 0);
    let known = Baseline::of(&report, &vault, Setting::Plain);
    assert_eq!(known.count(), 1);
    let withheld = known.apply(&mut report, &vault, Setting::Base, |_| true);
    assert_eq!((withheld.hidden, report.findings.len()), (0, 1));
}

#[test]
fn the_file_is_one_entry_a_line_and_reads_back() {
    let known = baseline("Or [[nothing]].\n\nSee [[no]].\n");
    let text = known.to_json();
    assert_eq!(text.lines().filter(|line| line.contains("broken-link")).count(), 2, "{text}");
    assert_eq!(Baseline::parse(text.as_bytes()).expect("a baseline"), known);
    let empty = baseline("Nothing.\n");
    assert_eq!(Baseline::parse(empty.to_json().as_bytes()).expect("a baseline"), empty);
}

#[test]
fn what_is_no_baseline_is_refused() {
    for (text, says) in [
        ("", "no baseline"),
        ("[]", "no baseline"),
        ("{\"version\": 2, \"more\": 1}", "version 2"),
        ("{\"version\": 1, \"findings\": [{\"path\": \"a\"}]}", "no baseline"),
    ] {
        let error = Baseline::parse(text.as_bytes()).expect_err(text);
        assert!(error.to_string().contains(says), "{error}");
    }
}
