//! A sample in pictures: one HTML page without anything from outside.

mod histogram;
mod projection;
mod svg;

use std::fmt::Write;

pub use histogram::{Bin, Histogram};
pub use projection::Projection;

use crate::{Choice, Pool, Quality, Vectors};

/// Everything that a report shows.
pub struct SampleReport<'a> {
    /// The heading.
    pub title: String,
    /// A sentence about the sample.
    pub summary: String,
    /// The questions it was chosen from.
    pub pool: &'a Pool,
    /// Their vectors.
    pub vectors: &'a Vectors,
    /// The sample.
    pub choice: &'a Choice,
    /// How good it is.
    pub quality: &'a Quality,
    /// Identifier and wording of the chosen questions.
    pub questions: Vec<(String, String)>,
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
padding:0 1rem;color:#1b1b1b;background:#fff}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}\
table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top;\
border-bottom:1px solid #ddd}td.n{text-align:right;font-variant-numeric:tabular-nums}\
figure{margin:0;display:inline-block}svg{max-width:100%;height:auto}.charts{display:flex;\
flex-wrap:wrap;gap:1rem}.whole{fill:#b8c0cc}.sample{fill:#c2410c}text{font:12px system-ui,sans-serif;\
fill:#333}.key{display:inline-block;width:.8em;height:.8em;margin-right:.3em}";

impl SampleReport<'_> {
    /// The page.
    pub fn to_html(&self) -> String {
        let mut page = String::new();
        let title = svg::escape(&self.title);
        let summary = svg::escape(&self.summary);
        let caveat = self.choice.bias.caveat().map(|caveat| {
            let mut letters = caveat.chars();
            let first = letters.next().map(char::to_uppercase);
            let sentence: String = first.into_iter().flatten().chain(letters).collect();
            format!("<p>{}.</p>\n", svg::escape(&sentence))
        });
        let caveat = caveat.unwrap_or_default();
        // Writing to a text cannot fail.
        let _ = write!(
            page,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
             <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{summary}</p>\n{caveat}\
             <p><span class=\"key\" style=\"background:#b8c0cc\"></span>all questions \
             <span class=\"key\" style=\"background:#c2410c;margin-left:1em\"></span>the sample</p>\n"
        );
        self.figures(&mut page);
        self.map(&mut page);
        self.histograms(&mut page);
        self.list(&mut page);
        page.push_str("</body></html>\n");
        page
    }

    fn figures(&self, page: &mut String) {
        let quality = self.quality;
        page.push_str("<table>\n");
        for (name, value) in [
            ("questions", quality.n.to_string()),
            ("of", self.pool.len().to_string()),
            ("different vectors", quality.distinct_vectors.to_string()),
            ("diversity", format!("{:.4}", quality.diversity)),
            (
                "similarity error",
                format!("{:.2e}", quality.similarity_error),
            ),
            ("coverage of values", format!("{:.3}", quality.coverage)),
            (
                "mean distance to the sample",
                format!("{:.4}", quality.mean_distance),
            ),
            (
                "largest distance to the sample",
                format!("{:.4}", quality.radius),
            ),
        ] {
            let _ = writeln!(page, "<tr><td>{name}</td><td class=\"n\">{value}</td></tr>");
        }
        page.push_str("</table>\n");
    }

    fn map(&self, page: &mut String) {
        let projection = Projection::of(self.vectors);
        let _ = writeln!(
            page,
            "<h2>Where the questions lie</h2>\n<p>The two directions in which questions differ most \
             hold {:.0} % and {:.0} % of the variance. A larger circle stands for more questions with \
             equal features.</p>",
            100.0 * projection.explained[0],
            100.0 * projection.explained[1]
        );
        page.push_str(&svg::map(
            self.vectors,
            &projection,
            &self.choice.questions,
            &self.questions,
        ));
    }

    fn histograms(&self, page: &mut String) {
        page.push_str("<h2>Feature by feature</h2>\n<div class=\"charts\">\n");
        for histogram in Histogram::all(self.pool, &self.choice.questions) {
            page.push_str(&svg::histogram(&histogram));
        }
        page.push_str("</div>\n");
    }

    fn list(&self, page: &mut String) {
        page.push_str("<h2>The questions</h2>\n<table>\n");
        for (id, text) in &self.questions {
            let (id, text) = (svg::escape(id), svg::escape(text));
            let _ = writeln!(page, "<tr><td>{id}</td><td>{text}</td></tr>");
        }
        page.push_str("</table>\n");
    }
}
