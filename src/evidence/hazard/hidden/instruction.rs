//! Words that order an agent about: to forget its task, to approve, to conceal, to remember for later. They are looked for
//! in the plain form, so that look-alikes and invisible characters do not help.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

use super::super::trigger::may_order;
use super::super::{Concern, Hazard};
use super::lines;
use super::plain_form::PlainForm;

/// An order in the plain form.
const SHAPE: &str = concat!(
    r"\b(?:ignore|disregard|forget|override|bypass)\b(?:\s+(?:all|any|every|the|your|my|of|these|those)){0,4}",
    r"\s+(?:previous|prior|above|preceding|earlier|foregoing|existing|system)\b(?:\s+\w+){0,2}?\s*",
    r"(?:instructions?|prompts?|rules|directions|directives|guidelines|text|commands)",
    r"|\b(?:ignore|disregard|forget|reveal|print|repeat)\b\s+(?:all\s+|of\s+)*(?:your|the)\s+",
    r"(?:system\s+|original\s+|initial\s+|hidden\s+)*(?:instructions|prompt|programming)\b",
    r"|\bfirst\s+line\s+of\s+your\s+(?:instructions|prompt)",
    r"|\b(?:reviewer|assistant|agent|model|ai|llm|bot)\s*[:,]\s*(?:please\s+)?(?:approve|ignore|accept|merge|reply|answer)\b",
    r"|\b(?:approve|accept|merge)\s+this\s+(?:change|pull\s+request|pr|proposal|claim|diff)\s+and\b",
    r"|\b(?:answer|reply|respond|say)\s+only\s+(?:with\s+)?[a-z]+-\d+",
    r"|\balready\s+approved\W+skip\b|\bskip\s+(?:the\s+|all\s+)?(?:checks|review|verification)\b\W+(?:and\s+)?(?:reply|answer|approve|merge)",
    r"|\bnever\s+mention\s+this\s+(?:line|message|note|instruction)|\bdo\s+not\s+(?:tell|inform|mention\s+\w+\s+to)\s+the\s+(?:user|human|reviewer)\b",
    r"|\bremember\s+(?:this\s+)?for\s+all\s+(?:later|future)\s+(?:sessions|conversations|tasks)\b",
    r"|\byou\s+are\s+now\s+(?:in\s+)?(?:dan\b|developer\s+mode|jailbroken|unrestricted)",
    r"|<\|(?:im_start|im_end|system|endoftext)\|>|\[/?inst\]|<<sys>>",
    // The first words of the same order in other languages, without their accents.
    r"|\bignoriere\s+(?:alle\s+)?(?:vorherigen|bisherigen|obigen)\s+(?:anweisungen|anordnungen)",
    r"|\bignor(?:e|ez|a)\s+(?:toutes\s+|todas\s+)?(?:les\s+|las\s+)?instruc(?:tions|ciones)\s+(?:precedentes|anteriores)",
    r"|\bhagyd\s+(?:jova|figyelmen\s+kivul)\s+a\s+(?:modositast|korabbi|fenti)",
);

static ORDER: LazyLock<Regex> = LazyLock::new(|| order().build().expect("a valid pattern"));

/// The same for a line of ASCII as it is written, which needs no plain form.
static ORDER_AS_WRITTEN: LazyLock<Regex> =
    LazyLock::new(|| order().case_insensitive(true).build().expect("a valid pattern"));

fn order() -> RegexBuilder {
    // Bounds of words by all of Unicode are slow beside a dash, and every word of an order starts in ASCII.
    RegexBuilder::new(&SHAPE.replace(r"\b", r"(?-u:\b)"))
}

/// The same in scripts that the plain form would mix with Latin look-alikes.
static ORDER_ELSEWHERE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:рецензент|асистент|ассистент)\s*[:,]\s*(?:схвали|затверди|одобри|проигнорируй)",
        r"|(?:игнорируй|ігноруй)\s+(?:все|всі|усі)\s+(?:предыдущие|попередні)",
        r"|סוקר\s*[:,]\s*אשר|התעלם\s+מכל\s+ההוראות",
        r"|忽略(?:之前|以上|先前)的?(?:所有|一切)?(?:指令|指示|说明)|以前の指示を(?:すべて)?無視",
    ))
    .expect("a valid pattern")
});

/// Adds the orders in `text`, where words of orders stand at `starts`; lines that are not plain ASCII may disguise them.
pub(super) fn scan(text: &str, starts: &[usize], found: &mut Vec<Hazard>) {
    if !text.is_ascii() {
        for (start, line) in lines(text) {
            if !line.is_ascii() || may_order(line) {
                in_line(start, line, found);
            }
        }
        return;
    }
    let mut end = 0;
    for &start in starts {
        if start < end {
            continue;
        }
        let from = memchr::memrchr(b'\n', &text.as_bytes()[..start]).map_or(0, |at| at + 1);
        end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |at| start + at);
        in_line(from, &text[from..end], found);
    }
}

/// Adds the orders in `line`, which starts at the byte `start`.
fn in_line(start: usize, line: &str, found: &mut Vec<Hazard>) {
    let mut ranges: Vec<_> = Vec::new();
    if line.is_ascii() {
        ranges.extend(ORDER_AS_WRITTEN.find_iter(line).map(|order| order.range()));
    } else {
        let plain = PlainForm::of(line);
        if may_order(&plain.text) {
            ranges.extend(ORDER.find_iter(&plain.text).map(|order| plain.origin(line, order.range())));
        }
        if ranges.is_empty() && has_other_script(line) {
            ranges.extend(ORDER_ELSEWHERE.find_iter(line).map(|order| order.range()));
        }
    }
    if !ranges.is_empty() {
        let ranges = ranges.into_iter().map(|range| start + range.start..start + range.end).collect();
        let detail = "words that order an agent about".to_owned();
        found.push(Hazard { concern: Concern::Hidden, kind: "agent-instruction", ranges, detail });
    }
}

/// Whether `line` has letters of Cyrillic, Hebrew or a script of East Asia, by the first byte of their encoding.
fn has_other_script(line: &str) -> bool {
    line.bytes().any(|byte| matches!(byte, 0xd0..=0xd7 | 0xe3..=0xe9))
}

/// Whether `words` hold an order.
pub(super) fn is_order(words: &str) -> bool {
    ORDER.is_match(&PlainForm::of(words).text)
}
