//! Query templates judged by the six criteria of question interpretation.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use lydite_lab::charts::verdicts_chart;
use lydite_lab::demo;
use lydite_lab::export::html::shown;
use lydite_lab::templates::{
    Asking, JudgedCase, QuestionFiles, QuestionSource, SystemSummary, TemplateEvaluation,
    TemplateSource, TemplateSystem, TemplateVisitor,
};
use lydite_model::Language;
use lydite_template::{Criterion, Level, Sameness, TemplateRules, Validity};
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

/// So many cases are shown that are not good.
const SHOWN: usize = 100;

/// Which templates are to be judged, and how.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "TemplateOrder")]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    /// The dataset with the gold queries.
    gold: String,
    /// The names of answers with queries, or the addresses of template generators.
    #[schemars(length(min = 1, max = 20))]
    systems: Vec<String>,
    /// Whether the published evaluator is followed to the letter.
    #[serde(default)]
    reference: bool,
}

/// Templates that were judged.
pub(crate) struct Verdicts {
    pub(crate) summaries: Vec<SystemSummary>,
    /// The first cases that are not good: system, question, criterion, what is wrong.
    bad: Vec<(String, String, Criterion, String)>,
}

impl Order {
    fn of(fields: &Fields) -> Self {
        let lines = fields.all("systems").flat_map(str::lines);
        let systems = fields.all("system").chain(lines).map(str::trim);
        Self {
            gold: fields.one("gold").unwrap_or(demo::GRAPH).to_owned(),
            systems: systems
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
            reference: fields.one("rules") == Some("reference"),
        }
    }

    fn rules(&self) -> TemplateRules {
        if self.reference {
            TemplateRules::Reference
        } else {
            TemplateRules::Lydite
        }
    }

    /// Goes on if a visitor may have these judged.
    pub(crate) fn allowed(&self, app: &App, visitor: &Visitor) -> Result<(), Fault> {
        let asks_others = self.systems.iter().any(|system| system.contains("://"));
        app.allow(
            visitor,
            if asks_others {
                Role::Runner
            } else {
                Role::Reader
            },
        )
    }

    fn address(&self) -> String {
        let systems = self
            .systems
            .iter()
            .map(|name| format!("&system={}", encoded(name)));
        format!(
            "gold={}&rules={}{}",
            encoded(&self.gold),
            self.rules(),
            systems.collect::<String>()
        )
    }

    pub(crate) fn judge(&self, app: &App) -> Result<Arc<Verdicts>, Fault> {
        app.templates.get(&self.address(), || self.find_out(app))
    }

    fn find_out(&self, app: &App) -> Result<Verdicts, Fault> {
        if self.systems.is_empty() {
            return Err(Fault::wrong("name at least one system"));
        }
        let gold = naming::dataset(&app.lab, &self.gold)?;
        let source = |given: &String| -> Result<(Option<String>, TemplateSource), Fault> {
            let (name, address) = match given.split_once('=') {
                Some((name, rest)) if !name.contains(['/', ':']) => (Some(name.to_owned()), rest),
                _ => (None, given.as_str()),
            };
            if address.starts_with("http://") || address.starts_with("https://") {
                let address = address.to_owned();
                return Ok((
                    name,
                    TemplateSource::Service {
                        address,
                        record: None,
                        then: lydite_lab::system::OkbqaModules::default(),
                    },
                ));
            }
            let file = address.strip_prefix("file:").unwrap_or(address);
            Ok((
                name,
                TemplateSource::Queries(PathBuf::from(naming::dataset(&app.lab, file)?)),
            ))
        };
        let systems = self
            .systems
            .iter()
            .map(source)
            .collect::<Result<Vec<_>, _>>()?;
        let evaluation = TemplateEvaluation {
            questions: Some(QuestionSource {
                files: QuestionFiles::Given(vec![PathBuf::from(gold)]),
                language: Language::new("en"),
                wording: None,
                sameness: Sameness::Exact,
            }),
            systems: TemplateSystem::named(systems),
            rules: self.rules(),
            validity: Validity::Grammar,
            asking: Asking::default(),
        };
        let mut bad = Bad::default();
        let summaries = app.lab.judge_templates(&evaluation, &mut bad)?;
        for summary in &summaries {
            summary.reached()?;
        }
        Ok(Verdicts {
            summaries,
            bad: bad.cases,
        })
    }
}

