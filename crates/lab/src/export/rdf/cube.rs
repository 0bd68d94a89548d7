//! The scores: a data cube of the figures, and one of the questions behind them.
//!
//! Both are well-formed in the sense of the Data Cube specification: every observation has every
//! dimension and every measure of its structure, and no two share all dimensions. A figure without a
//! value is `NaN`.

use std::collections::HashMap;
use std::io;

use lydite_judge::Figure;
use lydite_model::{Experiment as Kind, Outcome};
use oxrdf::vocab::{rdf, rdfs, xsd};
use oxrdf::{Literal, NamedNode, NamedNodeRef};

use super::measures::{kind_node, measure_node};
use super::terms::{DCAT, DCT, LYDITE, PROV, QB};
use super::{About, Statements, text, text_in};
use crate::export::Publication;
use crate::export::publication::{Judged, language_of};
use crate::store::{StoreError, StoredExchange, Task, gold_name, status_name};

impl Publication {
    /// The figures of a report about one type of experiment.
    pub(super) fn slice_node(&self, report: usize, kind: Kind) -> NamedNode {
        self.names
            .part(&["report", &report.to_string(), kind.as_str()])
    }

    fn figure_node(&self, report: usize, kind: Kind, place: &str) -> NamedNode {
        self.names
            .part(&["report", &report.to_string(), kind.as_str(), place])
    }

    fn outcome_node(&self, report: usize, kind: Kind, number: usize) -> NamedNode {
        let (report, number) = (report.to_string(), number.to_string());
        self.names
            .part(&["outcome", &report, kind.as_str(), &number])
    }

    /// A question; where a dataset has several of one identifier, they are numbered.
    fn question_node(&self, task: &Task, id: &str, occurrence: usize) -> NamedNode {
        let mut id = super::super::names::encoded(id);
        if occurrence > 1 {
            id = format!("{id}~{occurrence}");
        }
        let dataset = task.dataset.get(..16).unwrap_or(&task.dataset);
        NamedNode::new_unchecked(format!("{}question-{dataset}-{id}", self.names.parts()))
    }
}

pub(super) fn describe(publication: &Publication, to: &mut Statements<'_>) -> io::Result<()> {
    structures(publication, to)?;
    for judged in publication.reports() {
        for (kind, figures, outcomes) in judged.parts() {
            self::figures(publication, judged, kind, figures, to)?;
            questions(publication, judged, kind, outcomes, to)?;
        }
    }
    texts(publication, to)
}

/// A property of a cube.
struct Property {
    node: NamedNodeRef<'static>,
    label: &'static str,
    range: NamedNodeRef<'static>,
    role: Role,
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Dimension,
    Measure,
    /// Whether every observation has it.
    Attribute(bool),
}

fn property(
    node: NamedNodeRef<'static>,
    label: &'static str,
    range: NamedNodeRef<'static>,
    role: Role,
) -> Property {
    Property {
        node,
        label,
        range,
        role,
    }
}

fn shared() -> Vec<Property> {
    use Role::Dimension;
    vec![
        property(LYDITE.system(), "system", LYDITE.system_class(), Dimension),
        property(LYDITE.dataset(), "dataset", DCAT.dataset(), Dimension),
        property(LYDITE.language(), "language", xsd::STRING, Dimension),
        property(LYDITE.rules(), "rule set", LYDITE.rule_set(), Dimension),
        property(
            LYDITE.experiment_type(),
            "experiment type",
            LYDITE.experiment_type_class(),
            Dimension,
        ),
    ]
}

fn of_figures() -> Vec<Property> {
    use Role::{Attribute, Dimension, Measure};
    let own = [
        property(
            LYDITE.measure(),
            "measure",
            LYDITE.measure_class(),
            Dimension,
        ),
        property(
            LYDITE.place(),
            "place in the report",
            xsd::STRING,
            Dimension,
        ),
        property(LYDITE.value(), "value", xsd::DOUBLE, Measure),
        property(
            LYDITE.n(),
            "number of questions behind it",
            xsd::INTEGER,
            Attribute(true),
        ),
        property(
            LYDITE.low(),
            "lower end of the 95 % confidence interval",
            xsd::DOUBLE,
            Attribute(false),
        ),
        property(
            LYDITE.high(),
            "upper end of the 95 % confidence interval",
            xsd::DOUBLE,
            Attribute(false),
        ),
    ];
    shared().into_iter().chain(own).collect()
}

