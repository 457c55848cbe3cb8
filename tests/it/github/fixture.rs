//! Commits made straight in a bare repository, without a working tree.

use super::git::{Git, command, fed};

/// Commits `files` on top of `branch`, which begins at main where it is not there; a file without a text is removed. Gives the
/// commit.
pub fn commit(git: &Git, branch: &str, files: &[(&str, Option<&str>)], message: &str, at: u64) -> String {
    let refname = format!("refs/heads/{branch}");
    let parent = git.branch(branch).or_else(|| git.branch("main"));
    let index = git.folder.join("fixture-index");
    let run = |arguments: &[&str], input: &[u8]| {
        let mut command = command(&git.folder);
        command.arg("--git-dir").arg(&git.folder).env("GIT_INDEX_FILE", &index).args(arguments);
        let output = fed(&mut command, input);
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    match &parent {
        Some(parent) => run(&["read-tree", parent], b""),
        None => run(&["read-tree", "--empty"], b""),
    };
    for (path, text) in files {
        let line = match text {
            Some(text) => {
                let sha = run(&["hash-object", "-w", "--stdin"], text.as_bytes());
                format!("100644 {sha}\t{path}\n")
            }
            None => format!("0 {}\t{path}\n", "0".repeat(40)),
        };
        run(&["update-index", "--add", "--index-info"], line.as_bytes());
    }
    let tree = run(&["write-tree"], b"");
    let parents: Vec<&str> = parent.iter().map(String::as_str).collect();
    let sha = git.commit_tree(&tree, &parents, message, ("Ada Tester", "ada@example.org"), at);
    git.must(&["update-ref", &refname, &sha]);
    sha
}
