//! What an extraction is written as, so that a reading knows how to read it.

/// The form of a `text.md`, named in its front matter under `extracted`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::evidence) enum Form {
    /// Turns, `**speaker** (time): words`, below a heading for each conversation where there are several.
    Conversation,
    /// A heading for each record, and its fields as a list.
    Table,
    /// The body of a message, as it was sent.
    Mail,
    /// Markdown.
    Markdown,
    /// Plain text, as it was decoded.
    Text,
    /// What a person wrote of the source.
    Description,
    /// Nothing but the reason why.
    Nothing,
}

/// The name under which the form stands.
pub(in crate::evidence) const KEY: &str = "extracted";

const NAMES: [(Form, &str); 7] = [
    (Form::Conversation, "conversation"),
    (Form::Table, "table"),
    (Form::Mail, "mail"),
    (Form::Markdown, "markdown"),
    (Form::Text, "text"),
    (Form::Description, "description"),
    (Form::Nothing, "nothing"),
];

impl Form {
    /// The name of the form.
    pub(super) fn as_str(self) -> &'static str {
        NAMES.iter().find(|(form, _)| *form == self).map_or("markdown", |(_, name)| name)
    }

    /// The form named `name`; Markdown for a name that says nothing.
    pub(in crate::evidence) fn named(name: &str) -> Form {
        NAMES.iter().find(|(_, known)| *known == name).map_or(Form::Markdown, |(form, _)| *form)
    }
}
