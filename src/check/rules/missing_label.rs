//! Notes that carry fewer labels than they must: what is said of a secret is a secret.

use std::collections::{BTreeMap, BTreeSet};

use crate::caller::PUBLIC;
use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::evidence::EvidenceId;
use crate::finding::{Applicability, Fix, TextEdit};
use crate::note::Note;

pub(super) static RULE: Rule = Rule {
    name: "missing-label",
    summary: "a note with fewer labels than the evidence it cites, or with none where `kb.toml` wants some",
    base: Level::Error,
    plain: Level::Error,
    document: include_str!("missing_label.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    if note.front.broken {
        return;
    }
    let access = note.access();
    let place =
        note.front.get("labels").map_or(note.front.span.start..note.front.span.start, |f| f.key_span.clone());
    let mut missing: BTreeMap<&str, &EvidenceId> = BTreeMap::new();
    let mut tenants = BTreeSet::new();
    for span in facts.spans.iter().flatten() {
        let Some(item) = scene.archive.item(&span.evidence) else { continue };
        for label in item.meta.labels.iter().filter(|l| l.0 != PUBLIC && !access.labels.contains(*l)) {
            missing.entry(&label.0).or_insert(&span.evidence);
        }
        if item.meta.tenant.is_some() && item.meta.tenant != access.tenant {
            tenants.extend(item.meta.tenant.as_ref().map(|tenant| (tenant, &item.meta.id)));
        }
    }
    for (label, evidence) in &missing {
        let message = format!(
            "the note cites `{evidence}`, which is labelled `{label}`, and does not carry that label"
        );
        let finding = sink.note(note, place.clone(), message);
        finding.help = Some("who may not read the evidence may not read what it says either".to_owned());
        finding.fix = add_label(note, label);
    }
    for (tenant, evidence) in tenants {
        let message =
            format!("the note cites `{evidence}` of tenant `{tenant}`, and does not belong to that tenant");
        let finding = sink.note(note, place.clone(), message);
        finding.help =
            Some(format!("write `tenant: {tenant}` into the front matter, or cite other evidence"));
    }
    if scene.config.check.require_labels && access.labels.is_empty() && missing.is_empty() {
        let finding = sink.note(note, place, "the note has no labels");
        finding.help =
            Some(format!("write `labels: [{PUBLIC}]`, or whoever may read it, into the front matter"));
    }
}

/// Adds `label` to the front matter, where that is one splice.
fn add_label(note: &Note, label: &str) -> Option<Fix> {
    let plain =
        label.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) && !label.is_empty();
    let (at, text) = match note.front.get("labels") {
        None if note.front.span.is_empty() => (note.front.end, format!("---\nlabels: [{label}]\n---\n")),
        None => {
            let opening = note.text[note.front.span.clone()].find('\n')? + 1;
            (note.front.span.start + opening, format!("labels: [{label}]\n"))
        }
        Some(field) => {
            let written = &note.text[field.value_span.clone()];
            let inner = written.strip_prefix('[')?.strip_suffix(']')?;
            let comma = if inner.trim().is_empty() { "" } else { ", " };
            (field.value_span.end - 1, format!("{comma}{label}"))
        }
    };
    plain.then(|| Fix {
        title: format!("add the label `{label}`"),
        applicability: Applicability::Safe,
        edits: vec![TextEdit { path: note.path.clone(), bytes: at..at, text }],
    })
}
