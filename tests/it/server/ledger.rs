//! What somebody tries to write into the ledger.

use kb::proposal::{Decision, Envelope};
use kb::signature::{SecretKey, key_id};

use super::super::stage::{decide_again, ledger_file, round, write_ledger};
use super::{Server, write};

/// A server that has a proposal, and here its review; gives its id and the folder of its round.
fn reviewed() -> (Server, String, String) {
    let (server, id) = Server::proposed();
    server.repo.kb(["review"]).code(0).prints("approved");
    let folder = round(&id, 1);
    (server, id, folder)
}

/// The ledger of the server with more files; gives the commit.
fn with(server: &Server, files: &[(&str, &[u8])]) -> String {
    let tip = server.git(&["rev-parse", "kb/ledger"]);
    server.commit_on(tip.trim(), "ledger", |folder| {
        for (path, bytes) in files {
            write(folder, path, bytes);
        }
    })
}

#[test]
fn words_of_others_are_not_the_proposers() {
    let (server, _, folder) = reviewed();
    server.refuses("bot", ["kb/ledger"], "ledger-role").says(&format!("{folder}/decision.json"));
    for name in ["review.json", "approval.json", "human.json", "reviewer.md", "dossier.json", "merged.yaml"] {
        let commit = with(&server, &[(&format!("{folder}/{name}"), b"{}")]);
        server.refuses("bot", [&format!("{commit}:refs/heads/kb/ledger")], "ledger-role");
    }
    server.refuses("judge", ["kb/ledger"], "not-allowed").says("a reviewer signs; the merger takes");
    server.push("gate", ["kb/ledger"]).code(0);
}

/// The merger carries decisions and cannot make one: with its own key, with the reviewer's name on it, about something else.
#[test]
fn a_forged_word_stays_out() {
    let (server, id, folder) = reviewed();
    let path = format!("{folder}/decision.json");
    let sealed = Envelope::parse(ledger_file(&server.repo, &path).as_bytes()).expect("an envelope");
    let decision: Decision = sealed.claims().expect("a decision");
    let review = ledger_file(&server.repo, &format!("{folder}/review.json"));
    let mallory = SecretKey::from_seed(&[9; 32]);
    let other = |decision: &Decision| {
        let key = SecretKey::parse(&server.repo.read(".kb/keys/reviewer")).expect("the reviewer's key");
        Envelope::seal(decision, &key_id(&key.public()), |message| key.sign(message))
    };
    let forged = [
        Envelope::seal(&decision, &key_id(&mallory.public()), |message| mallory.sign(message)),
        Envelope::seal(&decision, &sealed.signatures[0].keyid, |message| mallory.sign(message)),
        other(&Decision { proposal: "p-000000000000".parse().expect("an id"), ..decision.clone() }),
        other(&Decision { round: 2, ..decision.clone() }),
        other(&Decision { target: "refs/heads/other".to_owned(), ..decision.clone() }),
    ];
    for envelope in &forged {
        let commit = with(&server, &[(&path, &envelope.to_json())]);
        server.refuses("gate", [&format!("{commit}:refs/heads/kb/ledger")], "ledger-forged");
    }
    // The proposer's key is no reviewer's, whoever carries what it signed.
    let approver = SecretKey::parse(&server.repo.read(".kb/keys/gate")).expect("the gate's key");
    let own = Envelope::seal(&decision, &key_id(&approver.public()), |message| approver.sign(message));
    let commit =
        with(&server, &[(&path, &own.to_json()), (&format!("{folder}/review.json"), review.as_bytes())]);
    server.refuses("ann", [&format!("{commit}:refs/heads/kb/ledger")], "ledger-forged");
    // A true decision with another review than it was made on.
    let altered = review.replace("\"supported\"", "\"unsupported\"");
    let commit =
        with(&server, &[(&path, &sealed.to_json()), (&format!("{folder}/review.json"), altered.as_bytes())]);
    server
        .refuses("gate", [&format!("{commit}:refs/heads/kb/ledger")], "ledger-forged")
        .says("not the review");
    let commit = with(&server, &[(&format!("{folder}/review.json"), review.as_bytes())]);
    server.refuses("gate", [&format!("{commit}:refs/heads/kb/ledger")], "ledger-forged").says("no decision");
    let merged = format!(
        "version: 1\nat: 2026-11-30T10:00:00Z\ncommit: {}\n",
        server.rev(&format!("kb/proposal/{id}"))
    );
    let commit = with(&server, &[(&format!("{folder}/merged.yaml"), merged.as_bytes())]);
    server
        .refuses("gate", [&format!("{commit}:refs/heads/kb/ledger")], "ledger-forged")
        .says("main does not have");
}

