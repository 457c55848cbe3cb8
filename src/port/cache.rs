//! What is kept between two runs to save work: derived, deletable at any time, never relied on.

use std::io::{BufRead, Write};

/// Keeps derived bytes by name.
///
/// Whoever reads them judges by their content whether they fit; whoever cannot keep them goes on without.
pub trait Cache {
    /// The bytes named `name`, if this build of kb kept any.
    fn read(&self, name: &str) -> Option<Box<dyn BufRead>>;

    /// Keeps what `write` writes as `name`, in place of what was kept; nothing changes where that fails.
    fn keep(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>);
}
