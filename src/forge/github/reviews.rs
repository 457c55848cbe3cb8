//! Reviews: listed, and written once with their comments.
//!
//! A review brings comments on lines along; one on a whole file it cannot, as its list of comments knows no `subject_type`.
//! Those are written by themselves, and before the review, so that a review that stands is a review that is whole.

use serde_json::{Value, json};

use super::ask::Ask;
use super::client::array;
use super::shapes::{PlacedShape, ReviewShape};
use super::wire::Method;
use super::{GitHub, Reply, is_same_text};
use crate::digest::CommitId;
use crate::port::{Anchor, DiffSide, ForgeFault, NewComment, NewReview, PullReview, ReviewEvent};

impl GitHub {
    pub(super) fn list_reviews(&self, number: u64) -> Result<Vec<PullReview>, ForgeFault> {
        let doing = format!("listing the reviews of pull request {number}");
        let path = self.client.repository(&format!("/pulls/{number}/reviews?per_page=100"));
        let shapes = self.client.pages(path, &doing, &array::<ReviewShape>)?;
        Ok(shapes.into_iter().map(PullReview::from).collect())
    }

    /// The review of this account that holds `marker` and was sent.
    fn written(&self, number: u64, marker: &str) -> Result<Option<PullReview>, ForgeFault> {
        for review in self.list_reviews(number)? {
            if review.event.is_some() && review.body.contains(marker) && self.is_me(&review.author)? {
                return Ok(Some(review));
            }
        }
        Ok(None)
    }

    pub(super) fn write_review(&self, number: u64, review: &NewReview<'_>) -> Result<PullReview, ForgeFault> {
        let doing = format!("writing a review of pull request {number}");
        if review.marker.is_empty() || !review.body.contains(review.marker) {
            let message = "the text does not hold its own marker".to_owned();
            return Err(ForgeFault::Invalid { forge: self.client.site.host.clone(), doing, message });
        }
        if let Some(written) = self.written(number, review.marker)? {
            return Ok(written);
        }
        let is_file = |comment: &&NewComment| comment.anchor == Anchor::File;
        let (files, lines): (Vec<&NewComment>, Vec<&NewComment>) = review.comments.iter().partition(is_file);
        let mut homeless = self.write_each(number, review.head, &files, &doing)?;
        match self.send_review(number, review, &lines, &homeless, &doing) {
            // Which comment it is, is not said: each is tried by itself, and the review keeps what finds no place.
            Err(ForgeFault::Invalid { message, .. }) if !lines.is_empty() && is_of_a_place(&message) => {
                homeless.extend(self.write_each(number, review.head, &lines, &doing)?);
                self.send_review(number, review, &[], &homeless, &doing)
            }
            sent => sent,
        }
    }

    fn send_review(
        &self,
        number: u64,
        review: &NewReview<'_>,
        lines: &[&NewComment],
        homeless: &[&NewComment],
        doing: &str,
    ) -> Result<PullReview, ForgeFault> {
        let event = match review.event {
            ReviewEvent::Approve => "APPROVE",
            ReviewEvent::RequestChanges => "REQUEST_CHANGES",
            ReviewEvent::Comment => "COMMENT",
        };
        let mut text = review.body.to_owned();
        for comment in homeless {
            text.push_str(&format!("\n\n`{}`: {}", comment.path, comment.body));
        }
        let comments: Vec<Value> = lines.iter().map(|comment| placed(comment)).collect();
        let mut body = json!({ "commit_id": review.head.as_str(), "event": event, "body": text });
        if !comments.is_empty() {
            body["comments"] = Value::Array(comments);
        }
        let path = self.client.repository(&format!("/pulls/{number}/reviews"));
        let ask = Ask::with(Method::Post, path, Some(body), doing);
        let made = |reply: &Reply| reply.read::<ReviewShape>().map(PullReview::from);
        self.client.create(&ask, &made, &|| self.written(number, review.marker))
    }

    /// Writes comments by themselves, those that stand there already excepted; gives back the ones whose place GitHub does
    /// not take.
    fn write_each<'c>(
        &self,
        number: u64,
        head: &CommitId,
        comments: &[&'c NewComment],
        doing: &str,
    ) -> Result<Vec<&'c NewComment>, ForgeFault> {
        let mut homeless = Vec::new();
        if comments.is_empty() {
            return Ok(homeless);
        }
        let standing = self.placed_comments(number)?;
        for comment in comments {
            if self.stands(&standing, comment)? {
                continue;
            }
            let mut body = placed(comment);
            body["commit_id"] = json!(head.as_str());
            let path = self.client.repository(&format!("/pulls/{number}/comments"));
            let ask = Ask::with(Method::Post, path, Some(body), doing);
            let found = || Ok(self.stands(&self.placed_comments(number)?, comment)?.then_some(()));
            match self.client.create(&ask, &|_| Ok(()), &found) {
                Ok(()) => {}
                Err(ForgeFault::Invalid { .. }) => homeless.push(*comment),
                Err(fault) => return Err(fault),
            }
        }
        Ok(homeless)
    }

    fn placed_comments(&self, number: u64) -> Result<Vec<PlacedShape>, ForgeFault> {
        let doing = format!("listing the review comments of pull request {number}");
        let path = self.client.repository(&format!("/pulls/{number}/comments?per_page=100"));
        self.client.pages(path, &doing, &array::<PlacedShape>)
    }

    /// Whether `comment` is among those that stand there, by this account.
    fn stands(&self, standing: &[PlacedShape], comment: &NewComment) -> Result<bool, ForgeFault> {
        for one in standing {
            let is_it = one.path.as_deref() == Some(&comment.path)
                && one.body.as_deref().is_some_and(|body| is_same_text(body, &comment.body));
            if is_it && self.is_me(one.author())? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether a refusal is about the place of a comment, and not about who writes what.
fn is_of_a_place(message: &str) -> bool {
    let message = message.to_lowercase();
    !message.contains("own pull request")
        && ["line", "path", "diff", "position", "comment"].iter().any(|word| message.contains(word))
}

/// A comment as GitHub wants it.
fn placed(comment: &NewComment) -> Value {
    let side = |side: DiffSide| match side {
        DiffSide::Left => "LEFT",
        DiffSide::Right => "RIGHT",
    };
    let mut body = json!({ "path": comment.path, "body": comment.body });
    match comment.anchor {
        Anchor::Lines { side: of, start, line } => {
            body["side"] = json!(side(of));
            body["line"] = json!(line);
            if let Some(start) = start.filter(|start| *start < line) {
                body["start_side"] = json!(side(of));
                body["start_line"] = json!(start);
            }
        }
        Anchor::File => body["subject_type"] = json!("file"),
    }
    body
}
