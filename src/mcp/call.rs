//! One call: who asks, whether the answer is still wanted, and where its progress goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc::UnboundedSender;

use super::reader::{Reader, Who};
use crate::port::{Event, Events};

/// How far a call has come.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    /// How many steps of the stage are done.
    pub done: u64,
    /// How many steps the stage has, when that is known.
    pub total: Option<u64>,
    /// What is being done.
    pub what: &'static str,
}

/// Whether the answer is still wanted.
pub(super) type IsCancelled = Arc<dyn Fn() -> bool + Send + Sync>;

/// One call.
pub(super) struct Call {
    /// Who asks.
    pub reader: Reader,
    /// The tokens that an answer has unless the call says otherwise.
    pub budget: usize,
    is_cancelled: IsCancelled,
    told: Told,
}

/// Where progress goes.
struct Told {
    to: Option<UnboundedSender<Step>>,
    stage: std::sync::Mutex<(&'static str, Option<u64>)>,
    done: AtomicU64,
}

impl Call {
    /// A call of `reader`; `to` is told how far it has come.
    pub fn new(
        reader: Reader,
        budget: usize,
        is_cancelled: IsCancelled,
        to: Option<UnboundedSender<Step>>,
    ) -> Call {
        let told = Told { to, stage: std::sync::Mutex::new(("", None)), done: AtomicU64::new(0) };
        Call { reader, budget, is_cancelled, told }
    }
}

impl Events for Call {
    fn emit(&self, event: Event) {
        let Some(to) = self.told.to.as_ref().filter(|_| !self.is_cancelled()) else { return };
        let is_owner = matches!(&self.reader.who, Who::Caller(caller) if caller.is_owner());
        let mut stage = self.told.stage.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match event {
            Event::Stage { what, total } => *stage = (what, total.filter(|_| is_owner)),
            // How much there is of the base is for its owner to know.
            Event::Advance(_) if !is_owner => return,
            Event::Advance(steps) => {
                self.told.done.fetch_add(steps, Ordering::Relaxed);
            }
            _ => return,
        }
        // Progress only ever grows, over all stages of a call.
        let done = self.told.done.load(Ordering::Relaxed);
        let total = stage.1.map(|total| total.max(done));
        // A client that went away hears nothing.
        let _ = to.send(Step { done, total, what: stage.0 });
    }

    fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }
}
