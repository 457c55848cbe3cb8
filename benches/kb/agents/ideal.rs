//! A model that knows what to do: it searches once, writes lines of the evidence with their citations, and hands that in.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::json;

use crate::scripted::{self, Asked, Call};

/// The most lines of an evidence item that become claims.
const CLAIMS: usize = 6;

/// What one proposal was told: the characters of each prompt.
#[derive(Clone, Debug)]
pub struct Told {
    /// The evidence that it is of.
    evidence: String,
    /// The characters of prompt and tools, call by call.
    pub turns: Vec<usize>,
}

/// The model, until the program ends.
pub struct Ideal {
    /// The address of its server.
    pub url: String,
    told: Arc<Mutex<Vec<Told>>>,
}

impl Ideal {
    /// Starts it for the base at `root`, whose evidence it has read.
    pub fn start(root: &Path) -> Result<Ideal, String> {
        let told = Arc::new(Mutex::new(Vec::new()));
        let (seen, root) = (Arc::clone(&told), root.to_owned());
        let url = scripted::start(move |asked| vec![next(asked, &root, &seen)])?;
        Ok(Ideal { url, told })
    }

    /// What was told so far, proposal by proposal.
    pub fn told(&self) -> Result<Vec<Told>, String> {
        self.told.lock().map(|told| told.clone()).map_err(|_| "the model's thread ended".to_owned())
    }
}

/// What the model does next.
fn next(asked: &Asked, root: &Path, told: &Mutex<Vec<Told>>) -> Call {
    let opening = asked.opening();
    let evidence = between(opening, "- `", "`").unwrap_or_default().to_owned();
    let size = asked.size();
    if let Ok(mut told) = told.lock() {
        match told.iter_mut().find(|one| one.evidence == evidence) {
            Some(one) => one.turns.push(size),
            None => told.push(Told { evidence: evidence.clone(), turns: vec![size] }),
        }
    }
    match asked.turn() {
        0 => ("search_notes", json!({"query": evidence})),
        1 => {
            let text = note(opening, &evidence, root);
            ("write", json!({"path": format!("memory/{evidence}.md"), "text": text}))
        }
        _ => (
            "finish",
            json!({"title": "What was said", "summary": "Lines of the conversation.", "defence": "They say it."}),
        ),
    }
}

/// A note of lines of the evidence, each with its citation.
fn note(opening: &str, evidence: &str, root: &Path) -> String {
    let file = between(opening, "file `", "`").unwrap_or_default();
    let text = std::fs::read_to_string(root.join(PathBuf::from(file))).unwrap_or_default();
    let tenant = between(opening, "tenant: ", "\n").map(|tenant| format!("tenant: {tenant}\n"));
    let mut claims = String::new();
    let mut notes = String::new();
    let said = |line: &str| line.split_once(": ").map_or(line, |(_, said)| said).trim().to_owned();
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, said(line)));
    let telling = lines
        .filter(|(_, line)| (40..400).contains(&line.len()) && !line.contains(['[', '`', '|', '"', '?']));
    for (at, (number, line)) in (1..).zip(telling.take(CLAIMS)) {
        claims.push_str(&format!("- {line}[^{at}]\n"));
        notes.push_str(&format!("[^{at}]: [line {number}](../../{file}#L{number})\n    \"{line}\"\n"));
    }
    let tenant = tenant.unwrap_or_default();
    format!(
        "---\ntype: Note\ntitle: {evidence}\ndescription: What was said.\n{tenant}---\n# {evidence}\n\n{claims}\n{notes}"
    )
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(inside, _)| inside)
}
