//! What a ref's name stands for on a server, and what each role may do there. It looks at names alone.

use crate::config::PushRole;
use crate::proposal::{LEDGER_REF, WorkingBranch};
use crate::text::visible;

/// What a ref is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The branch that the gate moves.
    Main,
    /// The ledger.
    Ledger,
    /// The working branch of a proposal.
    Working(WorkingBranch),
    /// Any other branch.
    Branch,
    /// A tag.
    Tag,
}

/// What happens to a ref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// It is new.
    Create,
    /// It moves.
    Move,
    /// It goes.
    Remove,
}

impl Place {
    /// What `name` stands for, where main is called `main`; `None` where nothing is kept under such a name.
    pub fn of(name: &str, main: &str) -> Option<Place> {
        if name == main {
            return Some(Place::Main);
        }
        if name == LEDGER_REF {
            return Some(Place::Ledger);
        }
        if !is_plain(name) {
            return None;
        }
        if let Some(tag) = name.strip_prefix("refs/tags/") {
            return (!tag.is_empty()).then_some(Place::Tag);
        }
        let branch = name.strip_prefix("refs/heads/").filter(|branch| !branch.is_empty())?;
        if branch.starts_with("kb/") {
            return branch.parse().ok().map(Place::Working);
        }
        // On a disk that ignores case such a name would be the other one.
        let folded = branch.to_lowercase();
        let is_twin = format!("refs/heads/{folded}") == main.to_lowercase();
        let is_below = folded == "kb" || folded.starts_with("kb/");
        (!is_twin && !is_below).then_some(Place::Branch)
    }

    /// The place in words.
    pub fn shown(&self) -> &'static str {
        match self {
            Place::Main => "main",
            Place::Ledger => "the ledger",
            Place::Working(_) => "working branches",
            Place::Branch => "other branches",
            Place::Tag => "tags",
        }
    }

    /// Whether `role` may do this here at all; what is pushed is looked at elsewhere.
    pub fn is_open_to(&self, role: PushRole, act: Act) -> bool {
        use PushRole::{Collector, Maintainer, Merger, Proposer, Reviewer};
        match (self, role) {
            (_, Reviewer) => false,
            (Place::Main | Place::Ledger, _) if act == Act::Remove => false,
            (Place::Main, Merger | Collector) => act == Act::Move,
            (Place::Main, Maintainer) => true,
            (Place::Ledger, Proposer | Merger | Maintainer) => true,
            (Place::Working(_), Proposer) => act != Act::Remove,
            (Place::Working(_), Merger) => act == Act::Remove,
            (Place::Working(_) | Place::Branch, Maintainer) => true,
            (Place::Tag, Maintainer) => act == Act::Create,
            _ => false,
        }
    }
}

/// Whether people and programs can take the name for nothing else: no option, nothing hidden, nothing that turns a line.
fn is_plain(name: &str) -> bool {
    visible(name) == name
        && !name.contains(|c: char| c.is_control() || c.is_whitespace() || c == char::REPLACEMENT_CHARACTER)
        && !name.split('/').any(|part| part.is_empty() || part.starts_with(['-', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "refs/heads/main";

    #[test]
    fn names_stand_for_places() {
        let of = |name: &str| Place::of(name, MAIN);
        let working = |name: &str| name.parse().ok().map(Place::Working);
        assert_eq!(of(MAIN), Some(Place::Main));
        assert_eq!(of(LEDGER_REF), Some(Place::Ledger));
        assert_eq!(of("refs/heads/kb/proposal/p-3f9a2c41d07b"), working("kb/proposal/p-3f9a2c41d07b"));
        let part = "kb/reorg/r-3f9a2c41d07b/part-2";
        assert_eq!(of(&format!("refs/heads/{part}")), working(part));
        assert_eq!(of("refs/heads/feature/x"), Some(Place::Branch));
        assert_eq!(of("refs/tags/v1"), Some(Place::Tag));
        for name in [
            "refs/heads/kb/proposal/p-3f9a2c41d07b/x",
            "refs/heads/kb/proposal/P-3F9A2C41D07B",
            "refs/heads/kb/Ledger",
            "refs/heads/kb/ledger/x",
            "refs/heads/kb/other",
            "refs/heads/kb/reorg/r-3f9a2c41d07b",
            "refs/heads/kb/reorg/r/part",
            "refs/heads/KB/ledger",
            "refs/heads/kb",
            "refs/heads/Main",
            "refs/heads/--upload-pack=x",
            "refs/heads/a\u{202e}b",
            "refs/heads/a\u{fffd}",
            "refs/heads/",
            "refs/heads",
            "refs/notes/commits",
            "refs/kb/x",
            "refs/tags/",
            "HEAD",
            "main",
        ] {
            assert_eq!(of(name), None, "{name}");
        }
    }
}
