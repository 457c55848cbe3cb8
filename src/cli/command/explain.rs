//! `kb explain`: what a rule of `kb check` reports, why, and what to do about it.

use std::fmt::Write as _;

use serde::Serialize;

use crate::check::{Rule, rules};
use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, CYAN, paint};
use crate::config::Level;

/// Explain a rule of `kb check`, or list all rules
///
/// Says what the rule reports, why it matters, what to do about it, and shows examples with the findings that they
/// give. Without RULE, lists every rule with its level in a knowledge base and in a plain folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb explain                   every rule, one line each
  kb explain quote-mismatch    all about one")]
pub(in crate::cli) struct Args {
    /// The rule, as findings name it in brackets
    #[arg(value_name = "RULE")]
    rule: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// A rule, as JSON.
#[derive(Serialize)]
struct JsonRule {
    name: &'static str,
    summary: &'static str,
    knowledge_base: Level,
    plain_folder: Level,
    document: &'static str,
}

/// Runs `kb explain`.
pub(super) fn run(_: &App, args: &Args) -> Result<Exit, Failure> {
    let chosen: Vec<&Rule> = match &args.rule {
        None => rules::ALL.to_vec(),
        Some(name) => vec![find(name)?],
    };
    match (args.format.format, &args.rule) {
        (Format::Json, _) => {
            let rules: Vec<JsonRule> = chosen
                .into_iter()
                .map(|rule| JsonRule {
                    name: rule.name,
                    summary: rule.summary,
                    knowledge_base: rule.base,
                    plain_folder: rule.plain,
                    document: rule.document,
                })
                .collect();
            output::print_json(&serde_json::json!({ "rules": rules }))?;
        }
        (Format::Human, Some(_)) => {
            for rule in chosen {
                output::print(rule.document)?;
            }
        }
        (Format::Human, None) => output::print(&list(&chosen))?,
    }
    Ok(Exit::Fine)
}

fn find(name: &str) -> Result<&'static Rule, Failure> {
    let bare = name.trim().trim_start_matches("error[").trim_start_matches("warning[").trim_end_matches(']');
    rules::find(bare).ok_or_else(|| {
        Failure::usage(format!("there is no rule `{name}`")).hint("`kb explain` without a name lists them")
    })
}

fn list(chosen: &[&Rule]) -> String {
    let width = chosen.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    let mut text = format!("{:width$}  {:<14}  {:<12}  reports\n", "rule", "knowledge base", "plain folder");
    for rule in chosen {
        let (base, plain) = (level(rule.base), level(rule.plain));
        let name = paint(CYAN, format!("{:width$}", rule.name));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name}  {base:<14}  {plain:<12}  {}", rule.summary);
    }
    text
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Off => "off",
        Level::Info => "info",
        Level::Warning => "warning",
        Level::Error => "error",
    }
}
