//! Which forge a repository has and where it is asked: by the address of its remote, by `kb.toml`, and by the variables that
//! GitHub's runners set. Nothing is asked here.

use super::address::{self, Address};
use crate::config::{ForgeConfig, ForgeKind};

/// The host of GitHub itself.
const GITHUB: &str = "github.com";

/// A repository on GitHub, and where it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The host of its pages, with the port where there is one: `github.com`.
    pub host: String,
    /// Scheme and host of its pages: `https://github.com`.
    pub server: String,
    /// Where the API is asked, without a slash at the end: `https://api.github.com`.
    pub rest: String,
    /// Where GraphQL is asked: `https://api.github.com/graphql`.
    pub graphql: String,
    /// Whose the repository is.
    pub owner: String,
    /// Its name.
    pub name: String,
}

impl Site {
    /// As people name it: `github.com/acme/base`.
    pub fn place(&self) -> String {
        format!("{}/{}/{}", self.host, self.owner, self.name)
    }

    /// Where a person sees it.
    pub fn web(&self) -> String {
        format!("{}/{}/{}", self.server, self.owner, self.name)
    }

    /// The address by which git fetches and pushes over HTTP.
    pub fn git_url(&self) -> String {
        format!("{}.git", self.web())
    }
}

/// The forge of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// None: proposals live in git alone.
    Local,
    /// GitHub, or a GitHub Enterprise Server.
    GitHub(Site),
}

/// The forge that `config` and the address of the remote name; `environment` gives the value of a variable. An error is one
/// sentence on `[forge]` of kb.toml.
pub fn choose(
    config: &ForgeConfig,
    remote: Option<&str>,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Choice, String> {
    let own = |name: &str| environment(name).map(|value| value.trim().trim_end_matches('/').to_owned());
    let own = |name: &str| own(name).filter(|value| !value.is_empty());
    let server = own("GITHUB_SERVER_URL");
    let server_host = server.as_deref().map(host_of);
    let address = remote.and_then(address::read);
    let is_github = |address: &Address| {
        address.host == GITHUB
            || address.host.ends_with(".ghe.com")
            || server_host.as_deref().is_some_and(|host| host == host_of(&address.server))
    };
    let is_wanted = match config.kind {
        Some(kind) => kind == ForgeKind::GitHub,
        None => address.as_ref().is_some_and(is_github),
    };
    if !is_wanted {
        return Ok(Choice::Local);
    }
    let (typed_host, owner, name) = match &config.repository {
        Some(typed) => match typed.split('/').collect::<Vec<_>>().as_slice() {
            [host, owner, name] => (Some((*host).to_owned()), (*owner).to_owned(), (*name).to_owned()),
            [owner, name] => (None, (*owner).to_owned(), (*name).to_owned()),
            _ => return Err(format!("`repository` is `{typed}`, not `owner/name`")),
        },
        None => match &address {
            Some(address) => (None, address.owner.clone(), address.name.clone()),
            None => {
                return Err(format!(
                    "the address of the remote `{}` names no repository of GitHub: say which with `repository`",
                    config.remote
                ));
            }
        },
    };
    // A name without a dot is an alias of ssh's, known to nobody else.
    let real = address.as_ref().filter(|address| address.host.contains('.'));
    let server = match (typed_host, real) {
        (Some(host), _) => format!("https://{host}"),
        (None, Some(address)) => address.server.clone(),
        (None, None) => server.clone().unwrap_or_else(|| format!("https://{GITHUB}")),
    };
    let host = host_of(&server);
    // The variables are of the runner's own server; another one is found by its host.
    let is_own = server_host.is_none_or(|own| own == host);
    let rest = own("GITHUB_API_URL").filter(|_| is_own).unwrap_or_else(|| rest_of(&server, &host));
    let graphql = own("GITHUB_GRAPHQL_URL").filter(|_| is_own).unwrap_or_else(|| graphql_of(&rest));
    for url in [&server, &rest, &graphql] {
        if let Some(fault) = url_fault(url) {
            return Err(fault);
        }
    }
    Ok(Choice::GitHub(Site { host, server, rest, graphql, owner, name }))
}

/// The host in `url`, lower case, with its port.
fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split('/').next().unwrap_or_default();
    authority.rsplit_once('@').map_or(authority, |(_, host)| host).to_ascii_lowercase()
}

/// Where the API of `server` is.
fn rest_of(server: &str, host: &str) -> String {
    if host == GITHUB || host.ends_with(".ghe.com") {
        format!("https://api.{host}")
    } else {
        format!("{server}/api/v3")
    }
}

/// Where GraphQL is beside the API at `rest`: a server of one's own has it beside the version, not below.
fn graphql_of(rest: &str) -> String {
    format!("{}/graphql", rest.strip_suffix("/v3").unwrap_or(rest))
}

/// What is wrong with an address that tokens are sent to.
fn url_fault(url: &str) -> Option<String> {
    let host = host_of(url);
    let name = host.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let name = name.unwrap_or_else(|| host.split(':').next().unwrap_or_default());
    let is_here = matches!(name, "localhost" | "127.0.0.1" | "::1");
    match url.split_once("://") {
        Some(("https", _)) => None,
        Some(("http", _)) if is_here => None,
        Some(("http", _)) => {
            Some(format!("{host} is asked in the clear, where a token could be read: use https"))
        }
        _ => Some(format!("`{host}` is no address that begins with https://")),
    }
}

#[cfg(test)]
mod tests;
