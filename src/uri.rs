//! Names of notes and folders that hold everywhere: `kb://<tenant>/<path>`. It names; whether something is there, and who
//! may see it, is for others.

use std::fmt;

use crate::caller::Tenant;
use crate::note::decode_destination;
use crate::path::RepoPath;

/// The scheme, with what follows it.
const SCHEME: &str = "kb://";

/// What stands for no tenant.
const NOBODY: &str = "_";

/// The name of a note, a folder or evidence.
///
/// The tenant is the one that it belongs to. What belongs to none is written with `_`; an empty tenant is read as the same,
/// and a tenant that is called `_` is written `%5F`. The path is that in the repository, percent-encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uri {
    /// The tenant; `None` for what belongs to none.
    pub tenant: Option<Tenant>,
    /// The path; `None` is the root of the repository.
    pub path: Option<RepoPath>,
    /// What follows `#`, decoded: a heading, a block, or lines.
    pub fragment: Option<String>,
}

impl Uri {
    /// The name of `path`, which belongs to `tenant`.
    pub fn new(tenant: Option<Tenant>, path: RepoPath) -> Uri {
        Uri { tenant, path: Some(path), fragment: None }
    }

    /// Whether `text` is meant as one.
    pub fn is_meant(text: &str) -> bool {
        text.get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
    }

    /// Reads `text`; `None` where it is not one, or its path leaves the repository.
    pub fn parse(text: &str) -> Option<Uri> {
        let rest = Uri::is_meant(text).then(|| &text[SCHEME.len()..])?;
        let (rest, fragment) = match rest.split_once('#') {
            Some((rest, fragment)) => (rest, Some(decode_destination(fragment).into_owned())),
            None => (rest, None),
        };
        let (tenant, path) = rest.split_once('/').unwrap_or((rest, ""));
        let tenant = Some(tenant).filter(|tenant| !matches!(*tenant, "" | NOBODY));
        let path = decode_destination(path.trim_end_matches('/'));
        let path = if path.is_empty() { None } else { Some(RepoPath::new(path.into_owned()).ok()?) };
        let tenant = tenant.map(|tenant| Tenant(decode_destination(tenant).into_owned()));
        Some(Uri { tenant, path, fragment })
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SCHEME)?;
        match self.tenant.as_ref().map(|tenant| tenant.0.as_str()) {
            None => f.write_str(NOBODY)?,
            Some(NOBODY) => f.write_str("%5F")?,
            Some(tenant) => encode(tenant, false, f)?,
        }
        f.write_str("/")?;
        if let Some(path) = &self.path {
            encode(path.as_str(), true, f)?;
        }
        match &self.fragment {
            Some(fragment) => {
                f.write_str("#")?;
                encode(fragment, false, f)
            }
            None => Ok(()),
        }
    }
}

/// Writes `text`, each byte that is not unreserved (RFC 3986, 2.3) as `%XX`; `/` stays in a path.
fn encode(text: &str, is_path: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for byte in text.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        if is_plain || (is_path && byte == b'/') {
            write!(f, "{}", char::from(byte))?;
        } else {
            write!(f, "%{byte:02X}")?;
        }
    }
    Ok(())
}

impl serde::Serialize for Uri {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("a path")
    }

    #[test]
    fn names_are_written_and_read() {
        let uri = Uri::new(None, path("knowledge/C++.md"));
        assert_eq!(uri.to_string(), "kb://_/knowledge/C%2B%2B.md");
        for text in ["kb://_/knowledge/C++.md", "kb:///knowledge/C%2b%2B.md", "KB://_/knowledge/C%2B%2B.md/"]
        {
            assert_eq!(Uri::parse(text), Some(uri.clone()), "{text}");
        }
        let uri = Uri::parse("kb://acme/a%20b.md#L3-L4").expect("a name");
        assert_eq!(uri.tenant, Some(Tenant("acme".to_owned())));
        assert_eq!((uri.path, uri.fragment.as_deref()), (Some(path("a b.md")), Some("L3-L4")));
        assert_eq!(Uri::parse("kb://_/").map(|uri| uri.path), Some(None));
        for text in
            ["knowledge/a.md", "https://x/y", "kb://_/../x", "kb://_/a/%2e%2e/%2e%2e/b", "kb://_/.git/config"]
        {
            assert_eq!(Uri::parse(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_written_is_read_again(
            tenant in proptest::option::of("[^\0]{1,8}"),
            parts in proptest::collection::vec("[^/\0.][^/\0]{0,8}", 1..4),
            fragment in proptest::option::of("[^\0]{1,8}"),
        ) {
            if let Ok(path) = RepoPath::new(parts.join("/")) {
                let uri = Uri { tenant: tenant.map(Tenant), path: Some(path), fragment };
                prop_assert_eq!(Uri::parse(&uri.to_string()), Some(uri));
            }
        }
    }
}
