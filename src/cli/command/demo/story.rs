//! What the demo tells, chapter by chapter.

use super::sample::{CONFLICT, CORRECTION, FIRST};
use super::stage::Stage;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{BOLD, CYAN, DIM, paint, print};

/// Runs every chapter.
pub(super) fn tell(stage: &Stage) -> Result<Exit, Failure> {
    let intro = format!(
        "{}\nin {}\nEvery line that starts with `$` is a command that you can type yourself.\n",
        paint(BOLD, "kb: from evidence to knowledge that can be audited"),
        paint(CYAN, stage.folder().display()),
    );
    print(&intro)?;
    beginning(stage)?;
    first_proposal(stage)?;
    reading(stage)?;
    correction(stage)?;
    conflict(stage)?;
    false_claim(stage)?;
    tampering(stage)?;
    let outro = format!(
        "\n{}\nThe repository stays in {}. Go on there:\n  {}\n  {}\n",
        paint(BOLD, "That was the whole loop."),
        paint(CYAN, stage.shop().display()),
        paint(DIM, "kb search 'backup gateway'    kb proposal list --all    git log --graph"),
        paint(DIM, "kb add NOTES.md --commit && kb propose && kb review && kb merge && kb build"),
    );
    print(&outro)?;
    Ok(Exit::Fine)
}

fn beginning(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        1,
        "An empty repository becomes a knowledge base",
        "`kb init` makes folders, a commented kb.toml, and a key for each role.",
    )?;
    stage.kb(&["init"], Exit::Fine)
}

fn first_proposal(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        2,
        "Evidence goes in, and never changes again",
        "A night of on-call, a policy, two tickets. Each gets an id from its own content.",
    )?;
    for file in FIRST {
        stage.deliver(file)?;
    }
    let about_checkout = ["--kind", "chat", "--subject", "checkout-api"];
    stage.kb(&[&["add", "../inbox/on-call.jsonl", "--commit"][..], &about_checkout].concat(), Exit::Fine)?;
    stage.kb(&["add", "../inbox/refunds.md", "--commit"], Exit::Fine)?;
    stage.kb(&["add", "../inbox/tickets.csv", "--commit", "--title", "Tickets"], Exit::Fine)?;
    stage.chapter(
        3,
        "A proposer turns it into notes",
        "Every claim cites lines of the evidence and quotes the words that it rests on. The\n\
         change waits on a branch; main has not moved.",
    )?;
    stage.kb(&["propose"], Exit::Fine)?;
    stage.chapter(
        4,
        "A reviewer of another family goes back to the evidence",
        "It takes each claim apart (numbers, dates, names, negations, quoted words) and looks\n\
         for every part in the cited lines.",
    )?;
    stage.kb(&["review"], Exit::Fine)?;
    stage.chapter(
        5,
        "Only the gate moves main",
        "It merges exactly the tree that was judged and signed. The index is built from the\n\
         merged commit.",
    )?;
    stage.kb(&["merge"], Exit::Fine)?;
    stage.kb(&["build"], Exit::Fine)
}

fn reading(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        6,
        "Now it answers, and says where from",
        "Every result carries its evidence. `kb why` tells the whole story of a line. What the\n\
         notes do not say is not made up.",
    )?;
    stage.kb(&["search", "what is the gateway timeout?"], Exit::Fine)?;
    let place = stage.place_of("knowledge", "is 30 seconds")?;
    stage.kb(&["why", &place.to_string()], Exit::Fine)?;
    stage.kb(&["search", "parental leave"], Exit::Fine)
}

fn correction(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        7,
        "A later call corrects a fact",
        "\"The refund window is now 30 days from delivery, no longer 14 days.\" The claim that\n\
         stands is retired, not joined by a second one.",
    )?;
    stage.deliver(CORRECTION)?;
    let about_refunds = ["--kind", "call", "--title", "Refunds", "--at", "2026-11-12"];
    stage.kb(&[&["add", "../inbox/correction.txt", "--commit"][..], &about_refunds].concat(), Exit::Fine)?;
    stage.kb(&["propose"], Exit::Fine)?;
    if let Some(proposal) = stage.open_proposal()? {
        stage.kb(&["proposal", "show", &proposal], Exit::Fine)?;
    }
    for command in ["review", "merge", "build"] {
        stage.kb(&[command], Exit::Fine)?;
    }
    stage.kb(&["search", "how long is the refund window?"], Exit::Fine)
}

fn conflict(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        8,
        "Two people say different things",
        "Lena says 60 seconds where Jonas said 30, and nobody says that it changed. kb does not\n\
         guess: both claims stay, marked, until evidence decides.",
    )?;
    stage.deliver(CONFLICT)?;
    let about_checkout = ["--kind", "call", "--subject", "checkout-api", "--at", "2026-11-18"];
    stage.kb(&[&["add", "../inbox/conflict.txt", "--commit"][..], &about_checkout].concat(), Exit::Fine)?;
    for command in ["propose", "review", "merge", "build"] {
        stage.kb(&[command], Exit::Fine)?;
    }
    let place = stage.place_of("knowledge", "60 seconds")?;
    stage.show(&format!("grep 'timeout' {}", place.path))?;
    stage.grep(&place.path, "timeout")
}

fn false_claim(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        9,
        "Somebody writes a claim that the evidence does not bear",
        "500 EUR becomes 5000 EUR. The citation under it stays, and its quote is true.",
    )?;
    let place = stage.place_of("knowledge", "500 EUR")?;
    let text = stage.read(&place.path)?;
    stage.show(&format!("sed -i '{}s/500 EUR/5000 EUR/' {}", place.line, place.path))?;
    stage.write(&place.path, &text.replacen("500 EUR", "5000 EUR", 1))?;
    stage.kb(&["propose", "--edits"], Exit::Fine)?;
    stage.kb(&["review"], Exit::Findings)?;
    stage.kb(&["merge"], Exit::Fine)?;
    stage.write(&place.path, &text)
}

fn tampering(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        10,
        "Somebody changes the evidence instead, straight on main",
        "No review, no gate: just a commit. Every check and every audit from now on names it.",
    )?;
    let place = stage.place_of("evidence", "30 seconds")?;
    let text = stage.read(&place.path)?;
    stage.show(&format!("sed -i 's/30 seconds/90 seconds/' {}", place.path))?;
    stage.write(&place.path, &text.replacen("30 seconds", "90 seconds", 1))?;
    stage.show("git commit --quiet --all --message 'tidy up'")?;
    stage.commit(&place.path, "tidy up")?;
    stage.kb(&["audit", "--verify"], Exit::Findings)
}
