//! The summariser that is built in: it chooses from what notes say and invents no word.

use super::card::{line, shortened};
use crate::note::encode_destination;
use crate::port::{Summarised, Summariser, SummaryDraft, Texts};

/// The most characters of an abstract: about 100 tokens.
pub const LONGEST_ABSTRACT: usize = 400;

/// The most characters of an overview: about 2,000 tokens.
pub const LONGEST_OVERVIEW: usize = 8_000;

/// Makes summaries by choosing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extract;

impl Extract {
    /// Its name and version; another version makes every summary anew.
    pub const ID: &'static str = "extract/1";

    /// The texts of `draft`.
    pub fn texts(draft: &SummaryDraft) -> Texts {
        bounded(Texts { abstract_text: abstract_of(draft), overview: overview_of(draft) }, draft)
    }

    /// The summary of `draft` in place of one that another could not make, and `why` it could not.
    pub fn instead(draft: &SummaryDraft, why: String) -> Summarised {
        Summarised { instead: Some(why), ..Extract.summarise(draft) }
    }
}

impl Summariser for Extract {
    fn id(&self) -> &str {
        Extract::ID
    }

    fn summarise(&self, draft: &SummaryDraft) -> Summarised {
        Summarised { texts: Extract::texts(draft), made_by: Extract::ID.to_owned(), instead: None }
    }
}

/// What a summariser gave, in the room that there is and without what no reader sees; where it gave nothing, an extract.
pub(super) fn bounded(texts: Texts, draft: &SummaryDraft) -> Texts {
    let abstract_text = shortened(&line(&texts.abstract_text), LONGEST_ABSTRACT);
    let visible = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    let overview: String = texts.overview.trim().chars().map(visible).collect();
    Texts {
        abstract_text: if abstract_text.is_empty() {
            shortened(&abstract_of(draft), LONGEST_ABSTRACT)
        } else {
            abstract_text
        },
        overview: match overview.char_indices().nth(LONGEST_OVERVIEW) {
            _ if overview.is_empty() => overview_of(draft),
            Some(_) => format!("{}\n", shortened(&overview, LONGEST_OVERVIEW)),
            None => format!("{overview}\n"),
        },
    }
}

fn abstract_of(draft: &SummaryDraft) -> String {
    let about = if !draft.lead.is_empty() {
        draft.lead.clone()
    } else if let [only] = draft.entries.as_slice()
        && !only.lead.is_empty()
    {
        only.lead.clone()
    } else {
        let titles: Vec<&str> = draft.entries.iter().map(|entry| entry.title.as_str()).collect();
        titles.join("; ")
    };
    let text = match (draft.title.as_str(), about.as_str()) {
        (title, "") => title.to_owned(),
        ("", about) => about.to_owned(),
        (title, about) => format!("{title}: {about}"),
    };
    shortened(&text, LONGEST_ABSTRACT)
}

/// The fullest form that has the room.
fn overview_of(draft: &SummaryDraft) -> String {
    let forms = [Form::Claims, Form::Leads, Form::Titles];
    let mut text = String::new();
    for form in forms {
        text = written(draft, form);
        if text.chars().count() <= LONGEST_OVERVIEW {
            return text;
        }
    }
    let mut kept = String::new();
    let mut room = LONGEST_OVERVIEW - 2;
    for line in text.split_inclusive('\n') {
        let Some(left) = room.checked_sub(line.chars().count()) else { break };
        room = left;
        kept.push_str(line);
    }
    kept.push_str("…\n");
    kept
}

/// How much of each entry is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Claims,
    Leads,
    Titles,
}

fn written(draft: &SummaryDraft, form: Form) -> String {
    let mut text = String::new();
    let heading = Some(format!("# {}\n", draft.title)).filter(|_| !draft.title.is_empty());
    let lead = Some(format!("{}\n", draft.lead)).filter(|_| !draft.lead.is_empty());
    for part in heading.into_iter().chain(lead) {
        text.push_str(&part);
        text.push('\n');
    }
    for entry in &draft.entries {
        let title = entry.title.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
        text.push_str(&format!("* [{title}]({})", encode_destination(&entry.target)));
        if form != Form::Titles && !entry.lead.is_empty() {
            text.push_str(&format!(" - {}", entry.lead));
        }
        text.push('\n');
        if form == Form::Claims {
            entry.more.iter().for_each(|claim| text.push_str(&format!("  - {claim}\n")));
        }
    }
    text
}
