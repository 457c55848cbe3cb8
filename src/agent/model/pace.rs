//! How long is waited before a request is made again. Who waits is given, so that tests need not.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::time::Duration;

/// Waits that long.
pub type Pause = Box<dyn Fn(Duration) + Send + Sync>;

/// The first wait before asking again; each further one is twice as long.
const FIRST: Duration = Duration::from_secs(1);

/// The longest wait that kb chooses. A server may ask for more.
const LONGEST: Duration = Duration::from_secs(60);

/// The wait before attempt `time`, counted from 1, is made again. What the server asked for is kept; a part of chance
/// keeps many from coming back at once.
pub(super) fn back_off(time: u32, asked_for: Option<Duration>) -> Duration {
    let chance = f64::from(RandomState::new().hash_one(time) as u32) / f64::from(u32::MAX);
    match asked_for {
        Some(wait) => wait + FIRST.mul_f64(chance / 2.0),
        None => FIRST.saturating_mul(2_u32.saturating_pow(time - 1)).min(LONGEST).mul_f64(0.5 + chance / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_have_an_end_and_keep_what_the_server_asks_for() {
        for _ in 0..50 {
            let first = back_off(1, None);
            assert!(first >= FIRST / 2 && first <= FIRST, "{first:?}");
            let tenth = back_off(10, None);
            assert!(tenth >= LONGEST / 2 && tenth <= LONGEST, "{tenth:?}");
            let asked = back_off(1, Some(Duration::from_secs(7)));
            assert!(asked >= Duration::from_secs(7) && asked <= Duration::from_millis(7_500), "{asked:?}");
        }
    }
}
