//! The loop of an agent: the model answers, its tools run on a desk, their results go back, until the desk says that it is
//! done or something stops it. Whatever stops it, nothing leaves the desk.

use std::time::Duration;

use serde_json::Value;

use super::conversation::Conversation;
use super::spending::{Limits, Spending};
use super::step::{self, Step};
use super::tools::Tool;
use super::transcript::Transcript;
use crate::port::{Answer, Clock, Model, ModelFault, Request, Stop, ToolCall, ToolMode, ToolSpec, Usage};
use crate::proposal::Spent;

/// How often the same call may give the same result.
const SAME: u32 = 5;
/// How often in a row an answer may come without a tool.
const IDLE: u32 = 3;
/// How often tools may be called that do not exist.
const INVENTED: u32 = 5;
/// How often in a row an answer may be empty or unreadable.
const BROKEN: u32 = 2;
/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(600);
/// The least tokens of an answer that can be worth asking for.
const LEAST: u64 = 256;

/// One run of an agent.
pub(super) struct Session<'a, D> {
    pub model: &'a dyn Model,
    pub clock: &'a dyn Clock,
    pub limits: Limits,
    /// What the proposal had used up before.
    pub before: Spent,
    pub tools: Vec<Tool<'a, D>>,
    /// Whether the desk is done.
    pub is_done: fn(&D) -> bool,
    /// Is told what the run has used up, after each answer.
    pub spends: &'a dyn Fn(Spent),
}

/// How a run ended.
pub(super) struct Ended<'a> {
    /// What stopped it before the desk was done.
    pub stop: Option<Stop>,
    /// What it cost.
    pub spending: Spending<'a>,
}

impl<'a, D> Session<'a, D> {
    /// Runs to the end: `system` holds throughout, `opening` is said first.
    pub fn run(&self, desk: &mut D, system: &str, opening: &str, transcript: &mut Transcript) -> Ended<'a> {
        let facts = self.model.facts();
        let specs: Vec<ToolSpec> = self.tools.iter().map(|tool| tool.spec.clone()).collect();
        let is_native = facts.tools == ToolMode::Native;
        let shape = (!is_native).then(|| step::shape(&specs));
        let specs = if is_native { specs } else { Vec::new() };
        let extra = specs.iter().map(|tool| tool.argument.to_string().len()).sum::<usize>() + system.len();
        let mut run = Run {
            spending: Spending::new(self.limits, self.clock, self.before),
            conversation: Conversation::new(opening, is_native),
            last: None,
            same: 0,
            idle: 0,
            invented: 0,
            broken: 0,
            was_cut: false,
        };
        let stop = loop {
            if let Some(stop) = run.spending.spent(facts) {
                break Some(stop);
            }
            let most = self.most(&run.spending);
            let fits = run.conversation.fit(extra, facts.context, most);
            if fits.given_way > 0 {
                transcript.noted(&format!("{} older results gave way.", fits.given_way));
            }
            let patience =
                run.spending.seconds_left().map_or(PATIENCE, |left| PATIENCE.min(Duration::from_secs(left)));
            let request = Request {
                system,
                turns: run.conversation.turns(),
                tools: &specs,
                shape: shape.as_ref().map(|shape| ("step", shape)),
                most: if run.was_cut { (most / 2).max(LEAST) } else { most },
                patience,
            };
            let answer = self.model.answer(&request);
            run.spending.answers += 1;
            let step = match answer {
                Ok(answer) => {
                    run.spending.usage = run.spending.usage.and(counted(&answer, &request));
                    run.take(self, desk, answer, transcript)
                }
                Err(fault) => run.fault(fault, transcript),
            };
            (self.spends)(run.spending.total(facts));
            match step {
                Next::Go if (self.is_done)(desk) => break None,
                Next::Go => {}
                Next::Stop(stop) => break Some(stop),
            }
        };
        Ended { stop, spending: run.spending }
    }

    /// The most tokens of the next answer.
    fn most(&self, spending: &Spending<'_>) -> u64 {
        let facts = self.model.facts();
        facts.answer.min(spending.tokens_left().unwrap_or(u64::MAX)).max(LEAST)
    }
}

/// What happens next.
enum Next {
    Go,
    Stop(Stop),
}

/// The state of a run.
struct Run<'a> {
    spending: Spending<'a>,
    conversation: Conversation,
    /// The last call with its result.
    last: Option<(String, String, Result<String, String>)>,
    same: u32,
    idle: u32,
    invented: u32,
    broken: u32,
    was_cut: bool,
}

