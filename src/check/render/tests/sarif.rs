//! The contract of the SARIF form: what the schema of 2.1.0 requires, and what services rely on.

use serde_json::Value;

use super::{BROKEN, checked};
use crate::check::render::sarif;

fn of(text: &str) -> Value {
    let (report, vault) = checked(text);
    sarif(&report, &vault, "1.0")
}

/// Asserts what `sarif-schema-2.1.0.json` requires of the parts that kb writes, and the types that it gives them.
fn assert_valid(log: &Value) {
    assert_eq!(log["version"], "2.1.0");
    for run in log["runs"].as_array().expect("runs") {
        let driver = &run["tool"]["driver"];
        assert!(driver["name"].is_string());
        assert_eq!(run["columnKind"], "utf16CodeUnits");
        let rules = driver["rules"].as_array().expect("rules");
        for rule in rules {
            assert!(rule["id"].is_string() && rule["shortDescription"]["text"].is_string());
            assert!(rule["help"]["text"].is_string(), "a message with markdown must have a text");
        }
        for result in run["results"].as_array().expect("results") {
            assert!(result["message"]["text"].is_string());
            assert!(
                ["error", "warning", "note", "none"].contains(&result["level"].as_str().expect("a level"))
            );
            let rule = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
            assert_eq!(rules[rule]["id"], result["ruleId"]);
            for fingerprint in result["partialFingerprints"].as_object().expect("fingerprints").values() {
                assert!(fingerprint.is_string());
            }
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("a uri");
            assert!(uri.is_ascii() && !uri.starts_with('/') && !uri.contains([' ', '\\', '\n']), "{uri}");
            let number = |name: &str| place["region"][name].as_u64().expect("a number");
            assert!(number("startLine") >= 1 && number("startColumn") >= 1);
            assert!((number("endLine"), number("endColumn")) >= (number("startLine"), number("startColumn")));
            for fix in result["fixes"].as_array().into_iter().flatten() {
                for change in fix["artifactChanges"].as_array().expect("changes") {
                    assert!(change["artifactLocation"]["uri"].is_string());
                    for replacement in change["replacements"].as_array().expect("replacements") {
                        assert!(replacement["deletedRegion"]["byteOffset"].is_u64());
                        assert!(replacement["deletedRegion"]["byteLength"].is_u64());
                    }
                }
            }
        }
    }
}

#[test]
fn it_has_what_the_schema_requires() {
    assert_valid(&of(BROKEN));
    assert_valid(&of("---\ntype: Note\n---\n"));
    assert_valid(&of("---\ntype: [\n---\n[[a]] [[b]]\n"));
}

#[test]
fn fingerprints_survive_moved_lines_and_tell_twins_apart() {
    let prints = |text: &str| -> Vec<String> {
        let log = of(text);
        let results = log["runs"][0]["results"].as_array().expect("results");
        let print = |result: &Value| result["partialFingerprints"]["primaryLocationLineHash"].to_string();
        results.iter().map(print).collect()
    };
    let before = prints("---\ntype: Note\n---\nSee [[no]].\n\nSee [[no]].\n\nOr [[nothing]].\n");
    let after =
        prints("---\ntype: Note\n---\nNew line.\n\n\nSee  [[no]].\n\nSee [[no]].\n\nOr [[nothing]].\n");
    assert_eq!(before, after);
    assert_eq!(before.len(), 3);
    assert!(before[0] != before[1] && before[1] != before[2], "{before:?}");
}

#[test]
fn a_message_holds_no_links_and_no_placeholders() {
    let log = of("---\ntype: Note\n---\n[click]({0}.md) and [[x](https://evil.invalid)]]\n");
    let text = log["runs"][0]["results"].to_string();
    assert!(!text.contains("](http"), "{text}");
    assert!(text.contains("{{0}}"), "{text}");
}

#[test]
fn sarif_counts_columns_in_utf16() {
    let mut result = of(BROKEN)["runs"][0]["results"][0].take();
    // Which number a rule has says nothing: rules come and go.
    result.as_object_mut().expect("an object").shift_remove("ruleIndex");
    insta::assert_snapshot!(serde_json::to_string_pretty(&result).expect("JSON"), @r##"
    {
      "ruleId": "broken-link",
      "level": "error",
      "message": {
        "text": "no note or file answers to `[[refund-polcy]]`; did you mean `refund-policy`?"
      },
      "locations": [
        {
          "physicalLocation": {
            "artifactLocation": {
              "uri": "knowledge/billing/order-status.md"
            },
            "region": {
              "startLine": 4,
              "startColumn": 16,
              "endLine": 4,
              "endColumn": 32
            }
          }
        }
      ],
      "fixes": [
        {
          "description": {
            "text": "replace it with `refund-policy`"
          },
          "artifactChanges": [
            {
              "artifactLocation": {
                "uri": "knowledge/billing/order-status.md"
              },
              "replacements": [
                {
                  "deletedRegion": {
                    "byteOffset": 41,
                    "byteLength": 12
                  },
                  "insertedContent": {
                    "text": "refund-policy"
                  }
                }
              ]
            }
          ]
        }
      ],
      "partialFingerprints": {
        "primaryLocationLineHash": "ec9268afc699ac6c:1"
      }
    }
    "##);
}
