//! `kb model`: fetching from a hub and from a folder, listing, verifying.

use serde_json::json;

use super::TestRepo;
use super::stub::{Answer, Stub};
use kb::digest::Sha256Hex;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// A table of two words in the form of model2vec.
fn table() -> Vec<u8> {
    let values: Vec<u8> =
        [0.0_f32, 0.0, 1.0, 0.1, 0.1, 1.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    let head = json!({"embeddings": {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, values.len()]}})
        .to_string();
    let mut bytes = (head.len() as u64).to_le_bytes().to_vec();
    bytes.extend(head.bytes());
    bytes.extend(values);
    bytes
}

fn tokenizer() -> String {
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
        "pre_tokenizer": { "type": "Whitespace" }, "post_processor": null, "decoder": null,
        "model": { "type": "WordLevel", "vocab": { "[UNK]": 0, "dog": 1, "tax": 2 }, "unk_token": "[UNK]" },
    })
    .to_string()
}

/// A hub with the model `org/tiny`; the `broken` first transfers of the table break off in the middle.
fn hub(broken: usize, table_sha256: String) -> Stub {
    let transfers = std::sync::atomic::AtomicUsize::new(0);
    Stub::start(move |_, request| {
        let path = request.line.split(' ').nth(1).unwrap_or_default().to_owned();
        let commit = format!("x-repo-commit: {COMMIT}\r\n");
        match path.rsplit('/').next() {
            Some("tokenizer.json") => Answer { headers: commit, ..Answer::new(200, tokenizer()) },
            Some("model.safetensors") => {
                // The hub passes on to where the bytes are, and says the hash on the way.
                let headers =
                    format!("{commit}x-linked-etag: \"{table_sha256}\"\r\nlocation: /store/table\r\n");
                Answer { headers, ..Answer::new(302, "") }
            }
            Some("table") if request.line.starts_with("HEAD") => Answer::new(200, table()),
            Some("table") => {
                let from = request.headers.split("range: bytes=").nth(1);
                let from = from.and_then(|from| from.split('-').next()?.parse::<usize>().ok());
                let number = transfers.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                let status = if from.is_some() { 206 } else { 200 };
                let body = table()[from.unwrap_or(0)..].to_vec();
                let cut = (number < broken).then_some(body.len() / 2);
                Answer { cut, ..Answer::new(status, body) }
            }
            _ => Answer::new(404, "no such file"),
        }
    })
}

fn sha256() -> String {
    Sha256Hex::of(&table()).to_string()
}

fn base() -> TestRepo {
    TestRepo::new()
        .file("knowledge/kennel.md", "# Kennel\n\nA dog sleeps in the yard.\n")
        .file("knowledge/levy.md", "# Levy\n\nThe tax is paid in spring.\n")
        .commit("notes")
}

#[test]
fn a_model_of_the_hub_is_fetched_whole_though_the_line_breaks() {
    let (repo, hub) = (base(), hub(2, sha256()));
    let environment = [("HF_ENDPOINT", hub.url.as_str())];
    repo.kb_with_env(&environment, ["model", "pull", "org/tiny"])
        .code(0)
        .prints("tiny: model2vec, 2 dimensions")
        .says("embedding = \"tiny\"");
    let requests = hub.requests();
    assert!(
        requests.iter().any(|request| request.headers.contains("range: bytes=")),
        "it goes on where it stopped"
    );
    let pinned = requests.iter().filter(|request| request.line.contains(COMMIT)).count();
    assert!(pinned >= 1, "after the first file the commit is asked for, not the branch");

    repo.kb(["model", "verify"]).code(0).prints("tiny: as it was fetched");
    repo.write("kb.toml", "embedding = \"tiny\"\n");
    repo.commit_all("another model");
    repo.kb(["model", "list"]).code(0).prints("* tiny").prints("model2vec");
    repo.kb(["build"]).code(0);
    repo.kb(["search", "dog", "--format", "json"]).code(0).prints("knowledge/kennel.md");

    let place = repo.kb(["model", "list", "--format", "json"]).json();
    let tiny = place["models"].as_array().expect("models").iter().find(|model| model["name"] == "tiny");
    assert_eq!(tiny.expect("tiny")["revision"], COMMIT);
    let file = repo.root().join("../home/.local/share/kb/models/tiny/model.safetensors");
    std::fs::write(file, "something else").expect("a file");
    repo.kb(["model", "verify", "tiny"]).code(1).prints("model.safetensors: sha256");
}

#[test]
fn what_is_not_what_the_hub_says_is_not_kept() {
    let (repo, hub) = (base(), hub(0, "0".repeat(64)));
    let environment = [("HF_ENDPOINT", hub.url.as_str())];
    repo.kb_with_env(&environment, ["model", "pull", "org/tiny"]).code(3).says("not what the hub says");
    let listed = repo.kb(["model", "list"]).code(0);
    assert!(!listed.stdout.contains("tiny"), "{}", listed.stdout);
    repo.kb_with_env(&environment, ["model", "pull", "org/tiny@a b"])
        .code(3)
        .says("neither a folder nor a model");
}

#[test]
fn a_folder_is_a_model_too_and_names_are_checked() {
    let repo = base();
    std::fs::create_dir(repo.root().join("../mine")).expect("a folder");
    std::fs::write(repo.root().join("../mine/model.safetensors"), table()).expect("a file");
    repo.kb(["model", "pull", "../mine"]).code(3).says("has no tokenizer.json");
    std::fs::write(repo.root().join("../mine/tokenizer.json"), tokenizer()).expect("a file");
    repo.kb(["model", "pull", "../mine", "--name", "own"]).code(0).prints("own: model2vec, 2 dimensions");
    repo.kb(["model", "pull", "../mine", "--name", "../up"]).code(3).says("can name a model");
    repo.kb(["model", "pull", "nowhere"]).code(2).says("no model that kb knows");
    repo.kb(["model", "verify", "nowhere"]).code(2);
    repo.write("kb.toml", "embedding = \"own\"\n[embeddings.own]\nkind = \"model2vec\"\ndimension = 3\n");
    repo.commit_all("settings");
    repo.kb(["build"]).code(0).says("its vectors have 2 dimensions, kb.toml says 3");
    std::fs::write(repo.root().join("../mine/model.safetensors"), "no table").expect("a file");
    repo.kb(["model", "pull", "../mine", "--name", "own"]).code(3).says("safetensors");
    repo.kb(["model", "verify", "own"]).code(0);
}
