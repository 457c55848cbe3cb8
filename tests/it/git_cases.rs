//! Git as users really have it: shallow, unborn, detached, locked, converted, nested, bare. Each test rebuilds a failure
//! that users of similar tools reported.

use kb::digest::CommitId;
use kb::path::RepoPath;
use kb::port::{Blame, GitRead, LastChange};
use kb::store::git::{Reader, Repository};

use crate::TestRepo;

/// A folder in which `script` was run by bash, with a function `c MESSAGE DATE` that commits.
fn built(script: &str) -> TestRepo {
    let repo = TestRepo::plain();
    let mut bash = std::process::Command::new("bash");
    let home = repo.root().join("../home/.gitconfig");
    let begin = "set -eu; c(){ GIT_AUTHOR_DATE=\"$2\" GIT_COMMITTER_DATE=\"$2\" git commit -qm \"$1\"; }\n";
    bash.current_dir(repo.root()).env("GIT_CONFIG_GLOBAL", home).env("GIT_CONFIG_NOSYSTEM", "1");
    bash.arg("-c").arg(format!("{begin}{script}"));
    repo.run(&mut bash, b"").code(0);
    repo
}

fn reader(repo: &TestRepo, folder: &str) -> Reader {
    Repository::open(&repo.path(folder)).expect("a repository").reader()
}

fn note(path: &str) -> RepoPath {
    RepoPath::new(path).expect("a path")
}

/// The subject of the commit that wrote line 1 of `path`, seen from HEAD.
fn wrote(git: &Reader, path: &str) -> String {
    let head = git.resolve("HEAD").expect("a commit");
    match git.blame(&head, &note(path), 1).expect("an answer") {
        Blame::Commit(commit) => subject(git, &commit),
        other => panic!("{other:?}"),
    }
}

fn subject(git: &Reader, commit: &CommitId) -> String {
    git.commit(commit).expect("a commit").message.trim().to_owned()
}

/// What `kb why` says of a line, as JSON.
fn why(repo: &TestRepo, folder: &str, place: &str) -> serde_json::Value {
    repo.kb(["-C", folder, "why", place, "--format", "json"]).code(0).json()
}

/// The paths that `kb search` finds.
fn found(repo: &TestRepo, folder: &str, query: &str) -> Vec<String> {
    let answer = repo.kb(["-C", folder, "search", query, "--format", "json"]).code(0).json();
    let results = answer["results"].as_array().expect("results");
    // What only resembles the query is not what these look for.
    let named = results.iter().filter(|result| result["via"] == "text");
    named.map(|result| result["path"].as_str().expect("a path").to_owned()).collect()
}

#[test]
fn a_shallow_clone_does_not_invent_history() {
    let repo = built(
        "mkdir src; cd src; git init -q -b main
         echo 'The old rule is seven days.' > old.md; git add .; c old 2020-01-02T03:04:05Z
         echo 'The new rule is nine days.' > new.md; git add .; c new 2024-05-06T07:08:09Z
         cd ..; git clone -q --depth 1 \"file://$PWD/src\" shallow",
    );
    let whole = why(&repo, "src", "old.md:1");
    assert_eq!(whole["time"], "2020-01-02T03:04:05Z", "{whole}");
    let told = why(&repo, "shallow", "old.md:1");
    assert_eq!(told["time"], serde_json::Value::Null, "{told}");
    assert!(told["unknown"].as_str().expect("a reason").contains("shallow"), "{told}");
    let git = reader(&repo, "shallow");
    let head = git.resolve("HEAD").expect("a commit");
    let last = git.last_changes(&head, None).expect("an answer");
    assert_eq!(last.get(b"old.md".as_slice()), Some(&LastChange::Shallow(head)));
}

#[test]
fn a_repository_without_commits_is_searched_and_its_history_unknown() {
    let repo = built("git init -q -b trunk; echo 'You can findme here.' > a.md");
    assert_eq!(found(&repo, ".", "findme"), ["a.md"]);
    let told = why(&repo, ".", "a.md:1");
    assert!(told["unknown"].as_str().expect("a reason").contains("no commit yet"), "{told}");
    repo.kb(["init", "--commit"]).code(0).prints("on trunk");
    assert_eq!(repo.git(["branch", "--show-current"]), "trunk\n");
    assert_eq!(repo.git(["log", "--format=%s"]), "kb: init\n");
}

#[test]
fn a_rename_with_a_rewrite_is_a_new_file_and_a_swap_keeps_the_path_history() {
    let repo = built(
        "git init -q -b main
         seq 1 30 > x.md; seq 101 130 > y.md; seq 201 230 > r.md; printf 'one\\n' > t1.md; printf 'two\\n' > t2.md
         git add .; c base 2024-01-01T00:00:00Z
         mv x.md tmp; mv y.md x.md; mv tmp y.md; git add -A; c swap 2024-01-02T00:00:00Z
         git mv r.md s.md; (seq 201 206; seq 901 924) > s.md; git add -A; c rewrite 2024-01-03T00:00:00Z
         git mv t1.md u2.md; git mv t2.md u1.md; git add -A; c templates 2024-01-04T00:00:00Z",
    );
    let git = reader(&repo, ".");
    // 20 % alike: line 1 of s.md equals line 1 of r.md, and yet it is a new file.
    assert_eq!(wrote(&git, "s.md"), "rewrite");
    assert_eq!(wrote(&git, "u2.md"), "base", "the same bytes under another name");
    assert_eq!(wrote(&git, "u1.md"), "base");
    // A path that is there in both commits is one file, whatever it holds: history goes by path.
    assert_eq!(wrote(&git, "x.md"), "swap");
}

