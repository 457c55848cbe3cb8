//! Short texts by a language model that are made of others and can be done without: each is judged before it counts, and where
//! there is none, who asked goes on without it and says so.
//!
//! | part | file |
//! | --- | --- |
//! | asking, what was asked before, what it may cost | `pen` |
//! | summaries of folders | `summariser` |
//! | other words for a question | `expander` |
//! | prefixes of chunks | `prefixes` |

mod expander;
mod pen;
mod prefixes;
mod summariser;

pub use expander::ModelExpander;
pub use pen::Pen;
pub use prefixes::{KeptPrefixes, ModelPrefixWriter};
pub use summariser::ModelSummariser;
