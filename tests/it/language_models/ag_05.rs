//! AG-05: overload, a rate limit with `retry-after`, and a connection that ends. Asking a model changes nothing, so it is
//! asked again, with waits that grow, and given up within the patience of who asks.

use std::time::Duration;

use kb::port::{ModelFault, Turn};

use super::{Asked, request, tools};
use crate::model_server::ModelServer;
use crate::model_server::scene::{Given, Scene, Step};
use crate::model_server::wire::PROVIDERS;

#[test]
fn a_busy_server_is_asked_again_and_retry_after_is_kept() {
    for (provider, name) in PROVIDERS {
        let server = ModelServer::play("busy-then-well");
        let asked = Asked::new(&server, provider, name);
        let answer = asked.ask().unwrap_or_else(|fault| panic!("{provider}: {fault}"));
        assert_eq!(answer.text, "Here.", "{provider}");
        let waits = asked.waits();
        assert_eq!(waits.len(), 3, "{provider}: {waits:?}");
        assert!(waits[0] >= Duration::from_millis(500), "{provider}: {waits:?}");
        assert!(waits[1] >= Duration::from_secs(7), "{provider}: {waits:?}");
        server.finish();
        let bodies: Vec<String> = server.asked().into_iter().map(|asked| asked.body).collect();
        assert!(bodies.iter().all(|body| *body == bodies[0]), "{provider}: asked for the same each time");
    }
}

#[test]
fn every_status_of_a_busy_server_is_asked_again_and_no_other() {
    let times = |status: u16| {
        let step = Step { asked: Default::default(), answer: Given { status, ..Given::default() } };
        let well = Step {
            asked: Default::default(),
            answer: Given { text: "Here.".to_owned(), ..Given::default() },
        };
        let scene = Scene { steps: vec![step, well], ..Scene::once(Given::default()) };
        let server = ModelServer::of(scene);
        let answer = Asked::new(&server, "openai", "gpt-5.1").ask();
        (answer.is_ok(), server.asked().len())
    };
    for status in [408, 409, 429, 500, 502, 503, 504, 529] {
        assert_eq!(times(status), (true, 2), "{status}");
    }
    for status in [301, 400, 401, 403, 404, 422] {
        assert_eq!(times(status), (false, 1), "{status}");
    }
}

#[test]
fn a_server_that_stays_busy_is_given_up_within_the_patience() {
    let step = Step { asked: Default::default(), answer: Given { status: 529, ..Given::default() } };
    let scene = Scene { steps: vec![step; 20], ..Scene::once(Given::default()) };
    let server = ModelServer::of(scene);
    let asked = Asked::new(&server, "anthropic", "claude-opus-4-5");
    let fault = asked.ask().expect_err("busy");
    assert!(matches!(fault, ModelFault::Busy { status: 529, times: 2..=8, .. }), "{fault}");
    let waited: Duration = asked.waits().iter().sum();
    assert!(waited <= Duration::from_secs(60), "{waited:?}");
    assert!(fault.to_string().contains("try again later"), "{fault}");
}

#[test]
fn a_wait_longer_than_the_patience_is_not_begun() {
    let headers = [("retry-after".to_owned(), "3600".to_owned())].into();
    let server = ModelServer::of(Scene::once(Given { status: 429, headers, ..Given::default() }));
    let asked = Asked::new(&server, "openai", "gpt-5.1");
    let fault = asked.ask().expect_err("busy");
    assert!(matches!(fault, ModelFault::Busy { status: 429, times: 1, .. }), "{fault}");
    assert!(asked.waits().is_empty());
}

#[test]
fn an_account_without_money_and_a_server_that_says_no_are_not_asked_again() {
    let body = Some("{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"no money\"}}".to_owned());
    let broke = Given { status: 429, body, ..Given::default() };
    let headers = [("x-should-retry".to_owned(), "false".to_owned())].into();
    let no = Given { status: 500, headers, ..Given::default() };
    for given in [broke, no] {
        let server = ModelServer::of(Scene::once(given));
        let fault = Asked::new(&server, "openai", "gpt-5.1").ask().expect_err("refused");
        assert!(matches!(fault, ModelFault::Refused { .. }), "{fault}");
        server.finish();
    }
}

#[test]
fn a_model_is_asked_no_oftener_than_its_table_says() {
    let step =
        Step { asked: Default::default(), answer: Given { text: "Here.".to_owned(), ..Given::default() } };
    let server = ModelServer::of(Scene { steps: vec![step; 2], ..Scene::once(Given::default()) });
    let asked = Asked::with(&server, "openai", "gpt-5.1", "requests_per_minute = 2\n");
    for _ in 0..2 {
        asked.ask().expect("an answer");
    }
    let waits = asked.waits();
    assert!(waits.len() == 1 && waits[0] > Duration::from_secs(20), "{waits:?}");
}

#[test]
fn a_server_that_is_not_there_is_unreachable() {
    let config = "[models.m]\nprovider = \"ollama\"\nmodel = \"qwen3\"\nurl = \"http://127.0.0.1:9\"\n";
    let config = kb::config::Config::parse(config).expect("a configuration");
    let model = kb::agent::model::RemoteModel::new("m", config.models["m"].clone(), &|_| None)
        .with_pause(Box::new(|_| ()));
    let turns = [Turn::Told("Well?".to_owned())];
    let fault =
        kb::port::Model::answer(&model, &request(&turns, &tools(), None)).expect_err("nobody is there");
    assert!(matches!(fault, ModelFault::Unreachable { .. }), "{fault}");
    assert!(fault.to_string().contains("`m` at http://127.0.0.1:9 gave no answer"), "{fault}");
}
