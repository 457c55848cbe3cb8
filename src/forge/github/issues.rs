//! The issue that is kept up to date: found by its marker and author, made once, changed only where it differs.

use serde_json::{Map, Value, json};

use super::ask::Ask;
use super::client::array;
use super::shapes::IssueShape;
use super::wire::Method;
use super::{GitHub, Reply, is_same_text};
use crate::port::{ForgeFault, ForgeIssue, StickyIssue};

/// The label by which the list is kept short.
const LABEL: &str = "kb";

impl GitHub {
    /// This account's issues that hold `marker`, oldest first.
    fn issues_marked(&self, marker: &str, doing: &str) -> Result<Vec<ForgeIssue>, ForgeFault> {
        let query = format!("/issues?state=all&labels={LABEL}&sort=created&direction=asc&per_page=100");
        let shapes = self.client.pages(self.client.repository(&query), doing, &array::<IssueShape>)?;
        let mut marked = Vec::new();
        for shape in shapes.into_iter().filter(|shape| !shape.is_pull()) {
            let issue = ForgeIssue::from(shape);
            // A marker in what somebody else wrote is a text like any other.
            if issue.body.contains(marker) && self.is_me(&issue.author)? {
                marked.push(issue);
            }
        }
        marked.sort_by_key(|issue| issue.number);
        marked.dedup_by_key(|issue| issue.number);
        Ok(marked)
    }

    pub(super) fn write_sticky_issue(&self, issue: &StickyIssue<'_>) -> Result<ForgeIssue, ForgeFault> {
        let doing = format!("writing the issue \"{}\"", issue.title);
        if issue.marker.is_empty() || !issue.body.contains(issue.marker) {
            let message = "the text does not hold its own marker".to_owned();
            return Err(ForgeFault::Invalid { forge: self.client.site.host.clone(), doing, message });
        }
        let mut known = self.issues_marked(issue.marker, &doing)?;
        if known.is_empty() {
            let body = json!({ "title": issue.title, "body": issue.body, "labels": [LABEL] });
            let ask = Ask::with(Method::Post, self.client.repository("/issues"), Some(body), &doing);
            let made = |reply: &Reply| reply.read::<IssueShape>().map(ForgeIssue::from);
            let found = || Ok(self.issues_marked(issue.marker, &doing)?.into_iter().next());
            let made = self.client.create(&ask, &made, &found)?;
            // Who ran at the same moment made one too: both see both, and both keep the older.
            known = self.issues_marked(issue.marker, &doing)?;
            if known.is_empty() {
                known.push(made);
            }
        }
        let mut known = known.into_iter();
        let Some(first) = known.next() else {
            return Err(self.client.unreachable("it is not there", &doing));
        };
        for twin in known.filter(|twin| twin.is_open) {
            self.patch_issue(&twin, Map::from_iter([("state".to_owned(), json!("closed"))]), &doing)?;
        }
        let mut changes = Map::new();
        if first.title != issue.title {
            changes.insert("title".to_owned(), json!(issue.title));
        }
        if !is_same_text(&first.body, issue.body) {
            changes.insert("body".to_owned(), json!(issue.body));
        }
        if first.is_open != issue.is_open {
            changes.insert("state".to_owned(), json!(if issue.is_open { "open" } else { "closed" }));
        }
        if changes.is_empty() { Ok(first) } else { self.patch_issue(&first, changes, &doing) }
    }

    fn patch_issue(
        &self,
        issue: &ForgeIssue,
        changes: Map<String, Value>,
        doing: &str,
    ) -> Result<ForgeIssue, ForgeFault> {
        let path = self.client.repository(&format!("/issues/{}", issue.number));
        let ask = Ask::with(Method::Patch, path, Some(Value::Object(changes)), doing);
        let reply = self.client.repeat(&ask)?;
        reply.read::<IssueShape>().map(ForgeIssue::from).map_err(|why| self.client.unreachable(&why, doing))
    }
}
