//! Threads of comments on the diff: listed whole, answered once, resolved and opened again. REST knows none of it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::graphql::{self, data};
use super::shapes::Author;
use super::{GitHub, Reply};
use crate::port::{ForgeFault, Thread};

/// How many pages of one list are read at most; a longer one is an error, not a part.
const PAGES: usize = 1_000;

#[derive(Deserialize)]
struct Page<T> {
    #[serde(rename = "pageInfo")]
    info: PageInfo,
    nodes: Vec<Option<T>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PageInfo {
    has_next_page: bool,
    end_cursor: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ThreadShape {
    id: String,
    is_resolved: Option<bool>,
    is_outdated: Option<bool>,
    path: Option<String>,
    line: Option<u32>,
    comments: Page<CommentShape>,
}

#[derive(Deserialize)]
struct CommentShape {
    body: Option<String>,
    author: Option<Author>,
}

impl CommentShape {
    fn told(self) -> (String, String) {
        let author = self.author.map_or_else(|| "ghost".to_owned(), Author::login);
        (author, self.body.unwrap_or_default())
    }
}

impl PageInfo {
    /// Where the next page begins; `None` on the last one.
    fn next(self) -> Option<String> {
        self.end_cursor.filter(|_| self.has_next_page)
    }
}

impl GitHub {
    pub(super) fn list_threads(&self, number: u64) -> Result<Vec<Thread>, ForgeFault> {
        let doing = format!("listing the threads of pull request {number}");
        let (mut threads, mut after) = (Vec::new(), None);
        for _ in 0..PAGES {
            let site = &self.client.site;
            let variables =
                json!({ "owner": site.owner, "name": site.name, "number": number, "after": after });
            let ask = self.client.document(graphql::THREADS, variables, &doing);
            let page: Option<Page<ThreadShape>> = self.client.repeat_as(&ask, &|reply| {
                let mut answer = data(reply)?;
                let found = answer.pointer_mut("/repository/pullRequest/reviewThreads").map(Value::take);
                found.map(serde_json::from_value).transpose().map_err(|error| error.to_string())
            })?;
            let gone = || ForgeFault::NotFound { forge: self.client.site.host.clone(), doing: doing.clone() };
            let page = page.ok_or_else(gone)?;
            for shape in page.nodes.into_iter().flatten() {
                threads.push(self.whole(number, shape, &doing)?);
            }
            match page.info.next() {
                Some(next) => after = Some(next),
                None => return Ok(threads),
            }
        }
        Err(self.client.unreachable("the list has no end", &doing))
    }

    /// A thread with all of its comments.
    fn whole(&self, number: u64, shape: ThreadShape, doing: &str) -> Result<Thread, ForgeFault> {
        let told = |nodes: Vec<Option<CommentShape>>| nodes.into_iter().flatten().map(CommentShape::told);
        let mut comments: Vec<(String, String)> = told(shape.comments.nodes).collect();
        if let Some(after) = shape.comments.info.next() {
            comments.extend(self.comments_in(&shape.id, after, doing)?);
        }
        Ok(Thread {
            id: shape.id,
            pull: number,
            resolved: shape.is_resolved.unwrap_or_default(),
            outdated: shape.is_outdated.unwrap_or_default(),
            path: shape.path.unwrap_or_default(),
            line: shape.line,
            comments,
        })
    }

    /// The comments of a thread that come behind `after`.
    fn comments_in(
        &self,
        thread: &str,
        after: String,
        doing: &str,
    ) -> Result<Vec<(String, String)>, ForgeFault> {
        let (mut comments, mut after) = (Vec::new(), after);
        for _ in 0..PAGES {
            let ask = self.client.document(graphql::THREAD, json!({ "id": thread, "after": after }), doing);
            let page: Page<CommentShape> = self.client.repeat_as(&ask, &|reply| {
                let mut answer = data(reply)?;
                let found = answer.pointer_mut("/node/comments").map(Value::take).unwrap_or_default();
                serde_json::from_value(found).map_err(|error| error.to_string())
            })?;
            comments.extend(page.nodes.into_iter().flatten().map(CommentShape::told));
            match page.info.next() {
                Some(next) => after = next,
                None => return Ok(comments),
            }
        }
        Err(self.client.unreachable("the list has no end", doing))
    }

    pub(super) fn answer_in(&self, thread: &Thread, marker: &str, body: &str) -> Result<(), ForgeFault> {
        let doing = format!("answering in a thread of pull request {}", thread.pull);
        if self.is_last_answer(&thread.comments, marker)? {
            return Ok(());
        }
        let input = json!({ "pullRequestReviewThreadId": thread.id, "body": body });
        let ask = self.client.document(graphql::REPLY, json!({ "input": input }), &doing);
        let made = |reply: &Reply| data(reply).map(drop);
        let found = || {
            let threads = self.list_threads(thread.pull)?;
            let now = threads.iter().find(|one| one.id == thread.id);
            let comments = now.map_or(&[][..], |thread| &thread.comments);
            Ok(self.is_last_answer(comments, marker)?.then_some(()))
        };
        self.client.create(&ask, &made, &found)
    }

    /// Whether the last of `comments` is this account's and holds `marker`.
    pub(super) fn is_last_answer(
        &self,
        comments: &[(String, String)],
        marker: &str,
    ) -> Result<bool, ForgeFault> {
        match comments.last() {
            Some((author, body)) if body.contains(marker) => self.is_me(author),
            _ => Ok(false),
        }
    }

    pub(super) fn set_resolved(&self, thread: &Thread, resolved: bool) -> Result<(), ForgeFault> {
        if thread.resolved == resolved {
            return Ok(());
        }
        let doing = format!("resolving a thread of pull request {}", thread.pull);
        let document = if resolved { graphql::RESOLVE } else { graphql::UNRESOLVE };
        match self.client.graphql(document, json!({ "input": { "threadId": thread.id } }), &doing) {
            Err(ForgeFault::Forbidden { forge, doing, message }) => {
                let message =
                    format!("{message}; only who may write contents resolves threads there: the merger can");
                Err(ForgeFault::Forbidden { forge, doing, message })
            }
            resolved => resolved.map(drop),
        }
    }
}
