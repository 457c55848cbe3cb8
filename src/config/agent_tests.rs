//! Tests of what `kb.toml` says of language models, roles and budget.

use super::*;

fn fault(text: &str) -> (u32, String) {
    let error = Config::parse(text).expect_err("a fault");
    (error.line, error.message)
}

fn model(more: &str) -> String {
    format!("[models.m]\nprovider = \"openai-compatible\"\nmodel = \"qwen2.5\"\n{more}")
}

#[test]
fn a_model_is_what_its_table_says() {
    let text = "[roles]\nproposer = \"near\"\nreviewer = {command = [\"claude\", \"-p\"]}\nsummariser = \"near\"\n\
        [budget]\ntokens = 9\nmoney = 1.5\nrounds = 2\n[models.near]\nprovider = \"ollama\"\nmodel = \"qwen3:8b\"\n\
        tools = \"json-schema\"\nprices = {input = 1, output = 2.5}\n";
    let config = Config::parse(text).expect("all is well");
    let near = &config.models["near"];
    assert_eq!(near.tools, ToolMode::JsonSchema);
    assert_eq!((near.context(), near.answer, near.timeout), (8_192, 4_096, 180));
    assert_eq!(near.base(), "http://127.0.0.1:11434/v1/");
    assert_eq!(near.prices, Some(Prices { input: 1.0, output: 2.5, ..Prices::default() }));
    assert_eq!(config.rounds(), 2);
    assert_eq!(config.budget.seconds, Some(3_600));
    let families = [&config.roles.proposer, &config.roles.reviewer].map(|agent| config.family_of(agent));
    assert_eq!(families.map(|family| family.expect("known").0), ["qwen", "anthropic"]);
    assert_eq!(config.families_differ(), Ok(()));
}

#[test]
fn an_address_without_a_path_gets_that_of_the_format() {
    let base = |provider: &str, url: &str| {
        let text = format!("[models.m]\nprovider = \"{provider}\"\nmodel = \"qwen3\"\nurl = \"{url}\"\n");
        Config::parse(&text).expect("all is well").models["m"].base()
    };
    assert_eq!(base("anthropic", "http://127.0.0.1:8080"), "http://127.0.0.1:8080/v1/");
    assert_eq!(base("gemini", "https://x.example/"), "https://x.example/v1beta/");
    assert_eq!(base("openai-compatible", "https://x.example/api/paas/v4"), "https://x.example/api/paas/v4/");
    assert_eq!(base("openai-responses", "https://x.example/v1/"), "https://x.example/v1/");
    assert_eq!(base("ollama", "http://box:11434/v1/"), "http://box:11434/v1/");
}

#[test]
fn what_is_wrong_with_a_model_names_line_and_key() {
    let said = |more: &str| fault(&model(more));
    let (line, message) = said("");
    assert!(line == 1 && message.contains("[models.m]") && message.contains("`url`"), "{line} {message}");
    let (line, message) = said("url = \"http://far.example\"\napi_key_env = \"FAR_API_KEY\"\n");
    assert!(line == 4 && message.contains("https:// only"), "{line} {message}");
    let (line, message) = said("url = \"https://far.example\"\napi_key_env = \"HOME\"\n");
    assert!(line == 5 && message.contains("API_KEY"), "{line} {message}");
    let (line, message) = said("url = \"https://u:p@far.example\"\n");
    assert!(line == 4 && message.contains("holds no key"), "{line} {message}");
    let (line, message) = said("url = \"http://[::1]:1\"\napi_key_env = \"X_API_KEY\"\ncontext = 5000\n");
    assert!(line == 6 && message.contains("twice `answer`"), "{line} {message}");
    let (line, message) = said("url = \"http://localhost:1\"\nprices = {input = -1, output = 0}\n");
    assert!(line == 5 && message.contains("not below 0"), "{line} {message}");
    let (line, message) = said("url = \"http://localhost:1\"\ntimeout = 0\n");
    assert!(line == 5 && message.contains("between 1 and 3600"), "{line} {message}");
    let (line, message) = said("tols = \"native\"\n");
    assert!(line == 4 && message.contains("tols"), "{line} {message}");
    let (line, message) = fault("[models.m]\nprovider = \"anthropic\"\nmodel = \"claude-opus-4-5\"\n");
    assert!(line == 1 && message.contains("`api_key_env` names"), "{line} {message}");
    assert!(fault("[models.m]\nprovider = \"oracle\"\nmodel = \"x\"\n").1.contains("oracle"));
    assert!(fault("[models.m]\nprovider = \"ollama\"\n").1.contains("missing field `model`"));
    assert!(
        fault("[models.rules]\nprovider = \"ollama\"\nmodel = \"qwen3\"\n").1.contains("cannot name a model")
    );
}

