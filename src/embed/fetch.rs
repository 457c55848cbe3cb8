//! Fetches the files of a model from a hub that speaks as the Hugging Face hub does. A fetch that was cut off goes on.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use reqwest::blocking::{Client, Response};
use reqwest::header::{HeaderMap, LOCATION, RANGE};
use reqwest::{StatusCode, Url};

use super::http::{client, following, told};
use super::model2vec::TABLE;
use super::network::{NETWORK, TOKENIZER};
use crate::digest::Sha256Hex;
use crate::port::{Event, Events};

/// Where a network lies in a repository of the hub, the smallest first.
const NETWORKS: [&str; 5] = [
    "onnx/model_quantized.onnx",
    "onnx/model_qint8_avx512_vnni.onnx",
    "onnx/model_int8.onnx",
    "onnx/model.onnx",
    "model.onnx",
];

/// How long a server may say nothing.
const SILENCE: Duration = Duration::from_secs(3600);

/// How often a transfer that breaks off is taken up again.
const TIMES: u32 = 4;

/// One repository of the hub.
pub(super) struct Hub {
    base: String,
    revision: String,
    plain: Client,
    following: Client,
}

/// What the hub says of a file before it sends it.
struct Announced {
    url: Url,
    sha256: Option<Sha256Hex>,
    commit: Option<String>,
}

impl Hub {
    /// The repository that `from` names at the hub at `hub`: `org/name` or `org/name@revision`.
    pub fn new(hub: &str, from: &str) -> Result<Hub, String> {
        let (name, revision) = from.split_once('@').unwrap_or((from, "main"));
        let plain = |part: &str| {
            let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
            !part.is_empty() && !part.starts_with('.') && part.bytes().all(allowed)
        };
        if name.split('/').count() != 2 || !name.split('/').all(plain) || !plain(revision) {
            return Err(format!("`{from}` is neither a folder nor a model of the hub, such as org/name"));
        }
        let base = format!("{}/{name}/resolve", hub.trim_end_matches('/'));
        Ok(Hub { base, revision: revision.to_owned(), plain: client()?, following: following()? })
    }

    /// Fetches what a model of `kind` consists of into `stage`; gives the names of the files and the commit.
    pub fn fetch(
        &self,
        stage: &Path,
        kind: Option<&str>,
        events: &dyn Events,
    ) -> Result<(Vec<String>, Option<String>), String> {
        let tokenizer = self
            .announced(TOKENIZER)?
            .ok_or_else(|| format!("{}/{} has no {TOKENIZER}", self.base, self.revision))?;
        // All files are of one commit, even when the branch moves meanwhile.
        let commit = tokenizer.commit.clone();
        let hub = Hub {
            base: self.base.clone(),
            revision: commit.clone().unwrap_or_else(|| self.revision.clone()),
            plain: self.plain.clone(),
            following: self.following.clone(),
        };
        hub.file(&tokenizer, &stage.join(TOKENIZER), events)?;
        let tables: &[(&str, &str)] = &[(TABLE, TABLE)];
        let networks = NETWORKS.map(|network| (network, NETWORK));
        let candidates: Vec<(&str, &str)> = match kind {
            Some("model2vec") => tables.to_vec(),
            Some(_) => networks.to_vec(),
            None => networks.iter().chain(tables).copied().collect(),
        };
        for (there, here) in candidates {
            if let Some(announced) = hub.announced(there)? {
                hub.file(&announced, &stage.join(here), events)?;
                return Ok((vec![here.to_owned(), TOKENIZER.to_owned()], commit));
            }
        }
        Err(format!("{}/{} has no model that kb can run: no ONNX file, no {TABLE}", self.base, self.revision))
    }

