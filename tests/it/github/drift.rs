//! Where comments stand after the head moved: with their lines, or nowhere when those were touched.

use super::diff::{self, FileDiff};
use super::git::Git;
use super::pull::ReviewComment;

/// What lies between two heads of a pull request.
pub struct Drift<'a> {
    between: Vec<FileDiff>,
    whole: Vec<FileDiff>,
    tip: &'a str,
    forced: bool,
}

impl<'a> Drift<'a> {
    /// From `old` to `tip`, in a pull request to a branch whose tip is `base`.
    pub fn new(git: &Git, base: &str, old: &str, tip: &'a str) -> Drift<'a> {
        let begin = git.merge_base(base, tip).unwrap_or_else(|| base.to_owned());
        Drift {
            between: diff::files(git, old, tip),
            whole: diff::files(git, &begin, tip),
            tip,
            // After a force-push the commit that was commented is gone from the branch.
            forced: !git.is_ancestor(old, tip),
        }
    }

    /// Moves a comment.
    pub fn carry(&self, comment: &mut ReviewComment) {
        if comment.is_on_file() {
            self.tip.clone_into(&mut comment.commit);
            return;
        }
        let Some(line) = comment.line else { return };
        let now = self.placed(comment, line);
        let start = comment.start_line.map(|start| self.placed(comment, start));
        match (now, start) {
            (Some(line), None) => comment.line = Some(line),
            (Some(line), Some(Some(start))) => {
                comment.line = Some(line);
                comment.start_line = Some(start);
            }
            _ => {
                comment.line = None;
                comment.start_line = None;
                return;
            }
        }
        self.tip.clone_into(&mut comment.commit);
    }

    fn placed(&self, comment: &ReviewComment, line: u64) -> Option<u64> {
        if self.forced {
            return None;
        }
        // The left side is the base, which does not move with the head.
        let is_left = comment.side == "LEFT";
        let line = if is_left { Some(line) } else { diff::moved(&self.between, &comment.path, line) }?;
        let file = self.whole.iter().find(|file| file.path == comment.path)?;
        file.place(&comment.side, line).map(|_| line)
    }
}
