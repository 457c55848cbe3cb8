//! What to do with the threads of a pull request after a review: a finding is kept, opened again or said for the first
//! time, never said twice; what is no longer found is resolved.

use std::collections::HashMap;

use super::{Marker, MarkerKind, Remark};
use crate::port::Thread;

/// What to do.
#[derive(Debug, Default)]
pub struct ThreadPlan<'a> {
    /// Findings without a thread.
    pub post: Vec<&'a Remark>,
    /// Threads whose finding stands, resolved by somebody.
    pub reopen: Vec<&'a Thread>,
    /// Threads whose finding stands, and which are open.
    pub keep: Vec<&'a Thread>,
    /// Open threads whose finding is gone.
    pub resolve: Vec<&'a Thread>,
}

/// Compares `remarks` with `threads`. Only threads that `account` began with a sign of kb's count.
pub fn plan<'a>(remarks: &'a [Remark], threads: &'a [Thread], account: &str) -> ThreadPlan<'a> {
    let mut known: HashMap<String, Vec<&Thread>> = HashMap::new();
    for thread in threads {
        let Some((author, text)) = thread.comments.first() else { continue };
        let marker = Marker::find(MarkerKind::Finding, text).filter(|_| author == account);
        if let Some(marker) = marker {
            known.entry(marker.id).or_default().push(thread);
        }
    }
    let mut plan = ThreadPlan::default();
    for remark in remarks {
        let Some(threads) = known.remove(&remark.id) else {
            plan.post.push(remark);
            continue;
        };
        // Where two runs at once began two threads, the older one goes on.
        for (at, thread) in threads.into_iter().enumerate() {
            match (at, thread.resolved) {
                (0, true) => plan.reopen.push(thread),
                (0, false) => plan.keep.push(thread),
                (_, false) => plan.resolve.push(thread),
                (_, true) => {}
            }
        }
    }
    let mut gone: Vec<&Thread> = known.into_values().flatten().filter(|thread| !thread.resolved).collect();
    gone.sort_by(|one, two| one.id.cmp(&two.id));
    plan.resolve.extend(gone);
    plan
}
