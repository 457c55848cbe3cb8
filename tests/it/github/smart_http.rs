//! Git over HTTP: `git http-backend` on the bare repository, behind the tokens and the rulesets.

use std::io::Read as _;
use std::process::Output;

use super::contract::route;
use super::door;
use super::front::{Incoming, Outgoing};
use super::git::{Git, command, fed};
use super::moves;
use super::rules::{self, Change};
use super::token::Actor;
use super::workflows;
use super::world::World;

/// A request of git.
#[derive(Clone, Debug)]
pub struct Service {
    /// The repository's full name.
    repo: String,
    /// `/info/refs`, `/git-upload-pack`, `/git-receive-pack`.
    path: String,
    query: String,
    /// Whether it is about pushing.
    push: bool,
}

impl Service {
    /// `info-refs`, `upload-pack` or `receive-pack`.
    pub fn name(&self) -> &'static str {
        match (self.path.as_str(), self.push) {
            ("/info/refs", _) => "info-refs",
            (_, true) => "receive-pack",
            (_, false) => "upload-pack",
        }
    }
}

/// The request of git that a target is.
pub fn service(method: &str, target: &str) -> Option<Service> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (repo, path, push) = if let Some(repo) = path.strip_suffix("/info/refs") {
        let service = route::query(query).remove("service")?;
        (repo, "/info/refs", service == "git-receive-pack")
    } else if let Some(repo) = path.strip_suffix("/git-upload-pack") {
        (repo, "/git-upload-pack", false)
    } else {
        (path.strip_suffix("/git-receive-pack")?, "/git-receive-pack", true)
    };
    if (method == "GET") != (path == "/info/refs") {
        return None;
    }
    let repo = repo.trim_start_matches('/');
    let repo = repo.strip_suffix(".git").unwrap_or(repo).to_owned();
    Some(Service { repo, path: path.to_owned(), query: query.to_owned(), push })
}

/// Answers it.
pub fn serve(world: &mut World, incoming: &Incoming, service: &Service) -> Outgoing {
    let Ok(actor) = door::actor(world, incoming.header("authorization")) else {
        return asks("Invalid username or token.");
    };
    if let Some(seen) = world.seen.last_mut() {
        seen.login = actor.account().login;
        seen.body = serde_json::Value::Null;
    }
    let Some(at) = world.repo_at(&service.repo) else { return plain(404, "Repository not found.") };
    let name = world.repos[at].full_name();
    let Some(token) = actor.token() else {
        let open = !world.repos[at].private && !service.push;
        return if open {
            backend(world, at, incoming, service, &[])
        } else {
            asks("Authentication required")
        };
    };
    if !token.reaches(&name) || !token.allows("contents", false) {
        return plain(404, "Repository not found.");
    }
    if service.push && !token.allows("contents", true) {
        let message = format!("Permission to {name}.git denied to {}.", token.account.login);
        return plain(403, &message);
    }
    if service.name() != "receive-pack" {
        return backend(world, at, incoming, service, &[]);
    }
    let denied = judged(world, at, &incoming.body, &actor);
    let outgoing = backend(world, at, incoming, service, &denied);
    moves::follow(world, at, &actor);
    outgoing
}

/// The refs that may not be changed as the push wants, with the reasons.
fn judged(world: &mut World, at: usize, body: &[u8], actor: &Actor) -> Vec<(String, String)> {
    let (commands, pack) = commands(body);
    if pack.starts_with(b"PACK") {
        // Rules look at the new commits. What is refused stays behind unreachable, as on any git server.
        world.repos[at].git.run(&["unpack-objects", "-q"], pack);
    }
    let mut denied = Vec::new();
    for (old, new, refname) in commands {
        let git = &world.repos[at].git;
        let there = |sha: String| (sha.bytes().any(|byte| byte != b'0')).then_some(sha);
        let (old, new) = (there(old), there(new));
        let forced = matches!((&old, &new), (Some(old), Some(new)) if !git.is_ancestor(old, new));
        let workflow =
            new.as_ref().and_then(|new| workflows::refusal(&world.repos[at], old.as_deref(), new, actor));
        let change = Change { refname: refname.clone(), old, new, forced, pull: None, method: String::new() };
        let refused = rules::enforce(world, at, &change, actor).err();
        let refused = refused.map(|reason| format!("error: GH013: {reason}"));
        if let Some(reason) = workflow.or(refused) {
            denied.push((refname, reason));
        }
    }
    denied
}

