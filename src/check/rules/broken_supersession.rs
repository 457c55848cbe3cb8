//! Notes that supersede each other and do not agree on it.

use std::collections::{BTreeMap, HashSet};

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::vault::Catalogue;

pub(super) static RULE: Rule = Rule {
    name: "broken-supersession",
    summary: "a note whose successor does not agree, or is superseded itself",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("broken_supersession.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let successions = Successions::of(index.catalogue);
    for (&file, own) in &successions.0 {
        let mut faults = own.faults.clone();
        let entry = index.catalogue.entry(file);
        if !own.successors.is_empty()
            && entry.is_some_and(|entry| entry.field("status").any(|status| status == "stable"))
        {
            faults.push((
                "status",
                "a note that is superseded is not stable".to_owned(),
                Some("write `status: deprecated`"),
            ));
        }
        for &successor in &own.successors {
            faults.extend(successions.after(index.catalogue, file, successor));
        }
        for &older in &own.predecessors {
            if older != file && !successions.get(older).is_some_and(|older| older.successors.contains(&file))
            {
                let message =
                    format!("`{}` does not say that this note supersedes it", index.catalogue.path(older));
                faults.push((
                    "supersedes",
                    message,
                    Some("write `superseded_by` there, or readers take it for current"),
                ));
            }
        }
        if faults.is_empty() {
            continue;
        }
        let Some(note) = index.note(file) else { continue };
        for (key, message, help) in faults {
            let place = note
                .front
                .get(key)
                .map_or(note.front.span.start..note.front.span.start, |field| field.value_span.clone());
            sink.note(&note, place, message).help = help.map(str::to_owned);
        }
    }
}

/// A key of the front matter, what is wrong there, and what to do.
type Fault = (&'static str, String, Option<&'static str>);

/// What one note says of what came before and after it.
#[derive(Default)]
struct Succession {
    successors: Vec<u32>,
    predecessors: Vec<u32>,
    faults: Vec<Fault>,
}

/// What notes say of what came before and after them, by file.
struct Successions(BTreeMap<u32, Succession>);

impl Successions {
    fn of(catalogue: &Catalogue) -> Successions {
        let mut all = BTreeMap::new();
        for (file, path, entry) in catalogue.notes() {
            let mut own = Succession::default();
            for key in ["superseded_by", "supersedes"] {
                for written in entry.field(key) {
                    match catalogue.note_named(path, written) {
                        Some(target) if key == "supersedes" => own.predecessors.push(target),
                        Some(target) => own.successors.push(target),
                        // A link that leads nowhere is for another rule.
                        None if written.contains("[[") => {}
                        None => {
                            let message = format!("no note answers to `{written}`");
                            own.faults.push((key, message, Some("write it as a link: `\"[[name]]\"`")));
                        }
                    }
                }
            }
            if !own.successors.is_empty() || !own.predecessors.is_empty() || !own.faults.is_empty() {
                all.insert(file, own);
            }
        }
        Successions(all)
    }

    fn get(&self, file: u32) -> Option<&Succession> {
        self.0.get(&file)
    }

    /// What is wrong with `successor` as what came after `file`.
    fn after(&self, catalogue: &Catalogue, file: u32, successor: u32) -> Option<Fault> {
        let path = catalogue.path(successor);
        let key = "superseded_by";
        if successor == file {
            return Some((key, "this note is superseded by itself".to_owned(), None));
        }
        let next = self.get(successor);
        if let Some(&last) = next.and_then(|next| next.successors.first()) {
            if self.leads_back(successor, file) {
                let message = format!("`{path}` is superseded by this note in turn: neither of them holds");
                return Some((key, message, Some("take out the one that came later")));
            }
            let message = format!("`{path}` is superseded itself, by `{}`", catalogue.path(last));
            return Some((key, message, Some("name the note that holds now")));
        }
        if !next.is_some_and(|next| next.predecessors.contains(&file)) {
            let message = format!("`{path}` does not say that it supersedes this note");
            return Some((
                key,
                message,
                Some("write `supersedes` there, so that readers find what held before"),
            ));
        }
        None
    }

    /// Whether what came after `from` leads to `to`.
    fn leads_back(&self, from: u32, to: u32) -> bool {
        let (mut seen, mut open) = (HashSet::from([from]), vec![from]);
        while let Some(file) = open.pop() {
            for &next in self.get(file).map(|own| own.successors.as_slice()).unwrap_or_default() {
                if next == to {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }
}
