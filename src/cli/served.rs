//! The base that the MCP server works on: an `App` for each thread of it.

use std::path::PathBuf;
use std::sync::Arc;

use super::app::App;
use super::failure::Failure;
use crate::config::Config;
use crate::mcp::{Base, Fault, Hands, Opener};
use crate::ops::{Kept, Workspace};
use crate::port::{Deliveries, Event, Events, IndexStore};

/// Opens an `App` in the folder that the command line named.
pub(in crate::cli) struct AppOpener {
    /// The folder, absolute.
    pub directory: PathBuf,
    /// What all threads keep together.
    pub kept: Arc<Kept>,
}

impl Opener for AppOpener {
    fn open(&self) -> Result<Box<dyn Base>, Fault> {
        let app = App::at(self.directory.clone());
        let index = Box::new(app.warm_index().map_err(fault)?);
        let deliveries = app.deliveries().ok().map(|log| Box::new(log) as Box<dyn Deliveries>);
        Ok(Box::new(AppBase { app, index, deliveries, kept: Arc::clone(&self.kept) }))
    }
}

/// An `App` with its index.
struct AppBase {
    app: App,
    index: Box<dyn IndexStore>,
    deliveries: Option<Box<dyn Deliveries>>,
    kept: Arc<Kept>,
}

impl Base for AppBase {
    fn workspace<'b>(&'b self, events: &'b dyn Events) -> Result<Workspace<'b>, Fault> {
        let workspace = self.app.snapshot_workspace().map_err(fault)?;
        Ok(Workspace { events, index: Some(self.index.as_ref()), kept: Some(&self.kept), ..workspace })
    }

    fn index(&self) -> &dyn IndexStore {
        self.index.as_ref()
    }

    fn root(&self) -> Option<String> {
        let tree = self.app.tree().ok()?;
        tree.root().to_str().map(str::to_owned)
    }

    fn deliveries(&self) -> Option<&dyn Deliveries> {
        self.deliveries.as_deref()
    }

    fn warn(&self, message: &str) {
        self.app.events().emit(Event::Warn(message.to_owned()));
    }

    fn hands(&self, config: &Config) -> Result<Hands<'_>, Fault> {
        let lock = Box::new(self.app.lock("kb mcp").map_err(fault)?);
        self.app.tree().map_err(fault)?;
        Ok(Hands {
            sources: Box::new(self.app.sources().map_err(fault)?),
            writer: Box::new(self.app.repository().map_err(fault)?.writer()),
            proposer: self.app.proposer(config).map_err(fault)?,
            lock,
        })
    }
}

/// What the command line would say, without its hint, which is about commands.
fn fault(failure: Failure) -> Fault {
    Fault::new(failure.message())
}
