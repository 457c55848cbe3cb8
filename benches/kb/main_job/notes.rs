//! Reads the merged notes and the evidence files again, by means of its own: nothing here calls kb's parsers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use super::cases::Case;
use super::facts::{normal, pattern};

/// What the notes hold.
#[derive(Default)]
pub struct Audit {
    /// Sentences that end in footnote marks.
    pub claims: usize,
    exact: usize,
    gold_lines: usize,
    gold_lines_unclaimed: usize,
}

impl Audit {
    /// The share of claims all of whose quoted words stand in the cited lines.
    pub fn quotes_exact(&self) -> f64 {
        share(self.exact, self.claims)
    }

    /// The share of evidence lines that carry a gold fact and are cited by no claim.
    pub fn unclaimed(&self) -> f64 {
        share(self.gold_lines_unclaimed, self.gold_lines)
    }
}

fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

/// One link of a footnote's definition into evidence.
struct Cited {
    file: PathBuf,
    first: usize,
    last: usize,
    quote: Option<String>,
}

/// Reads everything below `root`.
pub fn audit(root: &Path, cases: &[Case]) -> Result<Audit, String> {
    let mut audit = Audit::default();
    let mut claimed: BTreeSet<(PathBuf, usize)> = BTreeSet::new();
    for path in
        files(&root.join("knowledge"))?.iter().filter(|path| path.extension().is_some_and(|e| e == "md"))
    {
        let note = read(path)?;
        let cited = definitions(path, &note);
        for marks in claims(&note) {
            audit.claims += 1;
            let spans: Vec<&Cited> =
                marks.iter().flat_map(|mark| cited.get(mark).into_iter().flatten()).collect();
            let mut quoted = 0;
            let mut exact = true;
            for span in spans {
                claimed.extend((span.first..=span.last).map(|line| (span.file.clone(), line)));
                if let Some(quote) = &span.quote {
                    quoted += 1;
                    exact &= stands(&span.file, span.first, span.last, quote)?;
                }
            }
            if exact && quoted > 0 {
                audit.exact += 1;
            } else {
                eprintln!("not exact: {} {marks:?}", path.display());
            }
        }
    }
    let mut by_content: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in files(&root.join("evidence"))? {
        if path.file_name().is_some_and(|name| name != "meta.yaml") {
            by_content.insert(read(&path)?, path.canonicalize().map_err(|error| error.to_string())?);
        }
    }
    for case in cases {
        let facts: Vec<String> = case.facts.iter().map(|fact| normal(fact)).collect();
        for conversation in &case.conversations {
            let Some(file) = by_content.get(&conversation.json_lines) else { continue };
            for (index, line) in conversation.json_lines.lines().enumerate().skip(1) {
                let spoken = normal(&spoken(line));
                if facts.iter().any(|fact| spoken.contains(fact)) {
                    audit.gold_lines += 1;
                    if !claimed.contains(&(file.clone(), index + 1)) {
                        audit.gold_lines_unclaimed += 1;
                    }
                }
            }
        }
    }
    Ok(audit)
}

/// The footnote labels at the end of every claim of `note`.
fn claims(note: &str) -> Vec<Vec<String>> {
    static MARKS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:\[\^[^\]\s]+\])+"));
    note.lines()
        .filter(|line| !line.starts_with("[^"))
        .flat_map(|line| MARKS.find_iter(line))
        .map(|found| found.as_str()[2..found.len() - 1].split("][^").map(str::to_owned).collect())
        .collect()
}

/// What every footnote of the note at `path` cites.
fn definitions(path: &Path, note: &str) -> BTreeMap<String, Vec<Cited>> {
    static LABEL: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\[\^([^\]\s]+)\]:"));
    static LINK: LazyLock<Regex> = LazyLock::new(|| pattern(r"\]\(([^)#\s]+)#L(\d+)(?:-L(\d+))?\)"));
    static QUOTE: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^    "(.*)"$"#));
    let mut found: BTreeMap<String, Vec<Cited>> = BTreeMap::new();
    let mut label: Option<String> = None;
    for line in note.lines() {
        if let Some(captures) = LABEL.captures(line) {
            label = Some(captures[1].to_owned());
        } else if !line.starts_with("    ") && !line.is_empty() {
            label = None;
        }
        let Some(label) = &label else { continue };
        let cited = found.entry(label.clone()).or_default();
        for captures in LINK.captures_iter(line) {
            let file = path.with_file_name("").join(&captures[1]);
            let number =
                |group: usize| captures.get(group).and_then(|text| text.as_str().parse::<usize>().ok());
            let first = number(2).unwrap_or(0);
            let file = file.canonicalize().unwrap_or(file);
            cited.push(Cited { file, first, last: number(3).unwrap_or(first), quote: None });
        }
        if let (Some(captures), Some(last)) = (QUOTE.captures(line), cited.last_mut()) {
            last.quote = Some(unescaped(&captures[1]));
        }
    }
    found
}

/// Quoted words without the backslashes that Markdown takes away.
fn unescaped(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => words.extend(chars.next()),
            _ => words.push(c),
        }
    }
    words
}

/// Whether `quote` stands in the lines of the evidence file, white space folded.
fn stands(file: &Path, first: usize, last: usize, quote: &str) -> Result<bool, String> {
    let text = read(file)?;
    let lines: Vec<String> =
        text.lines().skip(first.saturating_sub(1)).take(last + 1 - first).map(spoken).collect();
    let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(first > 0 && fold(&lines.join(" ")).contains(&fold(quote)))
}

/// What is said in one line: the `content` of a turn, or the line as it is.
fn spoken(line: &str) -> String {
    let turn: Option<serde_json::Value> = serde_json::from_str(line).ok();
    turn.as_ref()
        .and_then(|turn| turn.get("content")?.as_str().map(str::to_owned))
        .unwrap_or_else(|| line.to_owned())
}

/// Every file below `folder`, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("reading {}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("reading {}: {error}", folder.display()))?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("reading {}: {error}", path.display()))
}
