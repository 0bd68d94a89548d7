//! The Model Context Protocol: an agent works on a graph.
//!
//! All tools only read. What an agent gets wrong is answered with an error that says what to do
//! about it; nothing it sends ends the server.

mod lookup;
mod queries;
mod terms;

use std::sync::Arc;

use axum::Router;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use serde_json::Value;

use crate::{Site, SiteError};
use lookup::{DescribeClass, Find, Neighbourhood};
use queries::{Check, Compare, Run, Score};

/// No argument may be longer than this, in bytes.
const LONGEST: usize = 100_000;

/// What a tool comes to: a document, or why there is none.
type Said = Result<Value, String>;

/// The tools over one graph.
#[derive(Clone)]
pub struct Tools {
    site: Arc<Site>,
}

impl Tools {
    /// Tools over a graph.
    pub fn new(site: Arc<Site>) -> Self {
        Self { site }
    }

    /// Does the work where it may block, and survives it.
    async fn work(&self, work: impl FnOnce(&Site) -> Said + Send + 'static) -> CallToolResult {
        let site = Arc::clone(&self.site);
        let said = tokio::task::spawn_blocking(move || work(&site)).await;
        match said {
            Ok(Ok(document)) => CallToolResult::structured(document),
            Ok(Err(reason)) => CallToolResult::error(vec![ContentBlock::text(reason)]),
            Err(_) => CallToolResult::error(vec![ContentBlock::text(
                "this could not be done; please report it with the arguments",
            )]),
        }
    }
}

#[tool_router]
impl Tools {
    /// Entities by name.
    #[tool(
        description = "Find entities of the graph by name; exact names first, then similar ones. Gives IRI, name, score and the number of triples about it.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn find_entities(&self, Parameters(find): Parameters<Find>) -> CallToolResult {
        self.work(move |site| lookup::entities(site, &find)).await
    }

    /// Properties by name.
    #[tool(
        description = "Find properties of the graph by the words of their labels. Gives IRI, label, number of uses, domains and ranges.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn find_properties(&self, Parameters(find): Parameters<Find>) -> CallToolResult {
        self.work(move |site| lookup::properties(site, &find)).await
    }

    /// Classes by name.
    #[tool(
        description = "Find classes of the graph by the words of their labels. Gives IRI, label and number of members.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn find_classes(&self, Parameters(find): Parameters<Find>) -> CallToolResult {
        self.work(move |site| lookup::classes(site, &find)).await
    }

    /// A class.
    #[tool(
        description = "Describe a class: labels, superclasses, number of members, some of them, and the properties that its members have.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn describe_class(
        &self,
        Parameters(class): Parameters<DescribeClass>,
    ) -> CallToolResult {
        self.work(move |site| lookup::class(site, &class)).await
    }

    /// What the graph says about a resource.
    #[tool(
        description = "Describe a resource: labels, classes, and the triples in which it is subject or object.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn describe_neighbourhood(
        &self,
        Parameters(of): Parameters<Neighbourhood>,
    ) -> CallToolResult {
        self.work(move |site| lookup::neighbourhood(site, &of))
            .await
    }

    /// Whether a query is well-formed.
    #[tool(
        description = "Check a SPARQL query and repair what is irregular in it (missing prefixes, dialects). Says what was repaired, and which IRIs the graph does not have.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn check_query(&self, Parameters(check): Parameters<Check>) -> CallToolResult {
        self.work(move |site| queries::check(site, &check)).await
    }

    /// What a query gives.
    #[tool(
        description = "Run a SPARQL query (SELECT, ASK, CONSTRUCT, DESCRIBE) within limits of rows and time. Irregular queries are repaired first.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn run_query(&self, Parameters(run): Parameters<Run>) -> CallToolResult {
        self.work(move |site| queries::run(site, &run)).await
    }

    /// Whether two queries are the same.
    #[tool(
        description = "Compare two SPARQL queries: whether they are equivalent as written, in which triples, filters and modifiers they differ, and whether they give the same results.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn compare_queries(
        &self,
        Parameters(compare): Parameters<Compare>,
    ) -> CallToolResult {
        self.work(move |site| queries::compare(site, &compare))
            .await
    }

    /// How good answers are.
    #[tool(
        description = "Score answers against gold answers, each given as a list of IRIs or values, as a boolean, or as a SPARQL query to run. Gives precision, recall and F1 under a rule set.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    pub async fn score_answers(&self, Parameters(score): Parameters<Score>) -> CallToolResult {
        self.work(move |site| queries::score(site, &score)).await
    }
}

#[tool_handler]
impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_instructions(format!(
                "Read-only tools over the knowledge graph “{}”. To answer a question: find its entities, \
                 properties and classes, write a SPARQL query, check it, run it.",
                self.site.name
            ));
        info.server_info = Implementation::new("lydite", env!("CARGO_PKG_VERSION"));
        info
    }
}

/// The tools under `/mcp`, over HTTP with streams; `base` is the address under which others reach
/// them. Under other names than that they are refused, so that no page of the Web can make a browser
/// ask them; where every address of the machine is listened on, any name will do.
pub fn router(site: Arc<Site>, base: &str) -> Router {
    let config = StreamableHttpServerConfig::default();
    let host = lydite_http::Address::parse(base).ok();
    let host = host.map(|(address, _)| address.host_name().to_owned());
    let config = match host {
        Some(host) if ["0.0.0.0", "::"].contains(&host.as_str()) => config.disable_allowed_hosts(),
        Some(host) => {
            let mut hosts = config.allowed_hosts.clone();
            hosts.push(host);
            config.with_allowed_hosts(hosts)
        }
        None => config,
    };
    let service: StreamableHttpService<Tools, LocalSessionManager> = StreamableHttpService::new(
        move || Ok(Tools::new(Arc::clone(&site))),
        Arc::default(),
        config,
    );
    Router::new().nest_service("/mcp", service)
}

/// Serves the tools over standard input and output, until the input ends.
///
/// # Errors
/// The client does not speak the protocol, or is gone.
pub async fn stdio(site: Arc<Site>) -> Result<(), std::io::Error> {
    let service = Tools::new(site)
        .serve(rmcp::transport::stdio())
        .await
        .map_err(std::io::Error::other)?;
    service.waiting().await.map_err(std::io::Error::other)?;
    Ok(())
}

/// An argument that is not absurdly long.
fn bounded<'t>(name: &str, text: &'t str) -> Result<&'t str, String> {
    if text.trim().is_empty() {
        return Err(format!("`{name}` is empty"));
    }
    if text.len() > LONGEST {
        return Err(format!(
            "`{name}` has {} bytes; at most {LONGEST} are read",
            text.len()
        ));
    }
    Ok(text)
}

impl From<SiteError> for String {
    fn from(error: SiteError) -> Self {
        error.to_string()
    }
}
