//! One model of `kb.toml`, asked over the network: attempts and waits within the patience of who asks.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use genai::adapter::AdapterKind;
use genai::chat::{ChatResponse, ContentPart, MessageContent};
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, ModelIden, ServiceTarget};
use tokio::runtime::Runtime;

use super::answering::{self, Unusable};
use super::asking;
use super::key::Key;
use super::pace::{Pause, back_off};
use super::trouble::{Asked, Trouble};
use crate::config::{ModelConfig, Provider};
use crate::embed::{Pace, waiting_client};
use crate::port::{Answer, Model, ModelFacts, ModelFault, Request, ToolCall};
use crate::proposal::{AgentName, Family};

/// How often a request is made at most.
const TIMES: u32 = 8;

/// How often a server is asked at most that is not there: it seldom comes up while somebody waits.
const TIMES_AWAY: u32 = 4;

/// How many answers with calls are remembered as they came.
const CARRIED: usize = 256;

/// A model behind an address.
pub struct RemoteModel {
    config: ModelConfig,
    facts: ModelFacts,
    key: Option<Key>,
    machinery: OnceLock<Result<(Runtime, Client), String>>,
    pace: Pace,
    pause: Pause,
    carried: Mutex<HashMap<String, MessageContent>>,
}

impl RemoteModel {
    /// The model `name` that `config` describes; `environment` gives the value of a variable. Nothing is asked yet.
    pub fn new(name: &str, config: ModelConfig, environment: &dyn Fn(&str) -> Option<String>) -> RemoteModel {
        let family = config.family().unwrap_or_else(|| Family(format!("unknown/{name}")));
        let facts = ModelFacts {
            name: AgentName { name: name.to_owned(), family },
            model: config.model.clone(),
            tools: config.tools,
            context: config.context(),
            answer: config.answer,
            prices: config.prices(),
        };
        let key = config.api_key_env.as_deref().and_then(environment).and_then(|text| Key::new(&text));
        RemoteModel {
            pace: Pace::new(config.requests_per_minute),
            config,
            facts,
            key,
            machinery: OnceLock::new(),
            pause: Box::new(thread::sleep),
            carried: Mutex::default(),
        }
    }

    /// The same, with another way of waiting.
    #[must_use]
    pub fn with_pause(self, pause: Pause) -> RemoteModel {
        RemoteModel { pause, ..self }
    }

    /// The environment variable for its key.
    pub fn variable(&self) -> Option<&str> {
        self.config.api_key_env.as_deref()
    }

    /// Why it cannot be asked at all.
    pub fn missing_key(&self) -> Option<ModelFault> {
        let variable = self.variable().filter(|_| self.key.is_none())?;
        Some(ModelFault::NoKey { model: self.facts.name.name.clone(), variable: variable.to_owned() })
    }

    /// Scheme and host of its server.
    pub fn server(&self) -> String {
        let base = self.config.base();
        let host = base.split('/').take(3).collect::<Vec<_>>().join("/");
        host.split('?').next().unwrap_or_default().to_owned()
    }

    fn target(&self) -> ServiceTarget {
        let kind = match self.config.provider {
            Provider::Anthropic => AdapterKind::Anthropic,
            Provider::OpenAiResponses => AdapterKind::OpenAIResp,
            Provider::Gemini => AdapterKind::Gemini,
            Provider::OpenAi | Provider::OpenAiCompatible | Provider::Ollama => AdapterKind::OpenAI,
        };
        // Servers that want no key do not look at it, and the client crate wants one.
        let key = self.key.as_ref().map_or("none", Key::reveal);
        ServiceTarget {
            endpoint: Endpoint::from_owned(self.config.base()),
            auth: AuthData::from_single(key),
            model: ModelIden::new(kind, self.config.model.as_str()),
        }
    }

