//! Merges a pull request with the head that was decided on, now or when the rules are met, and finds out what became of it.

use serde_json::json;

use super::ask::Ask;
use super::shapes::MergedShape;
use super::wire::Method;
use super::{GitHub, Reply, graphql};
use crate::digest::CommitId;
use crate::port::{ForgeFault, NewMerge, PullState};

impl GitHub {
    pub(super) fn merge_pull(&self, number: u64, merge: &NewMerge<'_>) -> Result<CommitId, ForgeFault> {
        let doing = format!("merging pull request {number}");
        let body = json!({
            "sha": merge.head.as_str(), "merge_method": "merge",
            "commit_title": merge.title, "commit_message": merge.message,
        });
        let path = self.client.repository(&format!("/pulls/{number}/merge"));
        let ask = Ask::with(Method::Put, path, Some(body), &doing);
        let made = |reply: &Reply| reply.read::<MergedShape>().map(|merged| CommitId(merged.sha));
        let found = || self.merge_of(number, merge.head);
        match self.client.create(&ask, &made, &found) {
            // What is merged already cannot be merged: an earlier run may have done it, and not have heard of it.
            Err(fault @ (ForgeFault::Conflict { .. } | ForgeFault::Invalid { .. })) => found()?.ok_or(fault),
            merged => merged,
        }
    }

    pub(super) fn have_merged(&self, number: u64, merge: &NewMerge<'_>) -> Result<(), ForgeFault> {
        let doing = format!("having pull request {number} merged");
        let node = self.node_of_pull(number, &doing)?;
        let head = merge.head.as_str();
        let queued = json!({ "pullRequestId": node, "expectedHeadOid": head });
        match self.client.graphql(graphql::ENQUEUE, json!({ "input": queued }), &doing) {
            // There is no queue.
            Err(ForgeFault::Invalid { message, .. }) if message.contains("merge queue") => {}
            queued => return queued.map(drop),
        }
        let input = json!({
            "pullRequestId": node, "expectedHeadOid": head, "mergeMethod": "MERGE",
            "commitHeadline": merge.title, "commitBody": merge.message,
        });
        self.client.graphql(graphql::AUTO_MERGE, json!({ "input": input }), &doing).map(drop)
    }

    /// The merge of the pull request, where it brought `head`.
    fn merge_of(&self, number: u64, head: &CommitId) -> Result<Option<CommitId>, ForgeFault> {
        let pull = self.read_pull(number)?;
        let is_it = pull.state == PullState::Merged && pull.head == *head;
        Ok(pull.merged.filter(|_| is_it))
    }
}
