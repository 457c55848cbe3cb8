//! Language models of `kb.toml`: whether their key is there, what works. The key's text is never seen here.

use super::DoctorReport;
use crate::config::{Agent, Config, ToolMode};
use crate::port::{Machine, ModelCondition, Probed};

impl DoctorReport {
    pub(super) fn models(&mut self, config: &Config, machine: &Machine) {
        for model in &machine.models {
            let agents = [&config.roles.proposer, &config.roles.reviewer];
            let others = [&config.roles.summariser, &config.roles.expander];
            let named = |agent: &&Agent| matches!(agent, Agent::Named(name) if *name == model.name.name);
            let is_used = agents.iter().any(named) || others.iter().any(|name| **name == model.name.name);
            self.model(model, is_used);
        }
    }

    fn model(&mut self, model: &ModelCondition, is_used: bool) {
        let what = "model";
        let said = format!("{} is `{}` at {}", model.name, model.model, model.server);
        if let Some((variable, false)) = &model.key {
            let message = format!("{said}; the environment variable {variable} holds no key");
            let help = format!("set {variable}; kb reads the key from there and from nowhere else");
            return if is_used { self.fail(what, message, help) } else { self.warn(what, message, help) };
        }
        let key =
            model.key.as_ref().map_or(String::new(), |(variable, _)| format!("; the key is in {variable}"));
        let mode = match model.tools {
            ToolMode::Native => "native",
            ToolMode::JsonSchema => "json-schema",
        };
        match &model.probed {
            None => self.ok(what, format!("{said}{key}; tools {mode}, not asked: `--probe` does")),
            Some(Err(reason)) => {
                let help = "check `url`, `model` and the key of its table in kb.toml";
                self.fail(what, format!("{said}{key}: {reason}"), help);
            }
            Some(Ok(probed)) => self.probed(&format!("{said}{key}"), model.tools, probed),
        }
    }

    fn probed(&mut self, said: &str, mode: ToolMode, probed: &Probed) {
        let word = |result: &Result<(), String>| match result {
            Ok(()) => "works".to_owned(),
            Err(reason) => format!("does not ({reason})"),
        };
        let message = format!(
            "{said}; it answers: tools \"native\" {}, tools \"json-schema\" {}",
            word(&probed.native),
            word(&probed.schema)
        );
        let (chosen, other, name) = match mode {
            ToolMode::Native => (&probed.native, &probed.schema, "json-schema"),
            ToolMode::JsonSchema => (&probed.schema, &probed.native, "native"),
        };
        match (chosen, other) {
            (Ok(()), _) => self.ok("model", message),
            (Err(_), Ok(())) => {
                self.fail("model", message, format!("say `tools = \"{name}\"` in its table in kb.toml"));
            }
            (Err(_), Err(_)) => {
                self.fail("model", message, "it cannot propose or review; name another model")
            }
        }
    }
}
