//! How fast kb writes: below what GitHub calls abuse, so that it need not say so.

use std::collections::VecDeque;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::time::Duration;

use jiff::Timestamp;

use super::time::{later, until};

/// The writes that GitHub bears in a time: "no more than 80 content-generating requests per minute and no more than 500
/// per hour".
const BORNE: [(usize, Duration); 2] = [(80, Duration::from_secs(60)), (500, Duration::from_secs(3_600))];

/// The first wait after no answer; each further one is twice as long.
const FIRST: Duration = Duration::from_secs(1);

/// The longest wait that kb chooses.
const LONGEST: Duration = Duration::from_secs(60);

/// When was written.
#[derive(Debug, Default)]
pub(super) struct Pace {
    written: VecDeque<Timestamp>,
}

impl Pace {
    /// How long to wait until the next write may go.
    pub fn due(&self, now: Timestamp) -> Duration {
        let due = |(most, window): (usize, Duration)| {
            let oldest = self.written.len().checked_sub(most).and_then(|at| self.written.get(at));
            oldest.map_or(Duration::ZERO, |&oldest| until(now, later(oldest, window)))
        };
        BORNE.into_iter().map(due).max().unwrap_or_default()
    }

    /// Notes a write.
    pub fn note(&mut self, now: Timestamp) {
        let most = BORNE.into_iter().map(|(most, _)| most).max().unwrap_or_default();
        if self.written.len() >= most {
            self.written.pop_front();
        }
        self.written.push_back(now);
    }
}

/// The wait before attempt `time`, counted from 1, is made again. A part of chance keeps many from coming back at once.
pub(super) fn back_off(time: u32) -> Duration {
    let chance = f64::from(RandomState::new().hash_one(time) as u32) / f64::from(u32::MAX);
    let wait = FIRST.saturating_mul(2_u32.saturating_pow(time.saturating_sub(1))).min(LONGEST);
    wait.mul_f64(0.5 + chance / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_minute_sees_more_than_80_writes_and_no_hour_more_than_500() {
        let mut now = Timestamp::from_second(1_700_000_000).unwrap();
        let (mut pace, mut written) = (Pace::default(), Vec::new());
        for _ in 0..1_200 {
            now = later(now, pace.due(now));
            pace.note(now);
            written.push(now);
        }
        for (most, window) in BORNE {
            for (at, &first) in written.iter().enumerate().take(written.len() - most) {
                assert!(until(first, written[at + most]) >= window, "write {at} and {most} more");
            }
        }
        assert_eq!(until(written[0], written[79]), Duration::ZERO, "nobody waits for nothing");
    }

    #[test]
    fn waits_grow_and_have_an_end() {
        for _ in 0..50 {
            let (first, tenth) = (back_off(1), back_off(10));
            assert!(first >= FIRST / 2 && first <= FIRST, "{first:?}");
            assert!(tenth >= LONGEST / 2 && tenth <= LONGEST, "{tenth:?}");
        }
    }
}
