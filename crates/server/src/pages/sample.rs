//! Micro-benchmarks: few questions that differ as much as possible, chosen by their features.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, RawForm, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use lydite_lab::Error;
use lydite_lab::export::html::shown;
use lydite_lab::sampling::{Candidates, Measurer, Measuring, Sampled, Selecting, methods};
use lydite_model::{DatasetInfo, Question};
use lydite_picture::Chart;
use lydite_sample::{Condition, Feature, LISTING_1_2, SampleReport};
use maud::{Markup, html};
use schemars::JsonSchema;
use serde::Deserialize;

use super::new::Fields;
use super::picture::picture;
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::layout::{Frame, counted, encoded};
use crate::naming;

/// Which micro-benchmark is wanted.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[schemars(rename = "SampleOrder")]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    /// The datasets to choose from, by name.
    #[schemars(length(min = 1, max = 20))]
    from: Vec<String>,
    /// How many questions.
    #[schemars(range(min = 1, max = 100_000))]
    n: usize,
    /// The method, see the page; by default the one that is recommended.
    #[serde(default = "usual_method")]
    method: String,
    /// The features that matter; by default those of QaldGen.
    #[serde(default)]
    features: Vec<String>,
    /// Only questions that fulfil this: `tps > 1 and NNP`.
    #[serde(default, rename = "where")]
    condition: String,
    /// The random seed.
    #[serde(default = "usual_seed")]
    seed: u64,
}

fn usual_method() -> String {
    methods()[0].name().to_owned()
}

fn usual_seed() -> u64 {
    1
}

/// A micro-benchmark, with what is shown of it.
pub(crate) struct Built {
    pub(crate) info: DatasetInfo,
    pub(crate) questions: Vec<Question>,
    pub(crate) sampled: Sampled,
    pub(crate) pool: usize,
    pub(crate) notes: Vec<String>,
    map: Chart,
    report: String,
}

impl Order {
    fn of(fields: &Fields) -> Result<Self, Fault> {
        let number = |name: &str, usual: u64| match fields.one(name) {
            Some(text) => text.parse().map_err(|_| {
                Fault::wrong(format!("{name}: `{}` is no whole number", shown(text, 40)))
            }),
            None => Ok(usual),
        };
        let owned = |text: &str| text.to_owned();
        Ok(Self {
            from: fields.all("from").map(owned).collect(),
            n: usize::try_from(number("n", 20)?).unwrap_or(usize::MAX),
            method: fields
                .one("method")
                .map_or_else(usual_method, str::to_owned),
            features: fields.all("feature").map(owned).collect(),
            condition: fields.one("where").unwrap_or_default().to_owned(),
            seed: number("seed", usual_seed())?,
        })
    }

    /// The same as the query of an address.
    fn address(&self) -> String {
        let mut parts = vec![
            format!("n={}", self.n),
            format!("method={}", encoded(&self.method)),
            format!("seed={}", self.seed),
        ];
        parts.extend(
            self.from
                .iter()
                .map(|name| format!("from={}", encoded(name))),
        );
        parts.extend(
            self.features
                .iter()
                .map(|name| format!("feature={}", encoded(name))),
        );
        if !self.condition.is_empty() {
            parts.push(format!("where={}", encoded(&self.condition)));
        }
        parts.join("&")
    }

    /// The micro-benchmark that is wanted.
    pub(crate) fn build(&self, app: &App) -> Result<Arc<Built>, Fault> {
        app.samples.get(&self.address(), || self.find_out(app))
    }

