//! The time.

use jiff::Timestamp;

/// Tells the time.
pub trait Clock {
    /// Now, to the second.
    fn now(&self) -> Timestamp;
}
