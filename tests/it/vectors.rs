//! Vectors of models that take their time: filled in after the text, never made twice, missed by nobody who searches.

use std::time::Duration;

use serde_json::json;

use super::TestRepo;
use super::stub::{Answer, Request, Stub};

/// Vectors of three dimensions, by what the texts are about.
fn vectors(request: &Request) -> Answer {
    let about = |text: &String, word: &str| if text.to_lowercase().contains(word) { 1.0_f64 } else { 0.05 };
    let vector = |text: &String| [about(text, "dog").max(about(text, "canine")), about(text, "tax"), 0.1];
    let data: Vec<_> = (0..)
        .zip(request.texts())
        .map(|(at, text)| json!({"index": at, "embedding": vector(&text)}))
        .collect();
    // The order of an answer is the server's affair.
    let data: Vec<_> = data.into_iter().rev().collect();
    Answer::new(200, json!({ "data": data }).to_string())
}

fn base(settings: &str) -> TestRepo {
    TestRepo::new()
        .file("kb.toml", format!("embedding = \"far\"\n[embeddings.far]\n{settings}\n"))
        .file("knowledge/kennel.md", "# Kennel\n\nHounds and other dogs sleep in the yard.\n")
        .file("knowledge/levy.md", "# Levy\n\nThe tax on salt is paid in spring.\n")
        .commit("notes")
}

fn served(stub: &Stub) -> String {
    format!("kind = \"openai\"\nurl = \"{}\"\ndimension = 3\nbatch = 1\nparallel = 1\nfloor = 0.5", stub.url)
}

#[test]
fn a_server_that_stumbles_is_asked_again_and_nothing_is_embedded_twice() {
    let stub = Stub::start(|number, request| match number {
        0 => Answer { headers: "retry-after: 0\r\n".to_owned(), ..Answer::new(429, "slow down") },
        1 => Answer { headers: "retry-after: 0\r\n".to_owned(), ..Answer::new(500, "oops") },
        _ => vectors(request),
    });
    let repo = base(&served(&stub));
    repo.kb(["build"]).code(0).prints("vectors of far: 2 filled in, 0 pending");
    assert_eq!(stub.requests().len(), 4, "two that failed, one a note");
    let found = repo.kb(["search", "canine", "--format", "json"]).code(0).json();
    assert_eq!(found["results"][0]["path"], "knowledge/kennel.md", "{found}");

    repo.kb(["build", "--full"]).code(0);
    repo.write("knowledge/third.md", "# Third\n\nA word on cats.\n");
    repo.commit_all("a third note");
    repo.kb(["build"]).code(0).prints("vectors of far: 1 filled in, 0 pending");
    let asked: Vec<String> = stub.requests().iter().skip(2).flat_map(Request::texts).collect();
    let cats = asked.iter().filter(|text| text.contains("cats")).count();
    assert_eq!((asked.len(), cats), (4, 1), "three notes and one question: {asked:?}");
}

#[test]
fn what_a_server_must_not_answer_is_said_and_words_are_searched_all_the_same() {
    let refusals = [
        (Answer::new(200, json!({"data": [{"embedding": [1.0, 2.0]}]}).to_string()), "2 dimensions"),
        (Answer::new(200, "<html>hello</html>"), "no JSON"),
        (Answer::new(200, json!({"data": []}).to_string()), "0 vectors came for 1 text"),
        (Answer::new(200, json!({"data": [{"embedding": ["x", 1, 2]}]}).to_string()), "no list of numbers"),
        (Answer::new(401, "wrong key sk-secret-1"), "401"),
    ];
    for (answer, said) in refusals {
        let stub = Stub::start(move |_, _| answer.clone());
        let repo = base(&format!("{}\napi_key_env = \"FAR_API_KEY\"", served(&stub)));
        let environment = [("FAR_API_KEY", "sk-secret-1")];
        let built =
            repo.kb_with_env(&environment, ["build"]).code(0).says(said).prints("0 filled in, 2 pending");
        assert!(!built.whole().contains("sk-secret-1"), "{}", built.whole());
        let found = repo.kb_with_env(&environment, ["search", "tax", "--format", "json"]).code(0).json();
        assert_eq!(found["results"][0]["path"], "knowledge/levy.md", "{found}");
        assert!(stub.requests()[0].headers.contains("authorization: bearer sk-secret-1"));
    }
}

#[test]
fn a_server_is_told_what_is_asked_and_what_is_searched_where_it_wants_to_know() {
    let told = |request: &Request| {
        serde_json::from_str::<serde_json::Value>(&request.body).expect("JSON")["input_type"].clone()
    };
    for (settings, passage, question) in [
        ("", json!(null), json!(null)),
        ("passage_type = \"document\"\nquestion_type = \"query\"", json!("document"), json!("query")),
    ] {
        let stub = Stub::start(|_, request| vectors(request));
        let repo = base(&format!("{}\n{settings}", served(&stub)));
        repo.kb(["build"]).code(0).prints("2 filled in, 0 pending");
        repo.kb(["search", "canine"]).code(0).prints("Kennel");
        let asked: Vec<_> = stub.requests().iter().map(told).collect();
        assert_eq!(asked, [passage.clone(), passage, question]);
    }
}

