//! `kb review`: every changed claim is checked against its evidence.

use crate::cli::app::{App, KeyRole};
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::{self, dossier, pulls};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint};
use crate::config::ForgeRole;
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::pulls::{
    Brought, Proof, PullsError, SUMMARIES, Sides, attest, bring, handover, is_judged, post, publish, recall,
};
use crate::ops::review::{
    Agents, Asked, Given, GivenError, ReviewOptions, ReviewReport, Reviewed, Word, asked, estimate, human,
    person, review,
};
use crate::port::{Event, GitWrite, Proposer, Reviewer, Signer};
use crate::proposal::{ClaimVerdict, Outcome, ProposalId, State};
use crate::text::visible;

/// Check every claim of a proposal against its evidence
///
/// Without arguments reviews every proposal that waits for it. The reviewer is of another family than the proposer and
/// goes back to the cited lines; each changed claim gets a verdict, every quote in the review is checked, and the outcome
/// is signed over exactly this head and the tree that merging gives. What is rejected goes back to the proposer, which
/// withdraws or mends it, up to `[review] rounds` of kb.toml. With `--iterate` the two go on until nothing blocks and every
/// changed claim has its verdict, within [budget] of kb.toml; where they do not get there, or a change comes back that was
/// there before, the proposal is left to a person (`needs-human`) with a dossier of what is open and what each of them says.
///
/// Where kb.toml asks for a person (`[gate] human_approval`, or `[gate.risk]` for this kind of change), the reviewer's yes
/// only opens the door. `--human` records a person's verdicts in the reviewer's format, asked for one by one on a terminal or
/// given by `--verdict`: all supported approves, anything else rejects. It is signed with the approver key, and where the two
/// agents came to no agreement it decides. `--approve` and `--reject` say yes and no to the reviewer's own verdicts.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb review                                   everything that waits
  kb review p-3f9a2c41d07b --once             one round, no second try
  kb review --iterate                         until they agree, else a dossier for a person
  kb review --dry-run                         only show the verdicts
  kb review p-3f9a2c41d07b --human            judge it yourself, claim by claim
  kb review p-3f9a2c41d07b --human --verdict supported --verdict knowledge/refunds.md:8=contradicted
  kb review --pr 12 --post                    the pull request 12, said there: review, comments on lines, check
  kb review --pr 12 --handover review.txt     judge it, and hand the review to whoever may post or merge
  kb review --pr 12 --unsigned review.txt     judge it where the model is, without the key
  kb review --pr 12 --sign review.txt --post  where the key is: judge that review, sign it, say it there
  kb review --approve p-3f9a2c41d07b          a person's yes
  kb review --reject p-3f9a2c41d07b --because \"the window is 14 days\"

Exit code 1 means that something was rejected or left to a person by a dossier; 0 that everything reviewed may go on.")]
pub(in crate::cli) struct Args {
    /// Ids of proposals
    #[arg(value_name = "ID", conflicts_with_all = ["approve", "reject"])]
    ids: Vec<ProposalId>,

    /// Judge the proposal that this pull request of `[forge]` shows; its commits are read as objects, nothing is checked out
    #[arg(long, value_name = "N", conflicts_with_all = ["ids", "human", "approve", "reject", "estimate"])]
    pr: Option<u64>,

    /// Post the review to the pull request: one review a head, a comment on the line of each finding, one summary, one check
    #[arg(long, requires = "pr", conflicts_with = "dry_run")]
    post: bool,

    /// Write the review to this file, for a machine that may post or merge: `kb proposal receive` takes it in
    #[arg(long, value_name = "FILE", requires = "pr", conflicts_with = "dry_run")]
    handover: Option<std::path::PathBuf>,

    /// Write the review to this file and sign nothing, for a machine that has the model and no key
    #[arg(long, value_name = "FILE", requires = "pr", conflicts_with_all = ["dry_run", "post", "handover", "iterate"])]
    unsigned: Option<std::path::PathBuf>,

    /// Take the review from this file instead of a model: hold it to the evidence again, and sign it
    #[arg(long, value_name = "FILE", requires = "pr", conflicts_with_all = ["dry_run", "unsigned", "iterate"])]
    sign: Option<std::path::PathBuf>,

