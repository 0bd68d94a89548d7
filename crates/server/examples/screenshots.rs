//! Writes a picture of every page, at two widths, light and dark: `screenshots FOLDER`.

use std::path::PathBuf;

use lydite_server::Settings;
use lydite_testing::browser::Browser;

#[allow(dead_code, clippy::unwrap_used, reason = "it is shared with the tests")]
#[path = "../tests/it/page.rs"]
mod page;
#[allow(dead_code, reason = "it is shared with the tests")]
#[path = "../tests/it/tour.rs"]
mod tour;

fn main() -> std::io::Result<()> {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "screenshots".to_owned());
    let folder = PathBuf::from(folder);
    std::fs::create_dir_all(&folder)?;
    let Some(browser) = Browser::open(true) else {
        return Err(std::io::Error::other("there is no browser"));
    };
    let page = page::Page::open(Settings {
        requests_per_second: 0,
        ..Settings::default()
    });
    browser.go(&page.url("/"));
    std::fs::write(folder.join("first.png"), browser.picture())?;
    let id = page.demo(&[]);
    page.post(&format!("/experiments/{id}/publish"), &[], b"");
    page.post("/campaigns", &[], tour::CAMPAIGN.as_bytes());
    page.post("/components/ned-longest", &[], b"dataset=demo&kg=demo");
    for (name, place) in tour::pages(&id) {
        for (width, dark) in [(1280, false), (1280, true), (390, false), (390, true)] {
            browser.resize(width, 900);
            browser.dark(dark);
            browser.go(&page.url(&place));
            // Pictures further down are loaded when they come into view.
            browser.script(
                "document.querySelectorAll('img').forEach((one) => { one.loading = 'eager'; })",
            );
            browser.until("pictures", || {
                let all = "return [...document.images].every((one) => one.complete)";
                browser.script(all).as_bool().filter(|is| *is)
            });
            let theme = if dark { "dark" } else { "light" };
            std::fs::write(
                folder.join(format!("{name}-{width}-{theme}.png")),
                browser.picture(),
            )?;
        }
    }
    Ok(())
}
