//! Crash points: places where a test build can be told to die, so that a test can show that nothing is lost (I11).
//!
//! Without the feature `fault-points` a point is nothing at all.

/// Every crash point there is, in the order in which the main job passes them. `tests/it/crash.rs` drives each.
pub const POINTS: &[&str] = &[
    "files.after-temporary",
    "files.after-rename",
    "commit.after-index",
    "add.after-item",
    "propose.before-branch",
    "propose.after-branch",
    "propose.after-ledger",
    "review.before-ledger",
    "review.after-ledger",
    "merge.after-commit",
    "advance.after-journal",
    "advance.after-ref",
    "advance.after-files",
    "merge.after-advance",
    "merge.after-ledger",
    "merge.after-branch",
    "summaries.after-commit",
    "build.filled",
    "build.between-parts",
    "build.before-commit",
    "build.after-commit",
];

/// The crash points that only a reorganisation passes. `tests/it/reorg_crash.rs` drives each.
pub const REORG_POINTS: &[&str] = &[
    "reorg.before-plan",
    "reorg.after-plan",
    "merge.after-loss",
    "reorg.before-outcomes",
    "reorg.after-outcomes",
    "reorg.before-end",
    "reorg.after-end",
    "reorg.after-aborted",
];

/// Passes the point `name`: in a test build with `KB_FAULT=<name>` in the environment the process ends here, at once.
#[cfg(feature = "fault-points")]
#[expect(clippy::disallowed_methods, reason = "test builds only: the test says where to die")]
pub fn point(name: &str) {
    debug_assert!(
        POINTS.contains(&name) || REORG_POINTS.contains(&name),
        "{name} is not in the lists of crash points"
    );
    if std::env::var_os("KB_FAULT").is_some_and(|wanted| wanted == name) {
        std::process::abort();
    }
}

/// Passes the point `name`, which is nothing in this build.
#[cfg(not(feature = "fault-points"))]
#[inline]
pub fn point(_name: &str) {}

/// Passes the place `name`: in a test build with `KB_PANIC=<name>` in the environment it panics, as a bug would.
#[cfg(feature = "fault-points")]
#[expect(clippy::disallowed_methods, reason = "test builds only: the test says where to panic")]
pub fn bug(name: &str) {
    assert!(std::env::var_os("KB_PANIC").is_none_or(|wanted| wanted != name), "KB_PANIC says so");
}

/// Passes the place `name`, which is nothing in this build.
#[cfg(not(feature = "fault-points"))]
#[inline]
pub fn bug(_name: &str) {}