fn of_questions() -> Vec<Property> {
    use Role::{Attribute, Dimension, Measure};
    let own = [
        property(
            LYDITE.question(),
            "question",
            LYDITE.question_class(),
            Dimension,
        ),
        property(
            LYDITE.true_positives(),
            "right answers",
            xsd::INTEGER,
            Measure,
        ),
        property(
            LYDITE.false_positives(),
            "wrong answers",
            xsd::INTEGER,
            Measure,
        ),
        property(
            LYDITE.false_negatives(),
            "missed answers",
            xsd::INTEGER,
            Measure,
        ),
        property(LYDITE.precision(), "precision", xsd::DOUBLE, Measure),
        property(LYDITE.recall(), "recall", xsd::DOUBLE, Measure),
        property(LYDITE.f1(), "F1", xsd::DOUBLE, Measure),
        property(
            LYDITE.status(),
            "what the system did",
            xsd::STRING,
            Attribute(true),
        ),
        property(
            LYDITE.gold(),
            "what the benchmark offers",
            xsd::STRING,
            Attribute(true),
        ),
        property(
            LYDITE.millis(),
            "time in milliseconds",
            xsd::DOUBLE,
            Attribute(false),
        ),
        property(
            LYDITE.confidence(),
            "how sure the system was",
            xsd::DOUBLE,
            Attribute(false),
        ),
        property(
            LYDITE.error(),
            "why the system failed",
            xsd::STRING,
            Attribute(false),
        ),
    ];
    shared().into_iter().chain(own).collect()
}

fn structures(publication: &Publication, to: &mut Statements<'_>) -> io::Result<()> {
    let (figures, questions) = (of_figures(), of_questions());
    let names = &publication.names;
    let key = names.part(&["slice-key"]);
    structure(publication, "structure", &figures, Some(&key), to)?;
    structure(publication, "question-structure", &questions, None, to)?;

    let mut about = to.about(key);
    about.is_a(QB.slice_key_class())?;
    about.labelled("one system on one dataset, by one rule set")?;
    for property in shared() {
        about.says(QB.component_property(), property.node.into_owned())?;
    }

    let mut about = to.about(names.part(&["questions"]));
    about.is_a(QB.data_set_class())?.is_a(PROV.entity())?;
    about.labelled("The outcome of every question")?;
    about.says(QB.structure(), names.part(&["question-structure"]))?;
    about.says(DCT.is_part_of(), names.experiment())?;

    let shared = shared().len();
    for property in figures.iter().chain(&questions[shared..]) {
        let mut about = to.about(property.node.into_owned());
        about.is_a(rdf::PROPERTY)?;
        about.is_a(match property.role {
            Role::Dimension => QB.dimension_property(),
            Role::Measure => QB.measure_property(),
            Role::Attribute(_) => QB.attribute_property(),
        })?;
        about.labelled(property.label)?;
        about.says(rdfs::RANGE, property.range.into_owned())?;
    }
    Ok(())
}

fn structure(
    publication: &Publication,
    name: &str,
    properties: &[Property],
    key: Option<&NamedNode>,
    to: &mut Statements<'_>,
) -> io::Result<()> {
    let component = |order: usize| {
        publication
            .names
            .part(&[name, "component", &order.to_string()])
    };
    let mut about = to.about(publication.names.part(&[name]));
    about.is_a(QB.data_structure_definition())?;
    about.may_say(QB.slice_key(), key.cloned())?;
    for order in 1..=properties.len() {
        about.says(QB.component(), component(order))?;
    }
    for (property, order) in properties.iter().zip(1..) {
        let mut about = to.about(component(order));
        about.is_a(QB.component_specification())?;
        let role = match property.role {
            Role::Dimension => QB.dimension(),
            Role::Measure => QB.measure(),
            Role::Attribute(_) => QB.attribute(),
        };
        about.says(role, property.node.into_owned())?;
        about.says(QB.order(), whole(order as u64))?;
        if let Role::Attribute(required) = property.role {
            about.says(QB.component_required(), Literal::from(required))?;
        }
    }
    Ok(())
}