#[test]
fn a_question_in_a_script_that_the_model_does_not_know_is_answered_by_its_words() {
    let repo = TestRepo::new()
        .file("knowledge/ru.md", "# Возврат\n\nВозврат денег в течение семи дней (7).\n")
        .file("knowledge/en.md", "# Refund\n\nA refund is paid within seven days (7).\n")
        .commit("notes");
    repo.kb(["build"]).code(0);
    let has_vector = |question: &str, path: &str| {
        let found = repo.kb(["search", question, "--format", "json"]).code(0).json();
        assert_eq!(found["results"][0]["path"], path, "{found}");
        !found["results"][0]["scores"]["vector"].is_null()
    };
    assert!(!has_vector("Когда делается возврат денег, через 7 дней?", "knowledge/ru.md"));
    assert!(has_vector("When is the refund paid, after 7 days?", "knowledge/en.md"));
}

#[test]
fn a_build_that_is_killed_goes_on_where_it_was() {
    let stub = Stub::start(|number, request| {
        if number == 1 {
            std::thread::sleep(Duration::from_secs(30));
        }
        vectors(request)
    });
    let repo = base(&served(&stub));
    let mut killed = repo.kb_command().arg("build").spawn().expect("kb");
    while stub.requests().len() < 2 {
        std::thread::sleep(Duration::from_millis(10));
    }
    killed.kill().expect("the end of kb");
    killed.wait().expect("the end of kb");
    repo.kb(["search", "tax", "--format", "json"]).code(0).prints("knowledge/levy.md");
    repo.kb(["build"]).code(0).prints("2 filled in, 0 pending");
    assert_eq!(
        stub.requests().iter().flat_map(Request::texts).filter(|text| text.contains("dogs")).count(),
        1
    );
}

#[test]
fn vectors_can_be_left_to_a_later_build() {
    let stub = Stub::start(|_, request| vectors(request));
    let repo = base(&served(&stub));
    repo.kb(["build", "--no-fill"]).code(0).prints("0 filled in, 2 pending");
    assert!(stub.requests().is_empty());
    let report = repo.kb(["build", "--format", "json"]).code(0).json();
    assert_eq!(report["vectors"], json!({"model": "far", "filled": 2, "pending": 0}));
}

#[test]
fn an_ollama_server_is_asked_as_it_wants_to_be() {
    let stub = Stub::start(|_, request| {
        assert!(request.line.starts_with("POST /api/embed "), "{}", request.line);
        let vectors: Vec<_> = request.texts().iter().map(|_| [0.1, 0.2, 0.3]).collect();
        Answer::new(200, json!({ "embeddings": vectors }).to_string())
    });
    let settings = format!(
        "kind = \"ollama\"\nurl = \"{}/\"\nmodel = \"nomic\"\ndimension = 3\npassage_prefix = \"doc: \"",
        stub.url
    );
    base(&settings).kb(["build"]).code(0).prints("2 filled in, 0 pending");
    let requests = stub.requests();
    assert!(requests[0].body.contains("\"nomic\""));
    assert!(requests.iter().flat_map(Request::texts).all(|text| text.starts_with("doc: ")));
}

#[test]
fn a_model_that_is_not_here_stops_nobody() {
    let repo = base("kind = \"onnx\"");
    repo.kb(["build"]).code(0).says("`kb model pull far`").prints("2 notes, 2 changed");
    let run = repo.kb(["search", "tax", "--format", "json"]).code(0).says("`kb model pull far`");
    run.prints("knowledge/levy.md");
    let without = base("").with(["build"]);
    without.write("kb.toml", "[search]\nembedding = \"none\"\n");
    without.commit_all("words alone");
    let run = without.kb(["build"]).code(0);
    assert!(!run.stderr.contains("model"), "{}", run.stderr);
}

#[test]
fn a_reranker_behind_an_address_has_the_last_word() {
    let stub = Stub::start(|_, request| {
        assert!(request.line.starts_with("POST /v1/rerank "), "{}", request.line);
        let body: serde_json::Value = serde_json::from_str(&request.body).unwrap_or_default();
        let documents = body["documents"].as_array().cloned().unwrap_or_default();
        let score = |text: &serde_json::Value| f64::from(u8::from(text.to_string().contains("second")));
        let results: Vec<_> = (0..)
            .zip(&documents)
            .map(|(at, text)| json!({"index": at, "relevance_score": score(text)}))
            .collect();
        Answer::new(200, json!({ "results": results }).to_string())
    });
    let repo = TestRepo::new()
        .file("kb.toml", format!("[search]\nembedding = \"none\"\nrerank = \"judge\"\n[rerankers.judge]\nkind = \"http\"\nurl = \"{}\"\n", stub.url))
        .file("knowledge/one.md", "# Pump\n\nThe pump, the first pump, is a pump of 40 bar.\n")
        .file("knowledge/two.md", "# Other\n\nThere is a second pump in the cellar below the stairs of the house.\n")
        .commit("notes")
        .with(["build"]);
    let found = repo.kb(["search", "pump", "--format", "json"]).code(0).json();
    assert_eq!(found["results"][0]["path"], "knowledge/two.md", "{found}");
    assert!(!stub.requests().is_empty());
}
