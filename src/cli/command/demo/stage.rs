//! The stage of the demo: an empty repository beside an inbox, and a hand that types commands into it.

#![expect(clippy::disallowed_methods, reason = "makes a folder of its own, outside any repository")]

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::sample::File;
use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{BOLD, CYAN, paint, print};
use crate::cli::run_typed;
use crate::port::{GitRead as _, GitWrite as _};

/// The folder of the demo: `shop` is the repository, `inbox` holds the files to take in.
pub(super) struct Stage {
    folder: PathBuf,
}

/// A line of a file of the repository.
pub(super) struct Place {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

impl Stage {
    /// Makes the folders, in `folder` or in a new one for temporary files.
    pub fn build(folder: Option<PathBuf>) -> Result<Stage, Failure> {
        let folder = match folder {
            Some(folder) => {
                fs::create_dir_all(&folder).map_err(failed("making", &folder))?;
                let mut entries = fs::read_dir(&folder).map_err(failed("reading", &folder))?;
                if entries.next().is_some() {
                    return Err(Failure::usage(format!("{} is not empty", folder.display()))
                        .hint("`kb demo --dir DIR` takes a folder that is empty or does not exist"));
                }
                folder
            }
            None => new_folder()?,
        };
        for part in ["shop", "inbox"] {
            fs::create_dir(folder.join(part)).map_err(failed("making", &folder.join(part)))?;
        }
        let stage = Stage { folder };
        stage.app().make_repository(false)?;
        stage.introduce()?;
        Ok(stage)
    }

    fn app(&self) -> App {
        App::at(self.shop())
    }

    /// The folder that holds everything.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The repository.
    pub fn shop(&self) -> PathBuf {
        self.folder.join("shop")
    }

    /// Puts a file into the inbox.
    pub fn deliver(&self, (name, text): File) -> Result<(), Failure> {
        let path = self.folder.join("inbox").join(name);
        fs::write(&path, text).map_err(failed("writing", &path))
    }

    /// Reads a file of the repository.
    pub fn read(&self, path: &str) -> Result<String, Failure> {
        let path = self.shop().join(path);
        fs::read_to_string(&path).map_err(failed("reading", &path))
    }

    /// The first line below `folder` of the repository that contains `words`.
    pub fn place_of(&self, folder: &str, words: &str) -> Result<Place, Failure> {
        let root = self.shop();
        let mut folders = vec![root.join(folder)];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(&folder).map_err(failed("reading", &folder))?;
            let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            paths.sort();
            for path in paths {
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap_or_default();
                let line = text.lines().position(|line| line.contains(words) && !line.starts_with("    "));
                if let Some(line) = line {
                    let path = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
                    return Ok(Place { path, line: line + 1 });
                }
            }
        }
        Err(Failure::bug(format!("the demo expects \"{words}\" below {folder}/, and it is not there")))
    }

    /// Writes a file of the repository, as an editor would.
    pub fn write(&self, path: &str, text: &str) -> Result<(), Failure> {
        let path = self.shop().join(path);
        fs::write(&path, text).map_err(failed("writing", &path))
    }

    /// Commits a file, as `git commit` would.
    pub fn commit(&self, path: &str, message: &str) -> Result<(), Failure> {
        let app = self.app();
        let git = app.repository()?.writer();
        git.commit_paths(&[app.repo_path(path)?], message, &git.user()?, app.clock().now())?;
        Ok(())
    }

    /// The id of the proposal that waits on a working branch.
    pub fn open_proposal(&self) -> Result<Option<String>, Failure> {
        const PREFIX: &str = "refs/heads/kb/proposal/";
        let branches = self.app().repository()?.reader().references(PREFIX)?;
        Ok(branches.last().map(|(name, _)| name[PREFIX.len()..].to_owned()))
    }

    /// Prints the claims of a note that contain `words`.
    pub fn grep(&self, path: &str, words: &str) -> Result<(), Failure> {
        let text = self.read(path)?;
        let claims = text.lines().filter(|line| line.starts_with("- ") && line.contains(words));
        print(&claims.collect::<Vec<_>>().join("\n"))
    }

    /// Says who works here, for git. The demo must run where git does not know its user yet.
    fn introduce(&self) -> Result<(), Failure> {
        let path = self.shop().join(".git/config");
        let config = fs::read_to_string(&path).map_err(failed("reading", &path))?;
        let config = format!("{config}[user]\n\tname = Robin Demo\n\temail = robin@example.org\n");
        fs::write(&path, config).map_err(failed("writing", &path))
    }

    /// Begins a chapter.
    pub fn chapter(&self, number: u32, title: &str, text: &str) -> Result<(), Failure> {
        let title = paint(BOLD, format!("{number}. {title}"));
        print(&format!("\n{title}\n{}\n", text.trim()))
    }

    /// Shows a command as it would be typed.
    pub fn show(&self, command: &str) -> Result<(), Failure> {
        print(&format!("\n{}\n", paint(CYAN, format!("$ {command}"))))
    }

    /// Types a kb command, which must end as `expected`.
    pub fn kb(&self, arguments: &[&str], expected: Exit) -> Result<(), Failure> {
        let shown: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
        let command = format!("kb {}", shown.join(" "));
        self.show(&command)?;
        let app = self.app();
        let exit = match run_typed(&app, arguments) {
            Ok(exit) => exit,
            Err(failure) if failure.exit() == expected => {
                failure.report();
                expected
            }
            Err(failure) => return Err(failure),
        };
        if exit == expected {
            return Ok(());
        }
        Err(Failure::bug(format!("`{command}` ended with {exit:?} where the demo expects {expected:?}")))
    }
}

fn new_folder() -> Result<PathBuf, Failure> {
    let temporary = std::env::temp_dir();
    for number in 1_u32.. {
        let folder = temporary.join(format!("kb-demo-{number}"));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|()| folder.clone()).map_err(failed("making", &folder)),
        }
    }
    Err(Failure::environment(format!("no name is left for a folder in {}", temporary.display())))
}

fn quoted(argument: &str) -> String {
    if argument.contains([' ', '*', '?']) { format!("'{argument}'") } else { argument.to_owned() }
}

fn failed(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Failure {
    let path = path.display().to_string();
    move |error| Failure::environment(format!("{doing} {path}: {error}"))
}
