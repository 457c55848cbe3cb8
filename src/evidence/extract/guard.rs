//! Runs a third party's parser so that its panic or deep recursion is an answer and not the end of the program.

/// The name of the thread that parsers run in: a panic there is an answer, and no bug to report.
pub const THREAD: &str = "kb-extract";

/// The stack of that thread: parsers recurse along the nesting of what they read.
const STACK: usize = 256 << 20;

/// Runs `work`; says so when it panics.
pub(super) fn guarded<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK);
        match thread.spawn_scoped(scope, work) {
            Ok(thread) => {
                thread.join().map_err(|_| "its parser met something that it cannot take".to_owned())
            }
            Err(error) => Err(format!("there is no room for a parser: {error}")),
        }
    })
}
