//! What the address of a remote says: host, owner and name. Every form that git takes is read; nothing is asked.

/// A repository on a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// Scheme and host of its web pages: `https://github.com`, with the port where it is none that the scheme implies.
    pub server: String,
    /// The host, lower case, without a port.
    pub host: String,
    /// Whose it is.
    pub owner: String,
    /// Its name, without `.git`.
    pub name: String,
}

/// Reads the address of a remote; `None` for a path on this machine, and for what has no owner and name.
pub(super) fn read(url: &str) -> Option<Address> {
    let url = url.trim();
    let (scheme, rest) = match url.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest.to_owned()),
        None => ("ssh".to_owned(), scp_like(url)?),
    };
    let (authority, path) = rest.split_once('/')?;
    // What stands before the `@` is a user, or worse, a token: it is nobody's affair.
    let host_and_port = authority.rsplit_once('@').map_or(authority, |(_, host)| host).to_ascii_lowercase();
    let host = host_and_port.split(':').next().unwrap_or_default();
    let server = match scheme.as_str() {
        "https" | "http" => format!("{scheme}://{host_and_port}"),
        // The port of ssh says nothing of that of the web.
        "ssh" | "git+ssh" | "ssh+git" | "git" => format!("https://{}", known(host)),
        _ => return None,
    };
    let mut parts = path.trim_matches('/').split('/');
    let (owner, name) = (parts.next()?, parts.next()?);
    let name = name.strip_suffix(".git").unwrap_or(name);
    let is_whole = !host.is_empty() && !owner.is_empty() && !name.is_empty() && parts.next().is_none();
    is_whole.then(|| Address {
        server: server.trim_end_matches(":443").to_owned(),
        host: known(host).to_owned(),
        owner: owner.to_owned(),
        name: name.to_owned(),
    })
}

/// `git@host:owner/name` as what stands behind `ssh://`; `None` for a path.
fn scp_like(url: &str) -> Option<String> {
    let (host, path) = url.split_once(':')?;
    // A path with a colon in it, and a drive.
    let is_path = host.contains('/') || host.contains('\\') || host.len() < 2;
    (!is_path).then(|| format!("{host}/{}", path.trim_start_matches('/')))
}

/// The host whose other door `host` is.
fn known(host: &str) -> &str {
    match host {
        "ssh.github.com" | "www.github.com" => "github.com",
        host => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_address_says_the_same() {
        for url in [
            "https://github.com/acme/base",
            "https://github.com/acme/base.git",
            "https://x-access-token:ghs_secret@github.com/acme/base.git/",
            "HTTPS://GitHub.com:443/acme/base",
            "git@github.com:acme/base.git",
            "github.com:acme/base",
            "ssh://git@github.com/acme/base.git",
            "ssh://git@ssh.github.com:443/acme/base.git",
            "git://github.com/acme/base",
        ] {
            let address = read(url).unwrap_or_else(|| panic!("{url} is an address"));
            assert_eq!(address.server, "https://github.com", "{url}");
            assert_eq!((address.owner.as_str(), address.name.as_str()), ("acme", "base"), "{url}");
        }
        let own = read("ssh://git@ghe.example.com:2222/acme/base.git").expect("an address");
        assert_eq!((own.server.as_str(), own.host.as_str()), ("https://ghe.example.com", "ghe.example.com"));
        let port = read("http://127.0.0.1:8080/acme/base.git").expect("an address");
        assert_eq!((port.server.as_str(), port.host.as_str()), ("http://127.0.0.1:8080", "127.0.0.1"));
    }

    #[test]
    fn paths_and_half_addresses_are_none() {
        for url in [
            "/srv/git/base.git",
            "../base.git",
            "C:\\git\\base",
            "C:/git/base.git",
            "file:///srv/git/acme/base.git",
            "https://github.com/acme",
            "https://github.com/acme/base/tree/main",
            "./with:colon/base",
            "",
        ] {
            assert_eq!(read(url), None, "{url}");
        }
    }
}
