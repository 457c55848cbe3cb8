//! The keys of the Apps that tests use. They were made for these tests and open nothing anywhere.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rsa::KeyPair;

/// The key of `kb-proposer`, as GitHub hands it out.
pub const PROPOSER: &str = include_str!("../../fixtures/github/key-proposer.pem");
/// The key of `kb-reviewer`.
pub const REVIEWER: &str = include_str!("../../fixtures/github/key-reviewer.pem");
/// The key of `kb-merger`.
pub const MERGER: &str = include_str!("../../fixtures/github/key-merger.pem");

/// The pair in a PEM text: PKCS#1 as GitHub hands it out, or PKCS#8.
pub fn pair(pem: &str) -> KeyPair {
    let body: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    let der = STANDARD.decode(body).expect("base64 in the PEM");
    KeyPair::from_der(&der).or_else(|_| KeyPair::from_pkcs8(&der)).expect("an RSA key")
}

/// The public half as GitHub keeps it.
pub fn public(pem: &str) -> Vec<u8> {
    pair(pem).public().as_ref().to_vec()
}
