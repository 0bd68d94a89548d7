//! A page that runs for a test.

use std::net::SocketAddr;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lydite_lab::{Config, Lab};
use lydite_server::{Role, Server, Settings, Token, TokenSetting};
use tokio::sync::oneshot;

pub(crate) struct Page {
    pub(crate) address: SocketAddr,
    pub(crate) home: tempfile::TempDir,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    agent: ureq::Agent,
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: ureq::http::HeaderMap,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

/// A token of each role, with its setting.
pub(crate) fn tokens() -> (Vec<TokenSetting>, Vec<String>) {
    let mut settings = Vec::new();
    let mut secrets = Vec::new();
    for role in [Role::Reader, Role::Runner, Role::Admin] {
        let token = Token::new().unwrap();
        settings.push(TokenSetting {
            name: role.to_string(),
            role,
            sha256: token.sha256,
        });
        secrets.push(token.secret);
    }
    (settings, secrets)
}

impl Page {
    pub(crate) fn open(settings: Settings) -> Self {
        let home = tempfile::tempdir().unwrap();
        let lab = Lab::new(Config {
            home: Some(home.path().to_owned()),
            ..Config::default()
        });
        let settings = Settings {
            listen: "127.0.0.1:0".parse().unwrap(),
            ..settings
        };
        let server = Server::open(&lab, settings).unwrap();
        let (stop, stopped) = oneshot::channel();
        Self {
            address: server.address(),
            home,
            stop: Some(stop),
            thread: Some(thread::spawn(move || {
                server
                    .run(async {
                        let _ = stopped.await;
                    })
                    .unwrap();
            })),
            agent: ureq::Agent::config_builder()
                .http_status_as_error(false)
                .max_redirects(0)
                .max_redirects_will_error(false)
                .timeout_global(Some(Duration::from_secs(60)))
                .build()
                .into(),
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.get_with(path, &[])
    }

    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = self.agent.get(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        reply(request.call().unwrap())
    }

    pub(crate) fn delete(&self, path: &str) -> Reply {
        reply(self.agent.delete(self.url(path)).call().unwrap())
    }

    pub(crate) fn post(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut request = self.agent.post(self.url(path));
        let has_type = headers.iter().any(|(name, _)| *name == "content-type");
        if !has_type {
            request = request.header("content-type", "application/x-www-form-urlencoded");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        reply(request.send(body).unwrap())
    }

    /// Runs the demo to its end; gives its identifier.
    pub(crate) fn demo(&self, headers: &[(&str, &str)]) -> String {
        let begun = self.post("/demo", headers, b"");
        assert_eq!(begun.status, 303, "{}", begun.text);
        let id = begun
            .header("location")
            .rsplit('/')
            .next()
            .unwrap()
            .to_owned();
        self.finished(&id, headers);
        id
    }

    pub(crate) fn finished(&self, id: &str, headers: &[(&str, &str)]) {
        let until = Instant::now() + Duration::from_secs(600);
        loop {
            let reply = self.get_with(&format!("/api/v1/experiments/{id}"), headers);
            if reply.text.contains("\"state\":\"finished\"")
                && reply.text.contains("\"progress\":null")
            {
                return;
            }
            assert!(Instant::now() < until, "{}", reply.text);
            thread::sleep(Duration::from_millis(100));
        }
    }
}

fn reply(mut response: ureq::http::Response<ureq::Body>) -> Reply {
    let body = response
        .body_mut()
        .with_config()
        .limit(64 << 20)
        .read_to_vec()
        .unwrap();
    Reply {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        text: String::from_utf8_lossy(&body).into_owned(),
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.stop.take().map(|stop| stop.send(()));
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// A form with one file.
pub(crate) fn file(field: &str, name: &str, content: &str) -> (String, Vec<u8>) {
    let body = format!(
        "--edge\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n{content}\r\n--edge--\r\n"
    );
    (
        "multipart/form-data; boundary=edge".to_owned(),
        body.into_bytes(),
    )
}
