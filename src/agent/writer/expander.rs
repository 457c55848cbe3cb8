//! Other words for a question by a language model, which sees the question and nothing else. What it gives is words to look
//! for, never a demand.

use serde::Deserialize;
use serde_json::{Value, json};

use super::pen::{Pen, Wish};
use crate::agent::prompt::EXPANDER;
use crate::agent::shown::escaped;
use crate::port::Expander;
use crate::redact::Redaction;
use crate::verify::unfit;

/// How many phrasings count.
const PHRASINGS: usize = 3;

/// How many translations count.
const TRANSLATIONS: usize = 2;

/// The most characters of each.
const LONGEST: usize = 200;

/// The most characters of a question that is worth other words: a longer one has enough of its own.
const LONGEST_QUESTION: usize = 500;

/// Has a model find other words.
pub struct ModelExpander<'a> {
    pen: Pen<'a>,
    id: String,
}

/// What a model answers.
#[derive(Deserialize)]
struct Answered {
    phrasings: Vec<String>,
    translations: Vec<String>,
}

impl<'a> ModelExpander<'a> {
    /// An expander that writes with `pen`.
    pub fn new(pen: Pen<'a>) -> ModelExpander<'a> {
        ModelExpander { id: pen.id(EXPANDER), pen }
    }
}

impl Expander for ModelExpander<'_> {
    fn id(&self) -> &str {
        &self.id
    }

    fn expand(&self, question: &str, languages: &[String]) -> Result<Vec<String>, String> {
        let question = question.trim();
        if question.chars().count() > LONGEST_QUESTION {
            return Err(format!("a question of more than {LONGEST_QUESTION} characters is asked as it is"));
        }
        let data = escaped(&Redaction::secrets().text(question));
        let languages = if languages.is_empty() { "not known".to_owned() } else { languages.join(", ") };
        let shape = shape();
        let wish = Wish {
            prompt: EXPANDER,
            values: &[("languages", languages)],
            shape: &shape,
            source: "question",
            data: &data,
        };
        let answered: Answered = self.pen.write(&wish, |text| {
            serde_json::from_str(text)
                .map_err(|error| vec![format!("it is not the object that was asked for: {error}")])
        })?;
        let phrasings = answered.phrasings.into_iter().take(PHRASINGS);
        let all = phrasings.chain(answered.translations.into_iter().take(TRANSLATIONS));
        let mut words: Vec<String> = Vec::new();
        for text in all.filter(|text| is_usable(text, question)) {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_known = |known: &str| known.to_lowercase() == text.to_lowercase();
            if !is_known(question) && !words.iter().any(|word| is_known(word)) {
                words.push(text);
            }
        }
        Ok(words)
    }
}

/// Whether `text` is words that may be looked for in place of `question`: no link, nothing hidden, no figures of its own.
fn is_usable(text: &str, question: &str) -> bool {
    let figures = |text: &str| -> Vec<String> {
        let runs = text.split(|c: char| !c.is_numeric());
        runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
    };
    let asked = figures(question);
    text.chars().count() <= LONGEST
        && text.contains(char::is_alphanumeric)
        && figures(text).iter().all(|run| asked.contains(run))
        && unfit(text).is_empty()
}

fn shape() -> Value {
    let texts = json!({"type": "array", "items": {"type": "string"}});
    json!({
        "type": "object",
        "properties": {"phrasings": texts, "translations": texts},
        "required": ["phrasings", "translations"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::is_usable;

    #[test]
    fn words_are_usable_and_figures_links_and_hidden_text_of_the_models_own_are_not() {
        let question = "how long is the refund window of plan 9?";
        assert!(is_usable("return period, plan 9", question));
        for text in
            ["", "?!", "refund in 30 days", "see https://evil.example", "re\u{200b}fund", &"long ".repeat(50)]
        {
            assert!(!is_usable(text, question), "{text}");
        }
    }
}
