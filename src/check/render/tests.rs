mod formats;
mod hostile;
mod sarif;
mod xml;

use super::*;
use crate::check::{CheckReport, Setting, check};
use crate::config::Config;
use crate::path::RepoPath;
use crate::vault::{File, Vault};

fn checked(text: &str) -> (CheckReport, Vault) {
    let files = [
        ("knowledge/billing/order-status.md", text),
        ("knowledge/refund-policy.md", "---\ntype: Policy\n---\n"),
    ];
    let files = files
        .map(|(path, text)| File { path: RepoPath::new(path).expect("a path"), bytes: Some(text.into()) })
        .to_vec();
    let config =
        Config::parse("[check.rules]\nuncited-claim = \"off\"\norphan-note = \"off\"\n").expect("a kb.toml");
    let vault = Vault::build(config.layout().expect("a layout"), files, Vec::new());
    (check(&vault, &config, Setting::Base), vault)
}

fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        plain += &rest[..at];
        rest = rest[at..].split_once('m').expect("the end of a colour").1;
    }
    plain + rest
}

const BROKEN: &str = "---\ntype: Note\n---\né😀 表 See also [[refund-polcy]] for the conditions.\n";

#[test]
fn people_see_the_line_and_what_to_do() {
    let (report, vault) = checked(BROKEN);
    insta::assert_snapshot!(plain(&full(&report, &vault)), @r##"
    error[broken-link]: no note or file answers to `[[refund-polcy]]`
     --> knowledge/billing/order-status.md:4:15
      |
    4 | é😀 表 See also [[refund-polcy]] for the conditions.
      |                 ^^^^^^^^^^^^^^^^ did you mean `refund-policy`?
      |
      = fix: replace it with `refund-policy`

    1 error in 2 notes and 1 link
    `kb explain broken-link` says more
    "##);
}

#[test]
fn an_empty_answer_says_what_was_looked_at() {
    let (report, vault) = checked("---\ntype: Note\n---\n");
    assert_eq!(plain(&full(&report, &vault)), "no findings in 2 notes and 0 links\n");
}

#[test]
fn nothing_of_a_note_reaches_the_terminal_as_a_command() {
    let (report, vault) = checked("---\ntype: Note\n---\n[[\u{1b}[2Jno\u{202e}]]\n");
    let text = plain(&full(&report, &vault));
    assert!(text.contains("␛[2Jno") && !text.contains('\u{202e}'), "{text}");
}

#[test]
fn a_long_line_is_cut_around_the_mark() {
    let (report, vault) =
        checked(&format!("---\ntype: Note\n---\n{} [[no]] {}\n", "word ".repeat(5_000), "x ".repeat(5_000)));
    let text = plain(&full(&report, &vault));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().all(|line| line.chars().count() < 200));
    let marked = lines.iter().position(|line| line.contains("^^^^^^")).expect("a mark");
    let column_of = |line: &str, what: &str| line.find(what).map(|at| line[..at].chars().count());
    assert_eq!(column_of(lines[marked], "^"), column_of(lines[marked - 1], "[[no]]"));
}

#[test]
fn json_keeps_its_shape() {
    let (report, _) = checked(BROKEN);
    insta::assert_snapshot!(serde_json::to_string_pretty(&json(&report, None)).expect("JSON"), @r##"
    {
      "examined": {
        "notes": 2,
        "evidence": 0,
        "links": 1
      },
      "findings": [
        {
          "rule": "broken-link",
          "severity": "error",
          "path": "knowledge/billing/order-status.md",
          "line": 4,
          "column": 15,
          "end_line": 4,
          "end_column": 31,
          "message": "no note or file answers to `[[refund-polcy]]`",
          "label": "did you mean `refund-policy`?",
          "help": null,
          "fix": {
            "title": "replace it with `refund-policy`",
            "applicability": "unsafe",
            "edits": [
              {
                "path": "knowledge/billing/order-status.md",
                "start": 41,
                "end": 53,
                "text": "refund-policy"
              }
            ]
          }
        }
      ]
    }
    "##);
}

#[test]
fn github_shows_findings_beside_the_diff() {
    let (report, _) = checked(BROKEN);
    insta::assert_snapshot!(github(&report), @r##"
    ::error file=knowledge/billing/order-status.md,line=4,endLine=4,col=15,endColumn=31,title=broken-link::no note or file answers to `[[refund-polcy]]`%0Adid you mean `refund-policy`?
    "##);
}
