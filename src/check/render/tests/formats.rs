//! The shape of the formats that are lines, XML or Markdown.

use super::{BROKEN, checked, plain};
use crate::check::render::{concise, jsonl, junit, markdown};

#[test]
fn concise_is_one_line_a_finding() {
    let (report, _) = checked(BROKEN);
    insta::assert_snapshot!(plain(&concise(&report)), @"knowledge/billing/order-status.md:4:15: error[broken-link] no note or file answers to `[[refund-polcy]]`");
    let (fine, _) = checked("---\ntype: Note\n---\n");
    assert_eq!(concise(&fine), "");
}

#[test]
fn json_lines_end_with_a_summary() {
    let (report, _) = checked(BROKEN);
    let lines: Vec<serde_json::Value> =
        jsonl(&report, None).map(|line| serde_json::to_value(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["type"], &lines[0]["rule"]), (&"finding".into(), &"broken-link".into()));
    assert_eq!(
        lines[1],
        serde_json::json!({
            "type": "summary", "examined": {"notes": 2, "evidence": 0, "links": 1},
            "errors": 1, "warnings": 0, "infos": 0,
        })
    );
}

#[test]
fn junit_is_a_suite_a_file_and_a_case_a_finding() {
    let (report, _) = checked(BROKEN);
    insta::assert_snapshot!(junit(&report), @r##"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="kb check" tests="1" failures="1" errors="0">
      <testsuite name="knowledge/billing/order-status.md" tests="1" failures="1" errors="0">
        <testcase name="broken-link at 4:15" classname="knowledge/billing/order-status.md" file="knowledge/billing/order-status.md" line="4">
          <failure type="error" message="no note or file answers to `[[refund-polcy]]`">knowledge/billing/order-status.md:4:15
    error[broken-link] no note or file answers to `[[refund-polcy]]`
    did you mean `refund-policy`?
    fix: replace it with `refund-policy`</failure>
        </testcase>
      </testsuite>
      <!-- 1 error in 2 notes and 1 link -->
    </testsuites>
    "##);
    let (fine, _) = checked("---\ntype: Note\n---\n");
    insta::assert_snapshot!(junit(&fine), @r##"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="kb check" tests="1" failures="0" errors="0">
      <testsuite name="kb check" tests="1" failures="0" errors="0">
        <testcase name="no findings in 2 notes and 0 links" classname="kb check"/>
      </testsuite>
      <!-- no findings in 2 notes and 0 links -->
    </testsuites>
    "##);
}

#[test]
fn markdown_is_a_table() {
    let (report, _) = checked(BROKEN);
    insta::assert_snapshot!(markdown(&report), @r##"
    ### kb check

    1 error in 2 notes and 1 link

    | level | where | what | rule |
    | --- | --- | --- | --- |
    | error | <code>knowledge/billing/order-status.md&#58;4&#58;15</code> | no note or file answers to <code>&#91;&#91;refund-polcy&#93;&#93;</code><br>did you mean <code>refund-policy</code>?<br>fix: replace it with <code>refund-policy</code> | <code>broken-link</code> |
    "##);
    let (fine, _) = checked("---\ntype: Note\n---\n");
    insta::assert_snapshot!(markdown(&fine), @r##"
    ### kb check

    no findings in 2 notes and 0 links
    "##);
}

#[test]
fn markdown_fits_into_a_comment_and_says_what_does_not() {
    let (report, _) = checked(&format!("---\ntype: Note\n---\n{}", "[[no]]\n\n".repeat(2_000)));
    let text = markdown(&report);
    assert!(text.len() < 65_536, "{}", text.len());
    assert!(text.ends_with(" more are not shown: `kb check` shows all\n"), "{}", &text[text.len() - 200..]);
}
