//! Prefixes of chunks by a language model: a sentence that says what a piece of a note is about, for search. What was written
//! before is looked up; writing one asks the model.

/// A piece of a note, and what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The title of the note and the headings above the piece.
    pub place: String,
    /// The headings of the note.
    pub outline: String,
    /// The text of the piece.
    pub text: String,
    /// What the note demands of a reader.
    pub access: crate::caller::Access,
}

/// What is known of the prefix of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// A model wrote this one.
    Written(String),
    /// What the model wrote cannot be used, and it would write the same again: the headings must do.
    Refused,
    /// Nobody asked the model yet: the headings must do until then.
    Pending,
}

/// Prefixes that were written before. Nobody is asked.
pub trait Prefixes: Sync {
    /// Who wrote them: a model, with the number of its prompt.
    fn id(&self) -> &str;

    /// What is known of the prefix of `piece`.
    fn of(&self, piece: &Piece) -> Prefix;
}

/// Writes prefixes, which [`Prefixes`] then knows.
pub trait PrefixWriter {
    /// Writes the prefix of `piece`. An error says why there is none.
    fn write(&self, piece: &Piece) -> Result<(), String>;

    /// Why nothing more is written in this run, where that is so.
    fn halted(&self) -> Option<String>;
}
