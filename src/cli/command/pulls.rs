//! What commands say of pull requests, and how they get at them.

use std::rc::Rc;

use serde::Serialize;

use crate::cli::app::App;
use crate::cli::failure::Failure;
use crate::cli::output::{BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint};
use crate::config::ForgeRole;
use crate::ops::Workspace;
use crate::ops::pulls::{PostReport, PublishReport, Published, PullAction, Received, Sides};
use crate::port::{Event, Forge, GitWrite, Remote};
use crate::proposal::Outcome;

/// The forge and the repository behind it, as one role.
pub(super) struct Shared {
    /// The pull requests.
    pub forge: Rc<dyn Forge>,
    /// The commits.
    pub remote: Box<dyn Remote>,
}

impl Shared {
    /// Both sides, for operations.
    pub fn sides<'a>(&'a self, workspace: &'a Workspace<'a>, git: &'a dyn GitWrite) -> Sides<'a> {
        Sides { workspace, git, remote: self.remote.as_ref(), forge: self.forge.as_ref() }
    }
}

/// The forge of this repository; a failure where proposals live in git alone.
pub(super) fn shared(app: &App, role: ForgeRole) -> Result<Shared, Failure> {
    found(app, role)?.ok_or_else(|| {
        Failure::usage("there are no pull requests here: proposals of this repository live in git alone")
            .hint("`[forge]` of kb.toml names a forge, unless the remote's address does")
    })
}

/// The same, for what has something to do without a forge, too: that it is done in git alone is said.
pub(super) fn shared_if_any(app: &App, role: ForgeRole) -> Result<Option<Shared>, Failure> {
    let shared = found(app, role)?;
    if shared.is_none() {
        let message = "no forge here: proposals of this repository live in git alone".to_owned();
        app.events().emit(Event::Say(message));
    }
    Ok(shared)
}

fn found(app: &App, role: ForgeRole) -> Result<Option<Shared>, Failure> {
    let config = app.workspace()?.config;
    let Some(forge) = app.forge(&config, role)? else { return Ok(None) };
    let remote = app.remote(&config, role)?;
    Ok(remote.map(|remote| Shared { forge, remote: Box::new(remote) }))
}

/// A report, and what became of the pull requests where there are some.
#[derive(Serialize)]
pub(super) struct With<'a, R: Serialize> {
    /// The report.
    #[serde(flatten)]
    pub report: &'a R,
    /// The pull requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<&'a PublishReport>,
}

/// What became of each pull request.
pub(super) fn published(report: &PublishReport) -> String {
    if report.published.is_empty() {
        return format!("Nothing to publish on {}", report.place);
    }
    report.published.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn one(published: &Published) -> String {
    let (style, word, more) = match published.action {
        PullAction::Opened => (GREEN, "opened", ""),
        PullAction::Updated => (GREEN, "updated", ""),
        PullAction::Unchanged => (DIM, "unchanged", ""),
        PullAction::Closed => (YELLOW, "closed", "somebody closed it there; the ledger says so now"),
        PullAction::Merged => (GREEN, "merged", "`kb merge --run` writes it down"),
        PullAction::HumanEdited => {
            (YELLOW, "edited", "somebody pushed to its branch; the next review takes that up")
        }
    };
    let line = format!(
        "{} {}  #{}  {}",
        paint(style, format!("{word:<10}")),
        paint(CYAN, &published.proposal),
        published.number,
        published.url
    );
    if more.is_empty() { line } else { format!("{line}\n           {}", paint(DIM, more)) }
}

/// What a review left on a pull request.
pub(super) fn posted(report: &PostReport) -> String {
    let head = report.head.as_ref().map_or("its head", |head| head.short());
    let name = format!("{}  #{}  {}", paint(CYAN, &report.proposal), report.number, report.url);
    if !report.posted {
        return format!(
            "{} {name}\n           no review of the present head is here; {} makes one",
            paint(YELLOW, format!("{:<10}", "not posted")),
            paint(CYAN, format!("kb review --pr {} --post", report.number))
        );
    }
    let (style, word) = match report.outcome {
        Some(Outcome::Approved) => (GREEN, "approved"),
        Some(Outcome::Rejected) => (RED, "rejected"),
        _ => (YELLOW, "escalated"),
    };
    let counts = [
        (report.new, "new"),
        (report.kept, "kept"),
        (report.reopened, "opened again"),
        (report.resolved, "resolved"),
        (report.answered, "gone, to be resolved by the next sync"),
        (report.in_summary, "in the summary"),
    ];
    let said: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let findings = if said.is_empty() { "no findings".to_owned() } else { said.join(", ") };
    format!(
        "{} {name}\n           {}",
        paint(BOLD, paint(style, format!("{word:<10}"))),
        paint(DIM, format!("at {head}: {findings}"))
    )
}

/// The reviews that were handed over.
pub(super) fn received(received: &[Received]) -> Vec<String> {
    let new = received.iter().filter(|received| received.files > 0);
    new.map(|received| {
        let word = paint(GREEN, format!("{:<10}", "received"));
        format!("{word} {}  the review of round {}", paint(CYAN, &received.proposal), received.round)
    })
    .collect()
}