impl Run<'_> {
    /// Takes an answer: no tool of one that is cut runs.
    fn take<D>(
        &mut self,
        session: &Session<'_, D>,
        desk: &mut D,
        answer: Answer,
        transcript: &mut Transcript,
    ) -> Next {
        let model = || session.model.facts().name.name.clone();
        let mut calls = answer.calls.clone();
        if calls.is_empty() {
            match step::read(&answer.text, &format!("step-{}", self.spending.answers)) {
                Step::Call(call) => calls.push(call),
                Step::Cut => {
                    let message = "its object is not closed".to_owned();
                    return self.fault(ModelFault::Truncated { model: model(), message }, transcript);
                }
                Step::Text if answer.text.trim().is_empty() => {
                    return self.fault(ModelFault::Empty { model: model() }, transcript);
                }
                Step::Text => {}
            }
        } else if calls.iter().any(|call| step::is_cut(&call.argument)) {
            let message = "the argument of a tool is not closed".to_owned();
            return self.fault(ModelFault::Truncated { model: model(), message }, transcript);
        }
        self.broken = 0;
        self.was_cut = false;
        transcript.answered(if calls.is_empty() || !answer.calls.is_empty() { &answer.text } else { "" });
        if calls.is_empty() {
            self.conversation.answered(&answer.text, Vec::new());
            self.idle += 1;
            if self.idle >= IDLE {
                return Next::Stop(Stop::NoTool(self.idle));
            }
            let told = "No tool was called. Nothing that you write outside of a tool is read: call one; the last tool of your list ends the work.";
            transcript.noted(told);
            self.conversation.told(told);
            return Next::Go;
        }
        self.idle = 0;
        self.conversation.answered(&answer.text, answer.calls);
        let mut results = Vec::new();
        let mut stop = None;
        for call in calls {
            if stop.is_some() || (session.is_done)(desk) {
                results.push((call, Err("not run: the work ended before it".to_owned())));
                continue;
            }
            let (result, next) = self.call(session, desk, &call, transcript);
            results.push((call, result));
            if let Next::Stop(reason) = next {
                stop = Some(reason);
            }
        }
        self.conversation.gave(results);
        stop.map_or(Next::Go, Next::Stop)
    }

    /// Runs one call, and watches that it is not the same again and again.
    fn call<D>(
        &mut self,
        session: &Session<'_, D>,
        desk: &mut D,
        call: &ToolCall,
        transcript: &mut Transcript,
    ) -> (Result<String, String>, Next) {
        let Some(tool) = session.tools.iter().find(|tool| tool.spec.name == call.tool) else {
            let names: Vec<&str> = session.tools.iter().map(|tool| tool.spec.name).collect();
            let result = Err(format!("there is no such tool; there are: {}", names.join(", ")));
            transcript.called(&call.tool, &call.argument, &result);
            self.invented += 1;
            let (tool, times) = (call.tool.chars().take(60).collect(), self.invented);
            let stop = Next::Stop(Stop::NoSuchTool { tool, times });
            return (result, if times >= INVENTED { stop } else { Next::Go });
        };
        let argument = step::whole(&call.argument).unwrap_or_else(|| call.argument.clone());
        let result = tool.run(desk, &argument);
        transcript.called(&call.tool, &argument, &result);
        let triple = (call.tool.clone(), canonical(&argument), result.clone());
        self.same = if self.last.as_ref() == Some(&triple) { self.same + 1 } else { 1 };
        self.last = Some(triple);
        let next = match self.same {
            SAME.. => Next::Stop(Stop::Repetition { tool: call.tool.clone(), times: self.same }),
            _ => Next::Go,
        };
        (result, next)
    }

    /// A fault of the model: once it is asked for less, or again; then that is the end.
    fn fault(&mut self, fault: ModelFault, transcript: &mut Transcript) -> Next {
        transcript.noted(&fault.to_string());
        match fault {
            ModelFault::Truncated { .. } if !self.was_cut => {
                self.was_cut = true;
                self.conversation.told(
                    "Your answer was cut before it ended (truncated), and no tool of it ran. Answer again and shorter: one tool, less text; write a long note in several steps.",
                );
                Next::Go
            }
            ModelFault::Empty { .. } | ModelFault::Malformed { .. } if self.broken + 1 < BROKEN => {
                self.broken += 1;
                self.conversation.told("Your answer was empty or could not be read. Call one tool.");
                Next::Go
            }
            ModelFault::Overflow { .. } if self.conversation.give_way() > 0 => Next::Go,
            fault => Next::Stop(Stop::Fault(fault)),
        }
    }
}

/// The tokens of an answer; estimated, four characters each, where the provider counts none.
pub(super) fn counted(answer: &Answer, request: &Request<'_>) -> Usage {
    if answer.usage != Usage::default() {
        return answer.usage;
    }
    let sent = request.system.len() + super::conversation::size(request.turns);
    let calls: usize = answer.calls.iter().map(|call| call.argument.to_string().len()).sum();
    let tokens = |characters: usize| u64::try_from(characters.div_ceil(4)).unwrap_or(u64::MAX);
    Usage { input: tokens(sent), output: tokens(answer.text.len() + calls), ..Usage::default() }
}

/// The argument as one text, whatever the order of its keys.
fn canonical(argument: &Value) -> String {
    match argument {
        Value::Object(object) => {
            let mut fields: Vec<String> =
                object.iter().map(|(key, value)| format!("{key:?}:{}", canonical(value))).collect();
            fields.sort();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        other => other.to_string(),
    }
}
