//! The threads that answer calls. Each opens the base when it first needs it and keeps it open; a call that panics costs an
//! answer, not the server.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use super::base::{Base, Fault, Opener};

/// The most calls that are answered at the same time; others wait.
const MOST: usize = 8;

/// What a thread is given to do; `true` means that the base must be opened again.
type Job = Box<dyn FnOnce(Result<&dyn Base, &Fault>) -> bool + Send>;

/// The threads.
pub(super) struct Pool {
    shared: Arc<Shared>,
    jobs: Sender<Job>,
    threads: AtomicUsize,
}

struct Shared {
    opener: Arc<dyn Opener>,
    jobs: Mutex<Receiver<Job>>,
    /// How many threads wait for a job, less the jobs that wait for a thread.
    idle: AtomicUsize,
}

impl Pool {
    /// No thread yet; `opener` opens the base for each.
    pub fn new(opener: Arc<dyn Opener>) -> Pool {
        let (jobs, waiting) = channel();
        let shared = Shared { opener, jobs: Mutex::new(waiting), idle: AtomicUsize::new(0) };
        Pool { shared: Arc::new(shared), jobs, threads: AtomicUsize::new(0) }
    }

    /// Does `work` on a thread of its own, and waits for what it gives.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Base) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (reply, answer) = oneshot::channel();
        self.give(Box::new(move |base| {
            let done = match base {
                Ok(base) => catch_unwind(AssertUnwindSafe(|| work(base))),
                Err(fault) => Ok(Err(fault.clone())),
            };
            let is_broken = done.is_err();
            // Who asked may have gone.
            let _ = reply.send(done.unwrap_or_else(|_| Err(bug())));
            is_broken
        }));
        answer.await.unwrap_or_else(|_| Err(bug()))
    }

    /// Has a thread open the base before somebody waits for it.
    pub fn warm(&self, work: impl FnOnce(&dyn Base) + Send + 'static) {
        self.give(Box::new(move |base| {
            base.is_ok_and(|base| catch_unwind(AssertUnwindSafe(|| work(base))).is_err())
        }));
    }

    fn give(&self, job: Job) {
        let claim = |idle: usize| idle.checked_sub(1);
        let is_idle = self.shared.idle.fetch_update(Ordering::AcqRel, Ordering::Acquire, claim).is_ok();
        if !is_idle && self.threads.fetch_add(1, Ordering::AcqRel) < MOST {
            let shared = Arc::clone(&self.shared);
            // Where no thread can be had, those that there are do it.
            let _ = std::thread::Builder::new().name("kb-mcp".to_owned()).spawn(move || shared.work());
        }
        // The threads live as long as this does.
        let _ = self.jobs.send(job);
    }
}

impl Shared {
    /// Does jobs until there can be no more.
    fn work(&self) {
        let mut base: Option<Box<dyn Base>> = None;
        loop {
            let job = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            let opened = match base.take() {
                Some(base) => Ok(base),
                None => catch_unwind(AssertUnwindSafe(|| self.opener.open())).unwrap_or_else(|_| Err(bug())),
            };
            let is_broken = job(opened.as_deref());
            base = opened.ok().filter(|_| !is_broken);
            self.idle.fetch_add(1, Ordering::AcqRel);
        }
    }
}

fn bug() -> Fault {
    Fault::new("kb met a bug of its own and could not answer this call")
        .hint("standard error of the server says more; other calls are answered as before")
}
