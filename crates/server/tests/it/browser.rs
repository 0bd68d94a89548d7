//! What people do on the page, in a real browser: with scripts, and without.

use std::path::PathBuf;

use lydite_lab::demo;
use lydite_server::Settings;
use lydite_testing::browser::Browser;

use crate::page::Page;
use crate::tour;

fn settings() -> Settings {
    Settings {
        requests_per_second: 0,
        ..Settings::default()
    }
}

/// Files of the test, for fields that take files.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn with(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

/// Where an experiment stands in an address.
fn experiment_of(url: &str) -> String {
    let rest = url.split("/experiments/").nth(1).unwrap_or_default();
    rest.chars().take_while(char::is_ascii_digit).collect()
}

/// Waits on the page of an experiment until it is finished: scripts hear of it, without them the
/// page comes again by itself.
fn finished(browser: &Browser) -> String {
    browser.sees("Look into the questions");
    experiment_of(&browser.url())
}

fn walk(scripts: bool) {
    let Some(browser) = Browser::open(scripts) else {
        return;
    };
    let page = Page::open(settings());
    let files = Files::new();

    // The demo is run, and watched until it is finished.
    browser.go(&page.url("/"));
    browser.click("form[action='/demo'] button");
    let id = finished(&browser);
    browser.sees("leads with F1");

    // A broken file is brought, and what is wrong with it is said with its place.
    let broken = "{\"questions\": [{\"id\": 1, \"question\": [{\"language\": \"en\", \"string\": \"Who?\"}], \"answers\": [{\"head\": ]}";
    browser.go(&page.url("/"));
    browser.attach(
        ".drop input[type=file]",
        &files.with("broken.json", broken.as_bytes()),
    );
    if !scripts {
        browser.click(".drop button");
    }
    browser.sees("broken.json:1:");

    // Answers are scored, and a question shows what matched and what was missed.
    browser.go(&page.url("/score"));
    browser.attach(
        "input[name=answers]",
        &files.with("mine.json", demo::SYSTEMS[1].bytes),
    );
    browser.click("form[action='/score'] button");
    let mine = finished(&browser);
    browser.go(&page.url(&format!("/experiments/{mine}/questions?show=lost")));
    browser.click("tr.row a.open");
    browser.sees("Gold query");
    assert!(browser.has("li.missed, li.surplus") && browser.has(".card.gold"));

    // A verdict is overruled, and both scores are shown.
    browser.go(&page.url(&format!("/experiments/{mine}/questions?show=lost")));
    browser.click("tr.row a.open");
    browser.click("#overrule summary");
    browser.click("#overrule input[type=checkbox]");
    browser.fill("#overrule textarea", "The gold is out of date.");
    browser.fill("#overrule input[name=person]", "Ann");
    browser.click("#overrule button");
    browser.sees("With corrections");
    browser.sees("The gold is out of date.");

    // Two runs are compared.
    browser.go(&page.url("/compare"));
    browser.fill("#ids", &format!("{id},{mine}"));
    browser.click("form.ask button");
    browser.sees("To best");

    // A micro-benchmark is built, and kept for systems to be run on it.
    browser.go(&page.url("/sample?from=demo"));
    browser.fill("input[name=n]", "12");
    browser.click("main form button");
    browser.sees("12 questions of 146");
    browser.click("form[action='/sample'][method=post] button");
    browser.sees("New experiment");
    assert!(browser.has("input[name=dataset][value^=micro]:checked"));

    // A question is asked.
    browser.go(&page.url("/ask"));
    browser.fill("#q", "Which countries border Germany?");
    browser.click("form.ask button");
    browser.sees("Poland");

    // Answers are handed in to a campaign.
    browser.go(&page.url("/campaigns"));
    browser.click("form[action='/campaigns'] button");
    browser.sees("Hand in");
    browser.fill("input[name=system]", "Mine");
    browser.attach(
        "input[name=file]",
        &files.with("answers.json", demo::SYSTEMS[0].bytes),
    );
    browser.click("form[enctype] button");
    browser.sees("was taken");
    browser.go(&page.url("/campaigns/demo-campaign"));
    browser.sees("Mine");

    // It is published, and programs can read it.
    browser.go(&page.url(&format!("/experiments/{id}")));
    browser.click("form[action$='/publish'] button");
    browser.sees("published");
    let place = format!("/experiments/{id}");
    let document = page.get_with(&place, &[("accept", "application/ld+json")]);
    assert_eq!(document.status, 200);
    let document: serde_json::Value = serde_json::from_str(&document.text).unwrap();
    assert!(document.to_string().contains("purl.org/linked-data/cube"));
    browser.go(&page.url("/sparql"));
    browser.click("main form button");
    browser.sees("rows in");
}

#[test]
fn people_with_scripts_walk_through() {
    walk(true);
}

#[test]
fn people_without_scripts_walk_through() {
    walk(false);
}

/// The checks of axe-core, as a script; without it the test reports itself as skipped.
fn axe() -> Option<String> {
    let path = std::env::var("LYDITE_WEB").unwrap_or_else(|_| "../../target/tools/web".to_owned());
    let path = PathBuf::from(path).join("node_modules/axe-core/axe.min.js");
    if let Ok(script) = std::fs::read_to_string(&path) {
        return Some(script);
    }
    let reason = format!("no {}; set LYDITE_WEB", path.display());
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}

#[test]
fn everybody_can_use_every_page() {
    let (Some(axe), Some(browser)) = (axe(), Browser::open(true)) else {
        return;
    };
    let page = Page::open(settings());
    let id = page.demo(&[]);
    let published = page.post(&format!("/experiments/{id}/publish"), &[], b"");
    assert_eq!(published.status, 303, "{}", published.text);
    let created = page.post("/campaigns", &[], tour::CAMPAIGN.as_bytes());
    assert_eq!(created.status, 303, "{}", created.text);
    let mut wrong = Vec::new();
    for (name, place) in tour::pages(&id) {
        for (width, dark) in [(1280, false), (390, true)] {
            browser.resize(width, 900);
            browser.dark(dark);
            browser.go(&page.url(&place));
            browser.script(&axe);
            let found = browser.script_that_calls_back(
                "const done = arguments[arguments.length - 1];
                 axe.run({ resultTypes: ['violations'] }).then((found) => done(found.violations
                   .filter((one) => ['serious', 'critical'].includes(one.impact))
                   .map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html).join(' | '))));",
            );
            let found = found.as_array().cloned().unwrap_or_default();
            wrong.extend(found.iter().map(|one| format!("{name} at {width}: {one}")));
            // What is wider than the window moves sideways, which no page should.
            let wide = browser.script("return document.documentElement.scrollWidth - innerWidth");
            if wide.as_i64().is_some_and(|by| by > 1) {
                wrong.push(format!("{name} at {width}: {wide} pixels too wide"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
