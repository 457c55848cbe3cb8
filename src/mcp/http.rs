//! Serves many clients over HTTP. Whoever connects brings a token, and the token says on whose behalf they read.
//!
//! Nothing is remembered between requests, so no request can speak in the name of another's. TLS is for a proxy in front.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::base::{Fault, Opener};
use super::handler::{Server, Settings};
use super::line::LONGEST;
use super::reader::Reader;
use crate::digest::Sha256Hex;

/// The path that is served.
pub const PATH: &str = "/mcp";

/// The fewest characters of a token that is given in clear; what is shorter can be guessed.
const SHORTEST: usize = 32;

/// Who may connect: hashes of tokens, each with who reads by it.
#[derive(Clone, Debug, Default)]
pub struct Tokens(Vec<(Sha256Hex, Reader)>);

impl Tokens {
    /// Lets `reader` connect with the token that has `hash`.
    pub fn add(&mut self, hash: Sha256Hex, reader: Reader) {
        self.0.push((hash, reader));
    }

    /// Lets `reader` connect with `token`.
    pub fn add_clear(&mut self, token: &str, reader: Reader) -> Result<(), Fault> {
        if token.trim().len() < SHORTEST {
            return Err(Fault::new(format!("the token is shorter than {SHORTEST} characters"))
                .hint("`openssl rand -hex 32` makes one"));
        }
        self.add(Sha256Hex::of(token.trim().as_bytes()), reader);
        Ok(())
    }

    /// Whether nobody may connect.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Who reads by `token`. It takes the same time whatever is known of the token, and which of them it is.
    fn reader(&self, token: &str) -> Option<&Reader> {
        let asked = Sha256Hex::of(token.as_bytes());
        let mut found = None;
        for (known, reader) in &self.0 {
            let pairs = known.as_str().bytes().zip(asked.as_str().bytes());
            let differ = pairs.fold(0, |differ, (a, b)| differ | (a ^ b));
            if std::hint::black_box(differ) == 0 {
                found = Some(reader);
            }
        }
        found
    }
}

/// How clients are served over HTTP.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// Where to listen.
    pub address: SocketAddr,
    /// The names by which clients may call the server, beside those of this machine.
    pub hosts: Vec<String>,
    /// The pages whose scripts may call the server; none but those.
    pub origins: Vec<String>,
    /// Who may connect.
    pub tokens: Tokens,
}

/// Serves clients over HTTP until the process ends; `ready` is told where.
pub fn serve_http(
    opener: Arc<dyn Opener>,
    settings: Settings,
    http: HttpSettings,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), Fault> {
    let address = http.address;
    let started = |error: std::io::Error| Fault::new(format!("listening on {address}: {error}"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Fault::new(format!("starting the server: {error}")))?;
    let server = Server::new(opener, settings);
    server.warm();
    let own = ["localhost", "127.0.0.1", "::1"].map(str::to_owned);
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(own.into_iter().chain(http.hosts))
        .with_allowed_origins(http.origins)
        .enforce_origin_validation()
        .with_max_request_body_bytes(LONGEST);
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let tokens = Arc::new(http.tokens);
    let app = Router::new().route_service(PATH, service).layer(from_fn_with_state(tokens, admit));
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await.map_err(started)?;
        ready(listener.local_addr().map_err(started)?);
        axum::serve(listener, app).await.map_err(started)
    })
}

/// Lets a request through that brings a token, and says to what follows who reads by it.
async fn admit(State(tokens): State<Arc<Tokens>>, mut request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = given
        .and_then(|given| given.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    match token.and_then(|(_, token)| tokens.reader(token.trim())) {
        Some(reader) => {
            request.extensions_mut().insert(reader.clone());
            next.run(request).await
        }
        None => {
            (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], "a bearer token is needed\n")
                .into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_hash_alone() {
        let mut tokens = Tokens::default();
        let token = "0123456789abcdef0123456789abcdef";
        tokens.add_clear(&format!(" {token}\n"), Reader::default()).expect("a long token");
        let reader = Reader { may_remember: false, ..Reader::default() };
        tokens.add(Sha256Hex::of(b"other"), reader.clone());
        assert_eq!(tokens.reader(token), Some(&Reader::default()));
        assert_eq!(tokens.reader("other"), Some(&reader));
        assert_eq!((tokens.reader(""), tokens.reader(&token[1..])), (None, None));
        assert_eq!(tokens.reader(Sha256Hex::of(b"other").as_str()), None, "a hash is no token");
        assert!(tokens.add_clear("short", Reader::default()).is_err());
    }
}
