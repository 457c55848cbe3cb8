//! What a bundle must be (section 11 of the format: errors) and should be (sections 4 to 10: warnings). It refuses nothing
//! that a reader must bear: unknown types and keys, broken links, missing indexes.

mod concept;
mod field;
mod reserved;

use std::borrow::Cow;
use std::ops::Range;

use super::BundleFile;
use crate::finding::{Finding, Place, Severity};
use crate::note::{Field, Note};

/// What is found in the Markdown files of `files`, ordered as every report.
pub fn check(files: &[BundleFile]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for file in files.iter().filter(|file| file.is_markdown()) {
        if let Err(error) = std::str::from_utf8(&file.bytes) {
            let mut page = Page::new(file, Note::parse(file.path.clone(), &file.bytes));
            let message = format!("the file is not UTF-8 from byte {} on", error.valid_up_to());
            page.file(Severity::Error, "okf-encoding", message);
            findings.append(&mut page.findings);
            continue;
        }
        let mut page = Page::new(file, Note::parse(file.path.clone(), &file.bytes));
        match file.path.file_name() {
            "index.md" => reserved::index(&mut page),
            "log.md" => reserved::log(&mut page),
            _ => concept::check(&mut page),
        }
        findings.append(&mut page.findings);
    }
    findings.sort_unstable();
    findings
}

/// One file, and what is found in it.
struct Page<'f> {
    file: &'f BundleFile,
    note: Note,
    findings: Vec<Finding>,
}

impl<'f> Page<'f> {
    fn new(file: &'f BundleFile, note: Note) -> Page<'f> {
        Page { file, note, findings: Vec::new() }
    }

    fn file(&mut self, severity: Severity, rule: &'static str, message: impl Into<String>) {
        self.push(severity, rule, Place::file(self.file.shown.as_str()), message.into());
    }

    fn at(
        &mut self,
        severity: Severity,
        rule: &'static str,
        bytes: Range<usize>,
        message: impl Into<String>,
    ) {
        let place = Place::new(self.file.shown.as_str(), &self.note.text, &self.note.lines, bytes);
        self.push(severity, rule, place, message.into());
    }

    /// Warns of the value of `field`.
    fn field(&mut self, field: &Field, rule: &'static str, message: impl Into<String>) {
        let bytes = if field.value_span.is_empty() { &field.key_span } else { &field.value_span };
        self.at(Severity::Warning, rule, bytes.clone(), message);
    }

    fn push(&mut self, severity: Severity, rule: &'static str, place: Place, message: String) {
        let rule = Cow::Borrowed(rule);
        self.findings.push(Finding { rule, severity, place, message, label: None, help: None, fix: None });
    }
}
