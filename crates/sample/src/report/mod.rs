//! A sample in pictures: one HTML page without anything from outside.

mod projection;

use std::fmt::Write;

pub use projection::Projection;

use lydite_picture::{Axis, Chart, Histogram, Paint, Point, Scatter, Theme};

use crate::{Choice, Feature, Kind, Pool, Quality, Vectors};

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
flex-wrap:wrap;gap:1rem}@media (prefers-color-scheme:dark){body{color:#e8eaed;\
background:#161a20}td,th{border-color:#3a4049}}";

impl SampleReport<'_> {
    /// The page.
    pub fn to_html(&self) -> String {
        let mut page = String::new();
        let title = escape(&self.title);
        let summary = escape(&self.summary);
        let caveat = self.choice.bias.caveat().map(|caveat| {
            let mut letters = caveat.chars();
            let first = letters.next().map(char::to_uppercase);
            let sentence: String = first.into_iter().flatten().chain(letters).collect();
            format!("<p>{}.</p>\n", escape(&sentence))
        });
        let caveat = caveat.unwrap_or_default();
        // Writing to a text cannot fail.
        let _ = write!(
            page,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
             <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{summary}</p>\n{caveat}"
        );
        self.figures(&mut page);
        page.push_str(&self.map().render(&Theme::default().width(720.0)));
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

    /// All questions in the plane in which they differ most, with those of the sample marked.
    pub fn map(&self) -> Chart {
        let projection = Projection::of(self.vectors);
        let place = |point: usize| {
            let [x, y] = projection.places[point];
            Point::new(x, y)
        };
        let all = (0..self.vectors.points()).map(|point| {
            let questions = self.vectors.weight(point);
            place(point).weight(questions)
        });
        let questions = self.choice.questions.iter().zip(&self.questions);
        let chosen = questions.map(|(question, (id, text))| {
            place(self.vectors.point_of(*question)).label(format!("{id}: {text}"))
        });
        let [first, second] = projection.explained.map(|share| 100.0 * share);
        let plot = Scatter::new(
            Axis::new(format!("first direction ({first:.0} % of the variance)")),
            Axis::new(format!("second direction ({second:.0} % of the variance)")),
        )
        .points("all questions", all)
        .chosen("the sample", chosen);
        Chart::new("Questions by similarity", plot).note(
            "The plane in which questions differ most. Larger circles represent more questions \
             with equal features.",
        )
    }

    fn histograms(&self, page: &mut String) {
        page.push_str("<h2>Feature by feature</h2>\n<div class=\"charts\">\n");
        for (column, feature) in self.pool.features().iter().enumerate() {
            let values = |question: usize| self.pool.values(question)[column];
            let chosen = self.choice.questions.iter();
            let mut histogram = Histogram::new(feature.as_str(), "questions")
                .height(130.0)
                .painted_group(
                    "all questions",
                    Paint::BACKDROP,
                    (0..self.pool.len()).map(values),
                )
                .painted_group(
                    "the sample",
                    Paint::series(1),
                    chosen.map(|question| values(*question)),
                );
            if Feature::find(feature).is_ok_and(|known| known.kind == Kind::Boolean) {
                histogram = histogram.names(["no", "yes"]);
            }
            let chart = Chart::new(feature.as_str(), histogram);
            let _ = writeln!(
                page,
                "<figure>{}</figure>",
                chart.render(&Theme::default().width(340.0))
            );
        }
        page.push_str("</div>\n");
    }

    fn list(&self, page: &mut String) {
        page.push_str("<h2>The questions</h2>\n<table>\n");
        for (id, text) in &self.questions {
            let (id, text) = (escape(id), escape(text));
            let _ = writeln!(page, "<tr><td>{id}</td><td>{text}</td></tr>");
        }
        page.push_str("</table>\n");
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
