//! Shows events on standard error: a bar for what takes longer than a second, and below it what agents use up, on a terminal
//! only. Elsewhere what an agent has used up is a line at the end of its part.

use std::io::IsTerminal as _;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::{DIM, YELLOW, paint};
use super::spending;
use crate::port::{Event, Events};

/// After this long a stage is worth a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How much is said beside results and errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Loudness {
    /// Nothing.
    Silent,
    /// Warnings.
    Quiet,
    /// Warnings, remarks, bars.
    Normal,
    /// Every stage with its time as well.
    Verbose,
}

/// The consumer of events on the command line.
pub(super) struct Progress {
    loudness: Loudness,
    terminal: bool,
    stage: Mutex<Option<Stage>>,
}

struct Stage {
    what: &'static str,
    begun: Instant,
    bar: ProgressBar,
    /// Dropping it tells the waiting thread that the stage is over.
    _over: Option<Sender<()>>,
}

impl Progress {
    /// Shows as much as `loudness` says.
    pub fn new(loudness: Loudness) -> Progress {
        Progress { loudness, terminal: std::io::stderr().is_terminal(), stage: Mutex::new(None) }
    }

    fn begin(&self, what: &'static str, total: Option<u64>) -> Stage {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        style(&bar, total.is_some(), false);
        bar.set_message(what);
        let over = (self.terminal && self.loudness >= Loudness::Normal).then(|| show_after_patience(&bar));
        Stage { what, begun: now(), bar, _over: over }
    }

    fn end(&self, stage: &Stage) {
        stage.bar.finish_and_clear();
        if self.loudness == Loudness::Verbose {
            let line = format!("{}: {:.2} s", stage.what, stage.begun.elapsed().as_secs_f64());
            anstream::eprintln!("{}", paint(DIM, line));
        }
    }
}

/// Lays out the bar; with `is_spending` there is a line below it for what is used up.
fn style(bar: &ProgressBar, has_total: bool, is_spending: bool) {
    let first = if has_total { "{msg} {bar:32} {pos}/{len} {eta}" } else { "{msg} {spinner} {pos}" };
    let second = if is_spending { "\n{prefix}" } else { "" };
    if let Ok(style) = ProgressStyle::with_template(&format!("{first}{second}")) {
        bar.set_style(style);
    }
}

/// The bar becomes visible once the stage has lasted; a stage that ends earlier never flickers.
fn show_after_patience(bar: &ProgressBar) -> Sender<()> {
    let (over, wait) = mpsc::channel();
    let bar = bar.clone();
    thread::spawn(move || {
        if wait.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(120));
        }
    });
    over
}

#[expect(clippy::disallowed_methods, reason = "how long a stage lasts is told to people only")]
fn now() -> Instant {
    Instant::now()
}

impl Events for Progress {
    fn emit(&self, event: Event) {
        let mut current = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let say = |line: String| match current.as_ref() {
            Some(stage) => stage.bar.suspend(|| anstream::eprintln!("{line}")),
            None => anstream::eprintln!("{line}"),
        };
        match event {
            Event::Say(line) if self.loudness >= Loudness::Normal => say(line),
            Event::Warn(line) if self.loudness >= Loudness::Quiet => {
                say(format!("{}: {line}", paint(YELLOW, "warning")));
            }
            Event::Say(_) | Event::Warn(_) => {}
            Event::Spending(spending) if self.terminal => {
                // A search of the agent's was a stage of its own, and ended the one before.
                let stage = current.get_or_insert_with(|| self.begin("asking models", None));
                style(&stage.bar, stage.bar.length().is_some(), true);
                stage.bar.set_prefix(spending::line(&spending));
            }
            Event::Spending(spending) if spending.is_over && self.loudness >= Loudness::Normal => {
                say(spending::line(&spending));
            }
            Event::Spending(_) => {}
            Event::Advance(steps) => {
                if let Some(stage) = current.as_ref() {
                    stage.bar.inc(steps);
                }
            }
            Event::Stage { what, total } => {
                let next = self.begin(what, total);
                if let Some(stage) = current.replace(next) {
                    self.end(&stage);
                }
            }
            Event::StageEnd => {
                if let Some(stage) = current.take() {
                    self.end(&stage);
                }
            }
        }
    }
}
