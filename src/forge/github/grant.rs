//! What a role's token may do: asked for by name, and compared with what was granted.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;

use crate::config::ForgeRole;

/// What `role` needs, and no more: permission and level.
pub(super) fn permissions(role: ForgeRole) -> &'static [(&'static str, &'static str)] {
    match role {
        // Issues: the dashboard of a reorganisation.
        ForgeRole::Proposer => {
            &[("contents", "write"), ("issues", "write"), ("metadata", "read"), ("pull_requests", "write")]
        }
        ForgeRole::Reviewer => {
            &[("checks", "write"), ("contents", "read"), ("metadata", "read"), ("pull_requests", "write")]
        }
        ForgeRole::Merger => {
            &[("checks", "write"), ("contents", "write"), ("metadata", "read"), ("pull_requests", "write")]
        }
    }
}

/// A token that was granted.
#[derive(Deserialize)]
pub(super) struct Granted {
    pub token: String,
    pub expires_at: Option<Timestamp>,
    permissions: Option<BTreeMap<String, String>>,
    repository_selection: Option<String>,
    repositories: Option<Vec<GrantedRepository>>,
}

#[derive(Deserialize)]
struct GrantedRepository {
    name: Option<String>,
    full_name: Option<String>,
}

impl Granted {
    /// What is granted beyond what `role` needs on the repository `name`; `None` when nothing is. What is not said is not
    /// taken for nothing.
    pub fn excess(&self, role: ForgeRole, name: &str) -> Option<String> {
        let Some(granted) = &self.permissions else {
            return Some("it does not say what the token may do".to_owned());
        };
        let rank = |level: &str| ["none", "read", "write", "admin"].iter().position(|known| *known == level);
        let asked = |permission: &str| {
            permissions(role)
                .iter()
                .find(|(known, _)| *known == permission)
                .map_or("none", |(_, level)| level)
        };
        let is_wider = |permission: &str, level: &str| match (rank(level), rank(asked(permission))) {
            (Some(level), Some(asked)) => level > asked,
            _ => true,
        };
        let mut excess: Vec<String> = granted
            .iter()
            .filter(|(permission, level)| is_wider(permission, level))
            .map(|(permission, level)| format!("{permission}: {level}"))
            .collect();
        if self.repository_selection.as_deref() == Some("all") {
            excess.push("all repositories".to_owned());
        }
        match &self.repositories {
            Some(repositories) => {
                let others = repositories.iter().filter(|repository| {
                    !repository.name.as_deref().is_some_and(|granted| granted.eq_ignore_ascii_case(name))
                });
                excess.extend(others.map(|repository| {
                    let named = repository.full_name.as_deref().or(repository.name.as_deref());
                    format!("the repository {}", named.unwrap_or("without a name"))
                }));
            }
            None if self.repository_selection.is_none() => {
                excess.push("it does not say for which repositories".to_owned());
            }
            None => {}
        }
        (!excess.is_empty()).then(|| excess.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excess(granted: &str) -> Option<String> {
        let granted: Granted = serde_json::from_str(granted).unwrap();
        granted.excess(ForgeRole::Reviewer, "base")
    }

    #[test]
    fn as_much_as_asked_or_less_is_fine() {
        let same = r#"{"token":"t","permissions":{"checks":"write","contents":"read","metadata":"read","pull_requests":"write"},"repository_selection":"selected","repositories":[{"name":"Base","full_name":"acme/Base"}]}"#;
        assert_eq!(excess(same), None);
        let less = r#"{"token":"t","permissions":{"metadata":"read"},"repository_selection":"selected"}"#;
        assert_eq!(excess(less), None);
    }

    #[test]
    fn everything_wider_is_named() {
        let told = |granted| excess(granted).expect("too much");
        let wide = r#"{"token":"t","permissions":{"contents":"write","workflows":"write","metadata":"read"},"repository_selection":"all","repositories":[{"name":"base"},{"name":"hr","full_name":"acme/hr"}]}"#;
        assert_eq!(told(wide), "contents: write, workflows: write, all repositories, the repository acme/hr");
        assert!(
            told(r#"{"token":"t","permissions":{"contents":"owner"},"repository_selection":"selected"}"#)
                .contains("owner")
        );
        assert!(told(r#"{"token":"t","repository_selection":"selected"}"#).contains("does not say what"));
        assert!(told(r#"{"token":"t","permissions":{}}"#).contains("for which repositories"));
    }
}
