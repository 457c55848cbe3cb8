//! Runs the examples of every rule's Markdown file: a block a file, then a block `findings` that says what the rule
//! finds in them. A block `today` gives the day. Fixes are applied, and must leave nothing of what they mend.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{ALL, find};
use crate::change::ChangeSet;
use crate::check::{Rule, Scene, Setting, check_in, is_firm};
use crate::config::Config;
use crate::digest::Sha256Hex;
use crate::finding::{Applicability, Finding};
use crate::path::RepoPath;
use crate::vault::{File, Oddity, Vault};

/// One block of code of a Markdown file.
struct Fenced {
    line: usize,
    language: String,
    name: String,
    content: String,
}

fn fenced(document: &str) -> Vec<Fenced> {
    let mut found: Vec<Fenced> = Vec::new();
    let mut open: Option<(String, Fenced)> = None;
    for (index, line) in document.lines().enumerate() {
        match &mut open {
            Some((fence, _)) if line.trim_end() == fence => found.extend(open.take().map(|(_, block)| block)),
            Some((_, block)) => block.content += &format!("{line}\n"),
            None if line.starts_with("```") => {
                let info = line.trim_start_matches('`');
                let fence = line[..line.len() - info.len()].to_owned();
                let (language, name) = info.split_once(' ').unwrap_or((info, ""));
                let block = Fenced {
                    line: index + 1,
                    language: language.to_owned(),
                    name: name.to_owned(),
                    content: String::new(),
                };
                open = Some((fence, block));
            }
            None => {}
        }
    }
    assert!(open.is_none(), "a block of code is not closed");
    found
}

/// What an example is made of.
#[derive(Default)]
struct Example {
    files: BTreeMap<String, Vec<u8>>,
    config: String,
    plain: bool,
    oddities: Vec<Oddity>,
    today: Option<Date>,
}

impl Example {
    fn take(&mut self, block: &Fenced) {
        match (block.language.as_str(), block.name.as_str()) {
            ("toml", "kb.toml") => self.config = block.content.clone(),
            ("walk", _) => self.oddities.extend(block.content.lines().map(oddity)),
            ("bytes", name) => {
                self.files.insert(name.to_owned(), unescaped(block.content.trim_end()));
            }
            ("plain", _) => self.plain = true,
            ("today", _) => self.today = Some(block.content.trim().parse().expect("a date")),
            (_, name) if !name.is_empty() => {
                self.files.insert(name.to_owned(), block.content.clone().into_bytes());
            }
            _ => {}
        }
    }

    fn vault(&self) -> Vault {
        let mut files = self.files.clone();
        for (path, bytes) in &self.files {
            let Some(folder) = path.strip_suffix("/source.md") else { continue };
            let id = folder.rsplit('/').next().expect("a folder");
            files.entry(format!("{folder}/meta.yaml")).or_insert_with(|| {
                let kind = id[11..].rsplit_once('-').expect("an id").0;
                let hash = Sha256Hex::of(bytes);
                format!(
                    "id: {id}\nkind: {kind}\ncaptured_at: 2026-11-30T10:00:00Z\nsha256: {hash}\nmedia_type: text/markdown\nsource: source.md\n"
                )
                .into_bytes()
            });
        }
        let files = files
            .into_iter()
            .map(|(path, bytes)| File { path: RepoPath::new(path).expect("a path"), bytes: Some(bytes) })
            .collect();
        let mut layout = Config::default().layout().expect("the default layout");
        if self.plain {
            layout.knowledge = None;
        }
        Vault::build(layout, files, self.oddities.clone())
    }

    fn findings(&self, rule: &Rule, vault: &Vault) -> Vec<Finding> {
        let config = Config::parse(&self.config).expect("a kb.toml");
        let setting = if self.plain { Setting::Plain } else { Setting::Base };
        let scene = Scene { archive: vault.archive(), config: &config, setting, today: self.today };
        let mut report = check_in(vault, scene);
        report.findings.retain(|finding| finding.rule == rule.name);
        report.findings
    }
}

