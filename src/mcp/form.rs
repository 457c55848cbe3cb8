//! In which of its two parts a result carries the texts: the Markdown or the structured content. Never in both.
//!
//! A client hands its model one of the two. Most hand over the Markdown; some, once there is structured content, that alone.
//! Texts in both would cost those twice that hand over both, texts in the wrong one would be seen by nobody.

/// Clients that hand their models the structured content alone, by what their names hold.
const STRUCTURED: [&str; 3] = ["claude-code", "visual studio code", "cursor"];

/// Which part of a result carries the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The Markdown; the structured content says what and where, without the texts.
    Markdown,
    /// The structured content; the Markdown is one line.
    Structured,
}

impl Form {
    /// What the client `name` needs.
    pub(super) fn of_client(name: &str) -> Form {
        let name = name.to_lowercase();
        if STRUCTURED.iter().any(|known| name.contains(known)) { Form::Structured } else { Form::Markdown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_gets_the_texts_where_it_looks_for_them() {
        for name in ["claude-code", "Visual Studio Code - Insiders", "cursor-vscode"] {
            assert_eq!(Form::of_client(name), Form::Structured, "{name}");
        }
        for name in ["claude-ai", "mcp", "mcp-inspector", ""] {
            assert_eq!(Form::of_client(name), Form::Markdown, "{name}");
        }
    }
}
