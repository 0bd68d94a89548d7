//! `lydite mcp` and `lydite bridge`: other people's programs work with a graph.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use lydite_bridge::qanary::offered::{Registration, register};
use lydite_bridge::{Site, SiteError, mcp, serve};
use lydite_lab::asking::Pipeline;

use crate::args::{Bridge, Mcp};
use crate::failure::{Failure, Verdict};
use crate::session::Session;

/// Tools for agents, over standard input and output or over HTTP.
pub(super) fn tools(session: &Session, options: &Mcp) -> Result<Verdict, Failure> {
    let site = Arc::new(open(session, &options.kg, Pipeline::default())?);
    match &options.listen {
        Some(address) => listen(session, address, move |url| Ok(mcp::router(site, url)))?,
        None => {
            let runtime = tokio::runtime::Runtime::new()
                .map_err(|error| Failure::input(error.to_string()))?;
            let served = runtime.block_on(mcp::stdio(site));
            served.map_err(|error| Failure::input(format!("the client is gone: {error}")))?;
        }
    }
    Ok(Verdict::Done)
}

/// All protocols over HTTP.
pub(super) fn run(session: &Session, options: &Bridge) -> Result<Verdict, Failure> {
    let components = session.lab.components();
    for name in &options.offer {
        components
            .get(name)
            .map_err(|error| Failure::usage(error.to_string()))?;
    }
    let pipeline = session.pipeline(&options.pipeline)?;
    let mut sites = Vec::new();
    for (at, given) in options.kg.iter().enumerate() {
        let mut site = open(session, given, pipeline.clone())?;
        if at == 0 {
            site.datasets.clone_from(&options.dataset);
        }
        sites.push(Arc::new(site));
    }
    let patience = options.patience;
    let public = options.public.clone();
    listen(session, &options.listen, move |url| {
        let url = public.as_deref().unwrap_or(url).trim_end_matches('/');
        offer(session, &sites, options, url);
        let mut router = Router::new();
        for (at, site) in sites.iter().enumerate() {
            let address = if at == 0 {
                url.to_owned()
            } else {
                format!("{url}/kg/{}", site.name)
            };
            let own =
                lydite_bridge::router(site, &address, patience).map_err(std::io::Error::other)?;
            router = if at == 0 {
                router.merge(own)
            } else {
                router.nest(&format!("/kg/{}", site.name), own)
            };
        }
        Ok(router)
    })?;
    Ok(Verdict::Done)
}

/// Has the components of the first graph register at pipelines of others, as long as the program runs.
fn offer(session: &Session, sites: &[Arc<Site>], options: &Bridge, base: &str) {
    let Some(site) = sites.first() else { return };
    for pipeline in &options.register {
        let wanted = Registration {
            pipeline: pipeline.clone(),
            components: options.offer.clone(),
            base: base.to_owned(),
        };
        let (site, terminal) = (Arc::clone(site), session.terminal());
        let cancel = session.lab.config.cancel.clone();
        std::thread::spawn(move || {
            let heard = |said: &str| terminal.say(said);
            if let Err(error) = register(&site, &wanted, &cancel, &heard) {
                terminal.say(&error.to_string());
            }
        });
    }
}

fn open(session: &Session, given: &str, pipeline: Pipeline) -> Result<Site, Failure> {
    let mut site = Site::open(&session.lab, given, pipeline).map_err(|error| match error {
        SiteError::Lab(error) => Failure::from(error),
        other => Failure::input(other.to_string()),
    })?;
    let stem = Path::new(given).file_stem().and_then(|stem| stem.to_str());
    let name = stem.unwrap_or(given).chars();
    site.name = name
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '-'
            }
        })
        .collect();
    Ok(site)
}

fn listen(
    session: &Session,
    address: &str,
    router: impl FnOnce(&str) -> std::io::Result<Router>,
) -> Result<(), Failure> {
    session.cancel_on_signals();
    let cancel = session.lab.config.cancel.clone();
    let ready = |url: &str| session.say(&format!("listening on {url}"));
    serve(address, router, &cancel, ready).map_err(|error| {
        Failure::usage(format!("cannot listen on {address}: {error}"))
            .hint("choose another address with --listen, such as 127.0.0.1:0")
    })
}