/// The commands of a push, and the pack that follows them.
fn commands(body: &[u8]) -> (Vec<(String, String, String)>, &[u8]) {
    let mut commands = Vec::new();
    let mut rest = body;
    while let Some((line, after)) = packet(rest) {
        rest = after;
        let Some(line) = line else { break };
        let text = String::from_utf8_lossy(line);
        let text = text.split('\0').next().unwrap_or_default().trim_end();
        let mut words = text.splitn(3, ' ');
        if let (Some(old), Some(new), Some(name)) = (words.next(), words.next(), words.next()) {
            commands.push((old.to_owned(), new.to_owned(), name.to_owned()));
        }
    }
    // Push options, up to another flush.
    while !rest.starts_with(b"PACK") {
        let Some((_, after)) = packet(rest) else { break };
        rest = after;
    }
    (commands, rest)
}

/// A packet and what follows it; `None` inside for a flush.
fn packet(bytes: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let length = usize::from_str_radix(std::str::from_utf8(bytes.get(..4)?).ok()?, 16).ok()?;
    if length < 4 {
        return Some((None, &bytes[4..]));
    }
    Some((Some(bytes.get(4..length)?), &bytes[length..]))
}

/// Lets the hook of the repository refuse refs for reasons that it is told.
pub fn install_hook(git: &Git) {
    let hook = "#!/bin/sh\ncase \"$FAKE_DENIED\" in\n*\"\n$1\n\"*) printf '%s\\n' \"$FAKE_REASONS\" >&2; exit 1 ;;\nesac\n";
    let path = git.folder.join("hooks/update");
    std::fs::create_dir_all(git.folder.join("hooks")).expect("a folder for hooks");
    std::fs::write(&path, hook).expect("a hook");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    }
}

fn backend(
    world: &World,
    at: usize,
    incoming: &Incoming,
    service: &Service,
    denied: &[(String, String)],
) -> Outgoing {
    let git = &world.repos[at].git;
    let refs: String = denied.iter().map(|(name, _)| format!("\n{name}\n")).collect();
    let reasons: Vec<&str> = denied.iter().map(|(_, reason)| reason.as_str()).collect();
    let mut command = command(&git.folder);
    command
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", &git.folder)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("PATH_INFO", &service.path)
        .env("REQUEST_METHOD", &incoming.method)
        .env("QUERY_STRING", &service.query)
        .env("CONTENT_TYPE", incoming.header("content-type").unwrap_or_default())
        .env("CONTENT_LENGTH", incoming.body.len().to_string())
        .env("HTTP_CONTENT_ENCODING", incoming.header("content-encoding").unwrap_or_default())
        .env("GIT_PROTOCOL", incoming.header("git-protocol").unwrap_or_default())
        .env("REMOTE_USER", "fake")
        .env("REMOTE_ADDR", "127.0.0.1")
        .env("FAKE_DENIED", refs)
        .env("FAKE_REASONS", reasons.join("\n"));
    of_cgi(&fed(&mut command, &incoming.body))
}

fn of_cgi(output: &Output) -> Outgoing {
    let bytes = &output.stdout;
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let Some(end) = end else {
        return plain(500, &String::from_utf8_lossy(&output.stderr));
    };
    let (mut status, mut headers) = (200, Vec::new());
    for line in String::from_utf8_lossy(&bytes[..end]).lines() {
        let Some((name, value)) = line.split_once(':') else { continue };
        if name.eq_ignore_ascii_case("status") {
            status = value.trim().split(' ').next().and_then(|code| code.parse().ok()).unwrap_or(500);
        } else {
            headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
    }
    let mut body = Vec::new();
    // Reading from memory does not fail.
    let _ = (&bytes[end + 4..]).read_to_end(&mut body);
    Outgoing::Answer { status, headers, body, half: false }
}

fn plain(status: u16, message: &str) -> Outgoing {
    let headers = vec![("content-type".to_owned(), "text/plain; charset=utf-8".to_owned())];
    Outgoing::Answer { status, headers, body: message.as_bytes().to_vec(), half: false }
}

fn asks(message: &str) -> Outgoing {
    let Outgoing::Answer { status, mut headers, body, half } = plain(401, message) else {
        return Outgoing::Cut;
    };
    headers.push(("www-authenticate".to_owned(), "Basic realm=\"GitHub\"".to_owned()));
    Outgoing::Answer { status, headers, body, half }
}
