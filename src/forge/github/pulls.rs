//! Pull requests: read, listed, opened once, changed only where they differ.

use serde_json::{Map, Value, json};

use super::ask::{Ask, encoded};
use super::client::array;
use super::shapes::PullShape;
use super::wire::Method;
use super::{GitHub, graphql, is_same_text};
use crate::port::{ForgeFault, NewPull, Pull, PullEdit, PullState};

impl GitHub {
    fn pull_shape(&self, number: u64) -> Result<PullShape, ForgeFault> {
        let doing = format!("reading pull request {number}");
        self.client.get(self.client.repository(&format!("/pulls/{number}")), &doing)
    }

    /// The id of a pull request for GraphQL.
    pub(super) fn node_of_pull(&self, number: u64, doing: &str) -> Result<String, ForgeFault> {
        let node = self.pull_shape(number)?.node_id;
        node.ok_or_else(|| self.client.unreachable("it has no id for GraphQL", doing))
    }

    pub(super) fn read_pull(&self, number: u64) -> Result<Pull, ForgeFault> {
        self.pull_shape(number).map(Pull::from)
    }

    fn list_pulls(&self, query: &str, doing: &str) -> Result<Vec<Pull>, ForgeFault> {
        let path = self.client.repository(&format!("/pulls?{query}&per_page=100"));
        let shapes = self.client.pages(path, doing, &array::<PullShape>)?;
        let mut pulls: Vec<Pull> = shapes.into_iter().map(Pull::from).collect();
        // What is opened while pages are read moves others to the next page, where they are seen again.
        let mut seen = std::collections::HashSet::new();
        pulls.retain(|pull| seen.insert(pull.number));
        Ok(pulls)
    }

    pub(super) fn list_open_pulls(&self) -> Result<Vec<Pull>, ForgeFault> {
        self.list_pulls("state=open&sort=created&direction=asc", "listing open pull requests")
    }

    pub(super) fn list_pulls_of(&self, head_branch: &str) -> Result<Vec<Pull>, ForgeFault> {
        let head = encoded(&format!("{}:{head_branch}", self.client.site.owner));
        let doing = format!("listing the pull requests of {head_branch}");
        let query = format!("state=all&head={head}&sort=created&direction=desc");
        let mut pulls = self.list_pulls(&query, &doing)?;
        // A filter that the server does not understand lets everything pass.
        pulls.retain(|pull| pull.head_branch == head_branch && !pull.is_fork);
        Ok(pulls)
    }

    fn open_pull_of(&self, new: &NewPull<'_>) -> Result<Option<Pull>, ForgeFault> {
        let pulls = self.list_pulls_of(new.head_branch)?;
        let is_it = |pull: &Pull| pull.state == PullState::Open && pull.base_branch == new.base_branch;
        Ok(pulls.into_iter().find(is_it))
    }

    pub(super) fn open_pull(&self, new: &NewPull<'_>) -> Result<Pull, ForgeFault> {
        if let Some(pull) = self.open_pull_of(new)? {
            return Ok(pull);
        }
        let doing = format!("opening a pull request of {}", new.head_branch);
        let body = json!({
            "title": new.title, "body": new.body, "head": new.head_branch, "base": new.base_branch,
            "draft": new.draft,
        });
        let ask = Ask::with(Method::Post, self.client.repository("/pulls"), Some(body), &doing);
        let made = |reply: &super::Reply| reply.read::<PullShape>().map(Pull::from);
        self.client.create(&ask, &made, &|| self.open_pull_of(new))
    }

