//! Asks a model for a short text, once more with what is wrong with it, and no third time. What was answered before is not
//! asked again; what may not be spent is not asked at all.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use crate::agent::fence::{Entropy, Fence};
use crate::agent::prompt::Prompt;
use crate::agent::session::counted;
use crate::agent::spending::{Limits, Spending};
use crate::digest::Sha256Hex;
use crate::port::{Clock, KeptAnswers, Model, ModelFacts, ModelFault, Request, Turn};
use crate::proposal::{Spent, one_line};

/// How often a text is asked for at most.
const TIMES: usize = 2;

/// How many objections go back.
const OBJECTIONS: usize = 8;

/// A model that writes short texts, and what it may cost.
pub struct Pen<'a> {
    model: Box<dyn Model + 'a>,
    kept: Option<&'a dyn KeptAnswers>,
    entropy: Entropy,
    patience: Duration,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    spending: Spending<'a>,
    /// Why nothing more is asked.
    halted: Option<String>,
}

/// A text that is wanted.
pub(super) struct Wish<'w> {
    /// What the model is told.
    pub prompt: Prompt,
    /// What stands in the prompt in place of words in braces.
    pub values: &'w [(&'static str, String)],
    /// What the whole answer must look like.
    pub shape: &'w Value,
    /// Where the data comes from.
    pub source: &'w str,
    /// The data: without secrets, hidden characters by their numbers.
    pub data: &'w str,
}

impl<'a> Pen<'a> {
    /// A pen for `model`, whose answers are kept in `kept`. `patience` is for one answer, `limits` for all.
    pub fn new(
        model: Box<dyn Model + 'a>,
        kept: Option<&'a dyn KeptAnswers>,
        clock: &'a dyn Clock,
        entropy: Entropy,
        limits: Limits,
        patience: Duration,
    ) -> Pen<'a> {
        let limits = Limits { answers: u32::MAX, ..limits };
        let state =
            Mutex::new(State { spending: Spending::new(limits, clock, Spent::default()), halted: None });
        Pen { model, kept, entropy, patience, state }
    }

    /// Who writes by `prompt`: the model as its provider calls it, and the number of the prompt.
    pub(super) fn id(&self, prompt: Prompt) -> String {
        id(self.model.facts(), prompt)
    }

    /// Why nothing more is asked in this run, where that is so.
    pub(super) fn halted(&self) -> Option<String> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).halted.clone()
    }

    /// How many characters of data and answer fit, at the least that four characters are a token in no language.
    pub(super) fn room(&self) -> usize {
        let facts = self.model.facts();
        usize::try_from(facts.context.saturating_sub(facts.answer)).unwrap_or(usize::MAX).saturating_mul(2)
    }

    /// What `read` makes of the answer to `wish`; it gives the text or what is wrong with the answer. An error says why there
    /// is none.
    pub(super) fn write<T>(
        &self,
        wish: &Wish<'_>,
        read: impl Fn(&str) -> Result<T, Vec<String>>,
    ) -> Result<T, String> {
        let fence = (self.entropy)().map(Fence::new)?;
        let mark = fence.mark().to_owned();
        let values: Vec<(&str, &str)> = [("mark", mark.as_str())]
            .into_iter()
            .chain(wish.values.iter().map(|(name, value)| (*name, value.as_str())))
            .collect();
        let system = wish.prompt.with(&values);
        let mut turns = vec![Turn::Told(fence.around(wish.source, wish.data))];
        let mut said = Vec::new();
        let mut wrong = Vec::new();
        for _ in 0..TIMES {
            let key = key(self.model.facts(), wish, &said);
            let text = match self.kept.and_then(|kept| kept.of(&key)) {
                Some(text) => text,
                None => {
                    let text = self.ask(&system, &turns, wish)?;
                    if let Some(kept) = self.kept {
                        kept.keep(&key, &text);
                    }
                    text
                }
            };
            wrong = match read(&text) {
                Ok(read) => return Ok(read),
                Err(wrong) => wrong,
            };
            let told = told(&wrong);
            said.extend([text.clone(), told.clone()]);
            turns.push(Turn::Answered { text, calls: Vec::new() });
            turns.push(Turn::Told(told));
        }
        let first = wrong.first().map_or("", String::as_str);
        Err(format!("what `{}` wrote was refused {TIMES} times: {first}", self.model.facts().name.name))
    }

    fn ask(&self, system: &str, turns: &[Turn], wish: &Wish<'_>) -> Result<String, String> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let facts = self.model.facts();
        if state.halted.is_none() {
            state.halted = state.spending.spent(facts).map(|stop| stop.to_string());
        }
        if let Some(halted) = &state.halted {
            return Err(halted.clone());
        }
        let left = state.spending.seconds_left().map_or(self.patience, Duration::from_secs);
        let request = Request {
            system,
            turns,
            tools: &[],
            shape: Some((wish.prompt.name, wish.shape)),
            most: facts.answer,
            patience: self.patience.min(left),
        };
        let answer = self.model.answer(&request);
        state.spending.answers += 1;
        match answer {
            Ok(answer) => {
                state.spending.usage = state.spending.usage.and(counted(&answer, &request));
                Ok(answer.text)
            }
            Err(fault) => {
                let told = fault.to_string();
                // Asked for each of a thousand texts, a server that is away would cost a thousand waits.
                let is_away = matches!(
                    fault,
                    ModelFault::NoKey { .. }
                        | ModelFault::Unreachable { .. }
                        | ModelFault::Busy { .. }
                        | ModelFault::Refused { .. }
                );
                if is_away {
                    state.halted = Some(told.clone());
                }
                Err(told)
            }
        }
    }
}

