//! The way of a request through the fake: operation, credential, limits, contract, permission, act, contract again; and the
//! faults that were planned for it.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Mutex;

use serde_json::Value;

use super::answer::Answer;
use super::call::Call;
use super::contract::{Contract, route};
use super::door;
use super::fault::{self, Fault};
use super::graphql;
use super::limit;
use super::links::Links;
use super::ops;
use super::seen::Seen;
use super::settle;
use super::smart_http;
use super::token::Actor;
use super::world::World;

/// A request as it came over the line.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// `GET`.
    pub method: String,
    /// The path with its query.
    pub target: String,
    /// The headers, names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Incoming {
    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// What goes back over the line.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// An answer, of which only half the body is sent when `half` is set.
    Answer {
        /// The status.
        status: u16,
        /// The headers.
        headers: Vec<(String, String)>,
        /// The body.
        body: Vec<u8>,
        /// Whether the line is cut in the middle of it.
        half: bool,
    },
    /// The line is cut without an answer.
    Cut,
}

/// Where requests arrive: one at a time, as if GitHub had one worker.
pub struct Front {
    /// The state.
    pub world: Mutex<World>,
}

/// What a request turned out to be.
enum Kind {
    Rest { operation: String, params: route::Params },
    GraphQl(String),
    Git(smart_http::Service),
}

impl Front {
    /// Answers a request.
    pub fn answer(&self, incoming: &Incoming) -> Outgoing {
        let mut world = self.world.lock().expect("the world");
        let (path, query) = incoming.target.split_once('?').unwrap_or((&incoming.target, ""));
        let (prefix, below) = match path.strip_prefix("/api/v3") {
            Some(below) if below.is_empty() || below.starts_with('/') => ("/api/v3", below),
            _ => ("", path),
        };
        let body: Value = serde_json::from_slice(&incoming.body).unwrap_or(Value::Null);
        let Some(kind) = kind(incoming, path, if below.is_empty() { "/" } else { below }, &body) else {
            let fault = format!("{} {path}: no such operation in the description", incoming.method);
            world.violations.push(fault.clone());
            return sent(Answer::violation(&[fault]));
        };
        let operation = match &kind {
            Kind::Rest { operation, .. } => operation.clone(),
            Kind::GraphQl(name) => format!("graphql/{name}"),
            Kind::Git(service) => format!("git/{}", service.name()),
        };
        let planned = fault::due(&mut world.faults, &operation);
        let at = world.seen.len();
        world.seen.push(Seen {
            operation: operation.clone(),
            method: incoming.method.clone(),
            target: incoming.target.clone(),
            login: String::new(),
            body: body.clone(),
            status: 0,
        });
        if let Some(outgoing) = planned.and_then(|fault| before(&world, fault, &operation)) {
            if let Outgoing::Answer { status, .. } = &outgoing {
                world.seen[at].status = *status;
            }
            return dated(outgoing, world.clock.now());
        }
        let outgoing = match kind {
            Kind::Git(service) => smart_http::serve(&mut world, incoming, &service),
            Kind::Rest { params, .. } => {
                let links = Links { api: format!("{}{prefix}", world.origin), web: world.origin.clone() };
                let call = call(incoming, operation, params, route::query(query), body, links);
                sent(rest(&mut world, incoming, call))
            }
            Kind::GraphQl(_) => {
                let links = Links { api: world.origin.clone(), web: world.origin.clone() };
                let call = call(incoming, operation, route::Params::new(), route::Params::new(), body, links);
                sent(document(&mut world, incoming, call))
            }
        };
        settle::settle(&mut world);
        if let Outgoing::Answer { status, .. } = &outgoing {
            world.seen[at].status = *status;
        }
        let now = world.clock.now();
        dated(after(planned, outgoing), now)
    }
}

fn kind(incoming: &Incoming, path: &str, below: &str, body: &Value) -> Option<Kind> {
    if let Some(service) = smart_http::service(&incoming.method, &incoming.target) {
        return Some(Kind::Git(service));
    }
    if matches!(path, "/graphql" | "/api/graphql") && incoming.method == "POST" {
        return Some(Kind::GraphQl(graphql::name(body).unwrap_or_default()));
    }
    let (operation, params) = Contract::official().find(&incoming.method, below)?;
    Some(Kind::Rest { operation: operation.id.clone(), params })
}

fn call(
    incoming: &Incoming,
    operation: String,
    params: route::Params,
    query: route::Params,
    body: Value,
    links: Links,
) -> Call {
    let accept = incoming.header("accept").unwrap_or_default().to_owned();
    let target = incoming.target.clone();
    Call { operation, target, params, query, body, accept, actor: Actor::Nobody, links }
}

/// Whoever asks, unless the limits or the credential say no.
fn admitted(world: &mut World, incoming: &Incoming, call: &mut Call) -> Result<(), Answer> {
    if incoming.header("user-agent").is_none_or(str::is_empty) {
        let message = "Request forbidden by administrative rules. Please make sure your request has a User-Agent header";
        return Err(Answer::error(403, message));
    }
    call.actor = door::actor(world, incoming.header("authorization"))?;
    let login = call.actor.account().login;
    if let Some(seen) = world.seen.last_mut() {
        seen.login.clone_from(&login);
    }
    if call.operation == "rate-limit/get" {
        return Ok(());
    }
    let creates = matches!(incoming.method.as_str(), "POST" | "PATCH" | "PUT")
        && call.operation != "apps/create-installation-access-token"
        && call.operation.strip_prefix("graphql/").is_none_or(graphql::is_mutation);
    let now = world.clock.now();
    world.limits.take(&login, creates, now)
}

