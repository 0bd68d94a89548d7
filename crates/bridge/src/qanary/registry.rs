//! Who has registered, and who is alive: Spring Boot Admin's server, as far as components use it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lydite_http::Client;
use serde_json::{Map, Value, json};
use sha1::{Digest, Sha1};

/// So many components may register.
const MOST: usize = 1000;

/// So long is waited for a component to say how it is.
const PATIENCE: Duration = Duration::from_secs(9);

/// A component that has registered.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) service_url: String,
    health_url: String,
    management_url: Option<String>,
    metadata: Map<String, Value>,
    version: u64,
    pub(super) status: String,
    timestamp: String,
}

/// All of them, by name: a second instance of a name takes the place of the first.
#[derive(Default)]
pub(super) struct Registry {
    instances: Mutex<BTreeMap<String, Instance>>,
}

/// The moment, as `xsd:dateTime`.
pub(super) fn now() -> String {
    jiff::Timestamp::now().to_string()
}

/// The number of an instance, which its health address decides.
fn id_of(health_url: &str) -> String {
    let digest = Sha1::digest(health_url.as_bytes());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    hex[..12].to_owned()
}

impl Registry {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Instance>> {
        self.instances
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers, or hears a heartbeat; gives the number, and whether anything is new.
    pub(super) fn register(&self, body: &Value) -> Result<(String, bool), String> {
        let given = |key: &str| {
            let value = body[key].as_str().map(str::trim);
            value.filter(|value| !value.is_empty()).map(str::to_owned)
        };
        let name = given("name").ok_or("`name` is missing")?;
        let legacy = given("url").map(|url| url.trim_end_matches('/').to_owned());
        let health_url = given("healthUrl")
            .or_else(|| legacy.as_ref().map(|url| format!("{url}/health")))
            .ok_or("`healthUrl` is missing")?;
        let service_url = given("serviceUrl").or(legacy);
        let management_url = given("managementUrl");
        let urls = [
            Some(&health_url),
            service_url.as_ref(),
            management_url.as_ref(),
        ];
        for url in urls.into_iter().flatten() {
            if !url.starts_with("http://") && !url.starts_with("https://") {
                return Err(format!("“{url}” is no absolute address"));
            }
        }
        let service_url = service_url.unwrap_or_else(|| {
            let end = health_url.rfind('/').unwrap_or(health_url.len());
            health_url[..end].to_owned()
        });
        let metadata = body["metadata"].as_object().cloned().unwrap_or_default();
        let metadata = metadata.into_iter().map(|(key, value)| match value {
            Value::String(_) => (key, value),
            other => (key, Value::String(other.to_string())),
        });
        let id = id_of(&health_url);
        let mut instances = self.lock();
        if instances.len() >= MOST && !instances.contains_key(&name) {
            return Err(format!("{MOST} components have registered already"));
        }
        let before = instances.get(&name);
        let is_new = before.is_none_or(|before| {
            before.health_url != health_url || before.service_url != service_url
        });
        if is_new {
            let version = before.map_or(0, |before| before.version + 1);
            instances.insert(
                name.clone(),
                Instance {
                    id: id.clone(),
                    name,
                    service_url,
                    health_url,
                    management_url,
                    metadata: metadata.collect(),
                    version,
                    status: "UNKNOWN".to_owned(),
                    timestamp: now(),
                },
            );
        }
        Ok((id, is_new))
    }

    /// Takes a registration back; nothing if there is none.
    pub(super) fn deregister(&self, id: &str) -> Option<Instance> {
        let mut instances = self.lock();
        let name = instances.values().find(|one| one.id == id)?.name.clone();
        instances.remove(&name)
    }

    pub(super) fn all(&self) -> Vec<Instance> {
        self.lock().values().cloned().collect()
    }

    pub(super) fn get(&self, name: &str) -> Option<Instance> {
        self.lock().get(name).cloned()
    }

    /// Asks one how it is. Blocks.
    pub(super) fn poll(&self, name: &str, client: &Client) {
        let Some(instance) = self.get(name) else {
            return;
        };
        let reply = client
            .get(&instance.health_url)
            .accept(
                "application/vnd.spring-boot.actuator.v3+json, application/vnd.spring-boot.actuator.v2+json, \
                 application/vnd.spring-boot.actuator.v1+json, application/json",
            )
            .within(PATIENCE)
            .most_bytes(1 << 20)
            .retries(lydite_http::Retries::NONE)
            .fetch();
        let status = match reply {
            Ok(reply) => {
                let said: Option<Value> = serde_json::from_slice(&reply.body).ok();
                let said = said.as_ref().and_then(|said| said["status"].as_str());
                match said {
                    Some(status) => status.to_uppercase(),
                    None if (200..300).contains(&reply.status) => "UP".to_owned(),
                    None => "DOWN".to_owned(),
                }
            }
            Err(_) => "OFFLINE".to_owned(),
        };
        if let Some(known) = self.lock().get_mut(name)
            && known.status != status
        {
            known.status = status;
            known.version += 1;
            known.timestamp = now();
        }
    }

    /// The registry as `GET /applications` shows it.
    pub(super) fn applications(&self) -> Value {
        let applications = self.all().into_iter().map(|one| one.application());
        Value::Array(applications.collect())
    }
}

impl Instance {
    pub(super) fn document(&self) -> Value {
        json!({
            "id": self.id,
            "version": self.version,
            "registration": {
                "name": self.name,
                "managementUrl": self.management_url,
                "healthUrl": self.health_url,
                "serviceUrl": self.service_url,
                "source": "http-api",
                "metadata": self.metadata,
            },
            "registered": true,
            "statusInfo": {"status": self.status, "details": {}},
            "statusTimestamp": self.timestamp,
            "info": {},
            "endpoints": [{"id": "health", "url": self.health_url}],
            "buildVersion": null,
            "tags": {},
        })
    }

    pub(super) fn application(&self) -> Value {
        json!({
            "name": self.name,
            "buildVersion": null,
            "status": self.status,
            "statusTimestamp": self.timestamp,
            "instances": [self.document()],
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_health_address_decides_the_number() {
        let registry = Registry::default();
        let body = json!({"name": "X", "healthUrl": "http://127.0.0.1:40120/health"});
        assert_eq!(
            registry.register(&body).unwrap(),
            ("a1050ca36679".to_owned(), true)
        );
        assert_eq!(
            registry.register(&body).unwrap(),
            ("a1050ca36679".to_owned(), false)
        );
        assert_eq!(
            registry.get("X").unwrap().service_url,
            "http://127.0.0.1:40120"
        );
        assert!(registry.deregister("a1050ca36679").is_some());
        assert!(registry.deregister("a1050ca36679").is_none());
    }

    #[test]
    fn what_cannot_be_reached_is_refused() {
        let registry = Registry::default();
        for body in [
            json!({}),
            json!(7),
            json!({"name": " ", "healthUrl": "http://a/health"}),
            json!({"name": "X"}),
            json!({"name": "X", "healthUrl": "/health"}),
            json!({"name": "X", "healthUrl": "http://a/h", "serviceUrl": "file:///etc"}),
        ] {
            assert!(registry.register(&body).is_err(), "{body}");
        }
        let legacy = json!({"name": "X", "url": "http://a:1/"});
        registry.register(&legacy).unwrap();
        assert_eq!(registry.get("X").unwrap().health_url, "http://a:1/health");
    }
}
