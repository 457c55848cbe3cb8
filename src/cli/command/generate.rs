//! `kb generate`: the files of this project that are made from code: docs/cli.md and schemas/. For its own CI.

#![expect(clippy::disallowed_methods, reason = "writes where a person says, in no repository")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};
use crate::cli::{reference, schema};

/// Write docs/cli.md and schemas/ of kb's own project into a folder
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs `kb generate`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let folder = app.directory().join(&args.folder);
    write(&folder.join("docs/cli.md"), &reference::markdown())?;
    for (name, schema) in schema::all()? {
        write(&folder.join("schemas").join(name), &schema)?;
    }
    Ok(Exit::Fine)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    fs::write(path, text)
        .map_err(|error| Failure::environment(format!("writing {}: {error}", path.display())))
}

/// Makes `folder` and what is missing above it.
pub(super) fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::environment(format!("making the folder {}: {error}", folder.display())))
}
