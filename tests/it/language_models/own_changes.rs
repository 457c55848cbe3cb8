//! What a proposer has written in a run is found and read in that run, and is marked as not merged yet.

use serde_json::{Value, json};

use crate::model_server::scene::{Call, Expected, Given, Scene, Step};
use crate::model_server::{KEY, ModelServer};
use crate::stage::{cast, refunds, with_evidence, writer};

const UNMERGED: &str = "changed, not merged yet";

/// A model that calls these tools one after the other, and then only talks.
fn calling(tools: &[(&str, Value)]) -> ModelServer {
    let step = |answer| Step { asked: Expected::default(), answer };
    let called = |(tool, argument): &(&str, Value)| {
        let call = Call { tool: (*tool).to_owned(), argument: argument.clone(), argument_text: None };
        step(Given { calls: vec![call], ..Given::default() })
    };
    let talk = Given { text: "That is all.".to_owned(), ..Given::default() };
    let steps = tools.iter().map(called).chain(std::iter::repeat_n(step(talk), 3)).collect();
    ModelServer::of(Scene { steps, ..Scene::once(Given::default()) })
}

#[test]
fn its_own_changes_are_found_read_and_marked() {
    let (repo, evidence) = with_evidence();
    repo.write(
        "knowledge/parcels.md",
        "---\ntype: Note\ntitle: Parcels\n---\n# Parcels\n\nZeppelins carry parcels.\n",
    );
    repo.write("knowledge/gone.md", "---\ntype: Note\ntitle: Gone\n---\n# Gone\n\nFerries carry coal.\n");
    repo.write("knowledge/still.md", "---\ntype: Note\ntitle: Still\n---\n# Still\n\nTrains carry iron.\n");
    repo.commit_all("notes");
    let search = |query: &str| ("search_notes", json!({"query": query}));
    let server = calling(&[
        ("write", json!({"path": "refunds.md", "text": refunds(&evidence)})),
        search("refund window receipt"),
        ("edit", json!({"path": "parcels.md", "old": "Zeppelins carry", "new": "Balloons carry"})),
        search("balloons parcels"),
        search("zeppelins"),
        ("delete", json!({"path": "gone.md"})),
        search("ferries coal"),
        search("trains iron"),
        ("grep", json!({"pattern": "carry"})),
        ("read_note", json!({"path": "parcels.md"})),
        ("read_note", json!({"path": "still.md"})),
        ("list", json!({})),
    ]);
    cast(&repo, &[writer(&server)]);
    repo.kb_with_env(&[("TEST_API_KEY", KEY)], ["propose"]).code(3).says("without calling a tool");
    server.finish();
    let asked = server.asked();
    // What the call before the request `at` gave.
    let gave = |at: usize| asked[at].turns.last().cloned().expect("a turn");
    let new = gave(2);
    assert!(new.contains("knowledge/refunds.md") && new.contains("7 days after receipt"), "{new}");
    assert!(new.contains(UNMERGED), "{new}");
    let edited = gave(4);
    assert!(edited.contains("Balloons carry parcels") && edited.contains(UNMERGED), "{edited}");
    assert!(!gave(5).contains("Zeppelins carry"), "what the edit took away is not found: {}", gave(5));
    assert!(!gave(7).contains("gone.md"), "{}", gave(7));
    let untouched = gave(8);
    assert!(untouched.contains("knowledge/still.md") && !untouched.contains(UNMERGED), "{untouched}");
    let grep = gave(9);
    assert!(
        grep.contains("Balloons carry") && grep.contains("Trains carry") && grep.contains(UNMERGED),
        "{grep}"
    );
    assert!(!grep.contains("Ferries"), "{grep}");
    assert!(gave(10).contains("Balloons carry") && gave(10).contains(UNMERGED), "{}", gave(10));
    assert!(gave(11).contains("Trains carry") && !gave(11).contains(UNMERGED), "{}", gave(11));
    assert!(gave(12).contains("refunds.md") && gave(12).contains(UNMERGED), "{}", gave(12));
    // Nothing of it is anywhere but in the run.
    assert!(!repo.exists("knowledge/refunds.md"));
    assert!(!repo.kb(["search", "refund window receipt"]).stdout.contains("refunds.md"));
}
