//! Reads and checks the JWT of an App: RS256, over the key that GitHub keeps of it. Makes none.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use serde_json::Value;

use super::app::App;

/// The longest that a JWT may live, and how far clocks may differ, in seconds.
const LONGEST: u64 = 600;
const DRIFT: u64 = 60;

/// The App that `jwt` stands for. `now` is given where its times are compared with a clock.
pub fn app<'a>(jwt: &str, apps: &'a [App], now: Option<u64>) -> Result<&'a App, &'static str> {
    const BROKEN: &str = "A JSON web token could not be decoded";
    let mut parts = jwt.split('.');
    let (Some(header), Some(claims), Some(signature), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(BROKEN);
    };
    let signed = &jwt[..header.len() + 1 + claims.len()];
    let header = json(header).ok_or(BROKEN)?;
    let claims = json(claims).ok_or(BROKEN)?;
    if header["alg"] != "RS256" {
        return Err(BROKEN);
    }
    let issuer = claims["iss"].as_u64().or_else(|| claims["iss"].as_str()?.parse().ok());
    let app = issuer.and_then(|id| apps.iter().find(|app| app.id == id)).ok_or("Integration not found")?;
    let key = app.key.as_ref().ok_or(BROKEN)?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| BROKEN)?;
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key)
        .verify(signed.as_bytes(), &signature)
        .map_err(|_| BROKEN)?;
    times(&claims, now)?;
    Ok(app)
}

fn times(claims: &Value, now: Option<u64>) -> Result<(), &'static str> {
    let issued = claims["iat"].as_u64().ok_or("'Issued at' claim ('iat') must be an Integer")?;
    let expires = claims["exp"].as_u64().ok_or("'Expiration time' claim ('exp') must be a numeric value")?;
    let longest = now.map_or(issued + LONGEST + DRIFT, |now| now + LONGEST);
    if expires > longest {
        return Err("'Expiration time' claim ('exp') is too far in the future");
    }
    if expires <= now.unwrap_or(issued) {
        return Err("'Expiration time' claim ('exp') must be in the future");
    }
    if now.is_some_and(|now| issued > now + DRIFT) {
        return Err(
            "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
        );
    }
    Ok(())
}

fn json(part: &str) -> Option<Value> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}
