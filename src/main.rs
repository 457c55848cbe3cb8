//! The `kb` program: nothing but a call of the library.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Reading Markdown allocates much and briefly, on several threads at once; glibc's allocator costs a tenth of a build more.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    kb::cli::main()
}
