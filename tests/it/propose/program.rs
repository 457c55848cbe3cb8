//! A program as proposer: what it leaves becomes a proposal, and what it must not touch stays out of its reach.

use std::os::unix::fs::PermissionsExt as _;

use crate::TestRepo;
use crate::stage::{evidence, refunds, with_evidence};

/// A base whose proposer is the shell script `body`, with `more` beside its command.
fn with_agent(repo: &TestRepo, body: &str, more: &str) {
    repo.write("agent", format!("#!/bin/sh\n{body}\n"));
    let path = repo.path("agent");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let config = repo.read("kb.toml");
    let role = format!("[roles]\nproposer = {{command = [\"./agent\"], family = \"tests\"{more}}}\n");
    repo.write("kb.toml", config.replacen("[roles]\n", &role, 1));
}

/// Whether this kernel has the sandbox; without it kb says so, and there is nothing to test.
fn is_confined(repo: &TestRepo) -> bool {
    let run = repo.kb(["propose", "--dry-run"]);
    let is_missing = run.stderr.contains("in a Landlock sandbox only");
    if is_missing {
        eprintln!("skipped: {}", run.stderr);
    }
    !is_missing
}

fn writing(text: &str) -> String {
    format!("cat > knowledge/refunds.md <<'END'\n{text}END\necho 'The window is new.'")
}

#[test]
fn what_it_leaves_is_a_proposal_like_any_other() {
    let (repo, evidence) = with_evidence();
    with_agent(&repo, &writing(&refunds(&evidence)), "");
    if !is_confined(&repo) {
        return;
    }
    let report = repo.kb(["propose", "--format", "json"]).code(0).json();
    let proposed = &report["proposals"][0];
    assert_eq!(
        (proposed["action"].as_str(), proposed["title"].as_str()),
        (Some("opened"), Some("Change knowledge/refunds.md"))
    );
    repo.kb(["review"]).code(0).prints("approved");
    repo.kb(["merge"]).code(0).prints("merged");
    assert_eq!(repo.read("knowledge/refunds.md"), refunds(&evidence));
    let id = proposed["id"].as_str().expect("an id");
    repo.kb(["proposal", "show", id, "--transcript"])
        .code(0)
        .prints("agent (tests)")
        .prints("in a Landlock sandbox")
        .prints("The window is new.");
}

/// A coding agent finds by the tools of `kb mcp` what lies in its folder.
#[test]
fn it_may_search_what_it_sees() {
    let (repo, id) = with_evidence();
    let asked = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"browse","arguments":{}}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"remember","arguments":{"text":"x"}}}"#,
    ];
    let lines: Vec<String> = asked.iter().map(|line| format!("'{line}'")).collect();
    let probe = format!(
        "printf '%s\\n' {} > \"$TMPDIR/asked\"\n\
         kb=$(printf %s \"$KB_MCP\" | sed 's/.*\"command\":\"\\([^\"]*\\)\".*/\\1/')\n\
         case \"$KB_MCP\" in *'\"mcp\",\"--read-only\",\"-C\",\"'\"$PWD\"'\"'*) echo 'the folder is served';; esac\n\
         \"$kb\" mcp --read-only -C \"$PWD\" < \"$TMPDIR/asked\"\n{}",
        lines.join(" "),
        writing(&refunds(&id))
    );
    with_agent(&repo, &probe, "");
    if !is_confined(&repo) {
        return;
    }
    let report = repo.kb(["propose", "--format", "json"]).code(0).json();
    let proposal = report["proposals"][0]["id"].as_str().expect("an id").to_owned();
    repo.kb(["proposal", "show", &proposal, "--transcript"])
        .code(0)
        .prints("the folder is served")
        .prints("kb://_/knowledge, ")
        .prints("there is no tool `remember`");
}