#[test]
fn a_line_written_in_a_merge_belongs_to_the_merge() {
    let repo = built(
        "git init -q -b main
         printf 'base\\nkeep\\n' > n.md; git add .; c base 2024-01-01T00:00:00Z
         git checkout -q -b side; printf 'side\\nkeep\\n' > n.md; git add .; c side 2024-01-02T00:00:00Z
         git checkout -q main; printf 'main\\nkeep\\n' > n.md; git add .; c main 2024-01-03T00:00:00Z
         git merge -q side >/dev/null 2>&1 || true
         printf 'written in merge\\nkeep\\n<<<<<<< HEAD\\n' > n.md; git add .; c merge 2024-01-04T00:00:00Z",
    );
    let git = reader(&repo, ".");
    assert_eq!(wrote(&git, "n.md"), "merge");
    let head = git.resolve("HEAD").expect("a commit");
    let last = git.last_changes(&head, None).expect("an answer");
    assert_eq!(last.get(b"n.md".as_slice()), Some(&LastChange::Commit(head)));
    let report = repo.kb(["check", "--format", "json"]).code(1).json();
    let marker =
        report["findings"].as_array().expect("findings").iter().find(|f| f["rule"] == "conflict-marker");
    assert_eq!(marker.expect("a finding")["line"], 3);
}

#[test]
fn a_checkout_with_other_line_endings_is_no_change() {
    let repo = built(
        "git init -q -b main
         printf 'a\\nb\\n' > lf.md; printf 'c\\r\\nd\\r\\n' > crlf.md
         git -c core.autocrlf=false add .; c raw 2024-01-01T00:00:00Z
         printf '* text=auto eol=crlf\\n' > .gitattributes; git add .gitattributes; c attrs 2024-01-02T00:00:00Z
         rm lf.md; git checkout -q -- lf.md",
    );
    assert_eq!(repo.read("lf.md"), "a\r\nb\r\n");
    let git = reader(&repo, ".");
    let head = git.resolve("HEAD").expect("a commit");
    for name in ["lf.md", "crlf.md"] {
        let bytes = repo.read(name).into_bytes();
        let stored = git.file(&head, &note(name)).expect("an answer").expect("the file");
        assert_eq!(git.as_stored(&note(name), bytes).expect("an answer"), stored, "{name}");
    }
}

#[test]
fn evidence_hashes_to_the_same_in_a_checkout_with_crlf() {
    let repo =
        TestRepo::plain().with(["init"]).file("../call.txt", "The window is seven days.\nIs it?\nIt is.\n");
    repo.kb(["add", "../call.txt", "--commit"]).code(0);
    // A base from elsewhere, without the line that keeps evidence from being converted.
    repo.git(["rm", "--quiet", ".gitattributes"]);
    repo.git(["commit", "--quiet", "--message", "no attributes"]);
    repo.git(["config", "core.autocrlf", "true"]);
    repo.git(["rm", "--quiet", "--cached", "-r", "."]);
    repo.git(["reset", "--quiet", "--hard"]);
    let source = repo.files().into_iter().find(|file| file.ends_with("/source.txt")).expect("a source");
    assert!(repo.read(&source).contains("days.\r\n"), "the checkout has CRLF");
    let report = repo.kb(["check", "--format", "json"]).json();
    assert!(!report["findings"].to_string().contains("evidence"), "{report}");
    repo.write(&source, "The window is nine days.\r\nIs it?\r\nIt is.\r\n");
    let report = repo.kb(["check", "--format", "json"]).code(1).json();
    assert!(report["findings"].to_string().contains("evidence-changed"), "{report}");
}

#[test]
fn a_pointer_to_large_file_storage_is_no_note() {
    let hash = "4dd5b1a6e2c1ad2f8c1f2ee5d7ba32f4e9e9bd4c5b1df65c04b9e4ab09a3c81f";
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{hash}\nsize 1\n");
    let repo = TestRepo::plain()
        .file("big.md", &pointer)
        .file("about.md", format!("# About LFS\n\n```\n{pointer}```\n"))
        .file(".gitattributes", "*.md filter=lfs diff=lfs merge=lfs -text\n");
    assert_eq!(found(&repo, ".", "sha256"), ["about.md"]);
    let report = repo.kb(["check", "--format", "json"]).json();
    let pointers =
        report["findings"].as_array().expect("findings").iter().filter(|f| f["rule"] == "lfs-pointer");
    assert_eq!(pointers.map(|f| f["path"].as_str().expect("a path")).collect::<Vec<_>>(), ["big.md"]);
}

