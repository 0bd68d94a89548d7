//! A new experiment: systems, datasets, language, graph, rules; and one question to try a system.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Query, RawForm, State};
use axum::response::Redirect;
use lydite_graph::KnowledgeGraph;
use lydite_judge::{rule_set, rules};
use lydite_lab::catalogue::Catalogue;
use lydite_lab::export::html::{answer, duration, shown};
use lydite_lab::run::{Languages, Run};
use lydite_lab::system::{Trial, Tried};
use lydite_lab::{GraphUse, demo};
use lydite_model::{Experiment, Language, Text};
use maud::{Markup, html};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::doing::{QUERY_TIME, start};
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::Work;
use crate::layout::Frame;
use crate::naming;

#[derive(Deserialize)]
pub(super) struct Chosen {
    #[serde(default)]
    dataset: String,
}

pub(super) async fn page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Query(chosen): Query<Chosen>,
) -> Result<Markup, Fault> {
    app.allow(&visitor, Role::Runner)?;
    app.work(move |app| {
        let datasets = choices(app);
        let graphs = naming::graphs(&app.lab);
        let content = form(&datasets, &graphs, &chosen.dataset);
        Ok(Frame::new("New experiment", "/experiments", &visitor).page(&content))
    })
    .await
}

/// A dataset that can be chosen.
struct Choice {
    name: String,
    /// The campaign that it is from, or how it came here.
    group: String,
    /// How many questions it has, as far as that is known without reading it.
    questions: Option<u64>,
}

/// The datasets, those of a campaign together.
fn choices(app: &App) -> Vec<Choice> {
    let catalogue = Catalogue::builtin().entries();
    let names = naming::datasets(&app.lab).into_iter();
    let mut choices: Vec<Choice> = names
        .map(|name| {
            let entry = catalogue.iter().find(|entry| entry.name == name);
            let (group, questions) = match entry {
                Some(entry) => (entry.benchmark.clone(), entry.questions.map(u64::from)),
                None if name == demo::GRAPH => {
                    let questions = app.lab.questions(Path::new(&name)).ok();
                    ("Demo".to_owned(), questions.map(|all| all.len() as u64))
                }
                None => ("Uploaded".to_owned(), None),
            };
            Choice {
                name,
                group,
                questions,
            }
        })
        .collect();
    let place = |choice: &Choice| match choice.group.as_str() {
        "Demo" => 0,
        "Uploaded" => 1,
        _ => 2,
    };
    choices.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.group.cmp(&b.group)));
    choices
}

fn form(datasets: &[Choice], graphs: &[String], chosen: &str) -> Markup {
    let chosen = if chosen.is_empty() {
        demo::GRAPH
    } else {
        chosen
    };
    html! {
        h1 { "New experiment" }
        p.lead { "Every chosen system is asked every question of every chosen dataset; what it says is stored at once." }
        form method="post" action="/experiments" data-summed {
            div.columns {
                fieldset {
                    legend { "Systems" }
                    label.check { input type="checkbox" name="system" value="auto=pipeline:auto" checked; span { "auto " span.muted { "our joint pipeline" } } }
                    label.check { input type="checkbox" name="system" value="guess=pipeline:guess"; span { "guess " span.muted { "the same, answers always" } } }
                    @for name in ["careful", "eager", "encoded"] {
                        label.check { input type="checkbox" name="system" value={ (name) "=file:demo-" (name) }; span { (name) " " span.muted { "made up, for the demo" } } }
                    }
                    label.field { span { "Others, one a line: NAME=PROTOCOL:ADDRESS" }
                        textarea name="systems" rows="4" placeholder="mine=gerbil:https://example.org/qa" {} }
                    p.note { "Protocols: " code { "gerbil:" } ", " code { "text2sparql:" } ", " code { "chat:" } ", " code { "okbqa:" } ", " code { "qanary:" } ", " code { "pipeline:" } ", and " code { "file:" } " for answers that were uploaded." }
                }
                fieldset {
                    legend { "Datasets" }
                    @for (at, one) in datasets.iter().enumerate() {
                        @if at == 0 || datasets[at - 1].group != one.group { p.group { (shown(&one.group, 80)) } }
                        label.check {
                            input type="checkbox" name="dataset" value=(one.name) data-questions=[one.questions] checked[one.name == chosen];
                            span { bdi { (shown(&one.name, 80)) } @if let Some(questions) = one.questions { " " span.muted { (questions) } } }
                        }
                    }
                    p.note { "More: " a href="/" { "upload a file" } ", " a href="/sample" { "build a micro-benchmark" } ", or fetch one of the " a href="/datasets" { "catalogue" } "." }
                }
                fieldset {
                    legend { "Options" }
                    label.field { span { "Name" } input type="text" name="name" maxlength="200" placeholder="What people call it"; }
                    label.field { span { "Languages" } input type="text" name="languages" placeholder="each question’s own; or en,de; or all" maxlength="200"; }
                    label.field { span { "Graph" } select name="kg" { option value="" { "none" } @for name in graphs { option value=(name) selected[*name == demo::GRAPH] { (name) } } } }
                    label.field { span { "Rules" } select name="rules" { @for rules in rules() { option value=(rules.name) { (rules.name) " – " (rules.title) } } } }
                    label.check { input type="checkbox" name="keywords" value="true"; "put keywords instead of questions" }
                    details { summary { "Experiment types" }
                        p.note { "Without a choice all are judged that there is something for." }
                        @for kind in Experiment::ALL {
                            label.check { input type="checkbox" name="type" value=(kind.as_str()); span { (kind.as_str()) " " span.muted { (about(kind)) } } }
                        }
                    }
                }
            }
            p.muted data-sum aria-live="polite" hidden {}
            button { "Run" }
        }
        h2 { "Try one question" }
        form.ask method="post" action="/try" {
            label.sr for="try-system" { "System" }
            input #try-system type="text" name="system" placeholder="gerbil:https://example.org/qa" required;
            label.sr for="try-question" { "Question" }
            input #try-question type="text" name="question" value="What is the capital of Romania?" required;
            button.plain { "Try" }
        }
    }
}

