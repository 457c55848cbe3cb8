//! A registry of OCI artifacts in one file: what a publication needs, and a password before anything else. It keeps nothing, and
//! `examples/fake-github.rs` includes it by its path.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::Response;
use sha2::{Digest as _, Sha256};

/// What a registry holds.
#[derive(Default)]
pub struct Held {
    /// Layers and configurations by digest.
    pub blobs: BTreeMap<String, Vec<u8>>,
    /// Manifests by digest and by tag.
    pub manifests: BTreeMap<String, Vec<u8>>,
    /// How many blobs were sent.
    pub sent: usize,
}

/// A registry that asks for the password `s3cret-token` before anything else.
pub struct Canned {
    address: String,
    /// What it holds.
    pub held: Arc<Mutex<Held>>,
}

impl Canned {
    /// Starts it on a free port.
    pub fn start() -> Canned {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let held = Arc::<Mutex<Held>>::default();
        let served = Arc::clone(&held);
        std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async move {
                listener.set_nonblocking(true).expect("a listener that does not block");
                let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
                let router = Router::new().fallback(move |request: Request| {
                    let held = Arc::clone(&served);
                    async move {
                        let (head, body) = request.into_parts();
                        let body = to_bytes(body, 64 << 20).await.expect("a body").to_vec();
                        answer(&head, body, &mut held.lock().expect("what it holds"))
                    }
                });
                axum::serve(listener, router).await.expect("serving");
            });
        });
        Canned { address, held }
    }

    /// A repository in it.
    pub fn place(&self) -> String {
        format!("{}/acme/base/index", self.address)
    }
}

fn digest(bytes: &[u8]) -> String {
    let digits: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{digits}")
}

fn answer(head: &axum::http::request::Parts, body: Vec<u8>, held: &mut Held) -> Response {
    let status = |status: u16| Response::builder().status(status);
    let plain = |code: u16| status(code).body(Body::empty()).expect("an answer");
    // kb:s3cret-token
    if head.headers.get("authorization").is_none_or(|value| value != "Basic a2I6czNjcmV0LXRva2Vu") {
        let asked = status(401).header("www-authenticate", "Basic realm=\"registry\"");
        return asked.body(Body::empty()).expect("an answer");
    }
    let path = head.uri.path();
    let name = path.rsplit('/').next().unwrap_or_default().to_owned();
    match head.method.as_str() {
        "POST" => {
            status(202).header("location", "/v2/acme/base/index/blobs/uploads/1?state=x").body(Body::empty())
        }
        "PUT" if path.contains("/uploads/") => {
            let wanted = head.uri.query().unwrap_or_default().rsplit("digest=").next().unwrap_or_default();
            if wanted != digest(&body) {
                return plain(400);
            }
            held.sent += 1;
            held.blobs.insert(wanted.to_owned(), body);
            status(201).body(Body::empty())
        }
        "PUT" => {
            held.manifests.insert(digest(&body), body.clone());
            held.manifests.insert(name, body);
            status(201).body(Body::empty())
        }
        _ => {
            let list = if path.contains("/blobs/") { &held.blobs } else { &held.manifests };
            match list.get(&name) {
                Some(bytes) => status(200).body(Body::from(bytes.clone())),
                None => status(404).body(Body::empty()),
            }
        }
    }
    .expect("an answer")
}