#[test]
fn a_held_lock_is_named_waited_for_and_never_removed() {
    let repo = TestRepo::plain().with(["init"]);
    repo.remove("ci/check");
    repo.git(["commit", "--quiet", "--all", "--message", "without ci/check"]);
    let before = repo.git(["rev-parse", "HEAD"]);
    repo.write(".git/index.lock", "");
    repo.kb(["init", "--commit"]).code(3).says("index.lock exists since").says("nothing was changed");
    assert!(repo.exists(".git/index.lock"));
    assert_eq!(repo.git(["rev-parse", "HEAD"]), before);
    repo.remove(".git/index.lock");
    repo.remove("ci/check");
    repo.kb(["init", "--commit"]).code(0).prints("Committed as");
    assert_eq!(repo.git(["status", "--porcelain"]), "");
}

#[test]
fn linked_working_trees_and_submodules_have_their_own_history() {
    let repo = built(
        "mkdir lib main; cd lib; git init -q -b main
         echo 'The subnote says so.' > s.md; git add .; c s 2024-01-01T00:00:00Z
         cd ../main; git init -q -b main
         echo 'The mainnote says so.' > m.md; git add .; c m 2024-01-02T00:00:00Z
         git -c protocol.file.allow=always submodule --quiet add ../lib vendor 2>/dev/null; c sub 2024-01-03T00:00:00Z
         git worktree add -q ../wt -b side",
    );
    assert_eq!(wrote(&reader(&repo, "wt"), "m.md"), "m");
    assert_eq!(wrote(&reader(&repo, "main/vendor"), "s.md"), "s");
    let root = Repository::open(&repo.path("main/vendor")).expect("a repository");
    assert!(root.root().expect("a working tree").ends_with("main/vendor"));
    let main = reader(&repo, "main");
    let head = main.resolve("HEAD").expect("a commit");
    assert_eq!(main.blame(&head, &note("vendor/s.md"), 1).expect("an answer"), Blame::Uncommitted);
    assert_eq!(found(&repo, "main", "mainnote"), ["m.md"]);
    assert_eq!(found(&repo, "main", "subnote"), Vec::<String>::new());
    assert_eq!(found(&repo, "main/vendor", "subnote"), ["s.md"]);
    assert_eq!(found(&repo, "wt", "mainnote"), ["m.md"]);
}

#[test]
fn the_last_change_of_many_notes_comes_from_one_pass() {
    // 50 notes, 300 commits, each of one note.
    let repo = built(
        "git init -q -b main
         for i in $(seq 0 299); do
           d=\"note $((i % 50)) rev $i\"; n=$(printf 'n%04d.md' $((i % 50)))
           printf 'commit refs/heads/main\\ncommitter T <t@example.invalid> %d +0000\\ndata %d\\n%s\\n' \
             $((1600000000 + i * 60)) ${#i} $i
           printf 'M 100644 inline %s\\ndata %d\\n%s\\n' $n ${#d} \"$d\"
         done | git fast-import --quiet
         git reset -q --hard",
    );
    let git = reader(&repo, ".");
    let head = git.resolve("HEAD").expect("a commit");
    let last = git.last_changes(&head, None).expect("an answer");
    assert_eq!(last.len(), 50);
    for (number, path) in [(250, "n0000.md"), (299, "n0049.md")] {
        let Some(LastChange::Commit(commit)) = last.get(path.as_bytes()) else { panic!("{path}") };
        assert_eq!(subject(&git, commit), number.to_string());
    }
}

#[test]
fn on_a_detached_head_reading_works_and_no_commit_is_made_that_no_branch_has() {
    let repo = built(
        "git init -q -b main
         echo 'The first rule holds.' > a.md; git add .; c one 2024-01-01T00:00:00Z
         echo 'The second rule holds.' > a.md; git add .; c two 2024-01-02T00:00:00Z
         git checkout -q --detach HEAD~1; echo 'A local rule holds.' >> a.md",
    );
    assert_eq!(wrote(&reader(&repo, "."), "a.md"), "one");
    repo.kb(["init", "--commit"]).code(3).says("HEAD is detached").says("git switch main");
    let lost = repo.git(["rev-list", "--all", "--reflog", "--count"]);
    assert_eq!(lost, repo.git(["rev-list", "--all", "--count"]), "a commit that only the reflog has");
}

#[test]
fn a_bare_repository_is_read_and_what_needs_files_says_so() {
    let repo = built(
        "mkdir src; cd src; git init -q -b main
         echo 'You can findme here.' > a.md; git add .; c one 2024-01-01T00:00:00Z
         cd ..; git clone -q --bare src bare.git; git -C bare.git worktree add -q ../wt main
         echo 'A stray findme.' > stray.md",
    );
    assert_eq!(found(&repo, "bare.git", "findme"), ["a.md"]);
    repo.kb(["-C", "bare.git", "init"]).code(3).says("bare repository").says("git worktree add");
    assert_eq!(found(&repo, "wt", "findme"), ["a.md"]);
    assert_eq!(wrote(&reader(&repo, "wt"), "a.md"), "one");
}