#[test]
fn it_reads_and_writes_nothing_but_its_own() {
    let (repo, id) = with_evidence();
    evidence(&repo, "The password of the other tenant is swordfish.\n", "tenant: other\n");
    let root = repo.root().display().to_string();
    let probes = format!(
        "probe() {{ if sh -c \"$2\" >/dev/null 2>&1; then echo \"$1: DONE\"; else echo \"$1: refused\"; fi; }}\n\
         probe 'write evidence' 'echo x > evidence/x.md'\n\
         probe 'append to evidence' 'for f in evidence/*/*/*/source.md; do echo x >> $f; done'\n\
         probe 'write beside' 'echo x > ../x.md'\n\
         probe 'write the repository' 'echo x > {root}/knowledge/x.md'\n\
         probe 'truncate the policy' ': > {root}/kb.toml'\n\
         probe 'read the repository' 'cat {root}/kb.toml'\n\
         probe 'read the objects' 'ls {root}/.git/objects'\n\
         probe 'read the keys' 'cat {root}/.kb/keys/reviewer'\n\
         probe 'read the parent' 'cat /proc/'$PPID'/environ'\n\
         probe 'see the other tenant' 'grep -r swordfish .'\n\
         probe 'see a key' 'env | grep -i key'\n\
         probe 'keep a note' 'echo x > $TMPDIR/x'\n{}",
        writing(&refunds(&id))
    );
    with_agent(&repo, &probes, "");
    if !is_confined(&repo) {
        return;
    }
    let policy = repo.read("kb.toml");
    let run =
        repo.kb_with_env(&[("OPENAI_API_KEY", "sk-test-0123456789")], ["propose", &id, "--format", "json"]);
    let report = run.code(0).json();
    let proposal = report["proposals"][0]["id"].as_str().expect("an id");
    let transcript = repo.kb(["proposal", "show", proposal, "--transcript"]).code(0).stdout;
    let transcript = transcript.rsplit("## What it said").next().expect("what it said");
    let done: Vec<&str> = transcript.lines().filter(|line| line.ends_with(": DONE")).collect();
    assert_eq!(done, ["keep a note: DONE"], "{transcript}");
    assert_eq!(transcript.matches(": refused").count(), 11, "{transcript}");
    assert_eq!(repo.read("kb.toml"), policy);
    assert!(!repo.exists("knowledge/x.md"));
    assert_eq!(report["proposals"][0]["files"].as_array().map(Vec::len), Some(1), "{report}");
}

#[test]
fn what_is_no_plain_note_is_refused() {
    let (repo, _) = with_evidence();
    with_agent(&repo, "ln -s /etc/passwd knowledge/passwd.md", "");
    if !is_confined(&repo) {
        return;
    }
    repo.kb(["propose"]).code(3).says("it left `knowledge/passwd.md`, which is no plain file");
    repo.write("agent", "#!/bin/sh\necho x > knowledge/run.md\nchmod +x knowledge/run.md\n");
    repo.kb(["propose"]).code(3).says("it left `knowledge/run.md` executable");
    repo.write("agent", "#!/bin/sh\necho 'no login' >&2\nexit 4\n");
    repo.kb(["propose"]).code(3).says("exit status: 4: no login");
    assert_eq!(repo.git(["branch", "--list", "kb/proposal/*"]), "", "nothing was proposed");
    let told = repo.git(["log", "--format=%s", "kb/ledger"]);
    assert!(told.contains("proposer stopped: `./agent` ended with exit status: 4: no login"), "{told}");
}

#[test]
fn its_time_is_limited() {
    let (repo, _) = with_evidence();
    with_agent(&repo, "sleep 600", ", seconds = 1");
    repo.kb(["propose"]).code(3).says("it was stopped after 1 s");
}

#[test]
fn without_a_sandbox_it_runs_only_where_the_policy_says_so_and_writes_no_other_file() {
    let (repo, evidence) = with_evidence();
    with_agent(&repo, &format!("{}\necho x > TASK.md", writing(&refunds(&evidence))), ", sandbox = \"none\"");
    repo.kb(["propose"]).code(3).says("it wrote `TASK.md`, which lies outside knowledge/");
    repo.write("agent", format!("#!/bin/sh\n{}\n", writing(&refunds(&evidence))));
    repo.kb(["propose"]).code(0).prints("opened");
}
