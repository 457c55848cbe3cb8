//! The built-in proposer: rules that turn evidence into notes.

mod answer;
mod cast;
mod conversation;
mod correction;
mod escape;
mod person;
mod question;
mod quotable;
mod sentence;
mod signal;
mod statement;
mod talk;
mod token;
mod verb;
mod worth;

/// Scratch.
pub fn scratch(reading: &crate::evidence::Reading) -> Vec<(String, String)> {
    let cast = cast::Cast::of(reading.context_of(0));
    let y = conversation::statements(&reading.blocks, &cast);
    let mut out: Vec<(String, String)> = y
        .statements
        .iter()
        .map(|s| {
            (
                s.text.clone(),
                format!(
                    "{:?} {:?}",
                    s.support.iter().map(|x| x.lines.to_string()).collect::<Vec<_>>(),
                    s.worth
                ),
            )
        })
        .collect();
    out.extend(
        y.considered
            .iter()
            .filter(|c| !c.kept)
            .map(|c| (String::new(), format!("{} {} [{}]", c.lines, c.sentence, c.reason))),
    );
    out
}
