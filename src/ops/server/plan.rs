//! What a server must have, as data: settings of git's, the text of the hook, the first `kb/server.toml`.

use super::ServerOptions;
use crate::config::PushRole;

/// The hook's file.
pub(super) const HOOK: &str = "hooks/pre-receive";

/// What kb's own hook says of itself.
pub(super) const SIGN: &str = "Written by `kb server init`";

/// The settings of git's, and the values that each must have.
pub(super) fn settings() -> [(&'static str, Vec<String>); 7] {
    let one = |value: &str| vec![value.to_owned()];
    [
        // Broken and hostile objects stay out: trees with `..` or `.git`, links that pose as .gitmodules.
        ("receive.fsckObjects", one("true")),
        // Refs that are neither branch nor tag are not shown, and cannot be pushed.
        ("transfer.hideRefs", ["refs", "!refs/heads", "!refs/tags"].map(str::to_owned).to_vec()),
        ("receive.advertisePushOptions", one("true")),
        // A hooks path of the machine's would leave this hook out.
        ("core.hooksPath", one("hooks")),
        // Who moved what stays readable where no push can reach it.
        ("core.logAllRefUpdates", one("always")),
        // Later rounds of a proposal stand on main anew, and merged working branches go: the hook tells them from the rest.
        ("receive.denyNonFastForwards", one("false")),
        ("receive.denyDeletes", one("false")),
    ]
}

/// The values that `key` gets: `wanted`, and of a list what somebody else added `now`.
pub(super) fn with(wanted: &[String], now: &[String], key: &str) -> Vec<String> {
    let mut values = wanted.to_vec();
    if key == "transfer.hideRefs" {
        values.extend(now.iter().filter(|value| !wanted.contains(value)).cloned());
    }
    values
}

/// The text of the hook that runs `program`.
pub(super) fn hook(program: &str) -> String {
    let quoted = program.replace('\'', "'\\''");
    format!(
        "#!/bin/sh\n# {SIGN}; run it again where kb has moved. Without kb, every push is refused.\n\
         exec '{quoted}' hook pre-receive\n"
    )
}

/// The text of `kb/server.toml`.
pub(super) fn server_file(options: &ServerOptions) -> String {
    let listed = |names: &[&str]| {
        let quoted: Vec<String> = names.iter().map(|name| toml_text(name)).collect();
        format!("[{}]", quoted.join(", "))
    };
    let pusher: Vec<&str> = options.pusher.iter().map(String::as_str).collect();
    let default = crate::config::ServerConfig::default().pusher;
    let default: Vec<&str> = default.iter().map(String::as_str).collect();
    let pusher = listed(if pusher.is_empty() { &default } else { &pusher });
    let mut text = include_str!("server.toml").replace("@PUSHER@", &pusher);
    for role in PushRole::ALL {
        let names = options.names.iter().filter(|(known, _)| *known == role);
        let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
        text = text.replace(&format!("@{}@", role.name()), &listed(&names));
    }
    text
}

/// `text` as TOML writes it.
fn toml_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ServerConfig;

    #[test]
    fn what_is_written_reads_back() {
        let plain = ServerConfig::parse(server_file(&ServerOptions::default()).as_bytes());
        assert_eq!(plain, Ok(ServerConfig::default()));
        let names = PushRole::ALL.map(|role| (role, format!("the \"{}\"\\\n", role.name())));
        let options = ServerOptions {
            pusher: vec!["KB_USER".to_owned()],
            names: names.to_vec(),
            ..ServerOptions::default()
        };
        let read = ServerConfig::parse(server_file(&options).as_bytes()).expect("a configuration");
        assert_eq!(read.pusher, ["KB_USER"]);
        for (role, name) in &names {
            assert_eq!(read.role_of(name), Some(*role));
        }
        assert!(hook("/a 'b/kb").contains(r"exec '/a '\''b/kb' hook pre-receive"));
    }
}
