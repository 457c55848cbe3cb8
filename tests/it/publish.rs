//! `kb index publish|pull` against a registry of one file, and where it is installed against Debian's `docker-registry`.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use crate::canned_registry::Canned;
use crate::test_repo::{Run, TestRepo};

fn repo() -> TestRepo {
    let note = |name: &str| format!("---\ntype: Note\ntitle: {name}\n---\n# {name}\n\nThe word is {name}.\n");
    let repo = TestRepo::initialised()
        .file("knowledge/alpha.md", note("alpha"))
        .file("knowledge/beta.md", note("beta"))
        .commit("notes");
    repo.kb(["build"]).code(0);
    repo
}

fn kb<const N: usize>(repo: &TestRepo, arguments: [&str; N]) -> Run {
    repo.kb_with_env(&[("KB_REGISTRY_TOKEN", "s3cret-token")], arguments)
}

/// The whole course, the same with every registry.
fn course(place: &str) {
    let repo = repo();
    let first = kb(&repo, ["index", "publish", place, "--format", "json"]).code(0).json();
    assert_eq!(first["moved"], "published");
    assert!(first["sent"].as_u64() > Some(0), "{first}");
    let digest = first["digest"].as_str().expect("a digest").to_owned();
    kb(&repo, ["index", "publish", place]).code(0).prints("unchanged");

    // Everything is lost here, and comes back as it was.
    std::fs::remove_dir_all(repo.path(".kb/index")).expect("an index to lose");
    kb(&repo, ["index", "pull", place, "--digest", &digest]).code(0);
    let built = repo.kb(["build", "--format", "json"]).code(0).json();
    assert_eq!((built["full"].as_bool(), built["changed"].as_u64()), (Some(false), Some(0)), "{built}");
    repo.kb(["search", "beta"]).code(0).prints("knowledge/beta.md");

    // main moves on; then a machine that has an older main comes late.
    let old = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    repo.write("knowledge/gamma.md", "---\ntype: Note\ntitle: gamma\n---\n# gamma\n\nThe word is gamma.\n");
    repo.commit_all("more");
    kb(&repo, ["index", "publish", place]).code(3).says("the index mirrors");
    repo.kb(["build"]).code(0);
    let second = kb(&repo, ["index", "publish", place, "--format", "json"]).code(0).json();
    assert_eq!(second["moved"], "published");
    let new = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    repo.git(["branch", "later", &new]);
    repo.git(["reset", "--quiet", "--hard", &old]);
    repo.kb(["build"]).code(0);
    let late = kb(&repo, ["index", "publish", place, "--format", "json"]).code(0).json();
    assert_eq!(late["moved"], "newer", "what is published never moves backwards");
    assert_eq!(kb(&repo, ["index", "publish", place, "--digest-only"]).code(0).stdout, "");
    kb(&repo, ["index", "pull", place]).code(3).says("not on the gate's branch");

    // Another history.
    repo.write("knowledge/delta.md", "---\ntype: Note\ntitle: delta\n---\n# delta\n\nThe word is delta.\n");
    repo.commit_all("another way");
    repo.kb(["build"]).code(0);
    kb(&repo, ["index", "publish", place]).code(3).says("no ancestor");
}

#[test]
fn the_index_is_published_forward_only_and_comes_back_whole() {
    course(&Canned::start().place());
}

#[test]
fn other_bytes_and_other_peoples_artifacts_are_not_taken() {
    let registry = Canned::start();
    let (repo, place) = (repo(), registry.place());
    kb(&repo, ["index", "publish", &place]).code(0);
    {
        let mut held = registry.held.lock().expect("what it holds");
        held.blobs.values_mut().for_each(|bytes| bytes.push(b' '));
    }
    std::fs::remove_dir_all(repo.path(".kb/index")).expect("an index to lose");
    kb(&repo, ["index", "pull", &place]).code(3).says("other bytes");
    repo.kb(["build"]).code(0);
    repo.kb(["search", "beta"]).code(0).prints("knowledge/beta.md");
    {
        let mut held = registry.held.lock().expect("what it holds");
        let manifest = held.manifests["latest"].clone();
        let other = String::from_utf8(manifest).expect("a text").replace("vnd.kb.index.v1", "vnd.other.v1");
        held.manifests.insert("latest".to_owned(), other.into_bytes());
    }
    kb(&repo, ["index", "pull", &place]).code(3).says("no index");
    kb(&repo, ["index", "pull", &place, "--digest", "latest"]).code(2).says("no digest");
}

#[test]
fn a_credential_is_asked_for_and_never_shown() {
    let registry = Canned::start();
    let (repo, place) = (repo(), registry.place());
    repo.kb(["index", "publish", &place]).code(3).says("KB_REGISTRY_TOKEN");
    let wrong =
        repo.kb_with_env(&[("KB_REGISTRY_TOKEN", "wr0ng-token-9")], ["index", "publish", &place]).code(3);
    assert!(!wrong.whole().contains("wr0ng"), "{}", wrong.whole());
    for place in
        ["acme/base", "ghcr.io", "https://ghcr.io/a/b", "ghcr.io/Acme/b", "ghcr.io/a/../b", "ghcr.io/a?x/b"]
    {
        repo.kb(["index", "publish", place]).code(2).says("no place in a registry");
    }
    assert_eq!(registry.held.lock().expect("what it holds").sent, 0);
}

/// Debian's registry, ended with the test.
struct Debian(Child);

impl Drop for Debian {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn debians_registry_takes_it_too() {
    let program = "/usr/bin/docker-registry";
    if !std::path::Path::new(program).exists() {
        eprintln!("SKIPPED: {program} is not installed (apt-get install docker-registry)");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The port is free when it is looked for; the registry itself takes no socket.
    let port = TcpListener::bind("127.0.0.1:0").and_then(|one| one.local_addr()).expect("a free port").port();
    let config = folder.path().join("config.yml");
    let text = format!(
        "version: 0.1\nlog: {{level: error}}\nstorage: {{filesystem: {{rootdirectory: {}}}}}\nhttp: {{addr: 127.0.0.1:{port}}}\n",
        folder.path().join("store").display()
    );
    std::fs::write(&config, text).expect("a configuration");
    let run =
        Command::new(program).arg("serve").arg(&config).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let _registry = Debian(run.expect("the registry"));
    let is_up = || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
    let up = (0..600).any(|_| {
        is_up() || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            false
        }
    });
    assert!(up, "the registry does not answer");
    course(&format!("127.0.0.1:{port}/acme/base/index"));
}
