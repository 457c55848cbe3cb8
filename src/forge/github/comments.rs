//! Comments below a pull request: listed, and the one that is kept up to date.

use serde_json::json;

use super::ask::Ask;
use super::client::array;
use super::shapes::CommentShape;
use super::wire::Method;
use super::{GitHub, Reply, graphql, is_same_text};
use crate::port::{ForgeComment, ForgeFault};

impl GitHub {
    pub(super) fn list_comments(&self, number: u64) -> Result<Vec<ForgeComment>, ForgeFault> {
        let doing = format!("listing the comments of pull request {number}");
        let path = self.client.repository(&format!("/issues/{number}/comments?per_page=100"));
        let shapes = self.client.pages(path, &doing, &array::<CommentShape>)?;
        let mut comments: Vec<ForgeComment> = shapes.into_iter().map(ForgeComment::from).collect();
        comments.sort_by_key(|comment| comment.id);
        comments.dedup_by_key(|comment| comment.id);
        Ok(comments)
    }

    /// This account's comments that hold `marker`, oldest first.
    fn marked(&self, number: u64, marker: &str) -> Result<Vec<ForgeComment>, ForgeFault> {
        let mut marked = Vec::new();
        for comment in self.list_comments(number)? {
            // A marker in what somebody else wrote is a text like any other.
            if comment.body.contains(marker) && self.is_me(&comment.author)? {
                marked.push(comment);
            }
        }
        Ok(marked)
    }

    pub(super) fn write_sticky(
        &self,
        number: u64,
        marker: &str,
        body: &str,
    ) -> Result<ForgeComment, ForgeFault> {
        let doing = format!("writing the summary of pull request {number}");
        if marker.is_empty() || !body.contains(marker) {
            let message = "the text does not hold its own marker".to_owned();
            return Err(ForgeFault::Invalid { forge: self.client.site.host.clone(), doing, message });
        }
        let kept = self.keep_first(self.marked(number, marker)?, &doing)?;
        if let Some(comment) = kept {
            return self.rewrite(comment, body, &doing);
        }
        let path = self.client.repository(&format!("/issues/{number}/comments"));
        let ask = Ask::with(Method::Post, path, Some(json!({ "body": body })), &doing);
        let made = |reply: &Reply| reply.read::<CommentShape>().map(ForgeComment::from);
        let found = || Ok(self.marked(number, marker)?.into_iter().next());
        let made = self.client.create(&ask, &made, &found)?;
        // Who ran at the same moment made one too: both see both, and both keep the older.
        let kept = self.keep_first(self.marked(number, marker)?, &doing)?;
        self.rewrite(kept.unwrap_or(made), body, &doing)
    }

    /// Keeps the first comment and removes the others.
    fn keep_first(
        &self,
        comments: Vec<ForgeComment>,
        doing: &str,
    ) -> Result<Option<ForgeComment>, ForgeFault> {
        let mut comments = comments.into_iter();
        let first = comments.next();
        for twin in comments {
            let path = self.client.repository(&format!("/issues/comments/{}", twin.id));
            match self.client.repeat(&Ask::with(Method::Delete, path, None, doing)) {
                Ok(_) | Err(ForgeFault::NotFound { .. }) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(first)
    }

    /// Gives `comment` the text `body`, unless it has it.
    fn rewrite(&self, comment: ForgeComment, body: &str, doing: &str) -> Result<ForgeComment, ForgeFault> {
        if is_same_text(&comment.body, body) {
            return Ok(comment);
        }
        let path = self.client.repository(&format!("/issues/comments/{}", comment.id));
        self.client.repeat(&Ask::with(Method::Patch, path, Some(json!({ "body": body })), doing))?;
        Ok(ForgeComment { body: body.to_owned(), ..comment })
    }

    pub(super) fn fold_away(&self, comment: &ForgeComment) -> Result<(), ForgeFault> {
        let doing = "folding a comment away";
        let input = json!({ "subjectId": comment.node, "classifier": "OUTDATED" });
        self.client.graphql(graphql::MINIMISE, json!({ "input": input }), doing).map(drop)
    }
}
