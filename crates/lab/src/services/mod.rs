//! Public services as components: off by default, each reply kept.

mod catalogue;
mod component;
mod kept;
mod reply;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use lydite_model::nearest;

pub use catalogue::{SERVICES, Service};
pub(crate) use component::component_name;

use self::component::Asked;
use self::kept::Kept;
use crate::{Error, Lab};

/// A service that shall be used: `spotlight`, `spotlight=http://localhost:2222/rest/annotate`, or
/// `spotlight=kept` for nothing but the replies that were kept. `okbqa` has two addresses with a blank
/// between them.
///
/// ```
/// use lydite_lab::services::ServiceUse;
///
/// assert!("spotlight=kept".parse::<ServiceUse>().is_ok());
/// let error = "spotlihgt".parse::<ServiceUse>().unwrap_err();
/// assert!(error.to_string().contains("did you mean `spotlight`?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceUse {
    /// Its name.
    name: &'static str,
    /// Where it is; `None` for nothing but what was kept.
    address: Option<String>,
}

/// No service can be meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownService {
    /// There is none of this name.
    #[error("no service is called `{0}`; {1}")]
    Name(String, String),
    /// It cannot be there.
    #[error("`{0}` is no address of the web")]
    Address(String),
}

impl FromStr for ServiceUse {
    type Err = UnknownService;

    fn from_str(text: &str) -> Result<Self, UnknownService> {
        let (name, place) = match text.trim().split_once('=') {
            Some((name, place)) => (name.trim(), Some(place.trim())),
            None => (text.trim(), None),
        };
        let service = Service::named(name).ok_or_else(|| {
            let names = || SERVICES.iter().map(|service| service.name);
            let hint = match nearest(name, names()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            };
            UnknownService::Name(name.to_owned(), hint)
        })?;
        let address = match place {
            None => Some(service.address.to_owned()),
            Some("kept") => None,
            Some(given) => {
                let addresses = || given.split_whitespace();
                let is_one = |address| lydite_http::Address::parse(address).is_ok();
                let wanted = service.address.split_whitespace().count();
                if addresses().count() != wanted || !addresses().all(is_one) {
                    return Err(UnknownService::Address(given.to_owned()));
                }
                Some(given.to_owned())
            }
        };
        Ok(Self {
            name: service.name,
            address,
        })
    }
}

/// What is known of a service on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceState {
    /// Its name.
    pub name: &'static str,
    /// Whether it is used: its components are there.
    pub is_used: bool,
    /// How many replies were kept.
    pub kept: usize,
}

impl Lab {
    /// Knows the services that the configuration names as components, such as `ned-rest-spotlight`.
    ///
    /// # Errors
    /// There is no home directory for their replies, or these cannot be read.
    pub fn with_services(mut self) -> Result<Self, Error> {
        for used in self.config.services.clone() {
            let Some(service) = Service::named(used.name) else {
                continue;
            };
            let path = self.replies(service)?;
            let secrets = service.secrets.iter().map(|name| {
                let secret = self.config.secrets.get(name);
                secret.ok_or_else(|| (*name).to_owned())
            });
            let asked = Arc::new(Asked {
                service,
                address: used.address,
                client: self.client()?,
                secrets: secrets.collect(),
                kept: open(&path)?,
            });
            for component in component::components(&asked) {
                self = self.with_component(component);
            }
        }
        Ok(self)
    }

    /// What is known of all services.
    ///
    /// # Errors
    /// The kept replies of one cannot be read.
    pub fn services(&self) -> Result<Vec<ServiceState>, Error> {
        let states = SERVICES.iter().map(|service| {
            let kept = match self.replies(service) {
                Ok(path) => open(&path)?.len(),
                Err(_) => 0,
            };
            let mut used = self.config.services.iter();
            Ok(ServiceState {
                name: service.name,
                is_used: used.any(|used| used.name == service.name),
                kept,
            })
        });
        states.collect()
    }

    fn replies(&self, service: &Service) -> Result<PathBuf, Error> {
        let file = format!("{}.jsonl", service.name);
        Ok(self.home()?.join("services").join(file))
    }
}

fn open(path: &Path) -> Result<Kept, Error> {
    Kept::open(path).map_err(Error::file(path))
}
