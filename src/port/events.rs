//! What an operation tells while it works; progress bars, logs and JSON are consumers of it.

/// One thing that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A stage begins: what it does, and how many steps it has when that is known.
    Stage {
        /// Such as `reading notes`.
        what: &'static str,
        /// The number of steps.
        total: Option<u64>,
    },
    /// That many more steps of the stage are done.
    Advance(u64),
    /// The stage is over.
    StageEnd,
    /// Something a person should know now, one line, no full stop.
    Say(String),
    /// Something a person should be warned of now, one line, no full stop.
    Warn(String),
}

/// Takes events.
pub trait Events {
    /// Takes one.
    fn emit(&self, event: Event);
}
