//! Who pushes: the name that the server sets in the environment, and the role that `kb/server.toml` gives it.

use super::PushRefusal;
use crate::config::{PushRole, ServerConfig};

/// Somebody with a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pusher {
    /// The name.
    pub name: String,
    /// The role.
    pub role: PushRole,
}

impl Pusher {
    /// Who pushes, where `variable` answers for the environment.
    pub fn of(
        config: &ServerConfig,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Pusher, PushRefusal> {
        let said: Vec<(&String, String)> = config
            .pusher
            .iter()
            .filter_map(|name| Some((name, variable(name).filter(|value| !value.is_empty())?)))
            .collect();
        let Some((_, name)) = said.first() else {
            return Err(PushRefusal::Unnamed(config.pusher.join(", ")));
        };
        if said.iter().any(|(_, other)| other != name) {
            let shown = said.iter().map(|(variable, value)| format!("{variable} says `{value}`"));
            return Err(PushRefusal::TwoNames(shown.collect::<Vec<_>>().join(", ")));
        }
        match config.role_of(name) {
            Some(role) => Ok(Pusher { name: name.clone(), role }),
            None => Err(PushRefusal::NoRole(name.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_with_a_role_or_nobody() {
        let mut config = ServerConfig::default();
        config.roles.merger = vec!["gate".to_owned()];
        let of = |pairs: &[(&str, &str)]| {
            let variable = |name: &str| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            Pusher::of(&config, variable).map(|pusher| pusher.role).map_err(|refusal| refusal.name())
        };
        assert_eq!(of(&[("REMOTE_USER", "gate")]), Ok(PushRole::Merger));
        assert_eq!(of(&[("REMOTE_USER", ""), ("KB_USER", "gate")]), Ok(PushRole::Merger));
        assert_eq!(of(&[("REMOTE_USER", "gate"), ("GL_USER", "gate")]), Ok(PushRole::Merger));
        assert_eq!(of(&[("REMOTE_USER", "gate"), ("KB_USER", "ann")]), Err("two-pushers"));
        assert_eq!(of(&[("USER", "gate")]), Err("unnamed-pusher"));
        assert_eq!(of(&[("KB_USER", "mallory")]), Err("no-role"));
    }
}