fn rest(world: &mut World, incoming: &Incoming, mut call: Call) -> Answer {
    let contract = Contract::official();
    let broken = !incoming.body.is_empty() && serde_json::from_slice::<Value>(&incoming.body).is_err();
    let mut answer = match admitted(world, incoming, &mut call) {
        Err(answer) => answer,
        Ok(()) if broken => Answer::error(400, "Problems parsing JSON"),
        Ok(()) => {
            let faults = contract.request_faults(&call.operation, &call.params, &call.query, &call.body);
            if !faults.is_empty() {
                return violation(world, &call, "the request", &faults);
            }
            match ops::row(&call.operation) {
                None => return violation(world, &call, "the fake", &["does not play it".to_owned()]),
                Some((_, need, act)) => {
                    let allowed = ops::allow(world, &call, *need);
                    allowed.and_then(|()| act(world, &call)).unwrap_or_else(|refused| refused)
                }
            }
        }
    };
    if answer.text.is_none() {
        contract.fill(&call.operation, answer.status, &mut answer.body, &call.links.api);
        let faults = contract.response_faults(&call.operation, answer.status, &answer.body);
        if !faults.is_empty() {
            return violation(world, &call, "the answer", &faults);
        }
    }
    let login = call.actor.account().login;
    if incoming.method == "GET" && answer.status == 200 {
        let tag = tag(&answer);
        answer = answer.with("etag", &tag);
        if incoming.header("if-none-match").is_some_and(|known| known.contains(&tag)) {
            world.limits.give_back(&login);
            answer = Answer { status: 304, body: Value::Null, text: None, ..answer };
        }
    }
    world.limits.headers(&mut answer, &login, world.clock.now());
    answer
}

fn tag(answer: &Answer) -> String {
    let mut hasher = DefaultHasher::new();
    answer.body.to_string().hash(&mut hasher);
    answer.text.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

fn document(world: &mut World, incoming: &Incoming, mut call: Call) -> Answer {
    if let Err(answer) = admitted(world, incoming, &mut call) {
        return limit::of_graphql(answer);
    }
    if matches!(call.actor, Actor::Nobody) {
        return Answer::error(401, "This endpoint requires you to be authenticated.");
    }
    let faults = graphql::faults(&call.body);
    if !faults.is_empty() {
        return violation(world, &call, "the document", &faults);
    }
    match graphql::act(world, &call) {
        Ok(mut answer) => {
            let (login, now) = (call.actor.account().login, world.clock.now());
            world.limits.headers(&mut answer, &login, now);
            answer
        }
        Err(fault) => violation(world, &call, "the document", &[fault]),
    }
}

fn violation(world: &mut World, call: &Call, what: &str, faults: &[String]) -> Answer {
    let told: Vec<String> =
        faults.iter().map(|fault| format!("{} ({}): {what}: {fault}", call.operation, call.target)).collect();
    world.violations.extend(told.iter().cloned());
    Answer::violation(&told)
}

/// What a planned fault answers before anything happens.
fn before(world: &World, fault: Fault, operation: &str) -> Option<Outgoing> {
    let answer = match fault {
        Fault::Cut => return Some(Outgoing::Cut),
        Fault::Status(status) => Answer::error(status, planned(status)),
        Fault::Secondary(after) => limit::secondary(after),
        Fault::Primary(seconds) => limit::primary(world.limits.hourly, world.clock.now() + seconds),
        Fault::After(_) | Fault::CutAfter | Fault::HalfBody | Fault::Garbage => return None,
    };
    Some(sent(if operation.starts_with("graphql/") { limit::of_graphql(answer) } else { answer }))
}

fn planned(status: u16) -> &'static str {
    match status {
        401 => "Bad credentials",
        403 => "Resource not accessible by integration",
        404 => "Not Found",
        502 => "Server Error",
        503 => "Service Unavailable",
        _ => "planned by the test",
    }
}

/// What a planned fault makes of an answer.
fn after(fault: Option<Fault>, outgoing: Outgoing) -> Outgoing {
    match (fault, outgoing) {
        (Some(Fault::CutAfter), _) => Outgoing::Cut,
        (Some(Fault::After(status)), _) => sent(Answer::error(status, planned(status))),
        (Some(Fault::HalfBody), Outgoing::Answer { status, headers, body, .. }) => {
            Outgoing::Answer { status, headers, body, half: true }
        }
        (Some(Fault::Garbage), Outgoing::Answer { status, headers, .. }) => {
            Outgoing::Answer { status, headers, body: b"<html>unicorn</html>".to_vec(), half: false }
        }
        (_, outgoing) => outgoing,
    }
}

/// The answer with the fake's own time on it, which is what its limits are counted in.
fn dated(mut outgoing: Outgoing, now: u64) -> Outgoing {
    if let Outgoing::Answer { headers, .. } = &mut outgoing
        && let Some(moment) = i64::try_from(now).ok().and_then(|now| jiff::Timestamp::from_second(now).ok())
        && let Ok(date) = jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&moment)
    {
        headers.push(("date".to_owned(), date));
    }
    outgoing
}

fn sent(answer: Answer) -> Outgoing {
    let Answer { status, mut headers, body, text } = answer;
    let body = match (text, body) {
        (Some(text), _) => {
            headers.push(("content-type".to_owned(), "text/plain; charset=utf-8".to_owned()));
            text.into_string().into_bytes()
        }
        (None, Value::Null) => Vec::new(),
        (None, body) => {
            headers.push(("content-type".to_owned(), "application/json; charset=utf-8".to_owned()));
            body.to_string().into_bytes()
        }
    };
    headers.push(("x-github-media-type".to_owned(), "github.v3; format=json".to_owned()));
    Outgoing::Answer { status, headers, body, half: false }
}