    fn find_out(&self, app: &App) -> Result<Built, Fault> {
        if self.n == 0 || self.n > 100_000 {
            return Err(Fault::wrong(
                "a micro-benchmark has between 1 and 100,000 questions",
            ));
        }
        if self.from.is_empty() {
            return Err(Fault::wrong("choose at least one dataset"));
        }
        let known = methods();
        let method = known.iter().find(|method| method.name() == self.method);
        let method = method.ok_or_else(|| {
            Fault::wrong(format!(
                "there is no method called `{}`",
                shown(&self.method, 60)
            ))
        })?;
        let feature =
            |name: &String| Feature::find(name).map_err(|error| Fault::wrong(error.to_string()));
        let condition = match self.condition.as_str() {
            "" => None,
            text => Some(
                text.parse::<Condition>()
                    .map_err(|error| Fault::wrong(error.to_string()))?,
            ),
        };
        let from = self
            .from
            .iter()
            .map(|name| naming::dataset(&app.lab, name).map(PathBuf::from));
        let selecting = Selecting {
            from: from.collect::<Result<_, _>>()?,
            features: self
                .features
                .iter()
                .map(feature)
                .collect::<Result<_, _>>()?,
            condition,
            select: None,
        };
        let measurer = Measurer::new(&app.lab, &Measuring::default())?;
        let mut candidates = Candidates::select(&app.lab, &selecting, &measurer)?;
        let wrong = |error| Fault::from(Error::from(error));
        let (vectors, notes) = candidates.vectors(self.n).map_err(wrong)?;
        candidates.notes.extend(notes);
        let sampled = Sampled::choose(&**method, &vectors, self.n, self.seed).map_err(wrong)?;
        candidates
            .notes
            .extend(candidates.notes_on(&sampled, self.n));
        let (info, questions) = candidates.questions(&app.lab, &sampled.choice.questions)?;
        let texts = questions.iter().map(|question| {
            (
                question.id.to_string(),
                question.any_text().unwrap_or_default().to_owned(),
            )
        });
        let report = SampleReport {
            title: format!("A sample of {}", candidates.name()),
            summary: format!(
                "{} of {} questions by {}: diversity {:.4}, coverage {:.0} %",
                questions.len(),
                candidates.pool.len(),
                sampled.method,
                sampled.quality.diversity,
                100.0 * sampled.quality.coverage,
            ),
            pool: &candidates.pool,
            vectors: &vectors,
            choice: &sampled.choice,
            quality: &sampled.quality,
            questions: texts.collect(),
        };
        Ok(Built {
            map: report.map(),
            report: report.to_html(),
            pool: candidates.pool.len(),
            notes: candidates.notes.iter().map(ToString::to_string).collect(),
            info,
            questions,
            sampled,
        })
    }
}

impl Built {
    fn qald_json(&self, app: &App) -> Result<Vec<u8>, Fault> {
        Ok(app.lab.qald_json(&self.info, &self.questions)?)
    }
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    RawQuery(query): RawQuery,
) -> Result<Markup, Fault> {
    app.allow(&visitor, Role::Reader)?;
    app.work(move |app| {
        let fields = Fields::read(query.unwrap_or_default().as_bytes())?;
        let order = Order::of(&fields)?;
        let built = match order.from[..] {
            [] => None,
            _ => Some(order.build(app)),
        };
        let datasets = naming::datasets(&app.lab);
        let content = html! {
            h1 { "Micro-benchmark" }
            p.lead { "A few questions that stand for many: chosen so that they differ as much as possible in the features that matter to you." }
            (form(&order, &datasets))
            @match &built {
                Some(Ok(built)) => (result(&order, built, &visitor)),
                Some(Err(fault)) => p.failure role="alert" { (shown(&fault.message, 600)) },
                None => {}
            }
        };
        Ok(Frame::new("Micro-benchmark", "/sample", &visitor).page(&content))
    })
    .await
}

