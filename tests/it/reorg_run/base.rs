//! A small base with faults that the built-in reorganiser mends, in two folders, so that there are two parts.

use serde_json::Value;

use crate::TestRepo;
use crate::stage::evidence;

/// What the evidence says.
const TEXT: &str = "The refund window is 7 days after receipt.\nSupport answers within 24 hours.\n\
    Parcels leave the warehouse at 16:00.\nA courier picks up on Mondays.\n";

/// Its lines.
const LINES: [&str; 4] = [
    "The refund window is 7 days after receipt.",
    "Support answers within 24 hours.",
    "Parcels leave the warehouse at 16:00.",
    "A courier picks up on Mondays.",
];

/// A note in a folder below `knowledge/`, whose claim is line `line`, and which links to `link`.
fn note(title: &str, id: &str, line: usize, link: &str) -> String {
    let words = LINES[line - 1];
    let link = if link.is_empty() { String::new() } else { format!("\n\nSee also [[{link}]].") };
    format!(
        "---\ntype: Policy\ntitle: {title}\ndescription: What holds for {title}.\n---\n# {title}\n\n{words}[^1]{link}\n\n\
         [^1]: [call, line {line}](../../evidence/2026/11/{id}/source.md#L{line})\n    \"{words}\"\n"
    )
}

/// A base with notes that link one way and that no entry page lists.
pub fn faulty() -> TestRepo {
    let repo = TestRepo::initialised();
    let id = evidence(&repo, TEXT, "");
    repo.write("knowledge/billing/refunds.md", note("Refunds", &id, 1, "support"));
    repo.write("knowledge/billing/support.md", note("Support", &id, 2, ""));
    repo.write("knowledge/shipping/parcels.md", note("Parcels", &id, 3, "couriers"));
    repo.write("knowledge/shipping/couriers.md", note("Couriers", &id, 4, ""));
    repo.commit_all("notes");
    repo
}

/// What `kb reorg status` says.
pub fn status(repo: &TestRepo) -> Value {
    repo.kb(["reorg", "status", "--format", "json"]).code(0).json()
}

/// What the status says of the part of the folder `folder`.
pub fn part(repo: &TestRepo, folder: &str) -> Value {
    let status = status(repo);
    let parts = status["parts"].as_array().expect("parts");
    let is_it = |part: &&Value| part["part"].as_str().is_some_and(|name| name.contains(folder));
    parts.iter().find(is_it).unwrap_or_else(|| panic!("no part of {folder}: {status}")).clone()
}

/// The parts, each with where it stands.
pub fn states(repo: &TestRepo) -> Vec<(String, String)> {
    let status = status(repo);
    let text = |value: &Value| value.as_str().expect("a word").to_owned();
    status["parts"]
        .as_array()
        .expect("parts")
        .iter()
        .map(|part| (text(&part["part"]), text(&part["state"])))
        .collect()
}

/// What is proposed of the parts and not merged: the branches of the reorganisation.
pub fn branches(repo: &TestRepo) -> Vec<String> {
    let refs = repo.git(["for-each-ref", "--format=%(refname:short)", "refs/heads/kb/reorg"]);
    refs.lines().map(str::to_owned).collect()
}

/// Everything that a run leaves: the knowledge, where the parts stand, and the list with what became of each entry.
pub fn end_state(repo: &TestRepo) -> (String, Vec<(String, String)>, Value, usize) {
    let tree = repo.git(["rev-parse", "main:knowledge"]);
    let merges = repo.git(["rev-list", "--count", "--merges", "main"]).trim().parse().expect("a number");
    (tree, states(repo), status(repo)["coverage"].clone(), merges)
}
