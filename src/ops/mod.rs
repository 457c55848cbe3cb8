//! Operations: one file a use case, over ports, with plain data as report. No terminal, no adapter.

mod workspace;

pub use workspace::{Workspace, WorkspaceError};
