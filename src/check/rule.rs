//! What a rule is: a name, levels, a documentation, and a function.

use crate::check::{Index, NoteFacts, NoteLinks, Scene, Sink};
use crate::config::Level;

/// Where notes are checked: the defaults of the rules differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// A knowledge base of kb: there is a `kb.toml`.
    #[default]
    Base,
    /// Somebody's folder of Markdown, without one: only what is broken is reported, no demand is made.
    Plain,
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Its name: the bad thing, such as `broken-link`.
    pub name: &'static str,
    /// What it reports, one line.
    pub summary: &'static str,
    /// Its level in a knowledge base, unless `kb.toml` says otherwise.
    pub base: Level,
    /// Its level in a plain folder.
    pub plain: Level,
    /// Its documentation, whose examples are its tests.
    pub document: &'static str,
    /// How it looks.
    pub run: Run,
}

/// How a rule looks for what it reports.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// At one note at a time, and the evidence: what other notes say must not matter.
    Note(fn(&Scene<'_>, &NoteFacts<'_>, &mut Sink)),
    /// At what the links of one note lead to, where one of them is broken or ambiguous.
    Links(fn(&Index<'_>, &NoteLinks<'_>, &mut Sink)),
    /// At the whole vault.
    Vault(fn(&Index<'_>, &mut Sink)),
    /// Not at all: reading the files met it and gave it this rule's name.
    Reported,
}

impl Rule {
    /// The level of the rule in `setting`, unless `kb.toml` says otherwise.
    pub fn level(&self, setting: Setting) -> Level {
        match setting {
            Setting::Base => self.base,
            Setting::Plain => self.plain,
        }
    }
}
