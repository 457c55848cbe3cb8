//! Keys on this machine against those that `kb.toml` lists.

use super::DoctorReport;
use crate::config::{Config, Keys};
use crate::port::{LocalKeyFile, Machine};

impl DoctorReport {
    pub(super) fn keys(&mut self, config: &Config, machine: &Machine) {
        let none_here = machine.keys.iter().all(|(_, file)| matches!(file, LocalKeyFile::Missing));
        if none_here && config.keys == Keys::default() {
            return self.warn("keys", "no key, here or in kb.toml", "`kb init` makes one for each role");
        }
        for (role, file) in &machine.keys {
            let listed = match *role {
                "reviewer" => &config.keys.reviewer,
                "gate" => &config.keys.gate,
                _ => &config.keys.approver,
            };
            self.key(role, listed, file);
        }
    }

    fn key(&mut self, role: &'static str, listed: &[String], file: &LocalKeyFile) {
        let what = "keys";
        if let Some(broken) = listed.iter().find(|key| !is_public_key(key)) {
            let message = format!("[keys] {role}: `{broken}` is not a public key");
            self.fail(what, message, "one looks like `ed25519:` and 44 characters of base64; mend kb.toml");
        }
        match file {
            LocalKeyFile::Missing if listed.is_empty() => {
                let message = format!("no {role} key, here or in kb.toml");
                self.warn(what, message, "`kb init` makes one");
            }
            LocalKeyFile::Missing => {
                let message = format!("the {role} key is not on this machine");
                self.warn(what, message, format!("what the {role} signs must be signed where its key is"));
            }
            LocalKeyFile::Broken(reason) => {
                self.fail(what, reason.clone(), "restore it from a copy, or move it away and make a new one");
            }
            LocalKeyFile::Present { public, .. } if !listed.contains(public) => {
                let message =
                    format!("the {role} key here is not listed in kb.toml; what it signs does not count");
                self.warn(what, message, format!("propose the line: [keys] {role} = [\"{public}\"]"));
            }
            LocalKeyFile::Present { is_exposed: true, .. } => {
                let message = format!("others can read the private {role} key");
                self.warn(what, message, format!("chmod 600 .kb/keys/{role}"));
            }
            LocalKeyFile::Present { .. } => self.ok(what, format!("the {role} key is here and listed")),
        }
    }
}

/// Whether the text is one. An empty signature over nothing tells a key that cannot be read from one that refuses.
fn is_public_key(text: &str) -> bool {
    !matches!(crate::signature::verify(text, b"", &[]), Err(crate::signature::SignatureError::NotPublic(_)))
}
