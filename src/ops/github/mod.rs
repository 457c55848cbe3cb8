//! What GitHub enforces for a knowledge base: the files that say it, what is there, and bringing the two together. Pull requests
//! are `ops/pulls`.
//!
//! | part | file |
//! | --- | --- |
//! | the files: workflows, scripts, rulesets, CODEOWNERS, labels | `written`, `rulesets`, `labels` |
//! | writing them into a repository | `init` |
//! | changing GitHub | `apply` |
//! | comparing GitHub with them | `doctor`, `compare` |

mod apply;
mod compare;
mod doctor;
mod init;
mod labels;
mod rulesets;
mod written;

pub use apply::{Applied, ApplyError, ApplyOptions, ApplyReport, Step, apply};
pub use doctor::{GithubReport, Part, RoleSight, Seen, Standing, doctor};
pub use init::{GithubInitError, GithubInitOptions, GithubInitReport, init};
pub use labels::{KbLabel, LABELS};
pub use rulesets::{Apps, ENVIRONMENTS, rulesets};
pub use written::{WrittenFile, written};
