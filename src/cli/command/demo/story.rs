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
        paint(DIM, "kb search 'backup gateway'    kb proposal list    kb check    git log --graph"),
        paint(DIM, "kb add NOTES.md --commit && kb propose && kb review && kb merge && kb build"),
    );
    print(&outro)?;
    Ok(Exit::Fine)
}

fn beginning(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        1,
        "An empty folder becomes a knowledge base",
        "`kb init` makes the folders, a commented kb.toml, and a key for each role.",
    )?;
    stage.kb(&["init"], Exit::Fine)?;
    stage.introduce()?;
    Ok(())
}

fn first_proposal(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        2,
        "Evidence goes in, and never changes again",
        "A night of on-call, a refund policy, two tickets. Each gets an id from its own content:\n\
         adding it twice writes nothing twice.",
    )?;
    for file in FIRST {
        stage.deliver(file)?;
    }
    let inbox: Vec<String> = FIRST.iter().map(|(name, _)| format!("../inbox/{name}")).collect();
    let mut add = vec!["add"];
    add.extend(inbox.iter().map(String::as_str));
    add.push("--commit");
    stage.kb(&add, Exit::Fine)?;
    stage.chapter(
        3,
        "A proposer turns it into notes",
        "Every claim cites lines of the evidence and quotes the words that it rests on. The change\n\
         waits on a branch; main has not moved.",
    )?;
    stage.kb(&["propose"], Exit::Fine)?;
    stage.chapter(
        4,
        "A reviewer of another family goes back to the evidence",
        "It takes each claim apart (numbers, dates, names, negations, quoted words) and looks for\n\
         every part in the cited lines.",
    )?;
    stage.kb(&["review"], Exit::Fine)?;
    stage.chapter(
        5,
        "Only the gate moves main",
        "It merges exactly the tree that was approved and signed. Then the index is built from the\n\
         merged commit.",
    )?;
    stage.kb(&["merge"], Exit::Fine)?;
    stage.kb(&["build"], Exit::Fine)
}

fn reading(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        6,
        "Now it answers, and says where from",
        "Every result carries the evidence that it rests on; `kb why` tells the whole story of a line.",
    )?;
    stage.kb(&["search", "what is the gateway timeout?"], Exit::Fine)?;
    let place = stage.place_of("knowledge", "30 seconds")?;
    stage.kb(&["why", &place.to_string()], Exit::Fine)?;
    stage.kb(&["search", "who won the football match"], Exit::Fine)
}

fn correction(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        7,
        "A later call corrects a fact",
        "\"Since 1 November 2026 customers can return a bike within 30 days of delivery, no longer\n\
         14 days.\" The old claim is replaced, not joined by a second one.",
    )?;
    stage.deliver(CORRECTION)?;
    stage.kb(&["add", "../inbox/correction.txt", "--commit"], Exit::Fine)?;
    round(stage)
}

fn conflict(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        8,
        "Two people say different things",
        "Lena says 60 seconds where Jonas said 30, and nobody says that it changed. kb does not\n\
         guess: the note keeps both and is marked as disputed.",
    )?;
    stage.deliver(CONFLICT)?;
    stage.kb(&["add", "../inbox/conflict.txt", "--commit"], Exit::Fine)?;
    round(stage)
}

fn round(stage: &Stage) -> Result<(), Failure> {
    for command in ["propose", "review", "merge", "build"] {
        stage.kb(&[command], Exit::Fine)?;
    }
    Ok(())
}

fn false_claim(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        9,
        "Somebody writes a claim that the evidence does not bear",
        "500 EUR becomes 5000 EUR, under the same citation with the same true quote.",
    )?;
    let place = stage.place_of("knowledge", "500 EUR")?;
    let text = stage.read(&place.path)?;
    stage.show(&format!("sed -i 's/500 EUR/5000 EUR/' {}", place.path))?;
    stage.tamper(&place.path, &text.replacen("500 EUR", "5000 EUR", 1))?;
    stage.kb(&["propose", "--edits"], Exit::Fine)?;
    stage.kb(&["review"], Exit::Findings)?;
    stage.kb(&["merge"], Exit::Findings)
}

fn tampering(stage: &Stage) -> Result<(), Failure> {
    stage.chapter(
        10,
        "Somebody changes the evidence instead",
        "The commit goes straight to main, past the gate. The audit replays main and names it.",
    )?;
    Ok(())
}
