//! What neighbours along links bring: documents that link to each other where one names the other's title, searched through
//! the program.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;

use crate::binary::Base;
use crate::report::Row;
use crate::search_quality::measure::Measured;
use crate::search_quality::set::Set;

#[derive(Deserialize)]
struct Answer {
    results: Vec<Found>,
}

#[derive(Deserialize)]
struct Found {
    path: String,
    via: String,
}

/// Measures the set in `folder` with and without what links brought in.
pub fn run(folder: &Path, rows: &mut Vec<Row>) -> Result<(), String> {
    let set = Set::read(folder, None)?;
    let base = Base::new()?;
    let links = write(&base, &set)?;
    base.git(&["add", "--all"])?;
    base.git(&["commit", "--quiet", "--message", "notes"])?;
    base.kb(&["build"])?;
    let (mut with, mut without) = (Measured::default(), Measured::default());
    for question in &set.questions {
        let arguments = ["search", "--format", "json", "--budget", "100000", "--", &question.text];
        let output = base.kb(&arguments)?;
        let answer: Answer = serde_json::from_str(&output).map_err(|error| format!("kb search: {error}"))?;
        with.count(&question.relevant, &numbers(answer.results.iter()));
        without
            .count(&question.relevant, &numbers(answer.results.iter().filter(|found| found.via != "link")));
    }
    for figure in ["ndcg10", "recall10"] {
        let value = with.figure(figure);
        let alone = without.figure(figure);
        let about = format!("{:+.3}: without what links brought, of {links} links", alone - value);
        rows.push(Row::new(format!("links_{figure}_all"), value, "share"));
        rows.push(Row::new(format!("links_{figure}_no_links"), alone, "share").reference(&about));
    }
    Ok(())
}

/// Writes the notes of `set`, each with links to those whose title it names; how many links.
fn write(base: &Base, set: &Set) -> Result<usize, String> {
    let title = |text: &str| text.lines().next().and_then(|line| line.strip_prefix("# ")).map(str::to_owned);
    let mut titles: HashMap<String, usize> = HashMap::new();
    for (number, text) in set.documents.iter().enumerate() {
        if let Some(title) = title(text).filter(|title| title.len() > 5 && title.contains(' ')) {
            titles.entry(title).or_insert(number);
        }
    }
    let folder = base.root.path().join("knowledge");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut links = 0;
    for (number, text) in set.documents.iter().enumerate() {
        let mut text = text.clone();
        let named = titles.iter().filter(|(title, other)| **other != number && text.contains(title.as_str()));
        let mut named: Vec<usize> = named.map(|(_, other)| *other).collect();
        named.sort_unstable();
        links += named.len();
        named.iter().for_each(|other| text += &format!("\n\n[[n{other}]]"));
        let path = folder.join(format!("n{number}.md"));
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(links)
}

/// The numbers of the notes of `results`, each once.
fn numbers<'r>(results: impl Iterator<Item = &'r Found>) -> Vec<u32> {
    let mut seen = Vec::new();
    for found in results {
        let name = found.path.rsplit('/').next().unwrap_or_default();
        let number = name.trim_start_matches('n').trim_end_matches(".md").parse().ok();
        seen.extend(number.filter(|number| !seen.contains(number)));
    }
    seen
}
