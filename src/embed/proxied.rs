//! Requests by way of the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, but for `NO_PROXY`), for
//! adapters whose own client knows no proxies. It tries once.

use std::error::Error;

use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde_json::Value;

use super::http::builder;

/// The variables that name a proxy.
pub const PROXIES: [&str; 6] =
    ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];

/// How many redirections of a read are followed.
const REDIRECTIONS: usize = 8;

/// A way to servers by a proxy. A redirection of a read is followed, to another host without the credential; one of a write is
/// not.
pub struct Proxied {
    reading: Client,
    writing: Client,
}

/// An answer.
pub struct ProxiedReply {
    /// The status.
    pub status: u16,
    /// The headers that are text, their names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl ProxiedReply {
    /// The first header `name`, in lower case.
    pub fn header(&self, name: &str) -> Option<String> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }
}

impl Proxied {
    /// Nothing is asked yet.
    pub fn new() -> Result<Proxied, String> {
        let client = |policy| builder().redirect(policy).build().map_err(|error| told(&error));
        Ok(Proxied { reading: client(Policy::limited(REDIRECTIONS))?, writing: client(Policy::none())? })
    }

    /// Sends one request. An error leaves open whether what was asked for was done.
    pub async fn send(
        &self,
        method: &str,
        url: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Result<ProxiedReply, String> {
        let client = if method == "GET" { &self.reading } else { &self.writing };
        let method: Method = method.parse().map_err(|_| "no such method".to_owned())?;
        let mut request = client.request(method, url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await.map_err(|error| told(&error))?;
        let status = response.status().as_u16();
        let text = |(name, value): (&reqwest::header::HeaderName, &reqwest::header::HeaderValue)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        };
        let headers = response.headers().iter().filter_map(text).collect();
        let body =
            response.text().await.map_err(|error| format!("the answer broke off: {}", told(&error)))?;
        Ok(ProxiedReply { status, headers, body })
    }
}

/// The cause that says most, without the address, in which a proxy's password may stand.
fn told(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
