//! The models that `kb.toml` chooses, ready for use. A model that is not on this machine is left out, and that is said.

use super::TableModel;
use crate::config::Config;
use crate::port::{Embedder, Models};

/// The models of one run.
#[derive(Default)]
pub struct Chosen {
    instant: Option<TableModel>,
}

impl Chosen {
    /// The models that `config` asks for.
    pub fn of(config: &Config) -> Chosen {
        Chosen { instant: (config.search.embedding != "none").then(TableModel::default) }
    }

    /// What operations are given.
    pub fn models(&self) -> Models<'_> {
        let instant = self.instant.as_ref().map(|model| model as &dyn Embedder);
        Models { instant, ..Models::default() }
    }
}
