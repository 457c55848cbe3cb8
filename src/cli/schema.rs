//! JSON Schemas of the formats that others rely on, one file of `schemas/` each.

use schemars::{JsonSchema, schema_for};

use super::failure::Failure;
use crate::check::Baseline;
use crate::check::render::{JsonLine, JsonMended, JsonReport};
use crate::config::{Config, ServerConfig, TokensConfig};
use crate::golden::GoldenFile;
use crate::ops::ask::AskReport;
use crate::ops::build::BuildReport;
use crate::ops::cite::CiteReport;
use crate::ops::deliveries::DeliveriesReport;
use crate::ops::estimate::EstimateReport;
use crate::ops::eval::{CalibrationReport, EvalComparison, EvalInitReport, EvalReport};
use crate::ops::github::{ApplyReport, GithubInitReport, GithubReport};
use crate::ops::links::{ComponentsReport, LinksReport};
use crate::ops::list::ListReport;
use crate::ops::okf::{ExportReport, ImportReport};
use crate::ops::publish::{PublishedIndex, PulledIndex};
use crate::ops::pulls::{PostReport, PublishReport, Received};
use crate::ops::read::ReadReport;
use crate::ops::reorg::{AbortReport, DueReport, RunReport, StatusReport};
use crate::ops::search::SearchReport;
use crate::ops::summaries::SummariesReport;
use crate::ops::why::Provenance;
use crate::plan::Plan;
use crate::proposal::{Decision, Dossier, Envelope, Proposal, PullRecord, Review};

/// The name and text of every schema.
pub(super) fn all() -> Result<Vec<(&'static str, String)>, Failure> {
    Ok(vec![
        ("ask.json", of::<AskReport>()?),
        ("baseline.json", of::<Baseline>()?),
        ("build.json", of::<BuildReport>()?),
        ("check-line.json", of::<JsonLine<'_>>()?),
        ("check.json", of::<JsonReport<'_>>()?),
        ("cite.json", of::<CiteReport>()?),
        ("components.json", of::<ComponentsReport>()?),
        ("decision.json", of::<Decision>()?),
        ("deliveries.json", of::<DeliveriesReport>()?),
        ("dossier.json", of::<Dossier>()?),
        ("envelope.json", of::<Envelope>()?),
        ("estimate.json", of::<EstimateReport>()?),
        ("eval-calibrate.json", of::<CalibrationReport>()?),
        ("eval-compare.json", of::<EvalComparison>()?),
        ("eval-init.json", of::<EvalInitReport>()?),
        ("eval.json", of::<EvalReport>()?),
        ("fix.json", of::<JsonMended<'_>>()?),
        ("github-apply.json", of::<ApplyReport>()?),
        ("github-doctor.json", of::<GithubReport>()?),
        ("github-init.json", of::<GithubInitReport>()?),
        ("golden.json", of::<GoldenFile>()?),
        ("index-publish.json", of::<PublishedIndex>()?),
        ("index-pull.json", of::<PulledIndex>()?),
        ("kb.toml.json", of::<Config>()?),
        ("links.json", of::<LinksReport>()?),
        ("list.json", of::<ListReport>()?),
        ("okf-export.json", of::<ExportReport>()?),
        ("okf-import.json", of::<ImportReport>()?),
        ("proposal.json", of::<Proposal>()?),
        ("publish.json", of::<PublishReport>()?),
        ("pull.json", of::<PullRecord>()?),
        ("read.json", of::<ReadReport>()?),
        ("reorg-abort.json", of::<AbortReport>()?),
        ("reorg-due.json", of::<DueReport>()?),
        ("reorg-plan.json", of::<Plan>()?),
        ("reorg-run.json", of::<RunReport>()?),
        ("reorg-status.json", of::<StatusReport>()?),
        ("received.json", of::<Received>()?),
        ("review-posted.json", of::<PostReport>()?),
        ("review.json", of::<Review>()?),
        ("search.json", of::<SearchReport>()?),
        ("server.toml.json", of::<ServerConfig>()?),
        ("summaries.json", of::<SummariesReport>()?),
        ("tokens.toml.json", of::<TokensConfig>()?),
        ("why.json", of::<Provenance>()?),
    ])
}

fn of<T: JsonSchema>() -> Result<String, Failure> {
    serde_json::to_string_pretty(&schema_for!(T))
        .map(|text| text + "\n")
        .map_err(|error| Failure::bug(format!("a schema cannot be written: {error}")))
}
