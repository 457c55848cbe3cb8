//! A registry of the Open Container Initiative over HTTP, behind `port::Registry`. Credentials are for the caller to give; what is
//! pushed and whether it may be is not decided here.

mod challenge;

use std::cell::RefCell;
use std::time::Duration;

use reqwest::Method;
use reqwest::blocking::{Client, RequestBuilder, Response};
use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION, WWW_AUTHENTICATE};

use self::challenge::{Challenge, encoded};
use crate::digest::Sha256Hex;
use crate::forge::{Secret, shown};
use crate::port::{Registry, RegistryFault};

/// The media type of a manifest.
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";

/// How often a request is made that gets no answer.
const TIMES: u32 = 4;

/// How long one answer may take.
const ANSWER: Duration = Duration::from_secs(300);

/// The largest manifest that is read.
const LARGEST_MANIFEST: usize = 4 << 20;

/// One repository of a registry.
pub struct OciRegistry {
    place: String,
    base: String,
    origin: String,
    name: String,
    user: String,
    password: Option<Secret>,
    client: Client,
    bearer: RefCell<Option<Secret>>,
}

/// What is sent, and made again where it must be sent again.
type Build<'b> = &'b dyn Fn(&Client, &str) -> RequestBuilder;

impl OciRegistry {
    /// The repository at `place`, such as `ghcr.io/acme/base/index`, asked as `user` with `password`. Nothing is asked yet.
    pub fn new(place: &str, user: &str, password: Option<Secret>) -> Result<OciRegistry, RegistryFault> {
        let no_place = || RegistryFault::Place(place.to_owned());
        let (host, name) = place.split_once('/').ok_or_else(no_place)?;
        let is_host = host.contains(['.', ':']) || host == "localhost";
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-/".contains(c);
        let is_name = !name.is_empty() && name.chars().all(plain) && !name.split('/').any(str::is_empty);
        let is_plain_host = host.chars().all(|c| c.is_ascii_alphanumeric() || ".:-".contains(c));
        if !is_host || !is_plain_host || !is_name || name.split('/').any(|part| part.starts_with('.')) {
            return Err(no_place());
        }
        let is_here = matches!(host.split(':').next(), Some("localhost" | "127.0.0.1"));
        let scheme = if is_here { "http" } else { "https" };
        let origin = format!("{scheme}://{host}");
        let client = crate::embed::following_client().map_err(|message| RegistryFault::Unreachable {
            place: place.to_owned(),
            doing: "making ready".to_owned(),
            message,
        })?;
        Ok(OciRegistry {
            place: place.to_owned(),
            base: format!("{origin}/v2/{name}"),
            origin,
            name: name.to_owned(),
            user: user.to_owned(),
            password,
            client,
            bearer: RefCell::default(),
        })
    }

    /// Sends until there is an answer, shows a credential where one is asked for, and gives what is no error; `None` for what is
    /// not there.
    fn ask(&self, url: &str, doing: &str, build: Build<'_>) -> Result<Option<Response>, RegistryFault> {
        let (mut said, mut is_challenged) = (String::new(), false);
        let mut time = 0;
        while time < TIMES {
            let mut request = build(&self.client, url).timeout(ANSWER);
            // A credential goes to the registry alone, not to where it stores things.
            if let Some(bearer) = self.bearer.borrow().as_ref().filter(|_| self.is_own(url)) {
                request = request.header("authorization", bearer.reveal());
            }
            match request.send() {
                Ok(answer) if answer.status().as_u16() == 401 && !is_challenged => {
                    is_challenged = true;
                    self.show(&answer, doing)?;
                    continue;
                }
                Ok(answer) if answer.status().as_u16() == 404 => return Ok(None),
                Ok(answer) if answer.status().is_success() => return Ok(Some(answer)),
                Ok(answer) => {
                    let status = answer.status();
                    said = format!("{status} {}", self.clean(&answer.text().unwrap_or_default()));
                    let (place, doing) = (self.place.clone(), doing.to_owned());
                    let is_busy = matches!(status.as_u16(), 408 | 429) || status.is_server_error();
                    if matches!(status.as_u16(), 401 | 403) {
                        return Err(RegistryFault::Denied { place, doing, message: said });
                    }
                    if !is_busy {
                        return Err(RegistryFault::Refused { place, doing, message: said });
                    }
                }
                Err(error) => said = told(&error),
            }
            time += 1;
            if time < TIMES {
                std::thread::sleep(Duration::from_millis(500) * 2_u32.saturating_pow(time));
            }
        }
        Err(self.unreachable(doing, &said))
    }

    /// Answers a challenge: with the credential itself, or with a token that another address gives for it.
    fn show(&self, answer: &Response, doing: &str) -> Result<(), RegistryFault> {
        let denied = |message: &str| RegistryFault::Denied {
            place: self.place.clone(),
            doing: doing.to_owned(),
            message: message.to_owned(),
        };
        let header = answer.headers().get(WWW_AUTHENTICATE).and_then(|value| value.to_str().ok());
        let header = match header.and_then(Challenge::read) {
            None => return Err(denied("it asks for a credential of a kind that kb does not have")),
            Some(Challenge::Basic) => {
                let Some(password) = &self.password else {
                    return Err(denied("it asks for a credential: set KB_REGISTRY_TOKEN"));
                };
                challenge::basic(&self.user, password.reveal())
            }
            Some(Challenge::Bearer { realm, service }) => {
                if !realm.starts_with("https://") && !self.is_own(&realm) {
                    return Err(denied("it sends to an address in the clear for a token"));
                }
                let scope = format!(
                    "repository:{}:pull{}",
                    self.name,
                    self.password.as_ref().map_or("", |_| ",push")
                );
                let join = if realm.contains('?') { '&' } else { '?' };
                let url = format!("{realm}{join}service={}&scope={}", encoded(&service), encoded(&scope));
                let mut request = self.client.get(url).timeout(ANSWER);
                if let Some(password) = &self.password {
                    request = request.basic_auth(&self.user, Some(password.reveal()));
                }
                let answer = request.send().map_err(|error| self.unreachable(doing, &told(&error)))?;
                let status = answer.status();
                let text = answer.text().unwrap_or_default();
                let token = challenge::token(&text).filter(|_| status.is_success());
                let token = token.ok_or_else(|| denied(&format!("no token is given for it ({status})")))?;
                format!("Bearer {token}")
            }
        };
        *self.bearer.borrow_mut() = Secret::new(&header);
        Ok(())
    }