#[test]
fn a_family_that_nobody_knows_must_be_stated() {
    let unknown =
        "[models.m]\nprovider = \"openai-compatible\"\nmodel = \"house\"\nurl = \"http://127.0.0.1:1\"\n";
    let (line, message) = fault(unknown);
    assert!(line == 1 && message.contains("say `family") && message.contains("I3"), "{line} {message}");
    let stated = Config::parse(&format!("{unknown}family = \"acme\"\n")).expect("it is stated");
    assert_eq!(stated.models["m"].family().expect("a family").0, "acme");
    let (line, message) = fault(&format!("{unknown}family = \"person\"\n"));
    assert!(line == 5 && message.contains("`family` is a word"), "{line} {message}");
    let (line, message) = fault("[roles]\nreviewer = \"auditor\"\nproposer = {command = [\"./my-agent\"]}\n");
    assert!(line == 3 && message.contains("does not tell the family"), "{line} {message}");
    assert!(fault("[roles]\nproposer = {command = []}\n").1.contains("names a program"));
}

#[test]
fn one_family_on_both_sides_is_refused() {
    let text = |one: &str, other: &str| {
        let of = |name: &str, model: &str| {
            format!(
                "[models.{name}]\nprovider = \"openai-compatible\"\nmodel = \"{model}\"\nurl = \"http://[::1]:1\"\n"
            )
        };
        let roles = "[roles]\nproposer = \"a\"\nreviewer = \"b\"\n";
        format!("{roles}{}{}", of("a", one), of("b", other))
    };
    let config = Config::parse(&text("qwen2.5", "Qwen/QwQ-32B")).expect("readable all the same");
    let told = config.families_differ().expect_err("one family").to_string();
    assert!(
        told.contains("`a`") && told.contains("`b`") && told.contains("qwen") && told.contains("I3"),
        "{told}"
    );
    let config = Config::parse(&text("qwen2.5", "llama3.2")).expect("two families");
    assert_eq!(config.families_differ(), Ok(()));
    assert_eq!(Config::default().families_differ(), Ok(()), "what is built in is of two families");
}

#[test]
fn roles_and_budget_name_line_and_key() {
    let (line, message) = fault("[gate]\n\n[roles]\nproposer = \"rules\"\nreviewer = \"judge\"\n");
    assert!(line == 5 && message.contains("[models.judge]"), "{line} {message}");
    let (line, message) = fault("[roles]\nexpander = \"rules\"\n");
    assert!(line == 2 && message.contains("built in is `none`"), "{line} {message}");
    let (line, message) = fault("[budget]\ntokens = 1\nmoney = 0.0\n");
    assert!(line == 3 && message.contains("more than 0"), "{line} {message}");
    let text =
        format!("[roles]\nproposer = \"m\"\n[budget]\nmoney = 2.0\n{}url = \"http://[::1]:1\"\n", model(""));
    let (line, message) = fault(&text);
    assert!(line == 4 && message.contains("[models.m] has no `prices`"), "{line} {message}");
}
