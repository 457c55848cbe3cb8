//! What an answer costs: what the provider had kept is cheaper, what it keeps from now on may be dearer.

use kb::config::Prices;
use kb::port::Model as _;

use super::Asked;
use crate::model_server::ModelServer;
use crate::model_server::scene::{Given, Scene};

fn cost(provider: &str, prices: &str) -> (f64, Prices) {
    let given = Given { text: "Here.".to_owned(), cached: 60, written: 30, ..Given::default() };
    let server = ModelServer::of(Scene::once(given));
    let asked = Asked::with(&server, provider, "claude-opus-4-5", prices);
    let usage = asked.ask().expect("an answer").usage;
    assert_eq!((usage.input, usage.cached, usage.output), (100, 60, 20), "{provider}");
    assert_eq!(usage.written, if provider == "anthropic" { 30 } else { 0 }, "{provider}");
    let prices = asked.model.facts().prices.expect("prices");
    (usage.cost(prices) * 1e6, prices)
}

fn is_near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-6, "{one} is not {other}");
}

#[test]
fn what_anthropic_keeps_from_now_on_costs_a_quarter_more() {
    let (cost, prices) = cost("anthropic", "prices = {input = 4, output = 10}\n");
    is_near(prices.cache_write.expect("a price"), 5.0);
    is_near(prices.cached.expect("a price"), 0.4);
    // 10 tokens are neither kept nor written.
    is_near(cost, 10.0 * 4.0 + 60.0 * 0.4 + 30.0 * 5.0 + 20.0 * 10.0);
}

#[test]
fn what_kb_toml_says_of_what_is_kept_counts() {
    let said = "prices = {input = 4, output = 10, cached = 1, cache_write = 8}\n";
    is_near(cost("anthropic", said).0, 10.0 * 4.0 + 60.0 * 1.0 + 30.0 * 8.0 + 20.0 * 10.0);
    let said = "family = \"x\"\nprices = {input = 4, output = 10}\n";
    let (cost, prices) = cost("openai-compatible", said);
    assert_eq!((prices.cached, prices.cache_write), (None, None));
    is_near(cost, 100.0 * 4.0 + 20.0 * 10.0);
}