#[test]
fn it_only_grows() {
    let (server, id, folder) = reviewed();
    server.push("gate", ["kb/ledger"]).code(0);
    write_ledger(&server.repo, &format!("{folder}/round.yaml"), b"version: 1\n");
    server.refuses("ann", ["kb/ledger"], "ledger-rewritten");
    // Also where a later commit brings it back.
    let before = server.rev("kb/ledger~1");
    let good = server.repo.git(["show", &format!("{before}:{folder}/round.yaml")]);
    write_ledger(&server.repo, &format!("{folder}/round.yaml"), good.as_bytes());
    server.refuses("gate", ["kb/ledger"], "ledger-rewritten");
    let gone = server.commit_on(&before, "gone", |place| {
        std::fs::remove_file(place.join(format!("{folder}/decision.json"))).expect("a removed file");
    });
    server.refuses("ann", [&format!("{gone}:refs/heads/kb/ledger")], "ledger-rewritten");
    server.refuses("ann", [&format!("+{before}~1:refs/heads/kb/ledger")], "not-fast-forward");
    server.repo.git(["update-ref", "refs/heads/kb/ledger", &before]);
    decide_again(&server.repo, &id, |decision, _| {
        decision.tree = kb::digest::TreeId("0".repeat(40));
    });
    server.refuses("gate", ["kb/ledger"], "ledger-rewritten");
}

/// A path that reads as a place which it is not would stand in for what is there.
#[test]
fn nothing_stands_in_for_what_is_there() {
    let (server, id, folder) = reviewed();
    let record = ledger_file(&server.repo, &format!("proposals/2026/{id}/proposal.yaml"));
    let first = ledger_file(&server.repo, &format!("{folder}/round.yaml"));
    let later = record.replace("2026-", "2027-");
    for (path, text, reason) in [
        (format!("proposals/2026/{id}/rounds/01/round.yaml"), &first, "ledger-path"),
        (format!("proposals/2026/{id}/rounds/+1/round.yaml"), &first, "ledger-path"),
        (format!("proposals/2026/{id}/rounds/2/round.yaml"), &first, "ledger-forged"),
        (format!("proposals/2027/{id}/rounds/1/round.yaml"), &first, "ledger-forged"),
        (format!("proposals/2027/{id}/proposal.yaml"), &record, "ledger-forged"),
        (format!("proposals/2027/{id}/proposal.yaml"), &later, "ledger-rewritten"),
        ("proposals/2026/p-000000000000/proposal.yaml".to_owned(), &record, "ledger-forged"),
        ("README.md".to_owned(), &record, "ledger-path"),
        (".github/workflows/x.yml".to_owned(), &record, "ledger-path"),
        (format!("proposals/2026/{id}/rounds/1/other.yaml"), &record, "ledger-path"),
    ] {
        let commit = with(&server, &[(&path, text.as_bytes())]);
        for name in ["bot", "ann"] {
            server.refuses(name, [&format!("{commit}:refs/heads/kb/ledger")], reason);
        }
    }
}

/// Two who recorded at the same time join their ledgers: each file is one that only one of them wrote.
#[test]
fn ledgers_that_grew_apart_are_joined() {
    let (server, evidence) = Server::with_evidence();
    let quote = "Support answers within 24 hours.";
    let text = super::note("Hours", quote, &evidence, 2, quote);
    let one = super::propose(&server.repo, "knowledge/refunds.md", &super::refunds(&evidence));
    let theirs = server.rev("kb/ledger");
    server.push("bot", ["kb/ledger", &format!("kb/proposal/{one}")]).code(0);
    server.repo.git(["branch", "--quiet", "-D", "kb/ledger", &format!("kb/proposal/{one}")]);
    super::propose(&server.repo, "knowledge/hours.md", &text);
    let mine = server.rev("kb/ledger");
    server.refuses("bot", [&format!("+{mine}:refs/heads/kb/ledger")], "not-fast-forward");
    let beside = server.repo.root().with_file_name("joined");
    let shown = beside.to_str().expect("UTF-8");
    server.repo.git(["worktree", "add", "--quiet", shown, "kb/ledger"]);
    server.repo.git(["-C", shown, "merge", "--quiet", "--no-edit", "--allow-unrelated-histories", &theirs]);
    server.push("bot", ["kb/ledger"]).code(0);
    assert!(server.git(&["ls-tree", "-r", "--name-only", "kb/ledger"]).contains(&one));
}
