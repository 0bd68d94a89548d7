//! What strangers may name: datasets, systems and graphs by their names or on the network, never by a
//! path on this machine and never a program to run.

use lydite_lab::Lab;
use lydite_lab::catalogue::{Catalogue, Kind};
use lydite_lab::demo;
use lydite_lab::system::{Protocol, Spec};

use crate::error::Fault;

/// The names of the benchmarks that are at hand: the demo, imported ones, fetched ones.
pub(crate) fn datasets(lab: &Lab) -> Vec<String> {
    let mut names = vec![demo::GRAPH.to_owned()];
    names.extend(lab.imported().into_iter().map(|(name, _)| name));
    let fetched = Catalogue::builtin().entries().iter();
    let fetched = fetched.filter(|entry| entry.kind == Kind::Benchmark);
    names.extend(
        fetched
            .filter(|entry| lab.resolve(entry.name.as_ref()).is_ok())
            .map(|entry| entry.name.clone()),
    );
    names
}

/// The names of the graphs that are at hand.
pub(crate) fn graphs(lab: &Lab) -> Vec<String> {
    let own = lab
        .library()
        .map(|library| library.names())
        .unwrap_or_default();
    let mut names = vec![demo::GRAPH.to_owned()];
    names.extend(own.into_iter().filter(|name| name != demo::GRAPH));
    names
}

/// A dataset that may be named.
pub(crate) fn dataset(lab: &Lab, name: &str) -> Result<String, Fault> {
    let name = name.trim();
    if is_file_name(lab, name) {
        return Ok(name.to_owned());
    }
    Err(
        Fault::wrong(format!("there is no dataset called `{name}` here"))
            .hint("Choose one of the list, or upload the file first."),
    )
}

/// Whether a name means a file of the demo, the catalogue or the imports.
fn is_file_name(lab: &Lab, name: &str) -> bool {
    demo::find(name).is_some()
        || lab.imported().iter().any(|(own, _)| own == name)
        || Catalogue::builtin().find(name).is_ok()
}

/// A graph that may be named.
pub(crate) fn graph(lab: &Lab, name: &str) -> Result<String, Fault> {
    let name = name.trim();
    let is_address = name.starts_with("http://") || name.starts_with("https://");
    if is_address || graphs(lab).iter().any(|own| own == name) {
        return Ok(name.to_owned());
    }
    Err(
        Fault::wrong(format!("there is no graph called `{name}` here"))
            .hint("Choose one of the list, or give the address of a SPARQL endpoint."),
    )
}

/// A system that may be named.
pub(crate) fn system(lab: &Lab, given: &str) -> Result<Spec, Fault> {
    let (_, rest) = Spec::split_name(given);
    if rest.ends_with(".toml") {
        return Err(Fault::wrong(
            "systems are described by a line here, not by a file of the server",
        ));
    }
    let spec = lab.system_spec(given)?;
    match &spec.protocol {
        Protocol::Exec(_) => Err(Fault::wrong(
            "programs are run by `lydite run` only, never by a page",
        )),
        Protocol::Replay { .. } => {
            Err(Fault::wrong("recordings are replayed by `lydite run` only"))
        }
        Protocol::File { path } => {
            let name = path.to_str().unwrap_or_default();
            if is_file_name(lab, name) {
                Ok(spec)
            } else {
                Err(
                    Fault::wrong(format!("there are no answers called `{name}` here"))
                        .hint("Upload the file first."),
                )
            }
        }
        _ => Ok(spec),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_lab::Config;

    #[test]
    fn nothing_of_the_machine_can_be_named() {
        let lab = Lab::new(Config::default());
        for given in [
            "file:/etc/passwd",
            "file:../secret.json",
            "exec:/bin/sh",
            "x=exec:rm -rf /",
            "/etc/system.toml",
            "replay:/tmp/talk.jsonl",
        ] {
            assert!(system(&lab, given).is_err(), "{given}");
        }
        assert!(system(&lab, "file:demo-careful").is_ok());
        assert!(system(&lab, "pipeline:auto").is_ok());
        assert!(dataset(&lab, "/etc/passwd").is_err());
        assert!(dataset(&lab, "demo").is_ok());
        assert!(graph(&lab, "/tmp/graph.ttl").is_err());
        assert!(graph(&lab, "https://example.org/sparql").is_ok());
    }
}
