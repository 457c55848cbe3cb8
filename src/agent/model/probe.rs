//! What of a model works, found out by asking it twice. What is made of that is for `kb doctor`.

use std::time::Duration;

use serde_json::json;

use super::RemoteModel;
use crate::port::{Model as _, ModelCondition, ModelFault, Probed, Request, ToolSpec, Turn};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

impl RemoteModel {
    /// What is to be seen of it from here; with `is_asked` it is asked twice.
    pub fn condition(&self, is_asked: bool) -> ModelCondition {
        let facts = self.facts();
        ModelCondition {
            name: facts.name.clone(),
            model: facts.model.clone(),
            server: self.server(),
            tools: facts.tools,
            key: self.variable().map(|variable| (variable.to_owned(), self.missing_key().is_none())),
            probed: is_asked.then(|| self.probe().map_err(|fault| fault.to_string())),
        }
    }

    /// Asks for a call and for a shaped answer. An error where it cannot be reached at all.
    fn probe(&self) -> Result<Probed, ModelFault> {
        let word = "pineapple";
        let argument = json!({
            "type": "object",
            "properties": {"word": {"type": "string"}},
            "required": ["word"],
            "additionalProperties": false,
        });
        let tools = [ToolSpec { name: "say", about: "Says a word.", argument: argument.clone() }];
        let system = "You answer a connection test of a program.";
        let turns = [Turn::Told(format!("Say the word \"{word}\" with the tool `say`."))];
        let request =
            Request { system, turns: &turns, tools: &tools, shape: None, most: 256, patience: PATIENCE };
        let native = match self.answer(&request) {
            Ok(answer) if answer.calls.iter().any(|call| call.tool == "say") => Ok(()),
            Ok(_) => Err("it answers with text where it should call a tool".to_owned()),
            Err(
                fault @ (ModelFault::NoKey { .. }
                | ModelFault::Unreachable { .. }
                | ModelFault::Busy { .. }
                | ModelFault::Refused { status: 401 | 403 | 404, .. }),
            ) => return Err(fault),
            Err(fault) => Err(fault.to_string()),
        };
        let turns = [Turn::Told(format!("Answer with the JSON object {{\"word\": \"{word}\"}}."))];
        let shape = Some(("word", &argument));
        let request = Request { system, turns: &turns, tools: &[], shape, most: 256, patience: PATIENCE };
        let schema = self.answer(&request).map_err(|fault| fault.to_string()).and_then(|answer| {
            let value: serde_json::Value = serde_json::from_str(&answer.text).unwrap_or_default();
            let fits = value["word"].is_string();
            if fits { Ok(()) } else { Err("its answer does not fit the schema that it is given".to_owned()) }
        });
        Ok(Probed { native, schema })
    }
}
