//! Seams: what the outside world must be able to do, as traits and plain data. No implementation.

mod agent;
mod cache;
mod clock;
mod deliveries;
mod embedder;
mod events;
mod expander;
pub mod fault;
mod files;
mod forge;
mod forge_settings;
mod git;
mod index;
mod kept_answers;
mod kept_vectors;
mod machine;
mod model;
mod prefixes;
mod registry;
mod remote;
mod reorganise;
mod seek;
mod server;
mod shelf;
mod signer;
mod sources;
mod stop;
mod summariser;
mod vector;

pub use crate::text::DiffSide;
pub use crate::vault::{TreeEntry, TreeEntryKind};
pub use agent::{AgentError, Draft, ProposeTask, Proposer, ReviewTask, Reviewed, Reviewer};
pub use cache::Cache;
pub use clock::Clock;
pub use deliveries::{Deliveries, DeliveriesFault, Delivery};
pub use embedder::{Embedder, EmbeddingModel, ModelError, Models, Purpose, Reranker};
pub use events::{Event, Events, Spending};
pub use expander::Expander;
pub use files::{FileStamp, Files, FilesError, Sight, Sighted};
pub use forge::{
    Account, Anchor, Check, CheckConclusion, Forge, ForgeComment, ForgeFault, ForgeIssue, NewCheck,
    NewComment, NewMerge, NewPull, NewReview, Pull, PullEdit, PullReview, PullState, ReviewEvent,
    StickyIssue, Thread,
};
pub use forge_settings::{ForgeAppFacts, ForgeEnvironment, ForgeLabel, ForgeRuleset, ForgeSettings};
pub use git::{
    Advance, Blame, CommitInfo, Difference, GitError, GitGate, GitRead, GitWrite, LastChange, Merge,
    NewCommit, Person, RefUpdate,
};
pub use index::{
    Claimed, Document, Index, IndexBuild, IndexError, IndexStore, IndexView, Posting, Stamp, TextField,
    Validity, VectorField,
};
pub use kept_answers::KeptAnswers;
pub use kept_vectors::KeptVectors;
pub use machine::{LocalKeyFile, Machine, ModelCondition, Probed};
pub use model::{
    Answer, Model, ModelFacts, ModelFault, Prices, Request, ToolCall, ToolMode, ToolSpec, Turn, Usage,
};
pub use prefixes::{Piece, Prefix, PrefixWriter, Prefixes};
pub use registry::{IndexFiles, IndexShards, Registry, RegistryFault};
pub use remote::{Fetch, Push, Remote, RemoteFault};
pub use reorganise::{Mended, ReorganiseTask, Reorganiser};
pub use seek::{Passage, Passages, Past, PastChange, Seek, SeekError};
pub use server::ServerSite;
pub use shelf::{HeldModel, ModelShelf, Wanted};
pub use signer::{Signer, SignerError};
pub use sources::{Listing, SourceError, SourceFile, Sources};
pub use stop::Stop;
pub use summariser::{DraftEntry, Summarised, Summariser, SummaryDraft, Texts};
pub use vector::Vector;
