//! A request in the making.

use std::fmt;
use std::time::Duration;

use lydite_model::Cancel;

use crate::address::encoded;
use crate::{
    Address, Client, Credentials, Deadline, Error, Politeness, Redirects, Reply, Response, Retries,
    Sink, Times, Transfer,
};

/// A request in the making: from [`Client::get`] or [`Client::post`] to [`fetch`](Self::fetch),
/// [`send`](Self::send) or [`download`](Self::download).
#[derive(Clone)]
#[must_use = "nothing is sent yet"]
pub struct Request {
    pub(crate) client: Client,
    /// Where to; or what was given, and what is wrong with it.
    pub(crate) target: Result<Address, (String, String)>,
    pub(crate) credentials: Option<Credentials>,
    pub(crate) headers: Vec<(String, String)>,
    /// The content type and the body, if it is a `POST`.
    pub(crate) body: Option<(String, Vec<u8>)>,
    pub(crate) times: Times,
    pub(crate) deadline: Option<Deadline>,
    pub(crate) most_bytes: u64,
    /// A `POST` is repeated only if somebody says so.
    pub(crate) retries: Option<Retries>,
    pub(crate) redirects: Redirects,
    pub(crate) politeness: Option<Politeness>,
    pub(crate) cancel: Option<Cancel>,
}

impl Request {
    /// Adds a parameter to the address.
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.target = self.target.map(|target| target.with_query(name, value));
        self
    }

    /// Adds a header. `Accept-Encoding: identity` asks for bytes as they lie on the server;
    /// otherwise they may travel compressed.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Which types of content are understood.
    pub fn accept(self, types: &str) -> Self {
        self.header("accept", types)
    }

    /// Logs in. Credentials are sent to this host only and follow no redirect elsewhere.
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = Some(credentials);
        self
    }

    /// Makes it a `POST` of these bytes.
    pub fn body(mut self, content_type: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.body = Some((content_type.to_owned(), bytes.into()));
        self
    }

    /// Makes it a `POST` of JSON, which is handed in as text.
    pub fn json(self, text: impl Into<String>) -> Self {
        self.body("application/json", text.into().into_bytes())
    }

    /// Makes it a `POST` of a form.
    pub fn form(self, fields: &[(&str, &str)]) -> Self {
        let fields: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
            .collect();
        self.body("application/x-www-form-urlencoded", fields.join("&"))
    }

    /// How long all of it may take, from the moment in which it is sent.
    pub fn within(mut self, time: Duration) -> Self {
        self.times.total = Some(time);
        self
    }

    /// When all of it must be over, for several requests that share their time.
    pub fn deadline(mut self, deadline: Deadline) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// How long it may take.
    pub fn times(mut self, times: Times) -> Self {
        self.times = times;
        self
    }

    /// The largest body that is read, counted after decompression.
    pub fn most_bytes(mut self, bytes: u64) -> Self {
        self.most_bytes = bytes;
        self
    }

    /// How often a failed attempt is repeated. A `POST` is repeated only where this is called.
    pub fn retries(mut self, retries: Retries) -> Self {
        self.retries = Some(retries);
        self
    }

    /// How far redirects are followed.
    pub fn redirects(mut self, redirects: Redirects) -> Self {
        self.redirects = redirects;
        self
    }

    /// How much the host is asked at once.
    pub fn politeness(mut self, politeness: Politeness) -> Self {
        self.politeness = Some(politeness);
        self
    }

    /// Who may end it before its time.
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Sends it and reads the whole reply. A reply of any status is one, unless the host asks to come
    /// again and there are retries left; a body that breaks off is asked for again, too.
    ///
    /// # Errors
    /// Why there is no whole reply.
    pub fn fetch(&self) -> Result<Reply, Error> {
        self.client.fetch(self)
    }

    /// Sends it and gives the reply as soon as its headers are there. Its body is read under the
    /// same bounds.
    ///
    /// # Errors
    /// Why there is no reply.
    pub fn send(&self) -> Result<Response, Error> {
        self.client.send(self)
    }

    /// Fetches a file, from where an earlier transfer broke off. Says at which byte this one began.
    ///
    /// What has arrived stays in the sink when the transfer breaks off, and the next one goes on from
    /// there if the server can. Whoever does not know the size, or the digest, cannot know whether
    /// the file was changed meanwhile.
    ///
    /// # Errors
    /// Why the file is not whole.
    pub fn download(
        &self,
        size: Option<u64>,
        into: &mut dyn Sink,
        progress: &mut dyn FnMut(Transfer),
    ) -> Result<u64, Error> {
        crate::download::download(self, size, into, progress)
    }

    pub(crate) fn address(&self) -> Result<&Address, Error> {
        let target = self.target.as_ref();
        target.map_err(|(given, reason)| Error::NotAnAddress {
            given: given.clone(),
            reason: reason.clone(),
        })
    }

    /// How long the address is, with all parameters; nothing if it is none.
    pub fn address_length(&self) -> usize {
        let target = self.target.as_ref();
        target.map_or(0, |target| target.as_str().len())
    }

    pub(crate) fn method(&self) -> &'static str {
        if self.body.is_some() { "POST" } else { "GET" }
    }

    pub(crate) fn has_header(&self, name: &str) -> bool {
        let mut headers = self.headers.iter();
        headers.any(|(given, _)| given.eq_ignore_ascii_case(name))
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method())
            .field("target", &self.target)
            .finish_non_exhaustive()
    }
}
