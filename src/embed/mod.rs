//! The models that turn texts into numbers: tables, encoders and servers behind the seams of [`crate::port`]. What the
//! numbers are worth beside words is for others to say.

#![expect(clippy::disallowed_methods, reason = "adapters are what touches the machine and the network")]

mod chosen;
mod cross;
mod encoder;
mod fetch;
mod http;
mod judge;
mod known;
mod manifest;
mod matrix;
mod model2vec;
mod network;
mod proxied;
mod served;
mod shelf;
mod table;

pub use self::chosen::{Chosen, Environment};
pub use self::http::{Pace, following_client, waiting_client};
pub use self::matrix::{Matrix, MatrixError};
pub use self::proxied::{PROXIES, Proxied, ProxiedReply};
pub use self::shelf::Shelf;
pub use self::table::{TableModel, pack};

#[cfg(test)]
mod tests;
