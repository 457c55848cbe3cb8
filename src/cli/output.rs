//! Standard output: what a command was asked for, and nothing else. Colour is dropped where nobody sees it.

use std::io::{self, Write};

use clap::ColorChoice;
use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;

use super::failure::Failure;
use crate::digest::CommitId;

/// Makes `choice` hold for everything that is written from now on.
pub(super) fn choose_color(choice: ColorChoice) {
    match choice {
        // `auto` heeds NO_COLOR, CLICOLOR, TERM=dumb and whether a terminal listens.
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Writes `text`, which may carry ANSI colour, and a line end where it has none.
///
/// A reader that went away (`kb search x | head -1`) ends the program silently.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    write!(out, "{text}{end}").and_then(|()| out.flush()).map_err(failed)
}

/// Writes `text` to standard error, where a client of a git server hears it.
pub(super) fn tell(text: &str) {
    anstream::eprintln!("{text}");
}

/// Where an answer comes from: a commit, or a working tree that has none.
pub(super) fn origin(commit: Option<&CommitId>) -> String {
    commit
        .map_or_else(|| "working tree (no commit)".to_owned(), |commit| format!("commit {}", commit.short()))
}

/// Writes `value` as one indented JSON document.
pub(super) fn print_json<T: Serialize>(value: &T) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::bug(format!("the report cannot be written as JSON: {error}")))?;
    print(&text)
}

/// Writes each of `values` as one JSON object on a line of its own.
pub(super) fn print_json_lines<T: Serialize>(values: impl Iterator<Item = T>) -> Result<(), Failure> {
    let mut text = String::new();
    for value in values {
        text += &serde_json::to_string(&value)
            .map_err(|error| Failure::bug(format!("the report cannot be written as JSON: {error}")))?;
        text.push('\n');
    }
    print(&text)
}

fn failed(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::silent()
    } else {
        Failure::environment(format!("writing to standard output: {error}"))
    }
}

/// Bold: titles, names that the eye looks for.
pub(super) const BOLD: Style = Style::new().bold();
/// Dim: what may be skipped.
pub(super) const DIM: Style = Style::new().dimmed();
/// Good news.
pub(super) const GREEN: Style = AnsiColor::Green.on_default();
/// Bad news.
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
/// News to think about.
pub(super) const YELLOW: Style = AnsiColor::Yellow.on_default();
/// Paths, ids, commands.
pub(super) const CYAN: Style = AnsiColor::Cyan.on_default();

/// Puts `text` in `style`; the terminal's own style follows.
pub(super) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
