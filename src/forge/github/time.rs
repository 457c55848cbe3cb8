//! Time as the client sees it: what the clock says, and waiting. Given, so that tests need not wait.

use std::time::Duration;

use jiff::Timestamp;

/// A clock, and somebody who waits by it.
pub trait Time {
    /// Now.
    fn now(&self) -> Timestamp;

    /// Waits that long.
    fn pause(&self, duration: Duration);
}

/// The machine's clock.
pub struct MachineTime;

impl Time for MachineTime {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn pause(&self, duration: Duration) {
        std::thread::sleep(duration);
    }
}

/// `from` and `wait` later; the end of time where that is beyond it.
pub(super) fn later(from: Timestamp, wait: Duration) -> Timestamp {
    from.checked_add(wait).unwrap_or(Timestamp::MAX)
}

/// How long it is from `now` until `then`; nothing when that is past.
pub(super) fn until(now: Timestamp, then: Timestamp) -> Duration {
    Duration::try_from(now.duration_until(then)).unwrap_or_default()
}

/// A clock that stands still until somebody waits, and tells how long each did.
#[cfg(test)]
pub(super) struct StoppedTime {
    pub now: std::sync::Mutex<Timestamp>,
    pub waits: std::sync::Mutex<Vec<Duration>>,
}

#[cfg(test)]
impl StoppedTime {
    /// The clock at `seconds` of the epoch.
    pub fn at(seconds: i64) -> std::rc::Rc<StoppedTime> {
        let now = Timestamp::from_second(seconds).unwrap();
        std::rc::Rc::new(StoppedTime { now: now.into(), waits: Vec::new().into() })
    }

    /// How long was waited so far, each time.
    pub fn waited(&self) -> Vec<Duration> {
        self.waits.lock().unwrap().clone()
    }
}

#[cfg(test)]
impl Time for std::rc::Rc<StoppedTime> {
    fn now(&self) -> Timestamp {
        *self.now.lock().unwrap()
    }

    fn pause(&self, duration: Duration) {
        let mut now = self.now.lock().unwrap();
        *now = later(*now, duration);
        self.waits.lock().unwrap().push(duration);
    }
}