fn form(order: &Order, datasets: &[String]) -> Markup {
    let is_chosen = |name: &str| match order.features[..] {
        [] => LISTING_1_2.contains(&name),
        _ => order.features.iter().any(|own| own == name),
    };
    let from = |name: &String| match order.from[..] {
        [] => datasets.first() == Some(name),
        _ => order.from.contains(name),
    };
    html! {
        form method="get" action="/sample" {
            div.columns {
                fieldset {
                    legend { "Questions" }
                    @for name in datasets {
                        label.check { input type="checkbox" name="from" value=(name) checked[from(name)]; bdi { (shown(name, 80)) } }
                    }
                    label.field { span { "Only questions where (such as tps > 1 and length < 12)" } input type="text" name="where" value=(order.condition) maxlength="400"; }
                }
                fieldset {
                    legend { "How" }
                    label.field { span { "Number of questions" } input type="number" name="n" min="1" max="100000" value=(order.n); }
                    label.field { span { "Method" } select name="method" { @for method in methods() { option value=(method.name()) selected[method.name() == order.method] { (method.name()) } } } }
                    label.field { span { "Random seed" } input type="number" name="seed" min="0" value=(order.seed); }
                }
                fieldset.scroll tabindex="0" {
                    legend { "Features that matter" }
                    @for feature in Feature::all().iter().filter(|feature| feature.kind.is_numeric()) {
                        label.check title=(feature.definition) { input type="checkbox" name="feature" value=(feature.name) checked[is_chosen(feature.name)]; (feature.name) }
                    }
                }
            }
            button { "Build" }
        }
    }
}

fn result(order: &Order, built: &Built, visitor: &Visitor) -> Markup {
    let quality = &built.sampled.quality;
    let address = order.address();
    html! {
        section #result {
            h2 { (counted(built.questions.len() as u64, "question")) " of " (built.pool) }
            p.lead { "Diversity " (format!("{:.3}", quality.diversity)) ", coverage of values " (format!("{:.0} %", 100.0 * quality.coverage)) ", mean distance to the sample " (format!("{:.3}", quality.mean_distance)) "." }
            @for note in &built.notes { p.note { (shown(note, 400)) } }
            figure { img src={ "/sample/map.svg?" (address) } width="720" height="480" alt="Scatter: all questions by similarity, with the chosen ones marked"; }
            div.actions {
                @if visitor.may(Role::Runner) {
                    form method="post" action="/sample" {
                        input type="hidden" name="order" value=(address);
                        button { "Run systems on it" }
                    }
                }
                a.button.plain href={ "/sample/sample.json?" (address) } { "QALD-JSON" }
                a.button.plain href={ "/sample/sample.html?" (address) } { "Report" }
            }
            div.wide { table {
                thead { tr { th scope="col" { "No." } th scope="col" { "Question" } } }
                tbody { @for question in &built.questions { tr {
                    td data-label="No." { (shown(question.id.as_str(), 40)) }
                    th.name scope="row" dir="auto" { (shown(question.any_text().unwrap_or("(no text)"), 300)) }
                } } }
            } }
        }
    }
}

pub(super) async fn file(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Fault> {
    app.allow(&visitor, Role::Reader)?;
    app.work(move |app| {
        let order = Order::of(&Fields::read(query.unwrap_or_default().as_bytes())?)?;
        let built = order.build(app)?;
        let download = |media: &'static str, bytes: Vec<u8>| {
            let headers = [
                (header::CONTENT_TYPE, media.to_owned()),
                (
                    header::CONTENT_DISPOSITION,
                    format!("attachment; filename=\"{name}\""),
                ),
            ];
            (headers, bytes).into_response()
        };
        match name.as_str() {
            "map.svg" => Ok(picture(&built.map)),
            "sample.json" => Ok(download("application/json", built.qald_json(app)?)),
            "sample.html" => Ok(download(
                "text/html; charset=utf-8",
                built.report.clone().into_bytes(),
            )),
            _ => Err(Fault::not_found("there is no such file")),
        }
    })
    .await
}

/// Keeps a micro-benchmark, so that systems can be run on it.
pub(super) async fn keep(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    RawForm(bytes): RawForm,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let name = app
        .work(move |app| {
            let fields = Fields::read(&bytes)?;
            let order = fields
                .one("order")
                .ok_or_else(|| Fault::new(StatusCode::BAD_REQUEST, "nothing was chosen"))?;
            let order = Order::of(&Fields::read(order.as_bytes())?)?;
            let built = order.build(app)?;
            super::upload::keep_as(app, "micro", &built.qald_json(app)?)
        })
        .await?;
    Ok(Redirect::to(&format!("/new?dataset={}", encoded(&name))))
}