/// What both cubes and the slices say about where they stand.
fn place(
    about: &mut About<'_, '_>,
    publication: &Publication,
    judged: Judged<'_>,
    kind: Kind,
    language: &str,
) -> io::Result<()> {
    let rules = &judged.report.rules;
    about.says(LYDITE.system(), publication.system_node(judged.task.system))?;
    about.says(
        LYDITE.dataset(),
        publication.dataset_node(&judged.task.dataset),
    )?;
    about.says(LYDITE.language(), text(language))?;
    about.says(
        LYDITE.rules(),
        publication.rules_node(&rules.name, &rules.version),
    )?;
    about.says(LYDITE.experiment_type(), kind_node(kind))?;
    Ok(())
}

fn figures(
    publication: &Publication,
    judged: Judged<'_>,
    kind: Kind,
    figures: &[Figure],
    to: &mut Statements<'_>,
) -> io::Result<()> {
    let language = language_of(judged.task);
    let node = |figure: &Figure| publication.figure_node(judged.number, kind, &figure.path);
    let mut about = to.about(publication.slice_node(judged.number, kind));
    about.is_a(QB.slice_class())?;
    about.labelled(&format!(
        "{} on {}, {kind}, rules {} {}",
        judged.system.name,
        judged.task.dataset_name,
        judged.report.rules.name,
        judged.report.rules.version
    ))?;
    about.says(QB.slice_structure(), publication.names.part(&["slice-key"]))?;
    place(&mut about, publication, judged, kind, &language)?;
    about.may_say(
        LYDITE.headline(),
        headline(publication, judged, kind, figures),
    )?;
    for figure in figures {
        about.says(QB.observation(), node(figure))?;
    }
    for figure in figures {
        let mut about = to.about(node(figure));
        about.is_a(QB.observation_class())?;
        about.says(QB.data_set(), publication.names.experiment())?;
        place(&mut about, publication, judged, kind, &language)?;
        about.says(LYDITE.measure(), measure_node(&figure.measure))?;
        about.says(LYDITE.place(), text(&figure.path))?;
        about.says(LYDITE.value(), number(figure.value.unwrap_or(f64::NAN)))?;
        about.says(LYDITE.n(), whole(figure.n))?;
        if let Some(interval) = figure.interval {
            about.says(LYDITE.low(), number(interval.low))?;
            about.says(LYDITE.high(), number(interval.high))?;
        }
    }
    Ok(())
}

/// The observation that stands for the whole.
fn headline(
    publication: &Publication,
    judged: Judged<'_>,
    kind: Kind,
    figures: &[Figure],
) -> Option<NamedNode> {
    let place = match kind {
        Kind::Qa => judged.report.headline()[2].clone(),
        _ => "macro.f1".to_owned(),
    };
    let found = figures.iter().find(|figure| figure.path == place)?;
    Some(publication.figure_node(judged.number, kind, &found.path))
}

