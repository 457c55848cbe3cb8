//! The key goes to the server that `kb.toml` names, and nowhere else.

use kb::agent::model::RemoteModel;
use kb::config::Config;
use kb::port::{Model as _, ModelFault, Turn};

use super::{Asked, everywhere, request};
use crate::model_server::scene::{Given, Scene};
use crate::model_server::{KEY, ModelServer};
use crate::stub::{Answer, Stub};

#[test]
fn a_server_that_says_the_key_aloud_is_not_quoted() {
    let body =
        "{\"error\": {\"message\": \"Incorrect API key provided: $KEY. You can find yours at example.org\"}}";
    let bodies = [(401, body), (400, body), (200, body), (200, "{\"note\": $KEY}"), (302, "$KEY")];
    for (status, body) in bodies {
        let given = Given { status, body: Some(body.to_owned()), ..Given::default() };
        for (provider, answer) in everywhere(&given) {
            let fault = answer.expect_err(provider);
            let told = format!("{fault} {fault:?}");
            for part in [KEY, &KEY[..14], &KEY[KEY.len() - 14..]] {
                assert!(!told.contains(part), "{provider} {status}: {told}");
            }
        }
    }
    let page =
        Given { content_type: Some(format!("text/{KEY}")), body: Some(KEY.to_owned()), ..Given::default() };
    for (provider, answer) in everywhere(&page) {
        let told = format!("{:?}", answer.expect_err(provider));
        assert!(!told.contains(KEY), "{provider}: {told}");
    }
}

#[test]
fn a_refusal_says_what_the_server_says() {
    let body = "{\"error\": {\"message\": \"model `gpt-9` does not exist\"}}".to_owned();
    let server = ModelServer::of(Scene::once(Given { status: 404, body: Some(body), ..Given::default() }));
    let fault = Asked::new(&server, "openai", "gpt-9").ask().expect_err("refused");
    assert_eq!(fault.to_string(), "`m` refuses the request (404): model `gpt-9` does not exist");
}

#[test]
fn without_a_key_nothing_is_asked() {
    let server = ModelServer::of(Scene::once(Given::default()));
    let config =
        Config::parse(&server.table("m", "anthropic", "claude-opus-4-5", "")).expect("a configuration");
    for value in [None, Some(" ".to_owned())] {
        let model = RemoteModel::new("m", config.models["m"].clone(), &|_| value.clone());
        let turns = [Turn::Told("Well?".to_owned())];
        let fault = model.answer(&request(&turns, &[], None)).expect_err("no key");
        assert!(
            matches!(&fault, ModelFault::NoKey { variable, .. } if variable == "TEST_API_KEY"),
            "{fault}"
        );
    }
    assert!(server.asked().is_empty());
}

#[test]
fn a_redirection_does_not_get_the_key() {
    let thief = Stub::start(|_, _| Answer::new(200, "{}"));
    let location = format!("location: {}/v1/messages\r\n", thief.url);
    let server = Stub::start(move |_, _| Answer { headers: location.clone(), ..Answer::new(307, "") });
    let text = format!(
        "[models.m]\nprovider = \"anthropic\"\nmodel = \"claude-opus-4-5\"\nurl = \"{}\"\napi_key_env = \"X_API_KEY\"\n",
        server.url
    );
    let config = Config::parse(&text).expect("a configuration");
    let model = RemoteModel::new("m", config.models["m"].clone(), &|_| Some(KEY.to_owned()));
    let turns = [Turn::Told("Well?".to_owned())];
    let fault = model.answer(&request(&turns, &[], None)).expect_err("elsewhere");
    assert!(matches!(fault, ModelFault::Refused { status: 307, .. }), "{fault}");
    assert!(thief.requests().is_empty());
}