/// Who writes by `prompt`: the model of `facts` as its provider calls it, and the number of the prompt.
pub(super) fn id(facts: &ModelFacts, prompt: Prompt) -> String {
    format!("{}/{}-{}", facts.model, prompt.name, prompt.version)
}

/// What is known of an answer without asking.
pub(super) enum Recalled<T> {
    /// It was given, and can be used.
    Known(T),
    /// What was given cannot be used, the second time neither.
    Refused,
    /// Nobody asked, or not to the end.
    Unasked,
}

/// What `read` makes of the answer of the model of `facts` to `wish`, if `kept` holds it.
pub(super) fn recalled<T>(
    kept: &dyn KeptAnswers,
    facts: &ModelFacts,
    wish: &Wish<'_>,
    read: impl Fn(&str) -> Result<T, Vec<String>>,
) -> Recalled<T> {
    let mut said = Vec::new();
    for _ in 0..TIMES {
        let Some(text) = kept.of(&key(facts, wish, &said)) else { return Recalled::Unasked };
        match read(&text) {
            Ok(read) => return Recalled::Known(read),
            Err(wrong) => said.extend([text, told(&wrong)]),
        }
    }
    Recalled::Refused
}

/// The name of an answer: everything that it depends on but the fence, which is another each time.
fn key(facts: &ModelFacts, wish: &Wish<'_>, said: &[String]) -> Sha256Hex {
    let mut bytes = Vec::new();
    let mut add = |text: &str| {
        bytes.extend(format!("{}:", text.len()).bytes());
        bytes.extend(text.bytes());
    };
    add(&facts.name.family.0);
    add(&facts.model);
    add(&wish.prompt.id());
    wish.values.iter().for_each(|(_, value)| add(value));
    add(&wish.shape.to_string());
    add(wish.source);
    add(wish.data);
    said.iter().for_each(|text| add(text));
    Sha256Hex::of(&bytes)
}

/// What goes back to a model whose answer cannot be used.
fn told(wrong: &[String]) -> String {
    let mut text = "This answer cannot be used:\n".to_owned();
    for objection in wrong.iter().take(OBJECTIONS) {
        text.push_str(&format!("- {}\n", one_line(objection)));
    }
    text.push_str("Answer once more, with the whole JSON object.");
    text
}
