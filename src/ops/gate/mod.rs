//! The checks of the merge gate (I1 to I5), each refusing by name. It holds no handle that could move anything.

mod contrast;
mod fence;
mod refusal;
mod risk;
mod stale;
mod tier;
mod tree;
mod verdicts;
mod word;

pub use contrast::Contrast;
pub use fence::{Trees, change_set, fence_draft, fence_one, self_asserted};
pub use refusal::{Refusal, Refused};
pub use risk::{Risk, risks};
pub use stale::merged_tree;
pub use tier::tiers;
pub use tree::{errors_between, new_errors};
pub use verdicts::{Binding, approval, approver_keys, decision, human_review, review};
pub use word::{Grounds, word};