/// What is judged, in a few words.
fn about(kind: Experiment) -> &'static str {
    match kind {
        Experiment::Qa => "answers",
        Experiment::Entities => "entities",
        Experiment::Properties => "properties",
        Experiment::Relations => "triples",
        Experiment::AnswerType => "answer type",
        Experiment::ItemTypes => "classes of the answers",
    }
}

/// The fields of a form, those of the same name together.
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let text = std::str::from_utf8(bytes).map_err(|_| Fault::wrong("the form is not UTF-8"))?;
        let decoded = |part: &str| {
            let part = part.replace('+', " ");
            percent_encoding::percent_decode_str(&part)
                .decode_utf8_lossy()
                .into_owned()
        };
        let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        Ok(Self(
            pairs
                .map(|(name, value)| (decoded(name), decoded(value)))
                .collect(),
        ))
    }

    pub(crate) fn all<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f str> {
        self.0
            .iter()
            .filter(move |(own, value)| own == name && !value.trim().is_empty())
            .map(|(_, value)| value.trim())
    }

    pub(crate) fn one<'f>(&'f self, name: &'f str) -> Option<&'f str> {
        self.all(name).next()
    }

    /// The same with one more field.
    pub(crate) fn with(mut self, name: &str, value: String) -> Self {
        self.0.push((name.to_owned(), value));
        self
    }
}

/// What is to be run, as strangers may say it.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Order")]
#[serde(deny_unknown_fields)]
pub(crate) struct Ordered {
    /// What people call it.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// The systems, a line each.
    pub(crate) systems: Vec<String>,
    /// The datasets by name.
    pub(crate) datasets: Vec<String>,
    /// The languages; `all` for each that a dataset has.
    #[serde(default)]
    pub(crate) languages: Vec<String>,
    /// The graph.
    #[serde(default)]
    pub(crate) graph: Option<String>,
    /// The rule sets.
    #[serde(default)]
    pub(crate) rules: Vec<String>,
    /// Whether keywords are put instead of questions.
    #[serde(default)]
    pub(crate) keywords: bool,
    /// The experiment types; without any, all that there is something for.
    #[serde(default)]
    pub(crate) types: Vec<String>,
}

