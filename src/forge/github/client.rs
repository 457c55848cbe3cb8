//! Makes requests until they are done, refused, or out of patience. What may be repeated is; what makes something is looked
//! for before it is made again.

use std::cell::{Cell, OnceCell, RefCell};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::ask::{Ask, Asker, Course, Sent};
use super::credential::Credential;
use super::pace::{Pace, back_off};
use super::reply::Reply;
use super::time::{Time, later};
use super::tokens::Minted;
use super::wire::Wire;
use super::{limit, link};
use crate::config::{ForgeConfig, ForgeRole};
use crate::embed::PROXIES;
use crate::forge::Site;
use crate::forge::secret::shown;
use crate::port::ForgeFault;

/// How often a request is made whose outcome nobody knows.
const TIMES: u32 = 6;

/// How many pages of a list are read at most; a longer one is an error, not a part.
const PAGES: usize = 1_000;

/// Asks one repository's GitHub as one role.
pub(super) struct Client {
    pub(super) site: Site,
    pub(super) role: ForgeRole,
    pub(super) credential: Credential,
    pub(super) time: Box<dyn Time>,
    patience: Duration,
    /// Whether the environment names a proxy.
    is_proxied: bool,
    rest: OnceCell<Result<Wire, String>>,
    graphql: OnceCell<Result<Wire, String>>,
    pace: RefCell<Pace>,
    pub(super) minted: RefCell<Option<Minted>>,
    pub(super) installation: Cell<Option<u64>>,
    /// By how many seconds the server's clock is ahead.
    pub(super) ahead: Cell<i64>,
}

impl Client {
    /// Nothing is asked yet.
    pub fn new(
        site: Site,
        role: ForgeRole,
        config: &ForgeConfig,
        environment: &dyn Fn(&str) -> Option<String>,
        time: Box<dyn Time>,
    ) -> Client {
        Client {
            site,
            role,
            credential: Credential::of(role, config, environment),
            time,
            patience: Duration::from_secs(config.patience),
            is_proxied: PROXIES.iter().any(|name| environment(name).is_some_and(|proxy| !proxy.is_empty())),
            rest: OnceCell::new(),
            graphql: OnceCell::new(),
            pace: RefCell::default(),
            minted: RefCell::default(),
            installation: Cell::default(),
            ahead: Cell::default(),
        }
    }

    /// The path of what lies at `below` in the repository.
    pub fn repository(&self, below: &str) -> String {
        self.path(&format!("/repos/{}/{}{below}", self.site.owner, self.site.name))
    }

    /// The path of `below` from the root of the server.
    pub fn path(&self, below: &str) -> String {
        format!("{}{below}", split(&self.site.rest).1)
    }

    /// Does what may be done twice.
    pub fn repeat(&self, ask: &Ask<'_>) -> Result<Reply, ForgeFault> {
        self.repeat_as(ask, &|reply| Ok(reply.clone()))
    }

    /// Does what may be done twice, and reads the answer.
    pub fn repeat_as<T>(
        &self,
        ask: &Ask<'_>,
        read: &dyn Fn(&Reply) -> Result<T, String>,
    ) -> Result<T, ForgeFault> {
        let mut course = Course::default();
        loop {
            let (message, wait) = match self.once(ask, &mut course)? {
                Sent::Done(reply) => match read(&reply) {
                    Ok(answer) => return Ok(answer),
                    Err(why) => (unreadable(&why), None),
                },
                Sent::Refused(reply) => return Err(self.refusal(&reply, ask.doing)),
                Sent::Unsure { message, wait } => (message, wait),
            };
            if !self.waits(&mut course, wait) {
                return Err(self.unreachable(&message, ask.doing));
            }
        }
    }

    /// Reads one thing.
    pub fn get<T: DeserializeOwned>(&self, path: String, doing: &str) -> Result<T, ForgeFault> {
        self.repeat_as(&Ask::get(path, doing), &Reply::read)
    }

