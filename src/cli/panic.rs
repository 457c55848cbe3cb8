//! What is said when kb meets a bug of its own. The process then ends with exit code 70.

use std::panic::PanicHookInfo;

use crate::evidence::extract;

/// Makes a panic say what happened and how to report it, instead of a Rust message.
pub(super) fn install() {
    std::panic::set_hook(Box::new(|info| {
        // There a panic of somebody's parser is an answer, and the source is taken in without its text.
        if std::thread::current().name() != Some(extract::THREAD) {
            anstream::eprintln!("{}", message(info));
        }
    }));
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let what = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    let place = info.location().map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
    format!(
        "error: kb {} met a bug of its own: {what}{place}\n  \
         hint: nothing half-done was acknowledged; please report these lines, the command, and the output of \
         `kb doctor`",
        env!("CARGO_PKG_VERSION"),
    )
}
