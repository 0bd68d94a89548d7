//! A real Chromium, driven through chromedriver as WebDriver (W3C) has it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The key of an element in WebDriver's documents.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(300);

/// A browser window.
pub struct Browser {
    driver: Child,
    session: String,
    agent: ureq::Agent,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Opens a browser, with or without scripts on pages.
    ///
    /// Without chromedriver a test reports itself as skipped; with `CI=true` that is a failure.
    ///
    /// # Panics
    /// The browser does not start.
    pub fn open(scripts: bool) -> Option<Self> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut driver) = driver else {
            let reason = "no chromedriver; install chromium and chromium-driver";
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
            eprintln!("skipped: {reason}");
            return None;
        };
        let port = port(&mut driver).expect("chromedriver says its port");
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let folder = format!("--user-data-dir={}", profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
            &folder,
        ];
        let mut options = json!({ "args": arguments });
        if !scripts {
            // The pages have none; the driver still has its own.
            options["prefs"] = json!({ "profile.managed_default_content_settings.javascript": 2 });
        }
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build()
            .into();
        let root = format!("http://127.0.0.1:{port}/session");
        let wanted =
            json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options } } });
        let begun = call(&agent, "POST", &root, Some(&wanted)).expect("a session");
        let id = begun["sessionId"].as_str().expect("a session").to_owned();
        Some(Self {
            driver,
            session: format!("{root}/{id}"),
            agent,
            _profile: profile,
        })
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        call(
            &self.agent,
            method,
            &format!("{}{path}", self.session),
            body,
        )
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.send("POST", path, Some(body))
            .unwrap_or_else(|error| panic!("{path}: {error}\n{}", self.text()))
    }

    /// Goes to a page.
    pub fn go(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// Where it is.
    ///
    /// # Panics
    /// The browser is gone.
    pub fn url(&self) -> String {
        let url = self.send("GET", "/url", None).expect("an address");
        url.as_str().unwrap_or_default().to_owned()
    }

    /// Runs a script of the test and gives what it returns.
    pub fn script(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The same for a script that calls back (its last argument) when it is done.
    pub fn script_that_calls_back(&self, script: &str) -> Value {
        self.post("/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// The text that people see.
    pub fn text(&self) -> String {
        let body = self.find("body").and_then(|body| {
            self.send("GET", &format!("/element/{body}/text"), None)
                .ok()
        });
        body.and_then(|text| Some(text.as_str()?.to_owned()))
            .unwrap_or_default()
    }

    fn find(&self, css: &str) -> Option<String> {
        let by = json!({ "using": "css selector", "value": css });
        let found = self.send("POST", "/element", Some(&by)).ok()?;
        Some(found[ELEMENT].as_str()?.to_owned())
    }

    /// Whether something is there.
    pub fn has(&self, css: &str) -> bool {
        self.find(css).is_some()
    }

    fn element(&self, css: &str) -> String {
        self.until(css, || self.find(css))
    }

    /// Waits until something is found out.
    ///
    /// # Panics
    /// It takes too long.
    pub fn until<T>(&self, what: &str, found: impl Fn() -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = found() {
                return found;
            }
            assert!(
                Instant::now() < end,
                "{what} at {}:\n{}",
                self.url(),
                self.text()
            );
            sleep(Duration::from_millis(100));
        }
    }

    /// Waits until a text is to be seen.
    pub fn sees(&self, text: &str) {
        self.until(text, || self.text().contains(text).then_some(()));
    }

    /// Clicks something.
    pub fn click(&self, css: &str) {
        let element = self.element(css);
        let path = format!("/element/{element}");
        // What is far down or covered by the head is scrolled to the middle.
        let script = "arguments[0].scrollIntoView({block: 'center'})";
        let scroll = json!({ "script": script, "args": [{ ELEMENT: element }] });
        let _ = self.send("POST", "/execute/sync", Some(&scroll));
        self.post(&format!("{path}/click"), &json!({}));
    }

    /// Writes into a field, over what stands there.
    pub fn fill(&self, css: &str, text: &str) {
        let element = self.element(css);
        self.post(&format!("/element/{element}/clear"), &json!({}));
        self.post(
            &format!("/element/{element}/value"),
            &json!({ "text": text }),
        );
    }

    /// Puts a file into a field for files.
    pub fn attach(&self, css: &str, file: &Path) {
        let element = self.element(css);
        let text = file.display().to_string();
        self.post(
            &format!("/element/{element}/value"),
            &json!({ "text": text }),
        );
    }

    /// Makes the window so large.
    pub fn resize(&self, width: u32, height: u32) {
        // Windows have a least width; what the page sees has none.
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Wishes for light or dark pages.
    pub fn dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", &media);
    }

    fn devtools(&self, command: &str, params: &Value) -> Value {
        self.post(
            "/goog/cdp/execute",
            &json!({ "cmd": command, "params": params }),
        )
    }

    /// The whole page as a PNG.
    ///
    /// # Panics
    /// The browser gives none.
    pub fn picture(&self) -> Vec<u8> {
        // A scroll bar would be cut off together with what is under it.
        self.devtools("Emulation.setScrollbarsHidden", &json!({ "hidden": true }));
        let params = json!({ "format": "png", "captureBeyondViewport": true });
        let taken = self.devtools("Page.captureScreenshot", &params);
        let data = taken["data"].as_str().expect("a picture");
        STANDARD.decode(data).expect("a picture in base64")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.send("DELETE", "", None);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The port that chromedriver chose.
fn port(driver: &mut Child) -> Option<u16> {
    let lines = BufReader::new(driver.stdout.take()?).lines();
    let mut port = None;
    for line in lines.map_while(Result::ok) {
        if let Some((_, rest)) = line.split_once("started successfully on port ") {
            port = rest.trim_end_matches('.').parse().ok();
            break;
        }
    }
    port
}

fn call(
    agent: &ureq::Agent,
    method: &str,
    url: &str,
    body: Option<&Value>,
) -> Result<Value, String> {
    let failed = |error: ureq::Error| error.to_string();
    let mut response = match (method, body) {
        ("GET", _) => agent.get(url).call(),
        ("DELETE", _) => agent.delete(url).call(),
        (_, body) => {
            let text = body.map_or_else(|| "{}".to_owned(), Value::to_string);
            agent
                .post(url)
                .header("content-type", "application/json")
                .send(&text)
        }
    }
    .map_err(failed)?;
    let text = response
        .body_mut()
        .with_config()
        .limit(256 << 20)
        .read_to_string()
        .map_err(failed)?;
    let mut document: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let value = document["value"].take();
    match value["error"].as_str() {
        Some(error) => Err(format!(
            "{error}: {}",
            value["message"].as_str().unwrap_or_default()
        )),
        None => Ok(value),
    }
}
