//! The private key of an app, and what is signed with it. The only file that names the crypto engine.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jiff::Timestamp;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::json;

use crate::forge::Secret;

/// How far back a signed assertion begins, in seconds: clocks differ.
const SKEW: i64 = 60;

/// How long it lasts from now, in seconds; GitHub allows ten minutes.
const LASTS: i64 = 540;

/// The private half of an app's key.
pub(super) struct AppKey(RsaKeyPair);

impl AppKey {
    /// Reads a PEM, PKCS#1 as GitHub hands it out or PKCS#8. An error says what is wrong with it and nothing of it.
    pub fn read(pem: &str) -> Result<AppKey, String> {
        // Some ways to set a variable keep line ends as two characters.
        let pem = pem.replace("\\n", "\n");
        let kind = |label: &str| between(&pem, label);
        let rejected =
            |error: ring::error::KeyRejected| format!("it is no RSA key that can be used ({error})");
        let key = if let Some(der) = kind("RSA PRIVATE KEY") {
            RsaKeyPair::from_der(&der?).map_err(rejected)?
        } else if let Some(der) = kind("PRIVATE KEY") {
            RsaKeyPair::from_pkcs8(&der?).map_err(rejected)?
        } else if pem.contains("ENCRYPTED") {
            return Err("it is encrypted; `openssl rsa` writes it in clear".to_owned());
        } else {
            return Err("it is no PEM with a private RSA key".to_owned());
        };
        Ok(AppKey(key))
    }

    /// The assertion that the app `id` makes of itself at `now`.
    pub fn assertion(&self, id: u64, now: Timestamp) -> Result<Secret, String> {
        let now = now.as_second();
        let header = json!({ "alg": "RS256", "typ": "JWT" });
        let claims = json!({ "iat": now - SKEW, "exp": now + LASTS, "iss": id.to_string() });
        let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(&claims));
        let mut signature = vec![0; self.0.public().modulus_len()];
        self.0
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), signed.as_bytes(), &mut signature)
            .map_err(|_| "signing with it failed".to_owned())?;
        let assertion = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature));
        Secret::new(&assertion).ok_or_else(|| "signing with it gave nothing".to_owned())
    }
}

impl fmt::Debug for AppKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AppKey(***)")
    }
}

/// The bytes of the block `label`; `None` where there is none.
fn between(pem: &str, label: &str) -> Option<Result<Vec<u8>, String>> {
    let (begin, end) = (format!("-----BEGIN {label}-----"), format!("-----END {label}-----"));
    let after = &pem[pem.find(&begin)? + begin.len()..];
    let Some(length) = after.find(&end) else { return Some(Err(format!("it breaks off before `{end}`"))) };
    let text: String = after[..length].split_whitespace().collect();
    // Not what the decoder says: it names characters of the key.
    Some(STANDARD.decode(text).map_err(|_| "what stands between its lines is no base64".to_owned()))
}

#[cfg(test)]
mod tests;
