//! The text of sources that spans cannot point into: `text.md`, readable Markdown with one turn, paragraph or
//! field a line, so that quotes stand in it word for word. One file a format; nothing here panics or hangs.

mod conversation;
mod form;
mod guard;
mod html;
mod mail;
mod page;
mod pdf;
mod plain;
mod table;

pub use guard::THREAD;

pub(in crate::evidence) use form::{Form, KEY as FORM_KEY};

use page::Page;

use crate::evidence::encoding::decode;
use crate::evidence::media::Media;

/// The text of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extraction {
    /// The content of `text.md`.
    pub text: String,
    /// What the source says of itself, name and value.
    pub context: Vec<(String, String)>,
    /// The time that its first piece states, as it writes it.
    pub time: Option<String>,
    /// The title that it states.
    pub title: Option<String>,
    /// Why there is no text, or not all of it; one line.
    pub missing: Option<String>,
}

impl Extraction {
    /// Extracts the text of `bytes`, which are `media`.
    ///
    /// `None` where no extraction is needed: spans point into the source itself.
    pub fn of(media: Media, bytes: &[u8]) -> Option<Extraction> {
        if media.is_line_addressable() && std::str::from_utf8(bytes).is_ok() {
            return None;
        }
        let extracted = guard::guarded(|| match media {
            Media::Pdf => pdf::extract(bytes),
            Media::Mail => mail::extract(bytes),
            Media::Image(format) => {
                Err(format!("a description of the picture ({}) is missing", format.media_type()))
            }
            Media::Binary => Err("kb knows no text in this format".to_owned()),
            _ => {
                let (text, encoding) = decode(bytes).ok_or("it is no text after all")?;
                match media {
                    Media::JsonConversation | Media::YamlConversation | Media::JsonLines => {
                        conversation::extract(media, &text)
                    }
                    Media::Csv | Media::Tsv => table::extract(media, &text),
                    Media::Html => Ok(html::extract(&text)),
                    _ => Ok(plain::extract(media, &text, encoding)),
                }
            }
        });
        Some(extracted.and_then(|result| result).unwrap_or_else(Extraction::missing))
    }

    /// The text that a person gives for a source, instead of or for want of one that kb can extract.
    pub fn supplied(text: &str) -> Extraction {
        let mut page = Page::new(Form::Description, &[]);
        page.block(text.trim());
        page.finish(Vec::new())
    }

    /// No text, and why.
    fn missing(reason: String) -> Extraction {
        let mut page = Page::new(Form::Nothing, &[]);
        page.block(&format!("No text: {reason}."));
        Extraction { missing: Some(reason), ..page.finish(Vec::new()) }
    }
}

#[cfg(test)]
mod tests;
