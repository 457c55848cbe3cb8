//! The `kb` program: nothing but a call of the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    kb::cli::main()
}
