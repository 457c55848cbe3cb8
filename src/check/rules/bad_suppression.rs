//! Comments that allow findings and do not count.

use crate::check::allowance::can_allow;
use crate::check::{NoteFacts, Rule, Run, Scene, Sink, rules};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "bad-suppression",
    summary: "a comment that allows findings without a reason, or of a rule that it cannot allow",
    base: Level::Warning,
    plain: Level::Warning,
    document: include_str!("bad_suppression.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    for suppression in &note.suppressions {
        let whole = suppression.span.clone();
        if let Some(fault) = suppression.fault {
            sink.note(note, whole, fault);
            continue;
        }
        if suppression.rules.is_empty() {
            sink.note(note, whole, "this comment names no rule to allow");
            continue;
        }
        if suppression.reason.is_empty() {
            let finding = sink.note(note, whole, "this comment allows findings and does not say why");
            finding.help = Some(
                "write `<!-- kb: allow RULE: reason -->`; without a reason it does not count".to_owned(),
            );
        }
        for (name, span) in &suppression.rules {
            let Some(rule) = rules::find(name) else {
                let finding = sink.note(note, span.clone(), format!("there is no rule `{name}`"));
                finding.help = Some("`kb explain` lists the rules".to_owned());
                continue;
            };
            if !can_allow(scene.config, rule.name) {
                let finding = sink.note(note, span.clone(), format!("no comment can allow `{name}`"));
                finding.help = Some(
                    "`kb.toml` can set its level for paths and labels, where a proposal has no say"
                        .to_owned(),
                );
            }
        }
    }
}
