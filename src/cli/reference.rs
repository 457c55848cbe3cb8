//! The CLI reference, `docs/cli.md`: the help of every command as one Markdown page.

use std::fmt::Write as _;

use clap::Command;

use super::definition;

const WIDTH: usize = 96;

/// Writes the page.
pub(super) fn markdown() -> String {
    let mut page = String::from(
        "# The commands\n\nThe help of every command, made by `ci/generate` from the definitions in `src/cli/`. \
         Not edited by hand.\n",
    );
    let mut kb = definition().term_width(WIDTH);
    kb.build();
    section(&mut page, &mut kb, "kb", 2);
    page
}

fn section(page: &mut String, command: &mut Command, name: &str, level: usize) {
    let help = command.render_long_help().to_string();
    let help: String = help.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    let marks = "#".repeat(level);
    // Writing to a String cannot fail.
    let _ = write!(page, "\n{marks} {name}\n\n```text\n{}\n```\n", help.trim_end());
    for child in
        command.get_subcommands_mut().filter(|child| !child.is_hide_set() && child.get_name() != "help")
    {
        let name = format!("{name} {}", child.get_name());
        section(page, child, &name, (level + 1).min(4));
    }
}
