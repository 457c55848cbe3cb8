//! Citations that exist and are too weak to audit a claim with.

use std::collections::{HashMap, HashSet};

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "weak-citation",
    summary: "a citation that is too wide to be looked up",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("weak_citation.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    let mut told = HashSet::new();
    for (citation, span) in note.citations().iter().zip(&facts.spans) {
        let Ok(span) = span else { continue };
        let most = scene.config.check.max_cited_lines;
        let count = span.lines.last() - span.lines.first() + 1;
        let message = if count > most {
            format!("{count} lines are cited, more than {most}")
        } else if count > MOST_UNQUOTED && citation.quote.is_none() {
            format!("{count} lines are cited and none of their words are quoted")
        } else {
            continue;
        };
        if told.insert(citation.target_span.start) {
            let finding = sink.note(note, citation.target_span.clone(), message);
            finding.help = Some("cite the lines that say it, and quote the words".to_owned());
        }
    }
    if note.citations().is_empty() {
        return;
    }
    let mut covered: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, claim) in note.claims().iter().enumerate() {
        let marks: HashSet<usize> = claim
            .citations
            .iter()
            .filter_map(|&at| note.citations().get(at))
            .map(|citation| citation.mark.start)
            .collect();
        // What has a second citation is not left to one alone.
        if let [mark] = marks.into_iter().collect::<Vec<_>>()[..] {
            covered.entry(mark).or_default().push(index);
        }
    }
    for (mark, claims) in covered.into_iter().filter(|(_, claims)| claims.len() > MOST_CLAIMS) {
        let Some(citation) = note.citations().iter().find(|citation| citation.mark.start == mark) else {
            continue;
        };
        let message = format!("this one citation is to carry {} sentences", claims.len());
        let finding = sink.note(note, citation.mark.clone(), message);
        finding.help = Some(
            "cite each of them where it stands: a citation covers the text since the one before it"
                .to_owned(),
        );
    }
}

/// More lines than this leave open which words are meant, where none are quoted.
const MOST_UNQUOTED: u32 = 5;
/// More sentences than this in one block hardly rest on the same lines.
const MOST_CLAIMS: usize = 4;
