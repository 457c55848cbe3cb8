//! Language models behind `port::Model`: asked over the network, each in the wire format of its provider. What an answer
//! asks for is for others to do.
//!
//! | part | file |
//! | --- | --- |
//! | the model: attempts, waits, what is carried from turn to turn | `remote` |
//! | a conversation as the client crate wants it | `asking` |
//! | an answer, or why it cannot be used | `answering`, `raw`, `cut`, `text_call` |
//! | what a failed attempt means | `trouble` |
//! | how long is waited | `pace` |
//! | the key | `key` |
//! | what works, for `kb doctor` | `probe` |
//!
//! The client crate is `genai`: it speaks Anthropic Messages, OpenAI Chat Completions and Responses and Gemini, hands over
//! status, headers and body of what failed and the body of what did not, and takes kb's own HTTP client, so that
//! no redirection takes a key elsewhere, and no variable is read but the one that `kb.toml` names.

#![expect(clippy::disallowed_methods, reason = "adapters are what touches the machine and the network")]

mod answering;
mod asking;
mod cut;
mod key;
mod pace;
mod probe;
mod raw;
mod remote;
mod text_call;
mod trouble;

pub use pace::Pause;
pub use remote::RemoteModel;
