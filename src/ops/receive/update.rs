//! What git tells a pre-receive hook: one line a ref, `<old> <new> <name>`. Reading it judges nothing.

use std::collections::BTreeSet;

use crate::digest::CommitId;

/// The name of no object.
const NOTHING: &str = "0000000000000000000000000000000000000000";

/// One ref that somebody wants to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// The full name of the ref.
    pub name: String,
    /// Where it stands, as the pusher says; `None`: it does not exist.
    pub old: Option<CommitId>,
    /// Where it shall stand; `None` removes it.
    pub new: Option<CommitId>,
}

impl Update {
    /// Reads the lines of standard input; the error is the number of the line that is none.
    pub fn read(input: &[u8]) -> Result<Vec<Update>, usize> {
        let text = input.strip_suffix(b"\n").unwrap_or(input);
        let (mut updates, mut names) = (Vec::new(), BTreeSet::new());
        for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            let update = Update::parse(line).ok_or(number)?;
            if !names.insert(update.name.clone()) {
                return Err(number);
            }
            updates.push(update);
        }
        Ok(updates)
    }

    fn parse(line: &[u8]) -> Option<Update> {
        // A name that is no UTF-8 keeps its odd characters as marks: no place has such a name.
        let line = String::from_utf8_lossy(line);
        let (old, rest) = line.split_once(' ')?;
        let (new, name) = rest.split_once(' ')?;
        let (old, new) = (object(old)?, object(new)?);
        let is_nothing = old.is_none() && new.is_none();
        (!name.is_empty() && !is_nothing).then(|| Update { name: name.to_owned(), old, new })
    }
}

/// `Some(None)` is the name of no object; `None` is no name.
fn object(text: &str) -> Option<Option<CommitId>> {
    let digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    let is_name = text.len() == NOTHING.len() && text.bytes().all(digit);
    is_name.then(|| (text != NOTHING).then(|| CommitId(text.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_none_are_told_by_number() {
        let (one, two) = ("a".repeat(40), "b".repeat(40));
        let good = format!("{NOTHING} {one} refs/heads/x y\n{one} {NOTHING} refs/heads/z\n");
        let read = Update::read(good.as_bytes()).expect("updates");
        assert_eq!(read[0].name, "refs/heads/x y");
        assert_eq!((&read[0].old, &read[1].new), (&None, &None));
        for (bad, number) in [
            (String::new(), 1),
            ("\n".to_owned(), 1),
            (format!("{one} {two}"), 1),
            (format!("{one} {two} "), 1),
            (format!("{one} {} refs/heads/x", &two[..39]), 1),
            (format!("{one} {} refs/heads/x", two.to_uppercase()), 1),
            (format!("{NOTHING} {NOTHING} refs/heads/x"), 1),
            (format!("{one} {two} refs/heads/x\n\n"), 2),
            (format!("{one} {two} refs/heads/x\n{one} {two} refs/heads/x\n"), 2),
        ] {
            assert_eq!(Update::read(bad.as_bytes()), Err(number), "{bad}");
        }
    }
}
