//! Tests of signing with the key of an app.

use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use serde_json::Value;

use super::*;

/// A key that was made for these tests and opens nothing, in the two forms that there are.
const PKCS1: &str = include_str!("../../../../tests/fixtures/forge/app-pkcs1.pem");
const PKCS8: &str = include_str!("../../../../tests/fixtures/forge/app-pkcs8.pem");

fn decoded(part: &str) -> Value {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

#[test]
fn both_forms_of_a_key_sign_the_same_and_the_signature_holds() {
    let now = Timestamp::from_second(1_796_029_200).unwrap();
    let flattened = PKCS1.trim().replace('\n', "\\n");
    let spaced = PKCS8.replace('\n', " ");
    let made: Vec<String> = [PKCS1, PKCS8, &flattened, &spaced]
        .into_iter()
        .map(|pem| AppKey::read(pem).unwrap().assertion(101, now).unwrap().reveal().to_owned())
        .collect();
    assert!(made.iter().all(|one| *one == made[0]), "the same key");
    let (signed, signature) = made[0].rsplit_once('.').unwrap();
    let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
    let key = AppKey::read(PKCS1).unwrap();
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.0.public().as_ref())
        .verify(signed.as_bytes(), &signature)
        .expect("the signature holds");
    let (header, claims) = signed.split_once('.').unwrap();
    assert_eq!(decoded(header)["alg"], "RS256");
    let claims = decoded(claims);
    assert_eq!(claims["iss"], "101");
    let at = |name: &str| claims[name].as_i64().unwrap() - now.as_second();
    assert_eq!(at("iat"), -60, "clocks differ by up to a minute");
    assert!(at("exp") - at("iat") <= 600, "GitHub refuses what lasts longer");
}

#[test]
fn what_is_no_key_says_why_and_shows_nothing() {
    let cut = &PKCS1[..400];
    let broken = PKCS1.replacen("MII", "%%%", 1);
    let encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----";
    let elliptic = "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----";
    for (pem, expected) in [
        (cut, "breaks off"),
        (broken.as_str(), "base64"),
        (encrypted, "encrypted"),
        (elliptic, "RSA"),
        ("/home/ada/key.pem", "no PEM"),
    ] {
        let said = AppKey::read(pem).expect_err("no key");
        assert!(said.contains(expected), "{said}");
        assert!(!said.contains("MII") && !said.contains("/home"), "{said}");
    }
    assert_eq!(format!("{:?}", AppKey::read(PKCS1).unwrap()), "AppKey(***)");
}