fn oddity(line: &str) -> Oddity {
    let (rule, rest) = line.split_once(' ').expect("RULE PATH: MESSAGE");
    let (path, message) = rest.split_once(": ").expect("RULE PATH: MESSAGE");
    Oddity { rule: find(rule).expect("a rule").name, path: path.to_owned(), message: message.to_owned() }
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\x") {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        bytes.push(u8::from_str_radix(&rest[at + 2..at + 4], 16).expect("two digits"));
        rest = &rest[at + 4..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn written(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let (place, severity) = (&finding.place, format!("{:?}", finding.severity).to_lowercase());
        text += &format!(
            "{}:{}:{} {severity}: {}\n",
            place.path, place.start.line, place.start.column, finding.message
        );
        for (name, words) in [("label", &finding.label), ("help", &finding.help)] {
            text.extend(words.iter().map(|words| format!("  {name}: {words}\n")));
        }
        text.extend(
            finding.fix.iter().map(|fix| format!("  fix ({:?}): {}\n", fix.applicability, fix.title)),
        );
    }
    if text.is_empty() { "none\n".to_owned() } else { text }
}

/// Applies the fix of `finding` and looks again.
fn mended(example: &Example, rule: &Rule, vault: &Vault, finding: &Finding) {
    let Some(fix) = finding.fix.as_ref().filter(|fix| fix.applicability != Applicability::DisplayOnly) else {
        return;
    };
    let mut changes = ChangeSet::new();
    for edit in &fix.edits {
        let before = example.files.get(edit.path.as_str()).expect("the file that is mended").clone();
        let mut text = String::from_utf8(before.clone()).expect("text");
        text.replace_range(edit.bytes.clone(), &edit.text);
        changes.edit(edit.path.clone(), &before, text.into_bytes());
    }
    let before = example.findings(rule, vault);
    let after = example.findings(rule, &vault.with_changes(&changes));
    let left: Vec<_> = after.iter().filter(|after| after.message == finding.message).collect();
    assert!(left.is_empty(), "`{}` leaves {left:?}", fix.title);
    assert_eq!(after.len() + 1, before.len(), "`{}` leaves {after:?}", fix.title);
}

#[test]
fn every_example_finds_what_it_says() {
    let mut faults = String::new();
    for rule in ALL {
        let (mut finding, mut fine) = (0, 0);
        let mut example = Example::default();
        for block in fenced(rule.document) {
            if block.language != "findings" {
                example.take(&block);
                continue;
            }
            let vault = example.vault();
            let found = example.findings(rule, &vault);
            let actual = written(&found);
            if actual == "none\n" {
                fine += 1;
            } else {
                finding += 1;
            }
            if actual != block.content {
                faults +=
                    &format!("{} line {}:\n{actual}instead of\n{}\n", rule.name, block.line, block.content);
            }
            found.iter().for_each(|finding| mended(&example, rule, &vault, finding));
            example = Example::default();
        }
        if finding == 0 || fine == 0 {
            faults += &format!("{}: {finding} examples with findings and {fine} without\n", rule.name);
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn every_rule_is_documented_under_its_name() {
    for rule in ALL {
        let title = format!("# {}\n", rule.name);
        assert!(rule.document.starts_with(&title), "{}", rule.name);
        for section in ["## Why", "## What to do", "## Examples"] {
            assert!(rule.document.contains(section), "{} lacks `{section}`", rule.name);
        }
        let allowing = if is_firm(rule.name) {
            "No comment in a note can allow it.".to_owned()
        } else {
            format!("`<!-- kb: allow {}: why it may stand -->`", rule.name)
        };
        assert!(rule.document.contains(&allowing), "{} lacks `{allowing}`", rule.name);
        for (name, level) in [("knowledge base", rule.base), ("plain folder", rule.plain)] {
            let words = format!("{name}: {}", format!("{level:?}").to_lowercase());
            assert!(rule.document.contains(&words), "{} lacks `{words}`", rule.name);
        }
    }
    assert!(ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
}
