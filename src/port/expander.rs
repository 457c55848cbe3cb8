//! Who finds other words for a question. It sees the question and no note, and gives words, nothing else.

/// Finds other words for questions.
pub trait Expander {
    /// Its name and version.
    fn id(&self) -> &str;

    /// Other words for `question`, for notes that are in `languages`, codes such as `en`: phrasings and translations. An error
    /// says why there are none.
    fn expand(&self, question: &str, languages: &[String]) -> Result<Vec<String>, String>;
}