/// Collects the cases that are not good.
#[derive(Default)]
struct Bad {
    system: String,
    cases: Vec<(String, String, Criterion, String)>,
}

impl TemplateVisitor for Bad {
    fn begin(&mut self, system: &TemplateSystem) -> io::Result<()> {
        self.system.clone_from(&system.name);
        Ok(())
    }

    fn take(&mut self, case: &JudgedCase<'_>) -> io::Result<()> {
        let criterion = case.judgement.criterion();
        if criterion != Criterion::Good && self.cases.len() < SHOWN {
            let first = case.judgement.templates.first();
            let query = first
                .and_then(|template| template.query.clone())
                .unwrap_or_default();
            self.cases.push((
                self.system.clone(),
                case.pair.question.clone(),
                criterion,
                query,
            ));
        }
        Ok(())
    }

    fn end(&mut self, _: &SystemSummary) -> io::Result<()> {
        Ok(())
    }
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    RawQuery(query): RawQuery,
) -> Result<Markup, Fault> {
    app.work(move |app| {
        let order = Order::of(&Fields::read(query.unwrap_or_default().as_bytes())?);
        order.allowed(app, &visitor)?;
        let judged = (!order.systems.is_empty()).then(|| order.judge(app));
        let datasets = naming::datasets(&app.lab);
        let content = html! {
            h1 { "Templates" }
            p.lead { "Is a question understood? The queries of a system, or the templates of an OKBQA service, are held against gold queries by six criteria, without running them." }
            form method="get" action="/templates" {
                div.two {
                    label.field { span { "Questions with gold queries" } select name="gold" { @for name in &datasets { option value=(name) selected[*name == order.gold] { (name) } } } }
                    label.field { span { "Rules" } select name="rules" { @for rules in TemplateRules::ALL { option value=(rules) selected[rules == order.rules()] { (rules) } } } }
                }
                label.field { span { "Systems, one a line: the name of uploaded answers with queries, or the address of a template generator" }
                    textarea name="systems" rows="3" required { @if order.systems.is_empty() { "demo-careful" } @else { (order.systems.join("\n")) } } }
                button { "Judge" }
            }
            @match &judged {
                Some(Ok(verdicts)) => (shown_verdicts(verdicts, &order)),
                Some(Err(fault)) => p.failure role="alert" { (shown(&fault.message, 600)) },
                None => {}
            }
        };
        Ok(Frame::new("Templates", "/templates", &visitor).page(&content))
    })
    .await
}

fn shown_verdicts(verdicts: &Verdicts, order: &Order) -> Markup {
    html! {
        section #result {
            h2 { "Verdicts" }
            @for summary in &verdicts.summaries {
                p.lead { bdi { (shown(&summary.system.name, 80)) } ": " (summary.all.of(Criterion::Good).count) " of " (counted(summary.all.questions as u64, "question")) " understood, "
                    (summary.all.level(Level::Critical)) " critical, " (summary.all.level(Level::Notice)) " with a notice." }
            }
            figure { img src={ "/templates/verdicts.svg?" (order.address()) } width="720" height="320" alt="Stacked bars: the verdicts by criterion"; }
            div.wide { table {
                thead { tr { th scope="col" { "Criterion" } th scope="col" { "Level" } @for summary in &verdicts.summaries { th.n scope="col" { bdi { (shown(&summary.system.name, 40)) } } } } }
                tbody { @for criterion in Criterion::ALL { tr {
                    th.name scope="row" { (criterion) }
                    td data-label="Level" { (criterion.level()) }
                    @for summary in &verdicts.summaries { td.n data-label=(shown(&summary.system.name, 40)) { (summary.all.of(criterion).count) } }
                } } }
            } }
            @if !verdicts.bad.is_empty() {
                h2 { "What was not understood" }
                @for (system, question, criterion, query) in &verdicts.bad { details {
                    summary { bdi { (shown(question, 200)) } " " span.muted { (criterion) " · " bdi { (shown(system, 40)) } } }
                    @if query.is_empty() { p.quiet { "There is no query." } } @else { pre { code { (shown(query, 3_000)) } } }
                } }
            }
        }
    }
}

pub(super) async fn chart(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    RawQuery(query): RawQuery,
) -> Result<Response, Fault> {
    app.work(move |app| {
        let order = Order::of(&Fields::read(query.unwrap_or_default().as_bytes())?);
        order.allowed(app, &visitor)?;
        Ok(picture(&verdicts_chart(&order.judge(app)?.summaries)))
    })
    .await
}