    pub(super) fn edit_pull(&self, pull: &Pull, edit: &PullEdit<'_>) -> Result<Pull, ForgeFault> {
        let number = pull.number;
        let doing = format!("changing pull request {number}");
        let mut changes = Map::new();
        if let Some(title) = edit.title.filter(|title| *title != pull.title) {
            changes.insert("title".to_owned(), json!(title));
        }
        if let Some(body) = edit.body.filter(|body| !is_same_text(body, &pull.body)) {
            changes.insert("body".to_owned(), json!(body));
        }
        // What is merged is neither opened nor closed.
        let is_open = pull.state == PullState::Open;
        if let Some(open) = edit.open.filter(|open| *open != is_open && pull.state != PullState::Merged) {
            changes.insert("state".to_owned(), json!(if open { "open" } else { "closed" }));
        }
        let mut is_changed = !changes.is_empty();
        if is_changed {
            let path = self.client.repository(&format!("/pulls/{number}"));
            self.client.repeat(&Ask::with(Method::Patch, path, Some(Value::Object(changes)), &doing))?;
        }
        if let Some(wanted) = edit.labels {
            is_changed |= self.set_labels(pull, wanted, &doing)?;
        }
        if let Some(draft) = edit.draft.filter(|draft| *draft != pull.draft) {
            let node = self.node_of_pull(number, &doing)?;
            let document = if draft { graphql::DRAFT } else { graphql::READY };
            self.client.graphql(document, json!({ "input": { "pullRequestId": node } }), &doing)?;
            is_changed = true;
        }
        if is_changed { self.read_pull(number) } else { Ok(pull.clone()) }
    }

    /// Adds and removes labels of kb's one by one, so that those of people stay, even ones that are set meanwhile.
    fn set_labels(&self, pull: &Pull, wanted: &[&str], doing: &str) -> Result<bool, ForgeFault> {
        let path = format!("/issues/{}/labels", pull.number);
        let has = |label: &str| pull.labels.iter().any(|one| one.eq_ignore_ascii_case(label));
        let missing: Vec<&str> = wanted.iter().copied().filter(|label| !has(label)).collect();
        if !missing.is_empty() {
            let body = json!({ "labels": missing });
            let ask = Ask::with(Method::Post, self.client.repository(&path), Some(body), doing);
            // A label that is there already is not added twice.
            self.client.repeat(&ask)?;
        }
        let is_wanted = |label: &str| wanted.iter().any(|one| one.eq_ignore_ascii_case(label));
        let surplus: Vec<&String> =
            pull.labels.iter().filter(|label| is_kb_label(label) && !is_wanted(label)).collect();
        for label in &surplus {
            let path = self.client.repository(&format!("{path}/{}", encoded(label)));
            match self.client.repeat(&Ask::with(Method::Delete, path, None, doing)) {
                // Somebody else was faster.
                Ok(_) | Err(ForgeFault::NotFound { .. }) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(!missing.is_empty() || !surplus.is_empty())
    }

    pub(super) fn ask_for_reviews(&self, number: u64, reviewers: &[String]) -> Result<(), ForgeFault> {
        let doing = format!("asking for reviews of pull request {number}");
        let path = self.client.repository(&format!("/pulls/{number}/requested_reviewers"));
        let missing = || -> Result<(Vec<String>, Vec<String>), ForgeFault> {
            let asked: Value = self.client.get(path.clone(), &doing)?;
            let has = |list: &str, member: &str, name: &str| {
                let mut names = asked[list].as_array().into_iter().flatten();
                names.any(|one| one[member].as_str().is_some_and(|known| known.eq_ignore_ascii_case(name)))
            };
            let (teams, people): (Vec<&String>, Vec<&String>) =
                reviewers.iter().partition(|reviewer| reviewer.contains('/'));
            let slug = |team: &String| team.rsplit('/').next().unwrap_or_default().to_owned();
            let people = people.into_iter().filter(|name| !has("users", "login", name)).cloned().collect();
            let teams = teams.into_iter().map(slug).filter(|slug| !has("teams", "slug", slug)).collect();
            Ok((people, teams))
        };
        let (people, teams) = missing()?;
        if people.is_empty() && teams.is_empty() {
            return Ok(());
        }
        let body = json!({ "reviewers": people, "team_reviewers": teams });
        let ask = Ask::with(Method::Post, path.clone(), Some(body), &doing);
        let found = || missing().map(|(people, teams)| (people.is_empty() && teams.is_empty()).then_some(()));
        self.client.create(&ask, &|_| Ok(()), &found)
    }
}

/// Whether a label is one of kb's.
fn is_kb_label(label: &str) -> bool {
    label.eq_ignore_ascii_case("kb") || label.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("kb:"))
}
