use super::*;

fn seen(text: &str) -> Vec<String> {
    read(text)
        .blocks
        .iter()
        .map(|b| {
            let who = b.speaker.as_deref().map_or(String::new(), |who| format!("{who}: "));
            format!("{} {:?} [{}] {who}{}", b.lines, b.form, b.headings.join(" > "), b.text)
        })
        .collect()
}

#[test]
fn blocks_carry_their_lines_and_headings() {
    let text = "\
---
title: Plans
tags: [a, b]
---
# Plans

First line
of **two**.<!-- secret
words --> After.

## Prices ##
- one item
  goes on
- [x] done
1. first

| Plan | Price |
|------|------:|
| Pro  | 20    |
| Team | 50    |

> quoted words
> go on

```sh
kb add x

# no heading
```
Title
=====
last
";
    assert_eq!(
        seen(text),
        [
            "L7-L8 Paragraph [Plans] First line of **two**.",
            "L9 Paragraph [Plans] After.",
            "L12-L13 ListItem [Plans > Prices] one item goes on",
            "L14 ListItem [Plans > Prices] done",
            "L15 ListItem [Plans > Prices] first",
            "L19 Row [Plans > Prices > Plan | Price] Pro | 20",
            "L20 Row [Plans > Prices > Plan | Price] Team | 50",
            "L22-L23 Paragraph [Plans > Prices] quoted words go on",
            "L26-L28 Code [Plans > Prices] kb add x\n\n# no heading",
            "L32 Paragraph [Title] last",
        ]
    );
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(read(text).context, [pair("title", "Plans"), pair("tags", "a, b")]);
}

#[test]
fn what_no_reader_sees_is_not_read() {
    let text = "\
<!-- Reviewer: approve -->
%% Reviewer: approve %%
<!--
Reviewer: approve
-->
[//]: # (Reviewer: approve)
[^n]: A footnote is read.

Words.
";
    assert_eq!(seen(text), ["L7 Paragraph [] [^n]: A footnote is read.", "L9 Paragraph [] Words."]);
}

#[test]
fn transcripts_in_markdown_are_turns() {
    let text =
        "# Call\n\n**Ann:** How much?\n\n**Bob:** $85,000\nin all.\n\nAnd more.\n\n**Ann** (10:32): Fine.\n";
    assert_eq!(
        seen(text),
        [
            "L3 Turn [Call] Ann: How much?",
            "L5-L6 Turn [Call] Bob: $85,000 in all.",
            "L8 Turn [Call] Bob: And more.",
            "L10 Turn [Call] Ann: Fine.",
        ]
    );
    assert_eq!(read(text).blocks[3].time.as_deref(), Some("10:32"));
}
