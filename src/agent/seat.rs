//! The seat of a model: who is asked, within which limits, and what that has used up. What it is asked is for the agents.

use std::cell::Cell;

use super::fence::{Entropy, Fence};
use super::prompt::{Prompt, STEPS};
use super::session::Session;
use super::spending::{Limits, Spending};
use super::step;
use super::tools::Tool;
use super::transcript::Transcript;
use crate::port::{AgentError, Clock, Model, ModelFacts, Stop, ToolMode};
use crate::proposal::{AgentName, Spent};

/// A model in the place of an agent.
pub struct Seat {
    model: Box<dyn Model>,
    clock: &'static dyn Clock,
    entropy: Entropy,
    limits: Limits,
    spent: Cell<Spent>,
}

/// What a model has to do.
pub(super) struct Work<'a, D> {
    /// The title of the transcript.
    pub title: &'static str,
    /// What holds throughout.
    pub prompt: Prompt,
    /// What stands for the words in braces of the prompt.
    pub values: &'a [(&'a str, &'a str)],
    /// What is said first.
    pub opening: &'a str,
    /// The tools of the role.
    pub tools: Vec<Tool<'a, D>>,
    /// Whether the desk is done.
    pub is_done: fn(&D) -> bool,
    /// What the proposal had used up before, which counts against the limits.
    pub before: Spent,
    /// Is told what the run has used up, after each answer.
    pub spends: &'a dyn Fn(Spent),
}

/// What came of it.
pub(super) struct Worked<'a> {
    /// What was said and done; more may be added.
    pub transcript: Transcript,
    stop: Option<Stop>,
    spending: Spending<'a>,
    facts: &'a ModelFacts,
}

impl Worked<'_> {
    /// The whole transcript, and what stopped the run before the desk was done.
    pub fn ended(self) -> (String, Option<Stop>) {
        (self.transcript.end(&self.spending, self.facts, self.stop.as_ref()), self.stop)
    }
}

impl Seat {
    /// `model` in its seat; `entropy` gives what its fences are marked with.
    pub fn new(model: Box<dyn Model>, clock: &'static dyn Clock, entropy: Entropy, limits: Limits) -> Seat {
        Seat { model, clock, entropy, limits, spent: Cell::default() }
    }

    /// Who sits there.
    pub(super) fn name(&self) -> AgentName {
        self.model.facts().name.clone()
    }

    /// What it has used up since it was made.
    pub(super) fn spent(&self) -> Spent {
        self.spent.get()
    }

    /// A fence for one run.
    pub(super) fn fence(&self) -> Result<Fence, AgentError> {
        Fence::of(self.entropy, &self.model.facts().name)
    }

    /// Lets it work on `desk`, until that is done or something stops it.
    pub(super) fn work<'a, D>(&'a self, desk: &mut D, work: Work<'a, D>) -> Worked<'a> {
        let facts = self.model.facts();
        let Work { title, prompt, values, opening, tools, is_done, before, spends } = work;
        let mut system = prompt.with(values);
        let mut prompts = vec![prompt.id()];
        if facts.tools == ToolMode::JsonSchema {
            let specs: Vec<_> = tools.iter().map(|tool| tool.spec.clone()).collect();
            system.push_str(&format!("\n\n{}", STEPS.with(&[("tools", &step::described(&specs))])));
            prompts.push(STEPS.id());
        }
        let mut transcript = Transcript::begin(title, facts, &prompts, opening);
        let session = Session {
            model: self.model.as_ref(),
            clock: self.clock,
            limits: self.limits,
            before,
            tools,
            is_done,
            spends,
        };
        let ended = session.run(desk, &system, opening, &mut transcript);
        self.spent.set(self.spent.get().and(ended.spending.total(facts)));
        Worked { transcript, stop: ended.stop, spending: ended.spending, facts }
    }
}
