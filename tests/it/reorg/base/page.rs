//! A note: what it says with its citations, what it links to, and how it is written down.

use super::fact::{Fact, Way};
use super::source::Item;
use super::subject::Subject;

/// Something that a note says.
#[derive(Clone, Debug)]
pub struct Said {
    /// The sentence.
    pub text: String,
    /// The item that it cites, by number.
    pub item: usize,
    /// The line of it.
    pub line: u32,
    /// The words that are quoted.
    pub quote: String,
    /// What it says, where that is a fact, and how.
    pub fact: Option<(Fact, Way)>,
}

/// A note.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its folder below that of the knowledge.
    pub folder: String,
    /// Its file name without the end.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// What it is about in a sentence.
    pub description: String,
    /// Which of the languages it is written in.
    pub bank: usize,
    /// More lines of front matter.
    pub front: Vec<String>,
    /// What it is about, where that is a subject.
    pub about: Option<Subject>,
    /// What it says.
    pub said: Vec<Said>,
    /// The notes that it links to, by number.
    pub links: Vec<usize>,
    /// Whether the entry page of the folder lists it.
    pub is_listed: bool,
    /// Whether what it says stands in a list and not in a paragraph.
    pub is_list: bool,
}

impl Page {
    /// Its path.
    pub fn path(&self) -> String {
        format!("knowledge/{}/{}.md", self.folder, self.slug)
    }

    /// The attributes of which it says something.
    pub fn attributes(&self) -> Vec<usize> {
        self.said.iter().filter_map(|said| Some(said.fact.as_ref()?.0.attribute)).collect()
    }

    /// The note as Markdown; `see` are the words before links.
    pub fn text(&self, items: &[Item], pages: &[Page], see: &str) -> String {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let mut text = format!(
            "---\ntype: Note\ntitle: {}\ndescription: {}\n",
            quoted(&self.title),
            quoted(&self.description)
        );
        self.front.iter().for_each(|line| text += &format!("{line}\n"));
        text += &format!("---\n# {}\n\n", self.title);
        for (number, said) in self.said.iter().enumerate() {
            let (before, after) = if self.is_list { ("- ", "\n") } else { ("", " ") };
            text += &format!("{before}{}[^{}]{after}", said.text, number + 1);
        }
        text = format!("{}\n", text.trim_end());
        if !self.links.is_empty() {
            let links: Vec<String> = self.links.iter().map(|to| format!("[[{}]]", pages[*to].slug)).collect();
            text += &format!("\n{see} {}.\n", links.join(", "));
        }
        let up = "../".repeat(self.folder.split('/').count() + 1);
        for (number, said) in self.said.iter().enumerate() {
            let (id, source) = items[said.item].place();
            let (at, line) = (number + 1, said.line);
            text +=
                &format!("\n[^{at}]: [{id}, line {line}]({up}{source}#L{line})\n    \"{}\"\n", said.quote);
        }
        text
    }
}