    /// Judge once: what is rejected stays rejected until it is proposed again
    #[arg(long)]
    once: bool,

    /// Let proposer and reviewer go on until they agree, or a budget of kb.toml is used up; then ask a person
    #[arg(long, conflicts_with_all = ["once", "dry_run"])]
    iterate: bool,

    /// Say what one round would use up at most, tokens and money, and ask nobody
    ///
    /// The figure comes from the sizes of the task: three calls and one for every two claims, each of which sends the whole
    /// conversation again. What ends a run that uses up more is [budget] of kb.toml.
    #[arg(long, conflicts_with_all = ["human", "approve", "reject", "dry_run"])]
    estimate: bool,

    /// Judge a reviewed proposal yourself, claim by claim, with the approver key
    #[arg(long, conflicts_with_all = ["once", "iterate", "dry_run", "approve", "reject"])]
    human: bool,

    /// A verdict for `--human`: supported, partly-supported, unsupported, contradicted or uncited; for one claim PATH:LINE=VERDICT
    #[arg(long = "verdict", value_name = "[PLACE=]VERDICT", requires = "human")]
    verdicts: Vec<Given>,

    /// Let a reviewer of the proposer's own family judge, for trying out; merging that takes `allow_same_family` of kb.toml
    #[arg(long, conflicts_with_all = ["human", "approve", "reject"])]
    allow_same_family: bool,

    /// Approve a reviewed proposal, as a person, with the approver key
    #[arg(long, value_name = "ID", conflicts_with_all = ["once", "dry_run"])]
    approve: Option<ProposalId>,

    /// Reject a reviewed proposal, as a person, with the approver key
    #[arg(long, value_name = "ID", conflicts_with_all = ["approve", "once", "dry_run"], requires = "because")]
    reject: Option<ProposalId>,

