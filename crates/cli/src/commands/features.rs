//! `lydite features`: what is measured of the questions of a benchmark.

use std::collections::BTreeMap;
use std::io::Write;

use lydite_lab::sampling::{Measurer, Source};
use lydite_sample::{
    Collection, Condition, Described, Feature, Kind, Needs, RdfWriter, Repeated, Value,
};
use serde::Serialize;
use serde_json::json;

use super::measuring::{condition, find_all, no_question};
use crate::args::{Features, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table, number, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Features) -> Result<Verdict, Failure> {
    let features = chosen(&options.features)?;
    if options.list {
        list(session, &features)?;
        return Ok(Verdict::Done);
    }
    let condition = condition(options.condition.as_deref())?;
    let measuring = options.measuring.meant(options.kg.as_deref());
    let measurer = Measurer::new(&session.lab, &measuring)?;
    let sources: Vec<Source> = options
        .datasets
        .iter()
        .map(|given| Source::open(&session.lab, given))
        .collect::<Result<_, _>>()?;
    let mut needed = features.clone();
    needed.extend(condition.iter().flat_map(Condition::features));
    let mut collection = Collection::new(sources.iter().map(Source::name), Repeated::Keep);
    let mut writer = Writer::new(session, features, &collection.names().join("+"))?;
    let mut seen = 0_u64;
    let mut failure = None;
    for (at, source) in sources.iter().enumerate() {
        source.measure(&session.lab, &measurer, Some(&needed), &mut |question| {
            let Some(mut question) = collection.admit(at, question) else {
                return;
            };
            let holds = |condition: &Condition| condition.holds(&question.features);
            if failure.is_none() && condition.as_ref().is_none_or(holds) {
                seen += 1;
                question.others.clear();
                failure = writer.question(&question).err();
            }
        })?;
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    if seen == 0 {
        return Err(match &options.condition {
            Some(condition) => no_question(condition),
            None => Failure::input("no questions found"),
        });
    }
    writer.finish(session, seen)?;
    Ok(Verdict::Done)
}

/// The features that are named, or all.
fn chosen(names: &[String]) -> Result<Vec<&'static Feature>, Failure> {
    if names.is_empty() {
        return Ok(Feature::all().iter().collect());
    }
    find_all(names)
}

/// What features mean.
#[derive(Serialize)]
struct Listing {
    features: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    aliases: &'static [&'static str],
    #[serde(rename = "type")]
    kind: Kind,
    definition: &'static str,
    iri: String,
    from: Needs,
}

