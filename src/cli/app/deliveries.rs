//! The log of what agents were told, where this base keeps it, and the name of a session in it.

use super::{App, Place};
use crate::cli::failure::Failure;
use crate::digest::hex;
use crate::store::deliveries::DeliveryLog;
use crate::store::random;

impl App {
    /// A name that tells this run from every other.
    pub fn session(&self) -> Result<String, Failure> {
        Ok(hex(&random::bytes::<6>().map_err(Failure::environment)?))
    }

    /// The log of what agents were told: below `.kb` of the working tree, in a bare repository among git's own files.
    pub fn deliveries(&self) -> Result<DeliveryLog, Failure> {
        match self.place()? {
            Place { tree: Some(tree), .. } => Ok(DeliveryLog::of_tree(tree.root())),
            Place { git: Some((repository, _)), .. } => {
                Ok(DeliveryLog::at(repository.state_folder().join("deliveries")))
            }
            Place { git: None, tree: None } => self.tree().map(|tree| DeliveryLog::of_tree(tree.root())),
        }
    }
}
