//! The snapshot, as a user meets it: what is saved is found, what a history does to an index, many at once, and kills.

mod histories;
mod many;
mod overlay;