    /// Reads a list to its end, or fails; `items` takes them out of a page.
    pub fn pages<T>(
        &self,
        path: String,
        doing: &str,
        items: &dyn Fn(&Reply) -> Result<Vec<T>, String>,
    ) -> Result<Vec<T>, ForgeFault> {
        let (mut path, mut all) = (path, Vec::new());
        for _ in 0..PAGES {
            let page = |reply: &Reply| Ok((items(reply)?, reply.link.clone()));
            let (found, link) = self.repeat_as(&Ask::get(path, doing), &page)?;
            all.extend(found);
            match link.as_deref().and_then(link::next) {
                // Whatever host it names: only this one is asked.
                Some(next) => path = split(next).1.to_owned(),
                None => return Ok(all),
            }
        }
        Err(self.unreachable("the list has no end", doing))
    }

    /// Makes something that must not be made twice: `made` reads it from the answer, and `found` looks for it where the
    /// answer leaves it open.
    pub fn create<T>(
        &self,
        ask: &Ask<'_>,
        made: &dyn Fn(&Reply) -> Result<T, String>,
        found: &dyn Fn() -> Result<Option<T>, ForgeFault>,
    ) -> Result<T, ForgeFault> {
        let mut course = Course::default();
        loop {
            match self.once(ask, &mut course)? {
                Sent::Done(reply) => match made(&reply) {
                    Ok(made) => return Ok(made),
                    // It was done: that is not asked for again, however long it takes to show.
                    Err(why) => return self.await_made(found, &mut course, &unreadable(&why), ask.doing),
                },
                Sent::Refused(reply) => {
                    // What an attempt before this one made, here or elsewhere, may be the reason.
                    let made = if reply.status == 422 { found()? } else { None };
                    return made.ok_or_else(|| self.refusal(&reply, ask.doing));
                }
                Sent::Unsure { message, wait } => {
                    let again = self.waits(&mut course, wait);
                    if let Some(made) = found()? {
                        return Ok(made);
                    }
                    if !again {
                        return Err(self.unreachable(&message, ask.doing));
                    }
                }
            }
        }
    }

    fn await_made<T>(
        &self,
        found: &dyn Fn() -> Result<Option<T>, ForgeFault>,
        course: &mut Course,
        message: &str,
        doing: &str,
    ) -> Result<T, ForgeFault> {
        loop {
            if let Some(made) = found()? {
                return Ok(made);
            }
            if !self.waits(course, None) {
                return Err(self.unreachable(message, doing));
            }
        }
    }

    /// One attempt, put off for as long as the server limits requests.
    fn once(&self, ask: &Ask<'_>, course: &mut Course) -> Result<Sent, ForgeFault> {
        let mut is_renewed = false;
        loop {
            let token = match ask.asker {
                Asker::Role => self.token()?,
                Asker::App => self.assertion()?,
            };
            if ask.is_write {
                if let Credential::Reading(_) = self.credential {
                    let message =
                        "the token in KB_READ_TOKEN is there to read, and kb writes nothing with it"
                            .to_owned();
                    let (forge, doing) = (self.site.host.clone(), ask.doing.to_owned());
                    return Err(ForgeFault::Forbidden { forge, doing, message });
                }
                let due = self.pace.borrow().due(self.time.now());
                if !due.is_zero() {
                    self.put_off(course, due, ask.doing)?;
                }
                self.pace.borrow_mut().note(self.time.now());
            }
            let wire = self.wire(ask).map_err(|why| self.unreachable(&why, ask.doing))?;
            let reply = match wire.send(ask.method, &ask.path, ask.body.as_ref(), &token) {
                Ok(reply) => reply,
                Err(message) => return Ok(Sent::Unsure { message, wait: None }),
            };
            if let Some(wait) = limit::wait(&reply, self.time.now(), course.limited) {
                course.limited += 1;
                self.put_off(course, wait, ask.doing)?;
            } else if reply.status == 401 && !is_renewed && self.can_renew(ask.asker, &reply) {
                is_renewed = true;
            } else if reply.is_unsure() {
                let wait = reply.retry_after.as_deref().and_then(|seconds| seconds.trim().parse().ok());
                return Ok(Sent::Unsure { message: reply.said(), wait: wait.map(Duration::from_secs) });
            } else if !reply.is_done() {
                return Ok(Sent::Refused(reply));
            } else if ask.is_graphql {
                return Ok(super::graphql::sent(reply));
            } else {
                return Ok(Sent::Done(reply));
            }
        }
    }