    /// Whether an address is one of the registry itself.
    fn is_own(&self, url: &str) -> bool {
        url.strip_prefix(&self.origin).is_some_and(|rest| rest.starts_with('/'))
    }

    fn unreachable(&self, doing: &str, message: &str) -> RegistryFault {
        let (place, message) = (self.place.clone(), self.clean(message));
        RegistryFault::Unreachable { place, doing: doing.to_owned(), message }
    }

    /// `text` in one line, without the credential.
    fn clean(&self, text: &str) -> String {
        let text = self.password.as_ref().map_or_else(|| text.to_owned(), |password| password.clean(text));
        shown(&text)
    }

    fn checked(&self, digest: &Sha256Hex, bytes: Vec<u8>) -> Result<Vec<u8>, RegistryFault> {
        if Sha256Hex::of(&bytes) == *digest {
            return Ok(bytes);
        }
        Err(RegistryFault::OtherBytes { place: self.place.clone(), digest: digest.clone() })
    }
}

impl Registry for OciRegistry {
    fn place(&self) -> &str {
        &self.place
    }

    fn manifest(&self, reference: &str) -> Result<Option<Vec<u8>>, RegistryFault> {
        let doing = format!("reading the manifest {reference}");
        let url = format!("{}/manifests/{reference}", self.base);
        let get = |client: &Client, url: &str| client.get(url).header(ACCEPT, MANIFEST);
        let Some(answer) = self.ask(&url, &doing, &get)? else { return Ok(None) };
        let bytes = answer.bytes().map_err(|error| self.unreachable(&doing, &told(&error)))?.to_vec();
        if bytes.len() > LARGEST_MANIFEST {
            let (place, message) = (self.place.clone(), "it is larger than a manifest can be".to_owned());
            return Err(RegistryFault::Refused { place, doing, message });
        }
        match reference.strip_prefix("sha256:").and_then(Sha256Hex::parse) {
            Some(digest) => self.checked(&digest, bytes).map(Some),
            None => Ok(Some(bytes)),
        }
    }

    fn put_manifest(&self, tag: &str, media_type: &str, bytes: &[u8]) -> Result<(), RegistryFault> {
        let doing = format!("writing the manifest {tag}");
        let url = format!("{}/manifests/{tag}", self.base);
        let put = |client: &Client, url: &str| {
            client.put(url).header(CONTENT_TYPE, media_type).body(bytes.to_vec())
        };
        match self.ask(&url, &doing, &put)? {
            Some(_) => Ok(()),
            None => Err(self.unreachable(&doing, "there is no such repository")),
        }
    }

    fn has(&self, digest: &Sha256Hex) -> Result<bool, RegistryFault> {
        let url = format!("{}/blobs/sha256:{digest}", self.base);
        let head = |client: &Client, url: &str| client.request(Method::HEAD, url);
        Ok(self.ask(&url, "looking for a shard", &head)?.is_some())
    }

    fn put(&self, bytes: &[u8]) -> Result<(), RegistryFault> {
        let (doing, digest) = ("writing a shard", Sha256Hex::of(bytes));
        let url = format!("{}/blobs/uploads/", self.base);
        let post = |client: &Client, url: &str| client.post(url).header("content-length", "0");
        let answer = self.ask(&url, doing, &post)?;
        let place = answer.as_ref().and_then(|answer| answer.headers().get(LOCATION)?.to_str().ok());
        let place = place.ok_or_else(|| self.unreachable(doing, "it does not say where to write"))?;
        let place = if place.starts_with('/') { format!("{}{place}", self.origin) } else { place.to_owned() };
        let join = if place.contains('?') { '&' } else { '?' };
        let url = format!("{place}{join}digest=sha256:{digest}");
        let put = |client: &Client, url: &str| {
            client.put(url).header(CONTENT_TYPE, "application/octet-stream").body(bytes.to_vec())
        };
        match self.ask(&url, doing, &put)? {
            Some(_) => Ok(()),
            None => Err(self.unreachable(doing, "what was begun is gone; run it again")),
        }
    }

    fn get(&self, digest: &Sha256Hex) -> Result<Vec<u8>, RegistryFault> {
        let doing = "reading a shard";
        let url = format!("{}/blobs/sha256:{digest}", self.base);
        let get = |client: &Client, url: &str| client.get(url);
        let answer = self.ask(&url, doing, &get)?;
        let answer =
            answer.ok_or_else(|| self.unreachable(doing, &format!("sha256:{digest} is not there")))?;
        let bytes = answer.bytes().map_err(|error| self.unreachable(doing, &told(&error)))?;
        self.checked(digest, bytes.to_vec())
    }
}

/// The cause that says most; never the address, which may hold a secret.
fn told(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    if error.is_timeout() { "no answer in time".to_owned() } else { cause.to_string() }
}
