//! What the API can do, said once: the routes and their description in OpenAPI 3.1 come from the same
//! table.

use axum::Router;
use axum::routing::MethodRouter;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::Problem;
use crate::app::App;

/// The operations with their routes.
pub(super) struct Operations {
    router: Router<App>,
    schemas: SchemaGenerator,
    paths: Map<String, Value>,
}

/// Makes the description of a type.
type Described = fn(&mut SchemaGenerator) -> Value;

fn described<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    schemas.subschema_for::<T>().to_value()
}

/// What a client can do.
pub(super) struct Operation {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    tag: &'static str,
    role: &'static str,
    query: Option<Described>,
    body: Vec<(&'static str, Value, Option<Described>)>,
    success: &'static str,
    gives: Vec<(&'static str, Option<Described>)>,
    is_keyed: bool,
    is_tagged: bool,
}

impl Operation {
    pub(super) fn new(method: &'static str, path: &'static str, summary: &'static str) -> Self {
        Self {
            method,
            path,
            summary,
            tag: "",
            role: "",
            query: None,
            body: Vec::new(),
            success: "200",
            gives: Vec::new(),
            is_keyed: false,
            is_tagged: false,
        }
    }

    /// Who may do it, if not everybody.
    pub(super) fn role(self, role: &'static str) -> Self {
        Self { role, ..self }
    }

    /// The parameters in its address.
    pub(super) fn query<T: JsonSchema>(self) -> Self {
        Self {
            query: Some(described::<T>),
            ..self
        }
    }

    /// A document that is sent.
    pub(super) fn takes<T: JsonSchema>(mut self) -> Self {
        self.body
            .push(("application/json", Value::Null, Some(described::<T>)));
        self
    }

    /// Something else that is sent.
    pub(super) fn takes_as(mut self, media: &'static str, schema: Value) -> Self {
        self.body.push((media, schema, None));
        self
    }

    /// The document that comes back.
    pub(super) fn gives<T: JsonSchema>(mut self) -> Self {
        self.gives.push(("application/json", Some(described::<T>)));
        self.is_tagged = self.method == "get";
        self
    }

    /// Something else that comes back.
    pub(super) fn gives_as(mut self, media: &'static str) -> Self {
        self.gives.push((media, None));
        self
    }

    /// The status of success, if it is not 200.
    pub(super) fn with(self, success: &'static str) -> Self {
        Self { success, ..self }
    }

    /// What it creates is created once per `Idempotency-Key`.
    pub(super) fn keyed(self) -> Self {
        Self {
            is_keyed: true,
            ..self
        }
    }

    fn describe(self, schemas: &mut SchemaGenerator) -> Value {
        let mut parameters: Vec<Value> = path_names(self.path).map(path_parameter).collect();
        if let Some(query) = self.query {
            parameters.extend(query_parameters(&query(schemas), schemas));
        }
        if self.is_keyed {
            parameters.push(json!({
                "name": "Idempotency-Key", "in": "header", "required": false,
                "description": "The same key creates the same thing once.",
                "schema": { "type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[A-Za-z0-9._:-]+$" },
            }));
        }
        let description = match (self.success, &self.gives[..]) {
            ("201", _) => "It is created.",
            ("202", _) => "It is begun.",
            ("204", _) => "It is done.",
            _ => "The answer.",
        };
        let mut content = Map::new();
        for (media, schema) in &self.gives {
            let schema = schema.map_or_else(|| json!({}), |schema| schema(schemas));
            content.insert((*media).to_owned(), json!({ "schema": schema }));
        }
        let mut success = json!({ "description": description });
        if !content.is_empty() {
            success["content"] = Value::Object(content);
        }
        if self.is_tagged {
            success["headers"] = json!({ "ETag": { "schema": { "type": "string" } } });
        }
        let problem = described::<Problem>(schemas);
        let mut responses = Map::new();
        responses.insert(self.success.to_owned(), success.clone());
        if self.is_keyed {
            success["description"] = json!("It was created before, under the same key.");
            responses.insert("200".to_owned(), success);
        }
        if self.is_tagged {
            responses.insert(
                "304".to_owned(),
                json!({ "description": "Nothing has changed." }),
            );
        }
        responses.insert(
            "default".to_owned(),
            json!({
                "description": "Why not, as RFC 9457 has it.",
                "content": { "application/problem+json": { "schema": problem } },
            }),
        );
        let role = match self.role {
            "" => "Anybody may do this; what is not published is seen by readers alone.".to_owned(),
            role => format!("Needs the role `{role}`."),
        };
        let mut operation = json!({
            "operationId": self.id(), "summary": self.summary, "description": role, "tags": [self.tag],
            "parameters": parameters, "responses": responses,
        });
        if !self.body.is_empty() {
            let mut content = Map::new();
            for (media, schema, made) in self.body {
                let schema = made.map_or(schema, |made| made(schemas));
                content.insert(media.to_owned(), json!({ "schema": schema }));
            }
            operation["requestBody"] = json!({ "required": true, "content": content });
        }
        operation
    }

    fn id(&self) -> String {
        let words = self
            .path
            .split(['/', '{', '}', '.'])
            .filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        format!(
            "{}_{}",
            self.method,
            if words.is_empty() {
                "index".to_owned()
            } else {
                words.join("_")
            }
        )
    }
}

fn path_names(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn path_parameter(name: &str) -> Value {
    let (what, schema) = match name {
        "id" => (
            "The experiment.",
            json!({ "type": "string", "pattern": "^[0-9]{1,24}$" }),
        ),
        "number" => (
            "Its number, from 1 on.",
            json!({ "type": "integer", "minimum": 1, "maximum": 1_000_000_000 }),
        ),
        "phase" => (
            "The phase.",
            json!({ "type": "string", "enum": ["training", "test"] }),
        ),
        "format" => (
            "The format.",
            json!({ "type": "string", "enum": ["jsonld", "turtle", "csv", "latex", "html", "zip"] }),
        ),
        _ => (
            "Its name.",
            json!({ "type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[^/]+$" }),
        ),
    };
    json!({ "name": name, "in": "path", "required": true, "description": what, "schema": schema })
}

/// The fields of a type as parameters of an address.
fn query_parameters(schema: &Value, schemas: &SchemaGenerator) -> Vec<Value> {
    let name = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next());
    let definition = name
        .and_then(|name| schemas.definitions().get(name))
        .unwrap_or(schema);
    let required = definition["required"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let fields = definition["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    fields
        .into_iter()
        .map(|(name, mut field)| {
            let description = field
                .as_object_mut()
                .and_then(|field| field.remove("description"));
            json!({
                "name": name, "in": "query", "required": required.contains(&json!(name)),
                "description": description, "schema": field,
            })
        })
        .collect()
}

impl Operations {
    pub(super) fn new() -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
        Self {
            router: Router::new(),
            schemas: settings.into_generator(),
            paths: Map::new(),
        }
    }

    /// Adds a group of operations under a heading.
    pub(super) fn group(
        mut self,
        tag: &'static str,
        operations: Vec<(Operation, MethodRouter<App>)>,
    ) -> Self {
        for (mut operation, handler) in operations {
            operation.tag = tag;
            let (path, method) = (operation.path, operation.method);
            self.router = self.router.route(path, handler);
            let described = operation.describe(&mut self.schemas);
            let full = format!("/api/v1{}", if path == "/" { "" } else { path });
            let known = self.paths.entry(full).or_insert_with(|| json!({}));
            known[method] = described;
        }
        self
    }

    /// The routes, and the document that describes them.
    pub(super) fn finish(mut self) -> (Router<App>, Value) {
        // Whatever its settings are, the document is for both directions.
        let definitions = self.schemas.take_definitions(true);
        let document = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Lydite",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "A laboratory for question answering over knowledge graphs: all that the pages can do, for programs.",
                "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            },
            "servers": [{ "url": "/" }],
            "security": [{ "token": [] }, {}],
            "paths": self.paths,
            "components": {
                "schemas": definitions,
                "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            },
        });
        (self.router, document)
    }
}
