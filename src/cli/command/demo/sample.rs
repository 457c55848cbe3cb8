//! The sample: what an invented bicycle shop says in chats, calls, tickets and a document.

/// A file of the inbox: its name and its text.
pub(super) type File = (&'static str, &'static str);

/// What is there at the start.
pub(super) const FIRST: [File; 3] = [
    ("on-call.jsonl", include_str!("sample/on-call.jsonl")),
    ("refunds.md", include_str!("sample/refunds.md")),
    ("tickets.csv", include_str!("sample/tickets.csv")),
];

/// A later call that says that something has changed.
pub(super) const CORRECTION: File = ("correction.txt", include_str!("sample/correction.txt"));

/// A later call that says something else without saying that it has changed.
pub(super) const CONFLICT: File = ("conflict.txt", include_str!("sample/conflict.txt"));
