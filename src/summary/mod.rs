//! Summaries of folders: `.abstract`, a sentence, and `.overview`, what is there and when to use it. Made bottom-up of what
//! notes say of themselves; reading the notes and writing the files is for others.
//!
//! **What a summary may say.** It is made only of notes that the folder's own labels may see, and those are the labels and the
//! tenant of its `index.md`; without an entry page, none, so that it is made of what everybody may see. They are not what the
//! labels of the notes have in common: then a note that somebody may not see would decide what they get to read. A summary
//! demands of its reader what its sources demand together.
//!
//! **What is given back.** [`Library::seen`] makes the summary of what one caller may see; that of the files is the same
//! wherever the caller sees the entry page, and else there is another. Nothing that the caller may not see changes either.

mod card;
mod draft;
mod extract;
mod library;
mod plan;
mod stored;

pub use card::Card;
pub use extract::{Extract, LONGEST_ABSTRACT, LONGEST_OVERVIEW};
pub use library::{Library, Seen};
pub use plan::{Planned, plan};
pub use stored::{ABSTRACT, OVERVIEW, Stored, is_summary};

#[cfg(test)]
mod tests;