    /// What the hub says of `file`; `None` where it has none.
    fn announced(&self, file: &str) -> Result<Option<Announced>, String> {
        let address = format!("{}/{}/{file}", self.base, self.revision);
        let mut url = Url::parse(&address).map_err(|error| format!("{address}: {error}"))?;
        let (mut sha256, mut commit) = (None, None);
        for _ in 0..8 {
            let answer = self
                .plain
                .head(url.clone())
                .timeout(Duration::from_secs(30))
                .send()
                .map_err(|error| format!("{address}: {}", told(&error)))?;
            let said = |name| header(answer.headers(), name);
            let digest = said("x-linked-etag").and_then(|tag| Sha256Hex::parse(tag.trim_matches('"')));
            sha256 = sha256.or(digest);
            commit = commit.or(said("x-repo-commit")
                .filter(|commit| commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit())));
            match (answer.status(), said(LOCATION.as_str())) {
                (status, Some(location)) if status.is_redirection() => {
                    url = url.join(&location).map_err(|error| format!("{address}: {error}"))?;
                }
                (status, _) if status.is_success() => return Ok(Some(Announced { url, sha256, commit })),
                (StatusCode::NOT_FOUND, _) => return Ok(None),
                (status @ (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN), _) => {
                    return Err(format!("{address}: {status}; there is no such model, or it is not public"));
                }
                (status, _) => return Err(format!("{address}: {status}")),
            }
        }
        Err(format!("{address}: it is passed on without end"))
    }

    /// Brings a file to `place`, going on where an earlier try stopped.
    fn file(&self, announced: &Announced, place: &Path, events: &dyn Events) -> Result<(), String> {
        let part = place.with_extension("part");
        let doing = |error: std::io::Error| format!("writing {}: {error}", part.display());
        let mut said = String::new();
        for _ in 0..TIMES {
            match self.transfer(announced, &part, events) {
                Ok(()) => {
                    let bytes = fs::read(&part).map_err(doing)?;
                    let is = Sha256Hex::of(&bytes);
                    if announced.sha256.as_ref().is_none_or(|wanted| *wanted == is) {
                        return fs::rename(&part, place).map_err(doing);
                    }
                    said = format!("{}: the sha256 is {is}, not what the hub says", announced.url.path());
                    // What is wrong as a whole cannot be gone on with.
                    fs::remove_file(&part).map_err(doing)?;
                }
                Err(message) => said = message,
            }
        }
        Err(said)
    }

    fn transfer(&self, announced: &Announced, part: &Path, events: &dyn Events) -> Result<(), String> {
        let doing = |error: std::io::Error| format!("writing {}: {error}", part.display());
        let have = part.metadata().map_or(0, |part| part.len());
        let mut request = self.following.get(announced.url.clone()).timeout(SILENCE);
        if have > 0 {
            request = request.header(RANGE, format!("bytes={have}-"));
        }
        let asking = |error: reqwest::Error| format!("{}: {}", announced.url.path(), told(&error));
        let mut answer: Response = request.send().map_err(asking)?;
        let mut file = match answer.status() {
            StatusCode::PARTIAL_CONTENT => OpenOptions::new().append(true).open(part).map_err(doing)?,
            // There is nothing after what is here already.
            StatusCode::RANGE_NOT_SATISFIABLE => return Ok(()),
            status if status.is_success() => File::create(part).map_err(doing)?,
            status => return Err(format!("{}: {status}", announced.url.path())),
        };
        let total = answer.content_length();
        events.emit(Event::Stage { what: "fetching the model", total });
        let (mut buffer, mut got) = (vec![0; 1 << 16], 0);
        loop {
            let read =
                answer.read(&mut buffer).map_err(|error| format!("{}: {error}", announced.url.path()))?;
            if read == 0 {
                break;
            }
            file.write_all(&buffer[..read]).map_err(doing)?;
            got += read as u64;
            events.emit(Event::Advance(read as u64));
        }
        events.emit(Event::StageEnd);
        match total {
            Some(total) if got < total => Err(format!("{}: it broke off", announced.url.path())),
            _ => Ok(()),
        }
    }
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}
