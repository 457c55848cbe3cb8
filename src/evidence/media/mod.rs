//! What a source is, told by its content first and its name second: media type, file name in the item, and the
//! kind of evidence that it most likely is. It extracts nothing.

mod image;
mod mail;
mod structured;
mod table;
mod text;

pub use image::ImageFormat;
pub(in crate::evidence) use table::delimiter;

use crate::evidence::encoding::decode;

/// What a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Media {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// JSON Lines, a turn or a conversation a line.
    JsonLines,
    /// JSON that holds conversations.
    JsonConversation,
    /// YAML that holds conversations.
    YamlConversation,
    /// Other JSON.
    Json,
    /// Other YAML.
    Yaml,
    /// A table with comma-separated or semicolon-separated cells.
    Csv,
    /// A table with tab-separated cells.
    Tsv,
    /// A web page.
    Html,
    /// An e-mail message.
    Mail,
    /// A PDF document.
    Pdf,
    /// A picture.
    Image(ImageFormat),
    /// Anything else.
    Binary,
}

impl Media {
    /// Tells what `bytes` are, which came under the file name `name`.
    pub fn detect(name: Option<&str>, bytes: &[u8]) -> Media {
        let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending.to_lowercase());
        let ending = ending.as_deref();
        if bytes[..bytes.len().min(1024)].windows(5).any(|five| five == b"%PDF-") {
            return Media::Pdf;
        }
        if let Some(format) = ImageFormat::detect(bytes) {
            return Media::Image(format);
        }
        if ending == Some("eml") || mail::is_mail(bytes) {
            return Media::Mail;
        }
        match decode(bytes) {
            Some((text, _)) => Media::of_text(ending, &text),
            None => Media::Binary,
        }
    }

    fn of_text(ending: Option<&str>, text: &str) -> Media {
        if text::is_html(ending, text) {
            return Media::Html;
        }
        if text::is_svg(text) {
            return Media::Image(ImageFormat::Svg);
        }
        if let Some(media) = structured::detect(ending, text) {
            return media;
        }
        match ending {
            Some("md" | "markdown" | "mdx") => Media::Markdown,
            Some("tsv" | "tab") => Media::Tsv,
            Some("csv") => Media::Csv,
            Some(_) => Media::Text,
            None => match table::delimiter(text) {
                Some(b'\t') => Media::Tsv,
                Some(_) => Media::Csv,
                None if text::is_markdown(text) => Media::Markdown,
                None => Media::Text,
            },
        }
    }

    /// The media type, as `meta.yaml` has it.
    pub fn media_type(self) -> &'static str {
        match self {
            Media::Markdown => "text/markdown",
            Media::Text => "text/plain",
            Media::JsonLines => "application/jsonl",
            Media::JsonConversation | Media::Json => "application/json",
            Media::YamlConversation | Media::Yaml => "application/yaml",
            Media::Csv => "text/csv",
            Media::Tsv => "text/tab-separated-values",
            Media::Html => "text/html",
            Media::Mail => "message/rfc822",
            Media::Pdf => "application/pdf",
            Media::Image(format) => format.media_type(),
            Media::Binary => "application/octet-stream",
        }
    }

    /// The name of the file that holds the bytes.
    pub fn source_name(self) -> &'static str {
        match self {
            Media::Markdown => "source.md",
            Media::Text => "source.txt",
            Media::JsonLines => "source.jsonl",
            Media::JsonConversation | Media::Json => "source.json",
            Media::YamlConversation | Media::Yaml => "source.yaml",
            Media::Csv => "source.csv",
            Media::Tsv => "source.tsv",
            Media::Html => "source.html",
            Media::Mail => "source.eml",
            Media::Pdf => "source.pdf",
            Media::Image(format) => format.source_name(),
            Media::Binary => "source.bin",
        }
    }

    /// The kind of evidence that it is unless somebody says better.
    pub fn kind(self) -> &'static str {
        match self {
            Media::Markdown | Media::Text | Media::Pdf => "document",
            Media::JsonLines | Media::JsonConversation | Media::YamlConversation => "conversation",
            Media::Json | Media::Yaml => "data",
            Media::Csv | Media::Tsv => "table",
            Media::Html => "page",
            Media::Mail => "mail",
            Media::Image(_) => "image",
            Media::Binary => "file",
        }
    }

    /// Whether spans can point into the source itself, once it is UTF-8.
    pub fn is_line_addressable(self) -> bool {
        matches!(self, Media::Markdown | Media::Text | Media::JsonLines | Media::Json | Media::Yaml)
    }
}

#[cfg(test)]
mod tests;
