//! What the tests of the main job start from: a base with evidence, a note that cites it, a proposal of it, and ways to
//! do behind kb's back what an attacker or a careless hand would.

use std::fs;
use std::path::Path;

use kb::digest::Sha256Hex;
use kb::proposal::{Decision, Envelope, Review};
use kb::signature::{SecretKey, key_id};

use super::TestRepo;
use super::model_server::ModelServer;

/// What the evidence of the stage says.
pub const TEXT: &str = "The refund window is 7 days after receipt.\nSupport answers within 24 hours.\n";

/// A base with one evidence item, committed; gives its id.
pub fn with_evidence() -> (TestRepo, String) {
    let repo = TestRepo::initialised();
    let id = evidence(&repo, TEXT, "");
    (repo, id)
}

/// Writes and commits an evidence item, with `more` in its record; gives its id.
pub fn evidence(repo: &TestRepo, text: &str, more: &str) -> String {
    let sha256 = Sha256Hex::of(text.as_bytes());
    let id = format!("2026-11-30-call-{}", &sha256.as_str()[..6]);
    repo.write(&format!("evidence/2026/11/{id}/source.md"), text);
    let meta = format!(
        "id: {id}\nkind: call\ncaptured_at: 2026-11-30T09:00:00Z\nsha256: {sha256}\nmedia_type: text/markdown\n\
         source: source.md\n{more}"
    );
    repo.write(&format!("evidence/2026/11/{id}/meta.yaml"), meta);
    repo.git(["add", "evidence"]);
    repo.git(["commit", "--quiet", "--message", "evidence", "--", "evidence"]);
    id
}

/// The settings of a model that every wire format can price.
pub const PRICES: &str = "prices = {input = 3.0, output = 15.0}\n";

/// Gives `roles` to models, each a role and the table of a model that is called as the role is, and commits that.
pub fn cast(repo: &TestRepo, roles: &[(&str, String)]) {
    let mut named = String::from("[roles]\n");
    let mut text = repo.read("kb.toml");
    for (role, table) in roles {
        named.push_str(&format!("{role} = \"{role}\"\n"));
        text.push_str(&format!("\n{table}"));
    }
    repo.write("kb.toml", text.replacen("[roles]\n", &named, 1));
    repo.commit_all("models");
}

/// The model of `server` as the proposer: of Anthropic.
pub fn writer(server: &ModelServer) -> (&'static str, String) {
    ("proposer", server.table("proposer", "anthropic", "claude-opus-4-5", PRICES))
}

/// The model of `server` as the reviewer: of OpenAI.
pub fn judge(server: &ModelServer) -> (&'static str, String) {
    ("reviewer", server.table("reviewer", "openai-responses", "gpt-5.1", PRICES))
}

/// A note in `knowledge/` whose one claim is `claim`, citing line `line` of the item `id` with `quote`.
pub fn note(title: &str, claim: &str, id: &str, line: u32, quote: &str) -> String {
    format!(
        "---\ntype: Policy\ntitle: {title}\ndescription: What holds.\n---\n# {title}\n\n{claim}[^1]\n\n\
         [^1]: [call, line {line}](../evidence/2026/11/{id}/source.md#L{line})\n    \"{quote}\"\n"
    )
}

/// The true note of the stage.
pub fn refunds(id: &str) -> String {
    let words = "The refund window is 7 days after receipt.";
    note("Refunds", words, id, 1, words)
}

/// A base, and an open proposal of the true note; gives its id.
pub fn proposed() -> (TestRepo, String) {
    let (repo, evidence) = with_evidence();
    let id = propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
    (repo, id)
}

/// The same, reviewed and approved.
pub fn approved() -> (TestRepo, String) {
    let (repo, id) = proposed();
    repo.kb(["review"]).code(0).prints("approved");
    (repo, id)
}

/// Writes a note and proposes the edit; the working tree is as before. Gives the proposal's id.
pub fn propose(repo: &TestRepo, path: &str, text: &str) -> String {
    repo.write(path, text);
    let report = repo.kb(["propose", "--edits", "--format", "json"]).code(0).json();
    let id = report["proposals"][0]["id"].as_str().expect("an id").to_owned();
    repo.git(["stash", "--quiet", "--include-untracked"]);
    repo.git(["stash", "drop", "--quiet"]);
    id
}

/// Changes files of `branch` in a worktree of its own, and commits; gives the commit.
pub fn commit_on(repo: &TestRepo, branch: &str, change: impl FnOnce(&Path)) -> String {
    let folder = repo.root().with_file_name("elsewhere");
    let shown = folder.to_str().expect("UTF-8").to_owned();
    repo.git(["worktree", "add", "--quiet", &shown, branch]);
    change(&folder);
    repo.git(["-C", &shown, "add", "--all"]);
    repo.git(["-C", &shown, "commit", "--quiet", "--allow-empty", "--message", "by hand"]);
    repo.git(["worktree", "remove", "--force", &shown]);
    repo.git(["rev-parse", branch]).trim().to_owned()
}

/// The folder of round `round` of the proposal `id` in the ledger.
pub fn round(id: &str, round: u32) -> String {
    format!("proposals/2026/{id}/rounds/{round}")
}

/// A file of the ledger.
pub fn ledger_file(repo: &TestRepo, path: &str) -> String {
    repo.git(["show", &format!("kb/ledger:{path}")])
}

/// Replaces a file of the ledger behind kb's back.
pub fn write_ledger(repo: &TestRepo, path: &str, bytes: &[u8]) {
    commit_on(repo, "kb/ledger", |folder| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, bytes).expect("a written file");
    });
}

/// Signs another decision and review in place of those of round 1, with the reviewer's own key.
pub fn decide_again(repo: &TestRepo, id: &str, change: impl FnOnce(&mut Decision, &mut Review)) {
    let key = SecretKey::parse(&repo.read(".kb/keys/reviewer")).expect("the reviewer's key");
    let folder = round(id, 1);
    let sealed = Envelope::parse(ledger_file(repo, &format!("{folder}/decision.json")).as_bytes());
    let mut decision: Decision = sealed.expect("an envelope").claims().expect("a decision");
    let review = ledger_file(repo, &format!("{folder}/review.json"));
    let mut review: Review = serde_json::from_str(&review).expect("a review");
    change(&mut decision, &mut review);
    decision.review = review.sha256();
    let sealed = Envelope::seal(&decision, &key_id(&key.public()), |message| key.sign(message));
    write_ledger(repo, &format!("{folder}/review.json"), &review.to_json());
    write_ledger(repo, &format!("{folder}/decision.json"), &sealed.to_json());
}
