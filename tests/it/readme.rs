//! The tour of README.md: every command of it is run, in an empty folder, and every line that it shows must be said.

use std::fs;
use std::path::Path;

use crate::TestRepo;

/// One `$ command` of a console block, with the lines shown below it.
#[derive(Debug, Default)]
struct Step {
    command: String,
    shown: Vec<String>,
}

#[test]
fn the_tour_of_the_readme_runs_as_shown() {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("README.md");
    let steps = steps(&readme);
    assert!(steps.len() >= 8, "the tour was not found: {steps:?}");
    let repo = TestRepo::plain();
    for step in steps {
        // `cd` would be forgotten with its shell; the tour starts in an empty folder as the test does.
        if step.command.starts_with("mkdir ") {
            continue;
        }
        let mut shell = repo.command("bash");
        let kb = Path::new(env!("CARGO_BIN_EXE_kb")).parent().expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        shell.env("PATH", format!("{}:{path}", kb.display()));
        shell.arg("-c").arg(&step.command);
        let run = repo.run(&mut shell, b"");
        let said = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(run.status, 0, "$ {}\n{said}", step.command);
        for line in &step.shown {
            assert!(
                said.lines().any(|said| said.trim_end() == line),
                "README.md shows\n{line}\nbelow `{}`, which says\n{said}",
                step.command
            );
        }
    }
}

/// The steps of the console blocks below the heading of the tour. A line of `...` stands for lines left out.
fn steps(readme: &str) -> Vec<Step> {
    let tour = readme.split("\n## ").find(|section| section.starts_with("A tour")).unwrap_or_default();
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    let mut typing = false;
    for line in tour.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
            typing = false;
        } else if !inside {
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.to_owned(), shown: Vec::new() });
            typing = true;
        } else if let (Some(more), Some(step), true) = (line.strip_prefix("> "), steps.last_mut(), typing) {
            step.command.push('\n');
            step.command.push_str(more);
        } else if let Some(step) = steps.last_mut() {
            typing = false;
            if !line.trim().is_empty() && line.trim() != "..." {
                step.shown.push(line.trim_end().to_owned());
            }
        }
    }
    steps
}
