//! The composition root: the only file that builds adapters. Each is built when a command first asks for it.

#![expect(clippy::disallowed_methods, reason = "the composition root reads what the process was given")]

use std::path::{Path, PathBuf};

use super::arguments::Global;
use super::failure::Failure;
use super::progress::{Loudness, Progress};
use crate::port::Events;

/// The resolved global options, and every adapter that a command may ask for.
pub(super) struct App {
    directory: PathBuf,
    progress: Progress,
}

impl App {
    /// Resolves the global options.
    pub fn new(global: &Global) -> Result<App, Failure> {
        let here = std::env::current_dir()
            .map_err(|error| Failure::environment(format!("reading the current folder: {error}")))?;
        let directory = match &global.directory {
            Some(directory) => here.join(directory),
            None => here,
        };
        if !directory.is_dir() {
            return Err(Failure::environment(format!("{} is not a folder", directory.display()))
                .hint("`-C DIR` takes a folder that exists"));
        }
        let loudness = match (global.quiet, global.verbose) {
            (0, 0) => Loudness::Normal,
            (0, _) => Loudness::Verbose,
            (1, _) => Loudness::Quiet,
            _ => Loudness::Silent,
        };
        Ok(App { directory, progress: Progress::new(loudness) })
    }

    /// The folder that the command works in: absolute, `-C` applied.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where operations tell what they do.
    pub fn events(&self) -> &dyn Events {
        &self.progress
    }
}
