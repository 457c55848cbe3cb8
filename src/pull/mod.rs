//! What kb writes on a pull request, and how it knows its own words again. Renderings of the ledger: nothing here decides,
//! and nothing here talks to a forge.

mod dashboard;
mod foreign;
mod links;
mod marker;
mod page;
mod remark;
#[cfg(test)]
mod tests;
mod threads;

pub use dashboard::{Dashboard, DashboardPart};
pub use foreign::{MAX_WORDS, block, cell, code};
pub use links::Links;
pub use marker::{Marker, MarkerKind};
pub use page::{Page, PageClaim, PageEvidence, page};
pub use remark::{Remark, remarks, summary};
pub use threads::{ThreadPlan, plan};
