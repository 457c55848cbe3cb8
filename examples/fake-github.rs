//! The fake GitHub of the tests as a process, for `ci/demo-github` and for trying things out by hand. It serves nobody but
//! this machine, and it forgets everything when it ends.
//!
//! ```console
//! $ cargo run --example fake-github -- 127.0.0.1:8080     # without an address: a free port
//! ```
//!
//! One line of JSON says where it is and with what it can be used; then it serves until its standard input ends. It leaves
//! with 1 when a request or an answer broke GitHub's description, and says which.

#![expect(clippy::disallowed_methods, reason = "a program of its own: it reads its arguments and the clock")]

#[expect(dead_code, reason = "the tests look into it as well")]
#[path = "../tests/it/canned_registry.rs"]
mod canned_registry;
#[expect(dead_code, reason = "the tests look into it as well")]
#[path = "../tests/it/github/mod.rs"]
mod github;

use std::io::Read as _;
use std::net::TcpListener;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use github::token::Role;
use github::{FakeGitHub, keys};
use serde_json::json;

fn main() -> ExitCode {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:0".to_owned());
    let listener = match TcpListener::bind(&address) {
        Ok(listener) => listener,
        Err(error) => {
            eprintln!("listening on {address}: {error}");
            return ExitCode::from(3);
        }
    };
    let now =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(github::clock::START, |since| since.as_secs());
    let fake = FakeGitHub::on(listener, now).staged();
    let app = |role: &str, id: u64, key: &str| json!({"role": role, "id": id, "installation": id + 100, "key": key});
    // Beside it a registry for the index, as GitHub has one.
    let registry = canned_registry::Canned::start();
    let told = json!({
        "registry": {"place": registry.place(), "token": "s3cret-token"},
        "server_url": fake.url(), "api_url": fake.api_url(), "graphql_url": fake.graphql_url(),
        "repository": "acme/base", "git_url": fake.git_url("acme/base"),
        "admin": {"login": "ada", "token": fake.person("ada", Role::Admin)},
        "apps": [
            app("proposer", 101, keys::PROPOSER), app("reviewer", 102, keys::REVIEWER),
            app("merger", 103, keys::MERGER),
        ],
    });
    println!("{told}");
    // Whoever started it ends it by closing the line, or by ending.
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    let violations = fake.take_violations();
    for violation in &violations {
        eprintln!("{violation}");
    }
    if violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