    fn wire(&self, ask: &Ask<'_>) -> Result<&Wire, String> {
        let (rest, graphql) = (split(&self.site.rest).0, split(&self.site.graphql).0);
        let (wire, origin) = match ask.is_graphql && rest != graphql {
            true => (&self.graphql, graphql),
            false => (&self.rest, rest),
        };
        wire.get_or_init(|| Wire::new(origin, self.is_proxied)).as_ref().map_err(Clone::clone)
    }

    /// Waits because the server wants it so; a fault where that takes too long.
    fn put_off(&self, course: &mut Course, wait: Duration, doing: &str) -> Result<(), ForgeFault> {
        if course.waited.saturating_add(wait) > self.patience {
            let until = later(self.time.now(), wait);
            return Err(ForgeFault::Limited {
                forge: self.site.host.clone(),
                doing: doing.to_owned(),
                until,
            });
        }
        course.waited += wait;
        self.time.pause(wait);
        Ok(())
    }

    /// Waits before something is tried again; `false` where it is not to be.
    fn waits(&self, course: &mut Course, wait: Option<Duration>) -> bool {
        course.unsure += 1;
        let wait = wait.unwrap_or_else(|| back_off(course.unsure));
        if course.unsure >= TIMES || course.waited.saturating_add(wait) > self.patience {
            return false;
        }
        course.waited += wait;
        self.time.pause(wait);
        true
    }

    /// What a refusal means.
    pub fn refusal(&self, reply: &Reply, doing: &str) -> ForgeFault {
        let (forge, doing) = (self.site.host.clone(), doing.to_owned());
        let message = self.clean(&reply.said());
        match reply.status {
            401 => {
                let message = format!("the credential of the {} is not taken: {message}", self.role.as_str());
                ForgeFault::Forbidden { forge, doing, message }
            }
            403 => ForgeFault::Forbidden { forge, doing, message },
            404 | 410 => ForgeFault::NotFound { forge, doing },
            405 | 409 => ForgeFault::Conflict { forge, doing, message },
            300..=399 => {
                let place = self.clean(reply.location.as_deref().unwrap_or("another place"));
                let message = format!("it has moved to {place}; give the remote its new address");
                ForgeFault::Invalid { forge, doing, message }
            }
            _ => ForgeFault::Invalid { forge, doing, message },
        }
    }

    /// No answer that can be used.
    pub fn unreachable(&self, message: &str, doing: &str) -> ForgeFault {
        let (forge, message) = (self.site.host.clone(), self.clean(message));
        ForgeFault::Unreachable { forge, doing: doing.to_owned(), message }
    }

    /// `text` without anything secret, in one line.
    fn clean(&self, text: &str) -> String {
        let mut text = text.to_owned();
        if let Credential::Token(token) | Credential::Reading(token) = &self.credential {
            text = token.clean(&text);
        }
        if let Some(minted) = &*self.minted.borrow() {
            text = minted.token.clean(&text);
        }
        shown(&text)
    }
}

fn unreadable(why: &str) -> String {
    format!("the answer is not as it should be: {why}")
}

/// Scheme and host of `url`, and the path behind them.
pub(super) fn split(url: &str) -> (&str, &str) {
    let host = url.find("://").map_or(0, |at| at + 3);
    let path = url[host..].find('/').map_or(url.len(), |at| host + at);
    (&url[..path], &url[path..])
}

/// A list that is all of a page.
pub(super) fn array<T: DeserializeOwned>(reply: &Reply) -> Result<Vec<T>, String> {
    reply.read()
}

/// A list that is one member of a page.
pub(super) fn member<T: DeserializeOwned>(name: &'static str) -> impl Fn(&Reply) -> Result<Vec<T>, String> {
    move |reply| {
        let mut page: Value = reply.read()?;
        let items = page.get_mut(name).map(Value::take).ok_or_else(|| format!("it has no `{name}`"))?;
        serde_json::from_value(items).map_err(|error| error.to_string())
    }
}
