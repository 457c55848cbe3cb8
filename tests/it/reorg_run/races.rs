//! Two runs at the same moment: no part is done twice, and both find the same end.

use std::process::Stdio;

use super::base::{branches, end_state, faulty};

#[test]
fn two_runs_at_once_do_no_part_twice() {
    let calm = faulty();
    calm.kb(["reorg", "run"]).code(0);
    let expected = end_state(&calm);
    let repo = faulty();
    let start = || {
        let mut command = repo.kb_command();
        command.args(["reorg", "run"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("a run")
    };
    let (one, other) = (start(), start());
    for run in [one, other] {
        let run = run.wait_with_output().expect("an end");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    assert_eq!(end_state(&repo), expected);
    assert_eq!(branches(&repo), Vec::<String>::new());
    repo.kb(["audit", "--verify"]).code(0);
}

/// A linked working tree is another place to run from, with the same refs.
#[test]
fn a_run_goes_on_where_one_in_another_working_tree_stopped() {
    let repo = faulty();
    let folder = repo.root().with_file_name("linked");
    let shown = folder.to_str().expect("UTF-8");
    repo.git(["worktree", "add", "--quiet", "--detach", shown, "main"]);
    repo.kb(["-C", shown, "reorg", "run", "--propose"]).code(0);
    assert!(branches(&repo).len() >= 2, "{:?}", branches(&repo));
    repo.kb(["reorg", "run"]).code(0).prints("resumed").prints("ended");
}
