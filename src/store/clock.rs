//! The machine's clock. A test build obeys `KB_TEST_NOW`.

use jiff::Timestamp;

use crate::port::Clock;

/// Tells the machine's time.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let now = fixed().unwrap_or_else(Timestamp::now);
        Timestamp::from_second(now.as_second()).unwrap_or(now)
    }
}

#[cfg(feature = "fault-points")]
fn fixed() -> Option<Timestamp> {
    std::env::var("KB_TEST_NOW").ok()?.parse().ok()
}

#[cfg(not(feature = "fault-points"))]
fn fixed() -> Option<Timestamp> {
    None
}
