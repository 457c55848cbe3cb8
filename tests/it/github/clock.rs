//! The fake's time: begins where it is told to, runs as the machine's does, and can be moved on.

use std::time::Instant;

/// The moment where tests begin: 2026-11-30T09:00:00Z, as for the repositories that they make.
pub const START: u64 = 1_796_029_200;

/// Seconds since 1970, as the fake counts them.
#[derive(Debug)]
pub struct Clock {
    begin: u64,
    started: Instant,
    moved: u64,
}

impl Clock {
    /// A clock that shows `begin` now.
    pub fn at(begin: u64) -> Clock {
        Clock { begin, started: Instant::now(), moved: 0 }
    }

    /// What it shows.
    pub fn now(&self) -> u64 {
        self.begin + self.started.elapsed().as_secs() + self.moved
    }

    /// Moves it on.
    pub fn advance(&mut self, seconds: u64) {
        self.moved += seconds;
    }
}

/// A moment as GitHub writes it.
pub fn stamp(seconds: u64) -> String {
    let seconds = i64::try_from(seconds).expect("a moment");
    jiff::Timestamp::from_second(seconds).expect("a moment").to_string()
}