impl Ordered {
    /// Checks all of it, and opens the systems.
    pub(crate) fn run(&self, app: &App) -> Result<Run, Fault> {
        if self.systems.is_empty() {
            return Err(Fault::wrong("choose at least one system"));
        }
        if self.datasets.is_empty() {
            return Err(Fault::wrong("choose at least one dataset"));
        }
        let graph = self.graph.as_deref().filter(|name| !name.is_empty());
        let graph = graph
            .map(|name| naming::graph(&app.lab, name))
            .transpose()?;
        let opened: Option<Arc<dyn KnowledgeGraph>> = match &graph {
            Some(name) => Some(Arc::from(app.lab.graph(name)?)),
            None => None,
        };
        let mut systems = Vec::new();
        for given in &self.systems {
            let spec = naming::system(&app.lab, given)?;
            systems.push(Arc::from(app.lab.system(&spec, opened.clone())?));
        }
        let datasets = self
            .datasets
            .iter()
            .map(|name| naming::dataset(&app.lab, name).map(PathBuf::from));
        if let Some(unknown) = self.rules.iter().find(|name| rule_set(name).is_none()) {
            return Err(Fault::wrong(format!(
                "there are no rules called `{unknown}`"
            )));
        }
        let mut run = Run::new(datasets.collect::<Result<_, _>>()?, systems);
        run.name = self.name.clone().filter(|name| !name.trim().is_empty());
        run.languages = match &self.languages[..] {
            [] => Languages::Own,
            [all] if all == "all" => Languages::All,
            these => Languages::These(these.iter().map(Language::new).collect()),
        };
        if !self.rules.is_empty() {
            run.rules.clone_from(&self.rules);
        }
        run.keywords = self.keywords;
        for name in &self.types {
            let kind = Experiment::parse(name);
            let unknown = || Fault::wrong(format!("there is no experiment type `{name}`"));
            run.experiments.push(kind.ok_or_else(unknown)?);
        }
        run.graph = graph.map(|name| GraphUse {
            name,
            time: QUERY_TIME,
        });
        Ok(run)
    }
}

pub(super) async fn create(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    RawForm(bytes): RawForm,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let fields = Fields::read(&bytes)?;
    let owned = |text: &str| text.trim().to_owned();
    let lines = fields
        .all("systems")
        .flat_map(str::lines)
        .map(owned)
        .filter(|line| !line.is_empty());
    let ordered = Ordered {
        name: fields.one("name").map(owned),
        systems: fields.all("system").map(owned).chain(lines).collect(),
        datasets: fields.all("dataset").map(owned).collect(),
        languages: fields
            .one("languages")
            .into_iter()
            .flat_map(|list| list.split(','))
            .map(owned)
            .filter(|one| !one.is_empty())
            .collect(),
        graph: fields.one("kg").map(owned),
        rules: fields.one("rules").map(owned).into_iter().collect(),
        keywords: fields.one("keywords").is_some(),
        types: fields.all("type").map(owned).collect(),
    };
    let run = app.work(move |app| ordered.run(app)).await?;
    let id = start(&app, Work::Run(Box::new(run))).await?;
    Ok(Redirect::to(&format!("/experiments/{id}")))
}

/// What a system says to one question.
pub(crate) fn tried(app: &App, given: &str, text: &str) -> Result<Tried, Fault> {
    let spec = naming::system(&app.lab, given)?;
    let trial = Trial {
        id: "1".into(),
        text: Text::new("en", text),
        dataset: None,
        graph: given.contains("pipeline:").then(|| GraphUse {
            name: demo::GRAPH.to_owned(),
            time: QUERY_TIME,
        }),
        record: None,
    };
    Ok(app.lab.try_system(&spec, &trial)?)
}

/// Asks a system one question.
pub(super) async fn try_one(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    RawForm(bytes): RawForm,
) -> Result<Markup, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let fields = Fields::read(&bytes)?;
    app.work(move |app| {
        let given = fields.one("system").ok_or_else(|| Fault::wrong("name a system"))?;
        let text = fields.one("question").ok_or_else(|| Fault::wrong("put a question"))?;
        let tried = tried(app, given, text)?;
        let answers = tried.judged.as_ref().and_then(|answers| answers.as_table());
        let content = html! {
            h1 { "One question for " bdi { (shown(&tried.system.name, 80)) } }
            p.lead { @if tried.is_answered() { "It answers." } @else if tried.is_out_of_reach() { "It is out of reach." } @else { "There is nothing to judge in what it says." } }
            @if let Some(failure) = &tried.exchange.failure { p.failure { (shown(&failure.reason, 600)) } }
            @for warning in &tried.warnings { div.warning { p { (shown(warning, 400)) } } }
            @if let Some(value) = tried.judged.as_ref().and_then(lydite_model::AnswerSet::as_boolean) { p { (if value { "yes" } else { "no" }) } }
            @if let Some(table) = answers { ul.answers { @for row in table.rows().take(50) { li { bdi { (row.iter().flatten().map(|term| answer(term.value())).collect::<Vec<_>>().join(" · ")) } } } } }
            @for turn in &tried.exchange.turns {
                h2 { "What was said" } p.muted { (duration(turn.millis)) }
                pre { code { (shown(&turn.request, 6_000)) } }
                @if let Some(reply) = &turn.reply { pre { code { (shown(reply, 12_000)) } } }
            }
            p { a href="/new" { "Back to the new experiment" } }
        };
        Ok(Frame::new("Try", "/experiments", &visitor).page(&content))
    })
    .await
}
