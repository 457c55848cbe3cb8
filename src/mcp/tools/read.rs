//! `read`: a note, a folder, evidence, or a part of them, as much as fits.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::answer::{Answer, tokens};
use super::super::arguments::{self, budget};
use super::super::base::{Base, Fault};
use super::super::call::Call;
use super::super::place::wanted;
use super::super::quote::{NOTICE, line, quoted};
use super::shared::{failed, marks, origin};
use crate::ops::read::{Level, ReadError, ReadKind, ReadOptions, ReadReport, read};
use crate::search::CHARACTERS;
use crate::text::LineRange;

/// How the tool is described.
pub(super) const DEFINITION: &str = r##"{
"name":"read",
"description":"Read a note, folder or evidence by kb:// URI, path or name; add #L3-L9 or #Heading for a part.",
"inputSchema":{"type":"object","properties":{
"uri":{"type":"string"},
"level":{"type":"integer","enum":[0,1,2],"description":"0 one sentence, 1 outline, 2 text (default)"},
"budget":{"type":"integer"}},
"required":["uri"],"additionalProperties":false},
"outputSchema":{"type":"object","properties":{
"kind":{"enum":["note","folder","evidence"]},"commit":{"type":["string","null"]},
"level":{"type":"integer"},"fresh":{"type":"boolean"},"holds":{"type":"boolean"},"evidence":{"type":"array"},
"rest":{"type":"string","description":"URI of what did not fit"}},
"additionalProperties":{"type":"string"},"required":["uri","title","kind","commit","fresh","holds"]},
"annotations":{"readOnlyHint":true}}"##;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    uri: String,
    level: Option<u8>,
    budget: Option<usize>,
}

/// Answers a call.
pub(super) fn run(base: &dyn Base, call: &Call, arguments: Map<String, Value>) -> Result<Answer, Fault> {
    let asked: Arguments = arguments::read("read", arguments)?;
    let level = match asked.level {
        Some(0) => Level::Abstract,
        Some(1) => Level::Overview,
        None | Some(2) => Level::Text,
        Some(other) => return Err(Fault::new(format!("there is no level {other}: 0, 1 or 2"))),
    };
    let wanted = wanted(&asked.uri, base.root().as_deref())?;
    let workspace = base.workspace(call)?;
    let caller = call.reader.caller(&workspace)?;
    let options = ReadOptions { level, revision: None };
    let report = read(&workspace, base.index(), &caller, &asked.uri, &wanted, &options).map_err(unread)?;
    Ok(answer(&report, budget(asked.budget, call.budget)))
}

/// Why nothing was read, and what may help.
pub(super) fn unread(error: ReadError) -> Fault {
    let hint = match &error {
        ReadError::Nothing(_) => Some("`search` finds notes by their words, `browse` by their folders"),
        ReadError::Ambiguous { .. } => Some("name one of them by its path"),
        ReadError::NoPart { .. } => Some("`level` 1 shows the headings with their lines"),
        _ => None,
    };
    let fault = failed(&error);
    match hint {
        Some(hint) => fault.hint(hint),
        None => fault,
    }
}

fn answer(report: &ReadReport, budget: usize) -> Answer {
    let told = told(report);
    let head = format!("**{}** {}, {}.", line(&report.title), report.uri, told.join(", "));
    let used = tokens(&head) + tokens(NOTICE);
    let shown = fitting(&report.text, budget.saturating_sub(used).max(CHARACTERS));
    let is_whole = shown.len() == report.text.len();
    let rest = (!is_whole).then(|| rest(report, shown));
    let mut blocks = vec![format!("{head} {NOTICE}"), quoted(shown)];
    if let Some(rest) = &rest {
        blocks.push(match rest {
            Some(uri) => format!("Left out: what follows, {uri}"),
            None => "Left out: what follows; a larger `budget` shows it.".to_owned(),
        });
    }
    let evidence: Vec<String> = report.citations.iter().map(ToString::to_string).collect();
    if !evidence.is_empty() {
        blocks.push(format!("evidence {}", evidence.join(" ")));
    }
    let mut data = json!({
        "uri": report.uri, "title": line(&report.title), "kind": report.kind, "level": report.level, "text": shown,
        "commit": report.commit, "fresh": report.fresh, "holds": report.holds,
    });
    let more = [
        ("lines", report.lines.map(|lines| json!(lines.to_string()))),
        ("status", report.status.as_ref().map(|status| json!(status))),
        ("standing", report.standing.as_ref().map(|standing| json!(standing))),
        ("valid_from", report.valid_from.map(|day| json!(day))),
        ("valid_until", report.valid_until.map(|day| json!(day))),
        ("evidence", (!evidence.is_empty()).then(|| json!(evidence))),
        ("rest", rest.flatten().map(|rest| json!(rest))),
    ];
    for (key, value) in more {
        if let Some(value) = value {
            data[key] = value;
        }
    }
    Answer { markdown: blocks.join("\n\n"), data }
}

/// Where it comes from and how far it can be relied on.
fn told(report: &ReadReport) -> Vec<String> {
    let mut told = Vec::new();
    told.extend(report.lines.map(|lines| lines.to_string()));
    told.push(origin(report.commit.as_ref(), report.fresh));
    told.extend(marks(
        report.status.as_deref(),
        report.standing.as_deref(),
        report.valid_from,
        report.valid_until,
    ));
    if report.kind == ReadKind::Note && !report.holds {
        told.push("does not hold today".to_owned());
    }
    told.extend(report.notes.map(|count| format!("{count} note{}", if count == 1 { "" } else { "s" })));
    told
}

/// As many lines of `text` as are `budget` tokens; of a line that is longer than all of them, its start.
fn fitting(text: &str, budget: usize) -> &str {
    let most = budget.saturating_mul(CHARACTERS);
    let (mut characters, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        // The sign of the quotation counts.
        characters += line.chars().count() + 2;
        if characters > most {
            break;
        }
        end += line.len();
    }
    if end == 0 {
        end = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
    }
    &text[..end]
}

/// The URI of the lines after `shown`; `None` where it cannot be named by lines.
fn rest(report: &ReadReport, shown: &str) -> Option<String> {
    let lines = report.lines.filter(|_| report.level == Level::Text && shown.ends_with('\n'))?;
    let count = u32::try_from(shown.split_inclusive('\n').count()).ok()?;
    let rest = LineRange::new(lines.first().checked_add(count)?, lines.last())?;
    Some(format!("{}#{rest}", report.uri))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_lines_as_fit() {
        assert_eq!(fitting("abcd\nefgh\n", 2), "abcd\n");
        assert_eq!(fitting("abcd\nefgh\n", 9), "abcd\nefgh\n");
        assert_eq!(fitting("árvíztűrő", 1), "árví");
        assert_eq!(fitting("", 1), "");
    }
}
