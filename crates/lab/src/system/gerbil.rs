//! A service that is asked by the protocol of GERBIL QA, or by one of those that its adapters speak.

use serde_json::{Map, Value};

use super::reply::Understood;
use super::spec::{Encoding, GerbilOptions};
use super::web::{Outgoing, Web};
use super::{Asked, Descriptor, Exchange, Kind, QaSystem, Spec, asking};
use crate::{Error, Lab};

/// The content type that GERBIL sends: its HTTP library adds a second character set.
const GERBILS_TYPE: &str = "application/x-www-form-urlencoded; charset=ISO-8859-1;charset=UTF-8";

/// A service that is asked by the protocol of GERBIL QA.
pub(super) struct Gerbil {
    descriptor: Descriptor,
    web: Web,
    address: String,
    options: GerbilOptions,
    jobs: usize,
}

impl Gerbil {
    pub(super) fn open(lab: &Lab, spec: &Spec, options: &GerbilOptions) -> Result<Self, Error> {
        let mut web = Web::new(lab, spec)?;
        // An address with places for the question is checked with the question in it.
        let address = if options.address.contains("{question}") {
            options.address.clone()
        } else {
            web.address(lab, &options.address)?
        };
        let mut options = options.clone();
        for value in options.fields.values_mut() {
            if let Value::String(text) = value {
                *text = web.secret(lab, text)?;
            }
        }
        Ok(Self {
            descriptor: asking::described(spec, Kind::Gerbil, &[]),
            web,
            address,
            options,
            jobs: spec.manners.jobs,
        })
    }

    /// The fields of a request, in their order.
    fn fields(&self, asked: &Asked<'_>) -> Map<String, Value> {
        let options = &self.options;
        let mut fields = Map::new();
        if !self.address.contains("{question}") {
            fields.insert(options.question_field.clone(), asked.text.into());
        }
        if !options.language_field.is_empty() && !self.address.contains("{lang}") {
            let language = asked.language.as_str();
            fields.insert(options.language_field.clone(), language.into());
        }
        fields.extend(options.fields.clone());
        fields
    }
}

impl QaSystem for Gerbil {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn jobs(&self) -> Option<usize> {
        Some(self.jobs)
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let address = self
            .address
            .replace("{question}", &encoded(asked.text))
            .replace("{lang}", &encoded(asked.language.as_str()));
        let fields = self.fields(asked);
        let texts: Vec<(&str, String)> = fields
            .iter()
            .map(|(name, value)| (name.as_str(), plain(value)))
            .collect();
        let pairs = || texts.iter().map(|(name, value)| (*name, value.as_str()));
        let joined = |encode: fn(&str) -> String| {
            let pairs = pairs().map(|(name, value)| format!("{}={}", encode(name), encode(value)));
            pairs.collect::<Vec<_>>().join("&").into_bytes()
        };
        let mut headers = vec![("accept", "application/json; charset=UTF-8")];
        let (parameters, body) = match self.options.encoding {
            Encoding::Query => (pairs().collect(), None),
            Encoding::Json => {
                let body = Value::Object(fields.clone()).to_string().into_bytes();
                (Vec::new(), Some(("application/json", body)))
            }
            Encoding::Form => {
                let content_type = "application/x-www-form-urlencoded; charset=UTF-8";
                (Vec::new(), Some((content_type, joined(encoded))))
            }
            Encoding::Raw => {
                headers.push(("accept-charset", "UTF-8"));
                (Vec::new(), Some((GERBILS_TYPE, joined(str::to_owned))))
            }
        };
        let outgoing = Outgoing {
            address: &address,
            parameters,
            body,
            headers: &headers,
        };
        asking::exchange(asked, |turns| {
            let reply = self.web.send(&outgoing, turns)?;
            Ok(Understood::read(&reply.body, asked)?.response)
        })
    }
}

/// A field as a form has it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn encoded(text: &str) -> String {
    lydite_http::encoded(text)
}
