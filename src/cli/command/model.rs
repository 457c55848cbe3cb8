//! `kb model`: the models that measure meaning: fetch one, list them, look at their files.

use clap::Subcommand;
use serde::Serialize;

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::model::{ListedModel, list, pull, verify};

/// Fetch, list and verify the models that measure meaning
///
/// Search finds what means the same in other words with a small model that is part of kb (`static`). A larger one finds more:
/// fetch it once for this machine, name it in `kb.toml` (`[search] embedding = "minilm"`), and `kb build` fills in its vectors.
/// Models lie in `kb/models` of the user's data folder, or where KB_MODELS says; HF_ENDPOINT names another hub.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb model pull minilm                   English, 384 dimensions
  kb model pull e5                       multilingual: finds an English note from a Hungarian question
  kb model pull minishlab/potion-base-8M any ONNX encoder or model2vec table of the hub
  kb model pull ~/models/mine --name x   a folder with model.onnx or model.safetensors, and tokenizer.json
  kb model list                          what is here, and what kb.toml names
  kb model verify                        hash the files again")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Pull(PullArgs),
    List(ListArgs),
    Verify(VerifyArgs),
}

/// Fetch a model: from the hub or from a folder
///
/// Its hashes are taken at the first pull and written beside it; a later pull of the same commit must give the same bytes.
#[derive(Debug, clap::Args)]
struct PullArgs {
    /// A model that kb knows (minilm, e5) or kb.toml names, `org/name[@revision]` of the hub, or a folder
    #[arg(value_name = "MODEL")]
    model: String,

    /// Call it NAME instead of what it is called there
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// List the models: name, kind, dimension, size, place, and which kb.toml names
#[derive(Debug, clap::Args)]
struct ListArgs {
    #[command(flatten)]
    format: FormatArgs,
}

/// Hash the files of models again
#[derive(Debug, clap::Args)]
struct VerifyArgs {
    /// The model; unless given, all
    #[arg(value_name = "NAME")]
    name: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// What `kb model verify` found.
#[derive(Debug, Serialize)]
struct Verified {
    name: String,
    faults: Vec<String>,
}

/// Runs `kb model`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    match &args.action {
        Action::Pull(args) => run_pull(app, args),
        Action::List(args) => run_list(app, args),
        Action::Verify(args) => run_verify(app, args),
    }
}

fn run_pull(app: &App, args: &PullArgs) -> Result<Exit, Failure> {
    let config = app.snapshot_workspace()?.config;
    let folder = app.directory().join(&args.model);
    let is_folder = folder.is_dir();
    let asked = if is_folder { folder.to_string_lossy().into_owned() } else { args.model.clone() };
    let name = args.name.as_deref();
    let held = pull(&config, &app.shelf(), &asked, name, is_folder, app.events())?;
    match args.format.format {
        Format::Json => output::print_json(&held)?,
        Format::Human => output::print(&format!(
            "{}: {}, {} dimensions, {}, in {}\n",
            held.name,
            held.kind,
            held.dimension,
            size(held.bytes),
            held.place
        ))?,
    }
    if config.embedding() != held.name && config.search.rerank.as_deref() != Some(&held.name) {
        let key = if held.kind == "reranker" { "rerank" } else { "embedding" };
        app.events().emit(crate::port::Event::Say(format!(
            "to use it: [search] {key} = \"{}\" in kb.toml, then `kb build`",
            held.name
        )));
    }
    Ok(Exit::Fine)
}

fn run_list(app: &App, args: &ListArgs) -> Result<Exit, Failure> {
    let report = list(&app.snapshot_workspace()?.config, &app.shelf())?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&report.models.iter().map(line).collect::<String>())?,
    }
    Ok(Exit::Fine)
}

fn line(model: &ListedModel) -> String {
    let ListedModel { held, used, here } = model;
    let mark = if *used { "*" } else { " " };
    let dimension = if held.dimension == 0 { "-".to_owned() } else { held.dimension.to_string() };
    let place = if *here { held.place.clone() } else { format!("not here; `kb model pull {}`", held.name) };
    format!("{mark} {:<20} {:<10} {:>5} {:>9}  {place}\n", held.name, held.kind, dimension, size(held.bytes))
}

fn size(bytes: u64) -> String {
    if bytes == 0 { "-".to_owned() } else { format!("{:.1} MB", bytes as f64 / 1e6) }
}

fn run_verify(app: &App, args: &VerifyArgs) -> Result<Exit, Failure> {
    let verified = verify(&app.shelf(), args.name.as_deref())?.into_iter();
    let verified: Vec<Verified> = verified.map(|(name, faults)| Verified { name, faults }).collect();
    let text = |model: &Verified| match model.faults.as_slice() {
        [] => format!("{}: as it was fetched\n", model.name),
        faults => faults.iter().map(|fault| format!("{}: {fault}\n", model.name)).collect(),
    };
    match args.format.format {
        Format::Json => output::print_json(&verified)?,
        Format::Human => output::print(&verified.iter().map(text).collect::<String>())?,
    }
    let is_whole = verified.iter().all(|model| model.faults.is_empty());
    Ok(if is_whole { Exit::Fine } else { Exit::Findings })
}
