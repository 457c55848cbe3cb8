//! Who a request is from, by its `Authorization` header.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::answer::Answer;
use super::jwt;
use super::token::Actor;
use super::world::World;

/// The actor behind `authorization`; 401 when it is given and wrong.
pub fn actor(world: &World, authorization: Option<&str>) -> Result<Actor, Answer> {
    let Some(authorization) = authorization else { return Ok(Actor::Nobody) };
    let secret = secret(authorization).ok_or_else(bad)?;
    if secret.starts_with("eyJ") {
        let now = world.checks_jwt_times.then(|| world.clock.now());
        return match jwt::app(&secret, &world.apps, now) {
            Ok(app) => Ok(Actor::App(app.id)),
            Err(message) => Err(Answer::error(401, message)),
        };
    }
    let token = world.tokens.iter().find(|token| token.secret == secret).ok_or_else(bad)?;
    if token.expires.is_some_and(|end| end <= world.clock.now()) {
        return Err(bad());
    }
    Ok(Actor::Token(token.clone()))
}

fn bad() -> Answer {
    Answer::error(401, "Bad credentials")
}

fn secret(authorization: &str) -> Option<String> {
    let (scheme, rest) = authorization.trim().split_once(' ')?;
    match scheme.to_ascii_lowercase().as_str() {
        "bearer" | "token" => Some(rest.trim().to_owned()),
        "basic" => {
            let pair = String::from_utf8(STANDARD.decode(rest.trim()).ok()?).ok()?;
            Some(pair.split_once(':')?.1.to_owned())
        }
        _ => None,
    }
}
