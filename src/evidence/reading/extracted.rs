//! Extractions, `text.md`, by the form that their front matter names.

use super::{Block, Form, Part, Reading, markdown, plain, run::Run};
use crate::evidence::context::front_matter;
use crate::evidence::conversation::stated_time;
use crate::evidence::extract;
use crate::text::{LineRange, fold_space};

/// Reads an extraction; one without front matter is Markdown.
pub(in crate::evidence) fn read(text: &str) -> Reading {
    let Some((mut context, body)) = front_matter(text) else { return markdown::read(text) };
    let Some(at) = context.iter().position(|(name, _)| name == extract::FORM_KEY) else {
        return markdown::read(text);
    };
    let form = extract::Form::named(&context.remove(at).1);
    let skip = body - 1;
    match form {
        extract::Form::Conversation => records(text, skip, context, turn),
        extract::Form::Table => records(text, skip, context, field),
        extract::Form::Mail => mail(text, skip, context),
        extract::Form::Text => Reading { context, ..plain::read(text, skip) },
        extract::Form::Markdown | extract::Form::Description => Reading { context, ..markdown::read(text) },
        extract::Form::Nothing => Reading { context, ..Reading::default() },
    }
}

/// One line read as a block, but for what only the whole knows.
type Line = (Form, Option<String>, Option<String>, Vec<String>, String);

/// Reads lines below headings, each heading a part with fields of its own before its first block.
fn records(
    text: &str,
    skip: usize,
    context: Vec<(String, String)>,
    read: impl Fn(&str, &[String]) -> Option<Line>,
) -> Reading {
    let mut reading = Reading { context, ..Reading::default() };
    let mut headings = Vec::new();
    let mut time = stated_time(&reading.context);
    for (index, line) in text.lines().enumerate().skip(skip) {
        let count = reading.blocks.len();
        if let Some(heading) = line.strip_prefix("## ") {
            if let Some(part) = reading.parts.last_mut() {
                part.blocks.end = count;
            }
            reading.parts.push(Part { context: Vec::new(), blocks: count..count });
            headings = vec![heading.trim().to_owned()];
            time = stated_time(&reading.context);
        } else if let Some((form, speaker, own, headings, text)) = read(line, &headings) {
            let lines = LineRange::single(u32::try_from(index + 1).unwrap_or(u32::MAX));
            let time = own.or_else(|| time.clone());
            reading.blocks.push(Block { form, speaker, time, headings, text, lines });
        } else if let Some((name, value)) = line.strip_prefix("- ").and_then(|line| line.split_once(": "))
            && let Some(part) = reading.parts.last_mut().filter(|part| part.blocks.start == count)
        {
            part.context.push((name.to_owned(), value.to_owned()));
            time = stated_time(&part.context).or(time);
        }
    }
    if let Some(part) = reading.parts.last_mut() {
        part.blocks.end = reading.blocks.len();
    }
    reading
}

/// Reads `**speaker** (time): words`.
fn turn(line: &str, headings: &[String]) -> Option<Line> {
    let (speaker, rest) = line.strip_prefix("**")?.split_once("**")?;
    let (speaker, time, words) = match speaker.strip_suffix(':') {
        Some(speaker) => (speaker, None, rest),
        None => {
            let (time, words) = rest.trim_start().strip_prefix('(')?.split_once("):")?;
            (speaker, Some(time.to_owned()), words)
        }
    };
    let text = fold_space(words).into_owned();
    let speaker = (speaker != "unknown").then(|| speaker.to_owned());
    (!text.is_empty()).then(|| (Form::Turn, speaker, time, headings.to_vec(), text))
}

/// Reads `- name: value`.
fn field(line: &str, headings: &[String]) -> Option<Line> {
    let (name, value) = line.strip_prefix("- ")?.split_once(": ")?;
    let headings = headings.iter().cloned().chain([name.to_owned()]).collect();
    Some((Form::Field, None, None, headings, fold_space(value).into_owned()))
}

/// Reads a message: its paragraphs are its sender's words, but for the lines that quote somebody else.
fn mail(text: &str, skip: usize, context: Vec<(String, String)>) -> Reading {
    let said = |name: &str| context.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let (from, time) = (said("from"), said("date"));
    let mut blocks = Vec::new();
    let (mut run, mut quoted) = (Run::default(), false);
    let mut flush = |run: &mut Run, quoted: bool| {
        let speaker = from.clone().filter(|_| !quoted);
        for (text, lines) in run.take() {
            let form = if speaker.is_some() { Form::Turn } else { Form::Paragraph };
            let (speaker, time) = (speaker.clone(), time.clone().filter(|_| !quoted));
            blocks.push(Block { form, speaker, time, headings: Vec::new(), text, lines });
        }
    };
    for (index, line) in text.lines().enumerate().skip(skip) {
        let quotes = line.starts_with('>');
        let words = line.trim_start_matches(['>', ' ']);
        if words.trim().is_empty() || quotes != quoted {
            flush(&mut run, quoted);
            quoted = quotes;
        }
        if !words.trim().is_empty() {
            run.add(words, u32::try_from(index + 1).unwrap_or(u32::MAX));
        }
    }
    flush(&mut run, quoted);
    Reading { context, blocks, parts: Vec::new() }
}
