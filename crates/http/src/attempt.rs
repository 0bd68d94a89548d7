//! One attempt at a request: with logins and redirects as far as they lead.

use std::sync::{Arc, PoisonError};

use ureq::http::{Response as Received, header};

use crate::body::Coding;
use crate::fault::{ended, failed};
use crate::gate::{Gate, Pass, Politeness};
use crate::response::header as text_of;
use crate::watch::{Watch, under};
use crate::{
    Address, Addresses, Body, Client, Credentials, Error, PostRedirect, Request, Response,
};

/// What redirects have left of a request.
#[derive(Clone, Copy)]
struct Hop {
    /// Whether it still has a body.
    body: bool,
    /// Whether it is still with the host that it was meant for.
    at_home: bool,
}

/// How far a login has come.
enum Login {
    /// There are no credentials, or they are not for this host.
    None,
    /// The credentials as they are.
    First(String),
    /// Nothing, to be asked for a digest.
    AwaitChallenge,
    /// The answer to a challenge.
    Digest(String),
}

impl Login {
    fn header(&self) -> Option<&str> {
        match self {
            Self::None | Self::AwaitChallenge => None,
            Self::First(header) | Self::Digest(header) => Some(header),
        }
    }
}

impl Client {
    /// One attempt: with logins and redirects as far as they lead.
    pub(crate) fn attempt(&self, request: &Request, watch: &Arc<Watch>) -> Result<Response, Error> {
        let start = request.address()?;
        let politeness = request.politeness.unwrap_or(if start.is_loopback() {
            Politeness::OWN
        } else {
            Politeness::PUBLIC
        });
        let pass = Gate::of(start.host())
            .enter(politeness, watch)
            .map_err(|why| ended(&why, start, watch))?;
        let mut address = start.clone();
        let mut login = self.first_login(request, start);
        let mut hop = Hop {
            body: request.body.is_some(),
            at_home: true,
        };
        let mut redirects = 0;
        loop {
            let received = self.exchange(request, &address, login.header(), hop, watch)?;
            let status = received.status().as_u16();
            let location = text_of(received.headers(), "location");
            if let (301 | 302 | 303 | 307 | 308, Some(location), 1..) =
                (status, location, request.redirects.most)
            {
                let next = address.redirected(location)?;
                redirects += 1;
                self.check_redirect(request, start, &next, redirects)?;
                if !next.is_same_site(start) {
                    login = Login::None;
                    hop.at_home = false;
                }
                if matches!(status, 301..=303) && request.redirects.posts == PostRedirect::BecomeGet
                {
                    hop.body = false;
                }
                address = next;
                continue;
            }
            if status == 401
                && let Some(next) = self.challenged(&login, &received, request, &address)
            {
                login = next;
                continue;
            }
            return response(received, address, request, watch, pass);
        }
    }

    fn check_redirect(
        &self,
        request: &Request,
        start: &Address,
        next: &Address,
        redirects: u32,
    ) -> Result<(), Error> {
        let reason = if redirects > request.redirects.most {
            format!("more than {} times", request.redirects.most)
        } else if !request.redirects.elsewhere && !next.is_same_site(start) {
            "to another host".to_owned()
        } else {
            return Ok(());
        };
        Err(Error::Redirected {
            address: start.shown(),
            reason,
            last: next.shown(),
        })
    }

    /// One exchange with one host.
    fn exchange(
        &self,
        request: &Request,
        address: &Address,
        authorization: Option<&str>,
        hop: Hop,
        watch: &Arc<Watch>,
    ) -> Result<Received<ureq::Body>, Error> {
        let agent = &self.inner.agent;
        let mut headers: Vec<(&str, &str)> = Vec::new();
        for (name, value) in &request.headers {
            let secret = ["authorization", "cookie", "proxy-authorization"];
            let is_secret = secret.iter().any(|known| name.eq_ignore_ascii_case(known));
            if hop.at_home || !is_secret {
                headers.push((name, value));
            }
        }
        if !request.has_header("accept-encoding") {
            headers.push(("accept-encoding", "gzip"));
        }
        headers.extend(authorization.map(|value| ("authorization", value)));
        under(watch, || {
            watch.look().map_err(ureq::Error::from)?;
            self.check_beyond_proxy(address)?;
            match &request.body {
                Some((content_type, body)) if hop.body => {
                    let mut post = agent.post(address.as_str());
                    for (name, value) in headers {
                        post = post.header(name, value);
                    }
                    post.header(header::CONTENT_TYPE, content_type.as_str())
                        .send(body.as_slice())
                }
                _ => {
                    let mut get = agent.get(address.as_str());
                    for (name, value) in headers {
                        get = get.header(name, value);
                    }
                    get.call()
                }
            }
        })
        .map_err(|error| failed(error, address, watch))
    }

    /// A proxy resolves names by itself, so the policy is applied before.
    fn check_beyond_proxy(&self, address: &Address) -> Result<(), ureq::Error> {
        let config = &self.inner.config;
        let is_free = config.policy.addresses == Addresses::Any && config.policy.deny.is_empty();
        if config.proxy.is_none() || is_free {
            return Ok(());
        }
        let gatekeeper = &self.inner.gatekeeper;
        gatekeeper.check(address.host_name(), address.port())
    }

    fn first_login(&self, request: &Request, address: &Address) -> Login {
        match &request.credentials {
            None => Login::None,
            Some(Credentials::Password { .. }) if self.wants_digest(address) => {
                Login::AwaitChallenge
            }
            Some(credentials) => Login::First(credentials.header()),
        }
    }

    fn wants_digest(&self, address: &Address) -> bool {
        let known = self.inner.want_digest.lock();
        known
            .unwrap_or_else(PoisonError::into_inner)
            .contains(address.host())
    }

    /// What to try after a refusal.
    fn challenged(
        &self,
        login: &Login,
        received: &Received<ureq::Body>,
        request: &Request,
        address: &Address,
    ) -> Option<Login> {
        let credentials = request.credentials.as_ref()?;
        let answer = text_of(received.headers(), "www-authenticate").and_then(|challenge| {
            credentials.digest(challenge, request.method(), address.path_and_query())
        });
        match (login, answer) {
            (Login::First(_) | Login::AwaitChallenge, Some(answer)) => {
                let known = self.inner.want_digest.lock();
                let mut known = known.unwrap_or_else(PoisonError::into_inner);
                known.insert(address.host().to_owned());
                Some(Login::Digest(answer))
            }
            // Virtuoso says what it wants only to those who come without anything.
            (Login::First(_), None) if matches!(credentials, Credentials::Password { .. }) => {
                Some(Login::AwaitChallenge)
            }
            _ => None,
        }
    }
}

fn response(
    received: Received<ureq::Body>,
    address: Address,
    request: &Request,
    watch: &Arc<Watch>,
    pass: Pass,
) -> Result<Response, Error> {
    let (parts, body) = received.into_parts();
    let coding = text_of(&parts.headers, "content-encoding");
    let Some(coding) = Coding::named(coding) else {
        return Err(Error::Coding {
            address: address.shown(),
            coding: coding.unwrap_or("unknown").to_owned(),
        });
    };
    let length = body.content_length();
    let limit = request.most_bytes;
    if coding == Coding::Plain && length.is_some_and(|length| length > limit) {
        return Err(Error::TooLarge {
            address: address.shown(),
            limit,
        });
    }
    let body = Body::new(
        body,
        coding,
        Arc::clone(watch),
        address.clone(),
        limit,
        pass,
    );
    Ok(Response {
        status: parts.status.as_u16(),
        headers: parts.headers,
        address,
        length,
        body,
    })
}
