//! An item of evidence: a call, a ticket or a page of a handbook, line by line, and the files that hold it.

use jiff::civil::Date;
use kb::digest::Sha256Hex;
use kb::evidence::{EvidenceId, Meta};
use kb::path::RepoPath;

use super::bank::Bank;
use super::chance::Chance;

/// The kinds of evidence.
const KINDS: [&str; 3] = ["call", "ticket", "document"];

/// An item of evidence.
#[derive(Clone, Debug)]
pub struct Item {
    kind: &'static str,
    /// When it was captured.
    pub day: Date,
    title: String,
    lines: Vec<String>,
    /// Whether its source is gone.
    pub is_erased: bool,
}

impl Item {
    /// An item about `what`, of `day`.
    pub fn new(bank: &Bank, what: &str, day: Date, chance: &mut Chance) -> Item {
        let kind = *chance.of(&KINDS);
        Item::of_kind(kind, bank, what, day, chance)
    }

    /// A page of a handbook about `what`.
    pub fn document(bank: &Bank, what: &str, day: Date, chance: &mut Chance) -> Item {
        Item::of_kind("document", bank, what, day, chance)
    }

    fn of_kind(kind: &'static str, bank: &Bank, what: &str, day: Date, chance: &mut Chance) -> Item {
        let titles = bank.list("title");
        let title = titles.iter().find_map(|title| title.strip_prefix(kind)).unwrap_or("{s}");
        let title = title.trim().replace("{s}", what);
        let lines = match kind {
            "call" => vec![format!("{}: {}", speaker(bank, 0), chance.of(bank.list("filler")))],
            "ticket" => vec![format!("Subject: {title}"), String::new()],
            _ => vec![format!("# {title}"), String::new()],
        };
        Item { kind, day, title, lines, is_erased: false }
    }

    /// Adds a line that says `sentence`, which is about `about`; its number, from 1.
    pub fn say(&mut self, bank: &Bank, about: &str, sentence: &str, chance: &mut Chance) -> u32 {
        if self.kind == "call" && !about.is_empty() && chance.percent(40) {
            let question = bank.list("question")[0].replace("{a}", about);
            self.lines.push(format!("{}: {question}", speaker(bank, 1)));
        } else if self.kind == "call" && chance.percent(30) {
            let filler = chance.of(bank.list("filler"));
            self.lines.push(format!("{}: {filler}", speaker(bank, 1)));
        }
        let tail =
            if chance.percent(10) { format!(" {}", chance.of(bank.list("tail"))) } else { String::new() };
        match self.kind {
            "call" => self.lines.push(format!("{}: {sentence}{tail}", speaker(bank, 0))),
            "ticket" => self.lines.push(format!("{sentence}{tail}")),
            _ => self.lines.push(format!("- {sentence}{tail}")),
        }
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX)
    }

    /// How many lines there are.
    pub fn length(&self) -> usize {
        self.lines.len()
    }

    /// The id, and the path of the source.
    pub fn place(&self) -> (EvidenceId, String) {
        let meta = self.meta();
        let evidence = RepoPath::new("evidence").expect("a path");
        let source = format!("{}/{}", meta.id.folder(&evidence), meta.source);
        (meta.id, source)
    }

    /// Its files.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let source = self.place().1;
        let record = source.replace(&self.meta().source, "meta.yaml");
        let meta = serde_json::to_vec_pretty(&self.meta()).expect("a record is data");
        let mut files = vec![(record, meta)];
        if !self.is_erased {
            files.push((source, self.text().into_bytes()));
        }
        files
    }

    fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    fn meta(&self) -> Meta {
        let sha256 = Sha256Hex::of(self.text().as_bytes());
        let kind = self.kind.parse().expect("a kind");
        Meta {
            id: EvidenceId::new(self.day, &kind, &sha256, 12),
            kind,
            origin: None,
            title: Some(self.title.clone()),
            captured_at: format!("{}T09:00:00Z", self.day).parse().expect("a time"),
            captured_by: None,
            sha256,
            media_type: "text/markdown".to_owned(),
            source: "source.md".to_owned(),
            text_sha256: None,
            subjects: Vec::new(),
            labels: Default::default(),
            tenant: None,
        }
    }
}

fn speaker(bank: &Bank, at: usize) -> &str {
    &bank.list("speakers")[at]
}
