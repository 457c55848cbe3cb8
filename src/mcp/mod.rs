//! The MCP server: agents read and hand over by the operations that people use on the command line. It builds no adapter.
//!
//! Calls are answered by threads that each have the base open; the protocol runs on a runtime of its own, and standard output
//! carries nothing but it.

mod answer;
mod arguments;
mod base;
mod call;
mod deliveries;
mod form;
mod handler;
mod http;
mod line;
mod place;
mod pool;
mod prompts;
mod quote;
mod reader;
mod resources;
mod stdio;
mod tools;
mod wire;

pub use base::{Base, Fault, Hands, Opener};
pub use form::Form;
pub use handler::Settings;
pub use http::{HttpSettings, PATH, Tokens, serve_http};
pub use reader::{Reader, Who};
pub use stdio::serve_stdio;
