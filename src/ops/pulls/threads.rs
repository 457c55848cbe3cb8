//! Answers in threads, and threads that follow them: resolved where the reviewer says that a finding is gone, open where it says
//! that it stands. GitHub lets only those resolve who may write contents, which the reviewer may not: whoever comes next and may,
//! the proposer or the merge role, does it.

use super::{PullsError, Sides};
use crate::digest::CommitId;
use crate::port::{ForgeFault, Thread};
use crate::pull::{Marker, MarkerKind};

/// What a reviewer says of a finding that it had said before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It is not found any more.
    Gone,
    /// It is found again.
    Stands,
}

impl Answer {
    fn word(self) -> &'static str {
        match self {
            Answer::Gone => "gone",
            Answer::Stands => "stands",
        }
    }

    /// The last answer in `thread` by whoever began it with a finding of kb's.
    fn last(thread: &Thread) -> Option<Answer> {
        let (author, first) = thread.comments.first()?;
        Marker::find(MarkerKind::Finding, first)?;
        let own = thread.comments.iter().rev().filter(|(by, _)| by == author);
        let marker = own.filter_map(|(_, text)| Marker::find(MarkerKind::Answer, text)).next()?;
        let word = marker.id.split('.').next()?;
        [Answer::Gone, Answer::Stands].into_iter().find(|answer| answer.word() == word)
    }
}

/// Answers in `thread`, at most once a head.
pub(super) fn answer(
    sides: &Sides<'_>,
    thread: &Thread,
    answer: Answer,
    head: &CommitId,
) -> Result<(), PullsError> {
    let marker = Marker::new(MarkerKind::Answer, format!("{}.{head}", answer.word())).to_string();
    let words = match answer {
        Answer::Gone => "No longer found",
        Answer::Stands => "Still found",
    };
    sides.forge.reply(thread, &marker, &format!("{words} at {}.\n\n{marker}", head.short()))?;
    Ok(())
}

/// Resolves and opens threads as the last answers in them say, as far as this account may; how many it resolved.
pub(super) fn settle(sides: &Sides<'_>, number: u64, threads: &[Thread]) -> Result<usize, PullsError> {
    let mut resolved = 0;
    for thread in threads {
        let wanted = match Answer::last(thread) {
            Some(Answer::Gone) if !thread.resolved => true,
            Some(Answer::Stands) if thread.resolved => false,
            _ => continue,
        };
        match sides.forge.resolve(thread, wanted) {
            Ok(()) => resolved += usize::from(wanted),
            Err(ForgeFault::Forbidden { .. }) => {
                let what = if wanted { "resolved" } else { "opened again" };
                let message = format!(
                    "threads of pull request {number} are {what} by the next `kb proposal sync` or `kb merge --run`: \
                     GitHub lets only those do it who may write contents"
                );
                sides.workspace.events.emit(crate::port::Event::Say(message));
                return Ok(resolved);
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    Ok(resolved)
}
