//! `lydite serve`: the web page.

use lydite_server::{ServeError, Server, Settings, Token};
use serde_json::json;

use crate::args::Serve;
use crate::failure::{Failure, Verdict};
use crate::output::Shown;
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Serve) -> Result<Verdict, Failure> {
    if let Some(role) = &options.new_token {
        return new_token(session, role);
    }
    let mut settings = match &options.config {
        Some(path) => Settings::read(path).map_err(failure)?,
        None => Settings::default(),
    };
    if let Some(listen) = options.listen {
        settings.listen = listen;
    }
    if let Some(network) = &options.network {
        settings.network = Some(network.clone());
    }
    if settings.network.is_none() {
        settings.network = std::env::var(crate::session::NETWORK)
            .ok()
            .filter(|line| !line.trim().is_empty());
    }
    settings.log |= options.log;
    let lab = session.lab_with(&options.store);
    let server = Server::open(&lab, settings).map_err(failure)?;
    session.say(&format!(
        "open http://{}/ in a browser; Ctrl-C stops it",
        server.address()
    ));
    server.run(std::future::pending()).map_err(failure)?;
    session.say("closed; experiments that were running can be resumed");
    Ok(Verdict::Done)
}

fn new_token(session: &Session, role: &str) -> Result<Verdict, Failure> {
    let token = Token::new().map_err(|error| Failure::input(error.to_string()))?;
    let lines = format!(
        "[[tokens]]\nname = \"somebody\"\nrole = \"{role}\"\nsha256 = \"{}\"",
        token.sha256
    );
    let document = json!({ "token": token.secret, "role": role, "sha256": token.sha256 });
    session.print(Shown::new(document).page(|page| {
        page.line(&format!("token: {}", token.secret))?;
        page.line("It is shown once. For the configuration:")?;
        page.blank()?;
        for line in lines.lines() {
            page.line(line)?;
        }
        Ok(())
    }))?;
    Ok(Verdict::Done)
}

fn failure(error: ServeError) -> Failure {
    match error {
        ServeError::Lab(error) => error.into(),
        ServeError::OpenToAll { .. } => Failure::usage(error.to_string()).hint(
            "`lydite serve --new-token admin` makes a token, and says what to write into the file \
             for --config",
        ),
        ServeError::Listen { .. } => Failure::out_of_reach(error.to_string())
            .hint("choose another port with --listen 127.0.0.1:PORT"),
        ServeError::BadToken { .. } | ServeError::Network(_) => Failure::usage(error.to_string()),
        ServeError::Settings { .. } | ServeError::File(_) => Failure::input(error.to_string()),
    }
}
