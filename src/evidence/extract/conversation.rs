//! Conversations in JSON, YAML, or JSON Lines that are not UTF-8: a turn a line.

use serde_json::Value;

use super::{Extraction, Form, Page};
use crate::evidence::conversation::{Conversation, turn};
use crate::evidence::media::Media;

/// Names that tell conversations apart, best first.
const NAME_KEYS: &[&str] = &["title", "conversation_id", "session_id", "dialogue_id", "id", "name"];

/// Writes the conversations that `text` holds.
pub(super) fn extract(media: Media, text: &str) -> Result<Extraction, String> {
    let (context, all) = match media {
        Media::JsonLines => lines(text),
        Media::YamlConversation => {
            let value = crate::yaml::from_str::<Value>(text).map_err(|error| error.to_string())?;
            Conversation::all_of(&value)
        }
        _ => {
            let value = serde_json::from_str::<Value>(text).map_err(|error| error.to_string())?;
            Conversation::all_of(&value)
        }
    }
    .ok_or("it holds no conversation after all")?;
    let time = all
        .iter()
        .find_map(|one| one.time.clone().or_else(|| one.turns.iter().find_map(|turn| turn.time.clone())));
    let (mut page, single) = match all.as_slice() {
        [only] => {
            let whole: Vec<_> = context.iter().chain(&only.context).cloned().collect();
            (Page::new(Form::Conversation, &whole), true)
        }
        _ => (Page::new(Form::Conversation, &context), false),
    };
    for (index, one) in all.iter().enumerate() {
        if !single {
            page.heading(2, &name(one, index));
            for (name, value) in &one.context {
                page.field(name, value);
            }
        }
        for turn in &one.turns {
            page.turn(turn.speaker.as_deref().unwrap_or_default(), turn.time.as_deref(), &turn.words);
        }
    }
    let extraction = page.finish(Vec::new());
    Ok(Extraction { time, ..extraction })
}

/// JSON Lines as one conversation.
fn lines(text: &str) -> Option<crate::evidence::conversation::Conversations> {
    let values: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if let [one] = values.as_slice()
        && let Some(found) = Conversation::all_of(one)
    {
        return Some(found);
    }
    let all = Value::Array(values.iter().filter(|value| turn(value).is_some()).cloned().collect());
    let whole = Conversation::all_of(&all).or_else(|| Conversation::all_of(&Value::Array(values.clone())))?;
    let mut context = Vec::new();
    if let Some(head) = values.first().filter(|value| turn(value).is_none()) {
        crate::evidence::context::flatten(head, &[], &mut context);
    }
    Some((context, whole.1))
}

/// What a conversation among several is called.
fn name(conversation: &Conversation, index: usize) -> String {
    let stated = NAME_KEYS.iter().find_map(|key| conversation.context.iter().find(|(name, _)| name == key));
    stated.map_or_else(|| format!("Conversation {}", index + 1), |(_, value)| value.clone())
}