fn questions(
    publication: &Publication,
    judged: Judged<'_>,
    kind: Kind,
    outcomes: &[Outcome],
    to: &mut Statements<'_>,
) -> io::Result<()> {
    let summary = headline(
        publication,
        judged,
        kind,
        match kind {
            Kind::Qa => &judged.report.figures,
            other => judged
                .report
                .experiment(other)
                .map_or(&[][..], |one| &one.figures),
        },
    );
    let mut seen = Occurrences::default();
    for (at, outcome) in outcomes.iter().enumerate() {
        let language = publication.language(judged.task, outcome);
        let occurrence = seen.count(outcome.question.as_str(), &language);
        let question =
            publication.question_node(judged.task, outcome.question.as_str(), occurrence);
        let mut about = to.about(publication.outcome_node(judged.number, kind, at));
        about.is_a(QB.observation_class())?;
        about.says(QB.data_set(), publication.names.part(&["questions"]))?;
        place(&mut about, publication, judged, kind, &language)?;
        about.says(LYDITE.question(), question)?;
        about.says(LYDITE.true_positives(), whole(outcome.counts.tp))?;
        about.says(LYDITE.false_positives(), whole(outcome.counts.fp))?;
        about.says(LYDITE.false_negatives(), whole(outcome.counts.fn_))?;
        about.says(LYDITE.precision(), number(outcome.precision))?;
        about.says(LYDITE.recall(), number(outcome.recall))?;
        about.says(LYDITE.f1(), number(outcome.f1))?;
        about.says(LYDITE.status(), text(status_name(outcome.status)))?;
        about.says(LYDITE.gold(), text(gold_name(outcome.gold)))?;
        about.may_say(LYDITE.millis(), outcome.millis.map(number))?;
        about.may_say(LYDITE.confidence(), outcome.confidence.map(number))?;
        about.may_say(LYDITE.error(), outcome.error.as_deref().map(text))?;
        about.may_say(LYDITE.summarised_by(), summary.clone())?;
    }
    Ok(())
}

/// How often a question was met.
#[derive(Default)]
struct Occurrences(HashMap<(String, String), usize>);

impl Occurrences {
    fn count(&mut self, id: &str, language: &str) -> usize {
        let key = (id.to_owned(), language.to_owned());
        let count = self.0.entry(key).or_default();
        *count += 1;
        *count
    }
}

/// The questions themselves, each once, in every language in which they were put.
fn texts(publication: &Publication, to: &mut Statements<'_>) -> io::Result<()> {
    // What was judged, so that nothing is spoken of that is not described.
    let mut questions: HashMap<NamedNode, usize> = HashMap::new();
    let mut order: Vec<(NamedNode, &Task, String)> = Vec::new();
    for judged in publication.reports() {
        for (_, _, outcomes) in judged.parts() {
            let mut seen = Occurrences::default();
            for outcome in outcomes {
                let language = publication.language(judged.task, outcome);
                let id = outcome.question.as_str();
                let occurrence = seen.count(id, &language);
                let node = publication.question_node(judged.task, id, occurrence);
                if !questions.contains_key(&node) {
                    questions.insert(node.clone(), order.len());
                    order.push((node, judged.task, id.to_owned()));
                }
            }
        }
    }
    let mut wordings: HashMap<(&str, &str), Vec<Literal>> = HashMap::new();
    let put: Vec<(&Task, String, Literal)> = put(publication)?;
    for (task, id, wording) in &put {
        let known = wordings.entry((&task.dataset, id)).or_default();
        if !known.contains(wording) {
            known.push(wording.clone());
        }
    }
    for (node, task, id) in order {
        let mut about = to.about(node);
        about.is_a(LYDITE.question_class())?;
        about.says(DCT.identifier(), text(&id))?;
        about.says(DCT.is_part_of(), publication.dataset_node(&task.dataset))?;
        for wording in wordings
            .get(&(task.dataset.as_str(), id.as_str()))
            .into_iter()
            .flatten()
        {
            about.says(LYDITE.text(), wording.clone())?;
        }
    }
    Ok(())
}

/// The questions as they were put; one system of a group is enough, since all hear the same.
fn put(publication: &Publication) -> io::Result<Vec<(&Task, String, Literal)>> {
    let mut put = Vec::new();
    let mut known: Vec<(&str, Option<&lydite_model::Language>)> = Vec::new();
    for task in &publication.experiment.tasks {
        let group = (task.dataset.as_str(), task.language.as_ref());
        if known.contains(&group) {
            continue;
        }
        known.push(group);
        let each = |one: StoredExchange| {
            let wording = text_in(&one.text, one.language.as_str());
            put.push((task, one.exchange.response.question.to_string(), wording));
            Ok::<(), StoreError>(())
        };
        let id = &publication.experiment.id;
        let read = publication.store.exchanges(id, task.number, each);
        read.map_err(io::Error::other)?;
    }
    Ok(put)
}

fn number(value: f64) -> Literal {
    Literal::from(value)
}

fn whole(value: u64) -> Literal {
    Literal::new_typed_literal(value.to_string(), xsd::INTEGER)
}