fn list(session: &Session, features: &[&'static Feature]) -> Result<(), Failure> {
    let listed = features.iter().map(|feature| Listed {
        name: feature.name,
        aliases: feature.aliases,
        kind: feature.kind,
        definition: feature.definition,
        iri: feature.iri(),
        from: feature.needs,
    });
    let listing = Listing {
        features: listed.collect(),
    };
    session.print(Shown::new(&listing).table(|| {
        let mut table = Table::new([
            Column::new("name"),
            Column::new("type"),
            Column::new("definition").wrap(),
        ]);
        for feature in &listing.features {
            table.row([
                feature.name.to_owned(),
                feature.kind.to_string(),
                feature.definition.to_owned(),
            ]);
        }
        table
    }))
}

/// Writes the questions as they come, or counts them for the table.
enum Writer {
    Rdf(RdfWriter<Box<dyn Write>>, Vec<&'static Feature>),
    Json(Box<dyn Write>, Vec<&'static Feature>, bool),
    Csv(Box<csv::Writer<Box<dyn Write>>>, Vec<&'static Feature>),
    Summary(Vec<Summary>),
}

impl Writer {
    fn new(
        session: &Session,
        features: Vec<&'static Feature>,
        dataset: &str,
    ) -> Result<Self, Failure> {
        let mut out: Box<dyn Write> = Box::new(session.out());
        Ok(match session.format() {
            OutputFormat::Rdf => Self::Rdf(RdfWriter::new(out)?, features),
            OutputFormat::Json => {
                let name = serde_json::to_string(dataset).unwrap_or_default();
                write!(out, "{{\"dataset\": {name}, \"questions\": [")?;
                Self::Json(out, features, false)
            }
            OutputFormat::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                let names = features.iter().map(|feature| feature.name);
                writer
                    .write_record(["id"].into_iter().chain(names))
                    .map_err(csv_failure)?;
                Self::Csv(Box::new(writer), features)
            }
            _ => Self::Summary(features.into_iter().map(Summary::new).collect()),
        })
    }

    fn question(&mut self, question: &Described) -> Result<(), Failure> {
        match self {
            Self::Rdf(writer, features) => {
                let mut narrow = Described::new(question.iri.clone());
                for (feature, value) in values(question, features) {
                    narrow.features.set(feature, value.clone());
                }
                writer.question(&narrow)?;
            }
            Self::Json(out, features, begun) => {
                let separator = if *begun { "," } else { "" };
                *begun = true;
                let values: serde_json::Map<_, _> = values(question, features)
                    .map(|(feature, value)| (feature.name.to_owned(), json!(value)))
                    .collect();
                let entry = json!({
                    "id": question.id.as_str(), "iri": question.iri, "features": values,
                });
                write!(out, "{separator}\n  {entry}")?;
            }
            Self::Csv(writer, features) => {
                let cells = features.iter().map(|feature| {
                    let value = question.features.get(feature);
                    value.map(ToString::to_string).unwrap_or_default()
                });
                let id = question.id.as_str().to_owned();
                writer
                    .write_record([id].into_iter().chain(cells))
                    .map_err(csv_failure)?;
            }
            Self::Summary(summaries) => {
                for summary in summaries {
                    if let Some(value) = question.features.get(summary.feature) {
                        summary.add(value);
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self, session: &Session, questions: u64) -> Result<(), Failure> {
        match self {
            Self::Rdf(writer, _) => writer.finish()?,
            Self::Json(mut out, ..) => {
                writeln!(out, "\n]}}")?;
                out.flush()?;
            }
            Self::Csv(mut writer, _) => writer.flush()?,
            Self::Summary(summaries) => {
                // Programs get the questions one by one, so there is no document of the summary.
                session.print(Shown::new(()).table(|| table(&summaries)).page(|page| {
                    page.line(&format!("{}\n\n", plural(questions, "question")))?;
                    Ok(page.table(&table(&summaries))?)
                }))?;
            }
        }
        Ok(())
    }
}

/// The features that questions have, in figures.
fn table(summaries: &[Summary]) -> Table {
    let mut table = Table::new([
        Column::new("feature"),
        Column::number("questions"),
        Column::number("different"),
        Column::number("least"),
        Column::number("mean"),
        Column::number("most"),
        Column::new("often").wrap(),
    ]);
    for summary in summaries.iter().filter(|summary| summary.questions > 0) {
        table.row(summary.row());
    }
    table
}

fn values<'q>(
    question: &'q Described,
    features: &'q [&'static Feature],
) -> impl Iterator<Item = (&'static Feature, &'q Value)> {
    features
        .iter()
        .filter_map(|feature| Some((*feature, question.features.get(feature)?)))
}

fn csv_failure(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Failure::from(error),
        other => Failure::input(format!("cannot write: {other:?}")),
    }
}

/// A feature in figures.
struct Summary {
    feature: &'static Feature,
    questions: u64,
    sum: f64,
    least: f64,
    most: f64,
    values: BTreeMap<String, u64>,
}

impl Summary {
    fn new(feature: &'static Feature) -> Self {
        Self {
            feature,
            questions: 0,
            sum: 0.0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            values: BTreeMap::new(),
        }
    }

    fn add(&mut self, value: &Value) {
        /// Different values beyond this are not told apart any more.
        const KNOWN: usize = 100_000;
        self.questions += 1;
        if let (true, Some(value)) = (self.feature.kind.is_numeric(), value.as_number()) {
            self.sum += value;
            self.least = self.least.min(value);
            self.most = self.most.max(value);
        }
        let values = match value {
            Value::Names(names) => names.clone(),
            other => vec![other.to_string()],
        };
        for value in values {
            if self.values.len() < KNOWN || self.values.contains_key(&value) {
                *self.values.entry(value).or_default() += 1;
            }
        }
    }

    fn row(&self) -> [Cell; 7] {
        let figure = |value: f64| {
            if self.feature.kind.is_numeric() && value.is_finite() {
                let rounded = (value * 1000.0).round() / 1000.0;
                Cell::from(value).shown(rounded.to_string())
            } else {
                Cell::missing().shown("")
            }
        };
        let most_often = self.values.iter().max_by_key(|(_, count)| **count);
        let often = most_often.map_or_else(String::new, |(value, count)| {
            format!("{value} ({})", number(*count))
        });
        [
            self.feature.name.into(),
            self.questions.into(),
            self.values.len().into(),
            figure(self.least),
            figure(self.sum / self.questions as f64),
            figure(self.most),
            often.into(),
        ]
    }
}
