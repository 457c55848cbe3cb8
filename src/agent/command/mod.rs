//! Agents that are programs of this machine, such as coding agents. A program works in a folder that holds only what it may
//! see, in a sandbox, and what it leaves there is read back: a change set, or a typed review. It gets no key and no
//! repository.

mod folder;
mod program;
mod proposer;
mod reviewer;
mod sandbox;
mod seat;

pub use proposer::CommandProposer;
pub use reviewer::CommandReviewer;
pub use seat::ProgramSeat;
