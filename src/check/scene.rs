//! What a check goes by beside the notes: evidence, configuration, setting, day.

use jiff::civil::Date;

use crate::check::Setting;
use crate::config::Config;
use crate::vault::Archive;

/// What a check goes by beside the notes.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The evidence.
    pub archive: &'a Archive,
    /// What `kb.toml` says.
    pub config: &'a Config,
    /// Where the notes are checked.
    pub setting: Setting,
    /// The day for which validity is judged; without one it is not.
    pub today: Option<Date>,
}
