//! Other words for a question: asked for, looked up like the words typed, and told. Who gives them sees no note.

use serde::Serialize;

use super::SearchOptions;
use crate::ops::Workspace;
use crate::port::{IndexError, IndexView};
use crate::search::{Query, main_languages};

/// What was asked beside the words typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Expansion {
    /// Who was asked for other words: a model, with the number of its prompt.
    pub by: String,
    /// The other words that were looked for too.
    pub words: Vec<String>,
    /// Why there are none; the words typed answered alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// Other words for `asked` as queries with the same demands, and what is told of them. Nobody is asked where words are wanted
/// as they stand: in quotes, or an identifier.
pub(super) fn expanded(
    workspace: &Workspace<'_>,
    view: &dyn IndexView,
    asked: &Query,
    options: &SearchOptions,
) -> Result<(Vec<Query>, Option<Expansion>), IndexError> {
    let Some(expander) = workspace.expander.filter(|_| options.expand && asked.is_loose()) else {
        return Ok((Vec::new(), None));
    };
    let mut expansion = Expansion { by: expander.id().to_owned(), words: Vec::new(), failed: None };
    match expander.expand(&asked.text, &main_languages(view)?) {
        Err(reason) => expansion.failed = Some(reason),
        Ok(words) if words.is_empty() => {
            expansion.failed = Some("it gave no words that can be looked for".to_owned());
        }
        Ok(words) => expansion.words = words,
    }
    let mut queries = Vec::new();
    for words in &expansion.words {
        queries.push(asked.in_words(words, view)?);
    }
    Ok((queries, Some(expansion)))
}
