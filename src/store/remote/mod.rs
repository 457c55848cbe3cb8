//! Other repositories: fetched from and pushed to by the program `git`, which knows every transport and every format that there
//! is. The only folder that starts it.

mod program;
mod said;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

use self::program::{Ended, Sight, run};
use crate::digest::CommitId;
use crate::forge::{Secret, shown};
use crate::port::{Fetch, ForgeFault, Push, Remote, RemoteFault};

/// Gives the token of a role, fresh each time; `None` where git finds a credential itself.
pub type Tokens = Box<dyn Fn() -> Result<Secret, ForgeFault>>;

/// How often something is tried when nobody answers.
const TIMES: u32 = 3;

/// A repository elsewhere.
pub struct RemoteRepository {
    folder: PathBuf,
    url: String,
    place: String,
    tokens: Option<Tokens>,
    pause: fn(Duration),
}

/// The address of the remote `name` of the repository in `folder`, as the user's settings rewrite it; `None` where there is no
/// such remote.
pub fn remote_url(folder: &Path, name: &str) -> Result<Option<String>, RemoteFault> {
    let ended = run(folder, &["remote", "get-url", "--", name], Sight::User)?;
    let url = String::from_utf8_lossy(&ended.output).trim().to_owned();
    Ok((ended.is_fine() && !url.is_empty()).then_some(url))
}

impl RemoteRepository {
    /// The repository at `url`, seen from the one in `folder`. Nothing is asked yet.
    pub fn new(folder: PathBuf, url: String, tokens: Option<Tokens>) -> RemoteRepository {
        let place = without_credential(&url);
        RemoteRepository { folder, url, place, tokens, pause: std::thread::sleep }
    }

    /// Runs git for this repository; again where nobody answers, as everything here may be done twice.
    fn git(&self, arguments: &[&str], fault: impl Fn(&Ended) -> RemoteFault) -> Result<Vec<u8>, RemoteFault> {
        let mut time = 1;
        loop {
            let token = self.tokens.as_ref().map(|tokens| tokens()).transpose()?;
            let sight = token.as_ref().map_or(Sight::User, |token| Sight::Token(&self.url, token));
            let ended = run(&self.folder, arguments, sight)?;
            if ended.is_fine() {
                return Ok(ended.output);
            }
            match fault(&ended) {
                RemoteFault::Unreachable { .. } if time < TIMES => {
                    (self.pause)(Duration::from_secs(time.into()))
                }
                fault => return Err(fault),
            }
            time += 1;
        }
    }

    fn plain_fault(&self, ended: &Ended) -> RemoteFault {
        said::fault(&self.place, &ended.complaint)
    }
}

impl Remote for RemoteRepository {
    fn place(&self) -> &str {
        &self.place
    }

    fn refs(&self, prefix: &str) -> Result<Vec<(String, CommitId)>, RemoteFault> {
        // A pattern also matches the ends of names, so what comes back is looked through again.
        let pattern = format!("{prefix}*");
        let arguments = ["ls-remote", "--refs", "--quiet", "--end-of-options", &self.url, &pattern];
        let output = self.git(&arguments, |ended| self.plain_fault(ended))?;
        let text = String::from_utf8_lossy(&output);
        let found = text.lines().filter_map(|line| line.split_once('\t'));
        let mut refs: Vec<(String, CommitId)> = found
            .filter(|(_, name)| name.starts_with(prefix))
            .map(|(id, name)| (name.to_owned(), CommitId(id.to_owned())))
            .collect();
        refs.sort_unstable();
        Ok(refs)
    }

    fn fetch(&self, refs: &[Fetch<'_>]) -> Result<(), RemoteFault> {
        let mut specs = Vec::new();
        for fetch in refs {
            let is_ours = ["refs/remotes/", "refs/kb/"].iter().any(|start| fetch.to.starts_with(start));
            for (name, is_right) in [(fetch.from, fetch.from.starts_with("refs/")), (fetch.to, is_ours)] {
                if !is_right || !is_plain(name) {
                    return Err(RemoteFault::Forbidden(name.to_owned()));
                }
            }
            specs.push(format!("+{}:{}", fetch.from, fetch.to));
        }
        if specs.is_empty() {
            return Ok(());
        }
        let mut arguments = vec![
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-recurse-submodules",
            "--no-write-fetch-head",
            "--atomic",
            "--end-of-options",
            &self.url,
        ];
        arguments.extend(specs.iter().map(String::as_str));
        self.git(&arguments, |ended| self.plain_fault(ended)).map(drop)
    }

    fn push(&self, refs: &[Push<'_>]) -> Result<(), RemoteFault> {
        let (mut leases, mut specs) = (Vec::new(), Vec::new());
        for push in refs {
            if !push.name.starts_with("refs/heads/kb/") || !is_plain(push.name) {
                return Err(RemoteFault::Forbidden(push.name.to_owned()));
            }
            let id = |commit: Option<&CommitId>| commit.map_or("", CommitId::as_str).to_owned();
            leases.push(format!("--force-with-lease={}:{}", push.name, id(push.expected)));
            specs.push(format!("{}:{}", id(push.new), push.name));
        }
        if specs.is_empty() {
            return Ok(());
        }
        let mut arguments = vec!["push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed"];
        arguments.push("--recurse-submodules=no");
        if refs.len() > 1 {
            arguments.push("--atomic");
        }
        arguments.extend(leases.iter().map(String::as_str));
        arguments.extend(["--end-of-options", &self.url]);
        arguments.extend(specs.iter().map(String::as_str));
        let fault = |ended: &Ended| {
            said::push_fault(&self.place, &String::from_utf8_lossy(&ended.output), &ended.complaint)
        };
        self.git(&arguments, fault).map(drop)
    }

    fn patch(&self, base: &CommitId, head: &CommitId) -> Result<Vec<u8>, RemoteFault> {
        let range = format!("{base}...{head}");
        let arguments = [
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--no-relative",
            "--find-renames",
            "--diff-algorithm=default",
            "--indent-heuristic",
            "--unified=3",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            "--submodule=short",
            "--end-of-options",
            &range,
            "--",
        ];
        let ended = run(&self.folder, &arguments, Sight::Blind)?;
        if ended.is_fine() { Ok(ended.output) } else { Err(self.plain_fault(&ended)) }
    }
}

/// Whether a name is one of a ref and nothing else: no pattern, no second half, nothing that git would read otherwise.
fn is_plain(name: &str) -> bool {
    let is_bad = |c: char| c.is_control() || " ~^:?*[\\".contains(c);
    !name.contains(is_bad) && !name.contains("..") && !name.contains("@{") && !name.ends_with(['/', '.'])
}

/// `url` as people may see it.
fn without_credential(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return shown(url) };
    let end = rest.find('/').unwrap_or(rest.len());
    let host = rest[..end].rsplit_once('@').map_or(&rest[..end], |(_, host)| host);
    let path = rest[end..].trim_end_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    match scheme {
        "http" | "https" => shown(&format!("{host}{path}")),
        _ => shown(&format!("{scheme}://{host}{path}")),
    }
}
