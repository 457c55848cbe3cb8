//! One request over the network and its answer: the only file that names the client crate and its runtime. It tries once;
//! when to try again is for the client to say. The crate knows no proxies, so where the environment names one, kb's own client goes
//! by it.

use std::error::Error;
use std::time::Duration;

use octocrab::Octocrab;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use super::reply::Reply;
use crate::embed::Proxied;
use crate::forge::Secret;

/// How long one answer may take.
const ANSWER: Duration = Duration::from_secs(60);

/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(10);

/// What is done to a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    fn as_str(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        }
    }
}

/// One server, on a runtime of its own. A redirection of a write is not followed, as its body cannot be sent twice; one of a
/// read is, and to another host without the token.
pub(super) struct Wire {
    runtime: Runtime,
    line: Line,
}

/// The way to the server.
enum Line {
    Straight(Octocrab),
    /// By a proxy, to this origin.
    Proxied(Proxied, String),
}

/// What kb asks to be answered with.
const ACCEPTED: &str = "application/vnd.github+json";

impl Wire {
    /// The server at `origin`: scheme, host and port; by a proxy where `is_proxied`. Nothing is asked yet.
    pub fn new(origin: &str, is_proxied: bool) -> Result<Wire, String> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| told(&error))?;
        let line = {
            let _inside = runtime.enter();
            if is_proxied {
                Line::Proxied(Proxied::new()?, origin.trim_end_matches('/').to_owned())
            } else {
                let builder = Octocrab::builder().base_uri(origin).map_err(|error| told(&error))?;
                Line::Straight(
                    builder.set_connect_timeout(Some(CONNECT)).build().map_err(|error| told(&error))?,
                )
            }
        };
        Ok(Wire { runtime, line })
    }

    /// Sends one request; `path` is absolute, with its query. An error says why there is no answer, which leaves open whether
    /// what was asked for was done.
    pub fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        token: &Secret,
    ) -> Result<Reply, String> {
        let sending = async { tokio::time::timeout(ANSWER, self.exchange(method, path, body, token)).await };
        self.runtime.block_on(sending).map_err(|_| "no answer in time".to_owned())?
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        token: &Secret,
    ) -> Result<Reply, String> {
        let client = match &self.line {
            Line::Straight(client) => client,
            Line::Proxied(client, origin) => return proxied(client, origin, method, path, body, token).await,
        };
        let client = client.user_access_token(token.reveal().to_owned()).map_err(|error| told(&error))?;
        let mut request = client.build_request(Default::default(), body).map_err(|error| told(&error))?;
        *request.method_mut() = method.as_str().parse().map_err(|_| "no such method".to_owned())?;
        *request.uri_mut() = path.parse().map_err(|_| "an address that cannot be asked".to_owned())?;
        if let Ok(accepted) = ACCEPTED.parse() {
            request.headers_mut().insert("accept", accepted);
        }
        let response = client.execute(request).await.map_err(|error| told(&error))?;
        let header = |name: &str| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        let reply = Reply {
            status: response.status().as_u16(),
            link: header("link"),
            retry_after: header("retry-after"),
            remaining: header("x-ratelimit-remaining"),
            reset: header("x-ratelimit-reset"),
            date: header("date"),
            location: header("location"),
            body: String::new(),
        };
        let body = client.body_to_string(response).await;
        Ok(Reply { body: body.map_err(|error| format!("the answer broke off: {}", told(&error)))?, ..reply })
    }
}

/// The same by a proxy.
async fn proxied(
    client: &Proxied,
    origin: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
    token: &Secret,
) -> Result<Reply, String> {
    let authorization = format!("Bearer {}", token.reveal());
    let headers = [("authorization", authorization.as_str()), ("accept", ACCEPTED)];
    let reply = client.send(method.as_str(), &format!("{origin}{path}"), &headers, body).await?;
    Ok(Reply {
        status: reply.status,
        link: reply.header("link"),
        retry_after: reply.header("retry-after"),
        remaining: reply.header("x-ratelimit-remaining"),
        reset: reply.header("x-ratelimit-reset"),
        date: reply.header("date"),
        location: reply.header("location"),
        body: reply.body,
    })
}

/// The cause that says most. What the crate itself prints holds traces of the program.
fn told(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