    /// Why
    #[arg(long, value_name = "TEXT")]
    because: Option<String>,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb review`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    if args.estimate {
        return estimated(app, args);
    }
    let dry_run = args.dry_run.dry_run;
    let _lock = if dry_run { None } else { Some(app.lock("kb review")?) };
    let workspace = app.workspace()?;
    let writer = app.repository()?.writer();
    if args.human {
        return judge(app, &workspace, &writer, args);
    }
    let word = match (&args.approve, &args.reject) {
        (Some(id), _) => Some((id, Outcome::Approved)),
        (_, Some(id)) => Some((id, Outcome::Rejected)),
        _ => None,
    };
    if let Some((id, outcome)) = word {
        let key = app.key(KeyRole::Approver)?;
        let word = person(&workspace, &writer, &key, id, outcome, args.because.as_deref())?;
        match args.format.format {
            Format::Json => output::print_json(&word)?,
            Format::Human => output::print(&render_word(&word))?,
        }
        return Ok(Exit::Fine);
    }
    let shared = args.pr.map(|_| pulls::shared(app, ForgeRole::Reviewer)).transpose()?;
    let sides = shared.as_ref().map(|shared| shared.sides(&workspace, &writer));
    let brought = match (&sides, args.pr) {
        (Some(sides), Some(number)) => match bring(sides, number) {
            Err(PullsError::NoProposal { branch, .. }) if branch == SUMMARIES => {
                return attested(&attest(sides, number, args.post && !dry_run)?, args);
            }
            brought => Some(brought?),
        },
        _ => None,
    };
    if let (Some(sides), Some(brought), true) = (&sides, &brought, args.post) {
        if !is_judged(sides, brought)? {
            recall(sides, &brought.pull)?;
        }
        if is_judged(sides, brought)? {
            return posted(sides, brought, args);
        }
    }
    if !args.allow_same_family && !workspace.config.gate.allow_same_family {
        workspace.config.families_differ().map_err(|error| {
            Failure::usage(error.to_string()).hint(
                "`--allow-same-family` tries it out; what comes of it is marked, and the gate refuses it",
            )
        })?;
    }
    let reviewer: Box<dyn Reviewer> = match &args.sign {
        Some(file) => {
            let handover = app.handed(std::slice::from_ref(file))?;
            let (reviewer, head) = app.handed_reviewer(&workspace.config, &handover)?;
            if let Some(brought) = brought.as_ref().filter(|brought| brought.pull.head != head) {
                return other_head(app, brought, &head);
            }
            Box::new(reviewer)
        }
        None => app.reviewer(&workspace.config)?,
    };
    // What a pull request brings is judged as it is: nobody is asked for a next round, and no key of theirs need be here.
    let proposer: Box<dyn Proposer> = match &brought {
        Some(_) if !args.iterate => app.silent_proposer(),
        _ => app.proposer(&workspace.config)?,
    };
    let is_signed = !dry_run && args.unsigned.is_none();
    let key = if is_signed { Some(app.key(KeyRole::Reviewer)?) } else { None };
    let agents = Agents {
        proposer: proposer.as_ref(),
        reviewer: reviewer.as_ref(),
        signer: key.as_ref().map(|key| key as &dyn Signer),
        beside: None,
    };
    let options = ReviewOptions {
        proposals: brought
            .as_ref()
            .map_or_else(|| args.ids.clone(), |brought| vec![brought.proposal.clone()]),
        // What a pull request brings is judged as it is; its next round is for whoever proposes.
        once: args.once || (brought.is_some() && !args.iterate),
        iterate: args.iterate,
        allow_same_family: args.allow_same_family,
        dry_run,
    };
    let report = review(&workspace, &writer, &agents, &options)?;
    if let (Some(brought), Some(file)) = (&brought, &args.handover) {
        let round = report.reviewed.first().map_or(1, |reviewed| reviewed.round);
        app.hand_over(&handover(&writer, &brought.proposal, round)?, file)?;
    }
    if let Some(file) = &args.unsigned {
        match report.reviewed.iter().find_map(|reviewed| reviewed.unsigned.as_ref()) {
            Some(review) => app.hand_over(review, file)?,
            None => {
                app.events().emit(Event::Say("nothing was judged, so there is no review to write".to_owned()))
            }
        }
    }
    if let (Some(sides), Some(brought), true) = (&sides, &brought, args.post) {
        if args.iterate {
            // The rounds that followed are pushed by the proposer, before the last one's review is posted.
            let shared = pulls::shared(app, ForgeRole::Proposer)?;
            publish(&shared.sides(&workspace, &writer), std::slice::from_ref(&brought.proposal))?;
        }
        if args.format.format == Format::Human {
            output::print(&render(&report))?;
        }
        return posted(sides, brought, args);
    }
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&render(&report))?,
    }
    let is_bad = |reviewed: &Reviewed| {
        matches!(reviewed.state, State::Rejected | State::NeedsHuman) || !reviewed.refused.is_empty()
    };
    Ok(if report.reviewed.iter().any(is_bad) { Exit::Findings } else { Exit::Fine })
}

/// Says that a review is about another head than the pull request has now; the next run judges that.
fn other_head(app: &App, brought: &Brought, judged: &CommitId) -> Result<Exit, Failure> {
    let (number, now) = (brought.pull.number, &brought.pull.head);
    app.events().emit(Event::Warn(format!(
        "the review is of {}, and pull request {number} is at {} by now: nothing was signed; judge it again",
        judged.short(),
        now.short()
    )));
    Ok(Exit::Findings)
}

/// Posts the review of the pull request's present head.
/// Says what making the summaries of a pull request again gave.
fn attested(proof: &Proof, args: &Args) -> Result<Exit, Failure> {
    match args.format.format {
        Format::Json => output::print_json(proof)?,
        Format::Human => {
            let (style, word, what) = match proof {
                Proof::Same => (GREEN, "same", "the summaries were made again, and every byte is the same"),
                Proof::Other(reason) => (RED, "rejected", reason.as_str()),
                Proof::Stale => (YELLOW, "stale", "main moved on; the next publication makes them afresh"),
            };
            output::print(&format!("{} {what}", paint(style, format!("{word:<10}"))))?;
        }
    }
    Ok(if matches!(proof, Proof::Other(_)) { Exit::Findings } else { Exit::Fine })
}

fn posted(sides: &Sides<'_>, brought: &Brought, args: &Args) -> Result<Exit, Failure> {
    let report = post(sides, brought.pull.number)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&pulls::posted(&report))?,
    }
    let is_good = report.posted && report.outcome != Some(Outcome::Rejected);
    Ok(if is_good { Exit::Fine } else { Exit::Findings })
}

/// Runs `kb review --estimate`.
fn estimated(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let roles = &workspace.config.roles;
    let asked = |agent| app.asked(&workspace.config, agent);
    let options = ReviewOptions {
        proposals: args.ids.clone(),
        once: args.once,
        iterate: args.iterate,
        ..ReviewOptions::default()
    };
    let agents = (&asked(&roles.proposer), &asked(&roles.reviewer));
    let report = estimate(&workspace, &app.repository()?.reader(), agents, &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&command::estimate::render(&report))?,
    }
    Ok(Exit::Fine)
}

/// Runs `kb review ID --human`: asks for the verdicts that were not given where somebody can answer.
fn judge(app: &App, workspace: &Workspace<'_>, git: &dyn GitWrite, args: &Args) -> Result<Exit, Failure> {
    let [id] = args.ids.as_slice() else {
        return Err(Failure::usage("`--human` judges one proposal".to_owned())
            .hint("`kb proposal list` shows those that wait"));
    };
    let key = app.key(KeyRole::Approver)?;
    let mut given = args.verdicts.clone();
    if given.is_empty() && app.is_interactive() {
        given = ask(&asked(workspace, git, id)?)?;
    }
    let word = human(workspace, git, &key, id, &given, args.because.as_deref())?;
    match args.format.format {
        Format::Json => output::print_json(&word)?,
        Format::Human => output::print(&render_word(&word))?,
    }
    Ok(if word.outcome == Outcome::Approved { Exit::Fine } else { Exit::Findings })
}

/// Shows each claim with its evidence and reads a verdict on it.
fn ask(asked: &[Asked]) -> Result<Vec<Given>, Failure> {
    let mut given = Vec::new();
    for (index, one) in asked.iter().enumerate() {
        let removal = if one.removed { "removes " } else { "" };
        let mut lines = vec![format!("{} of {}  {}", index + 1, asked.len(), paint(CYAN, &one.place))];
        lines.push(format!("  {removal}\"{}\"", visible(&one.text)));
        for (link, text) in &one.evidence {
            lines.push(paint(DIM, format!("  {link}")));
            lines.extend(text.lines().map(|line| format!("  | {}", visible(line))));
        }
        if let Some(verdict) = &one.reviewer {
            lines.push(format!("  the reviewer: {}", verdict.verdict.name()));
            lines.extend(verdict.reasons.iter().map(|reason| format!("    {}", visible(reason))));
        }
        lines.push("  supported, partly-supported, unsupported, contradicted or uncited?".to_owned());
        output::print(&lines.join("\n"))?;
        let mut answer = String::new();
        std::io::stdin()
            .read_line(&mut answer)
            .map_err(|error| Failure::environment(format!("reading a verdict: {error}")))?;
        let verdict: Given =
            answer.trim().parse().map_err(|error: GivenError| Failure::usage(error.to_string()))?;
        given.push(Given { place: Some(one.place.clone()), ..verdict });
    }
    Ok(given)
}

fn render_word(word: &Word) -> String {
    let (style, verb) = match word.outcome {
        Outcome::Approved => (GREEN, "approved"),
        _ => (RED, "rejected"),
    };
    let mut text = format!(
        "{} {}  {}\n",
        paint(style, format!("{verb:<10}")),
        paint(CYAN, &word.id),
        paint(BOLD, &word.title)
    );
    text.push_str(&format!("           by {}\n", word.approver));
    if word.overridden > 0 {
        let note = format!("this sets aside {} verdicts of the reviewer", word.overridden);
        text.push_str(&format!("           {}\n", paint(YELLOW, note)));
    }
    if word.outcome == Outcome::Approved {
        text.push_str(&format!("Next: {}", paint(CYAN, "kb merge")));
    }
    text
}

fn render(report: &ReviewReport) -> String {
    if report.reviewed.is_empty() {
        return "Nothing waits for a review".to_owned();
    }
    let mut lines: Vec<String> = report.reviewed.iter().flat_map(described).collect();
    let count = |state| report.reviewed.iter().filter(|reviewed| reviewed.state == state).count();
    if count(State::Approved) > 0 {
        lines.push(format!("Next: {}", paint(CYAN, "kb merge")));
    } else if count(State::Escalated) + count(State::NeedsHuman) > 0 {
        lines.push(format!("Next: {}, by a person", paint(CYAN, "kb review ID --human")));
    }
    lines.join("\n")
}

fn described(reviewed: &Reviewed) -> Vec<String> {
    let (style, word) = match (reviewed.state, reviewed.refused.is_empty()) {
        (State::Open, false) => (RED, "refused"),
        (State::Approved, _) => (GREEN, "approved"),
        (State::Rejected, _) => (RED, "rejected"),
        (State::Escalated, _) => (YELLOW, "escalated"),
        (State::NeedsHuman, _) => (YELLOW, "needs-human"),
        (state, _) => (DIM, state.name()),
    };
    let mut lines = vec![format!(
        "{} {}  {}",
        paint(style, format!("{word:<10}")),
        paint(CYAN, &reviewed.id),
        paint(BOLD, &reviewed.title)
    )];
    let mut detail = |text: String| lines.push(format!("           {text}"));
    if reviewed.outcome.is_some() {
        let supported = reviewed.judged - reviewed.against.len();
        detail(paint(
            DIM,
            format!("round {}, {supported} of {} claims supported", reviewed.round, reviewed.judged),
        ));
    }
    if let Some(round) = reviewed.kept {
        detail(paint(DIM, format!("the verdicts of round {round} stand: nothing that they rest on changed")));
    }
    for risk in &reviewed.risks {
        detail(format!(
            "{}: {}: {}",
            risk.link,
            paint(YELLOW, format!("a person approves ({})", risk.kind.name())),
            risk.message
        ));
    }
    if reviewed.same_family {
        detail(paint(
            YELLOW,
            "proposer and reviewer are of one family: a trial, which the gate refuses unless kb.toml allows it",
        ));
    }
    for verdict in reviewed.against.iter().filter(|_| reviewed.dossier.is_none()) {
        against(verdict, &mut detail);
    }
    for finding in &reviewed.findings {
        let style = if finding.blocks { RED } else { YELLOW };
        detail(format!(
            "{}:{}: {}: {}",
            finding.path,
            finding.line,
            paint(style, &finding.rule),
            finding.message
        ));
    }
    if let Some(dossier) = &reviewed.dossier {
        dossier::render(dossier).into_iter().for_each(&mut detail);
    }
    for claim in &reviewed.withdrawn {
        detail(format!("{} {}:{} \"{}\"", paint(YELLOW, "withdrawn"), claim.path, claim.line, claim.text));
    }
    for refused in &reviewed.refused {
        detail(format!("{}: {}", paint(RED, refused.name), refused.message));
        detail(paint(DIM, format!("  {}", refused.help)));
    }
    if reviewed.state == State::Rejected {
        let id = &reviewed.id;
        detail(paint(
            DIM,
            format!("kb proposal show {id} shows all of it; kb proposal close {id} gives it up"),
        ));
    }
    lines
}

fn against(verdict: &ClaimVerdict, detail: &mut impl FnMut(String)) {
    let claim = &verdict.claim;
    let removal = if verdict.removed { "removal is " } else { "" };
    let word = paint(RED, format!("{removal}{}", verdict.verdict.name()));
    detail(format!("{}:{}: {word}", claim.path, claim.line));
    detail(format!("  claim     \"{}\"", claim.text));
    for span in &verdict.spans {
        let quote = span.quote.as_deref().map(|quote| format!(" \"{quote}\"")).unwrap_or_default();
        detail(format!("  evidence  {}#{}{quote}", span.evidence, span.lines));
    }
    for reason in &verdict.reasons {
        detail(format!("  because   {reason}"));
    }
}
