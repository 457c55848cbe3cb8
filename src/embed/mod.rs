//! The models that turn texts into numbers: tables, encoders and servers behind the seams of [`crate::port`]. What the
//! numbers are worth beside words is for others to say.

mod chosen;
mod matrix;
mod table;

pub use self::chosen::Chosen;
pub use self::matrix::{Matrix, MatrixError};
pub use self::table::{TableModel, pack};