    fn machinery(&self) -> Result<&(Runtime, Client), String> {
        let built = self.machinery.get_or_init(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(|error| error.to_string())?;
            let http = waiting_client(self.config.base().starts_with("http://"))?;
            let client = Client::builder().with_reqwest(http).build().map_err(|error| error.to_string())?;
            Ok((runtime, client))
        });
        built.as_ref().map_err(Clone::clone)
    }

    /// One attempt, of at most `limit`.
    fn attempt(&self, request: &Request<'_>, limit: Duration, asked: &Asked<'_>) -> Result<Answer, Trouble> {
        let (runtime, client) =
            self.machinery().map_err(|message| Trouble::Final(asked.unreachable(message)))?;
        let carried = |calls: &[ToolCall]| self.carried.lock().ok()?.get(&mark(calls)?).cloned();
        let flat = asking::flat(request.turns, self.config.tools);
        let turns = flat.as_deref().unwrap_or(request.turns);
        let flat = Request { turns, ..request.clone() };
        let chat = asking::conversation(&flat, self.config.provider, carried);
        let options = asking::options(request, self.config.provider);
        let asking = client.exec_chat(self.target(), chat, Some(&options));
        let response = runtime.block_on(async { tokio::time::timeout(limit, asking).await });
        let response = response.map_err(|_| asked.late())?.map_err(|error| asked.trouble(error))?;
        let content = whole(&response);
        match answering::read(response, request) {
            Ok(answer) => {
                self.carry(&answer, content);
                Ok(answer)
            }
            Err(Unusable::Empty) => Err(Trouble::Final(ModelFault::Empty { model: asked.model.to_owned() })),
            Err(Unusable::Wrong(wrong)) => Err(Trouble::Final(asked.fault(wrong))),
        }
    }

    /// Remembers an answer as it came, where the provider wants to see more of it again than kb reads.
    fn carry(&self, answer: &Answer, content: MessageContent) {
        let parts = content.parts().len();
        let is_plain = parts == content.tool_calls().len() + content.texts().len();
        if is_plain || content.tool_calls().is_empty() {
            return;
        }
        if let (Ok(mut carried), Some(mark)) = (self.carried.lock(), mark(&answer.calls)) {
            if carried.len() >= CARRIED {
                carried.clear();
            }
            carried.insert(mark, content);
        }
    }
}

/// All of an answer. DeepSeek, Kimi and others want the thoughts before a call back, which the client crate keeps apart.
fn whole(response: &ChatResponse) -> MessageContent {
    let mut content = response.content.clone();
    let body = response.captured_raw_body.as_ref();
    let thought = body.and_then(|body| body.pointer("/choices/0/message/reasoning_content")?.as_str());
    if let Some(thought) = thought.filter(|thought| !thought.is_empty()) {
        content.push(ContentPart::ReasoningContent(thought.to_owned()));
    }
    content
}

/// What calls are remembered by.
fn mark(calls: &[ToolCall]) -> Option<String> {
    if calls.is_empty() { None } else { serde_json::to_string(calls).ok() }
}

impl Model for RemoteModel {
    fn facts(&self) -> &ModelFacts {
        &self.facts
    }

    fn answer(&self, request: &Request<'_>) -> Result<Answer, ModelFault> {
        if let Some(fault) = self.missing_key() {
            return Err(fault);
        }
        let (server, mut spent) = (self.server(), Duration::ZERO);
        let mut times = 0;
        loop {
            let due = self.pace.due();
            if !due.is_zero() {
                (self.pause)(due);
            }
            times += 1;
            let asked =
                Asked { model: &self.facts.name.name, server: &server, key: self.key.as_ref(), times };
            let left = request.patience.saturating_sub(spent);
            let began = Instant::now();
            let limit = left.min(Duration::from_secs(self.config.timeout));
            let (fault, wait) = match self.attempt(request, limit, &asked) {
                Ok(answer) => return Ok(answer),
                Err(Trouble::Final(fault)) => return Err(fault),
                Err(Trouble::Again { fault, wait }) => (fault, back_off(times, wait)),
            };
            spent += began.elapsed() + wait;
            let most = if matches!(fault, ModelFault::Unreachable { .. }) { TIMES_AWAY } else { TIMES };
            if times >= most || spent >= request.patience {
                return Err(fault);
            }
            (self.pause)(wait);
        }
    }
}
