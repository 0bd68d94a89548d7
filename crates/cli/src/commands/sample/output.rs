//! How samples are printed and written.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use lydite_formats::Target;
use lydite_lab::datasets::{Destination, find_target};
use lydite_lab::sampling::{Candidates, Measurer, Sampled, Source};
use lydite_model::{DatasetInfo, Question};
use lydite_sample::{Described, RdfWriter, SampleError, SampleReport, Vectors};
use serde_json::{Value, json};

use crate::args::{OutputFormat, Sample};
use crate::failure::Failure;
use crate::output::{Cell, Column, Look, Page, Shown, Table, number, plural};
use crate::session::Session;

/// The sample with everything that is printed about it.
struct Printed<'a> {
    session: &'a Session,
    measurer: &'a Measurer,
    candidates: &'a Candidates,
    vectors: &'a Vectors,
    sampled: &'a Sampled,
    seed: u64,
    info: DatasetInfo,
    questions: Vec<Question>,
}

pub(super) fn write(
    session: &Session,
    options: &Sample,
    measurer: &Measurer,
    candidates: &Candidates,
    vectors: &Vectors,
    sampled: &Sampled,
) -> Result<(), Failure> {
    let (info, questions) = candidates.questions(&session.lab, &sampled.choice.questions)?;
    let printed = Printed {
        session,
        measurer,
        candidates,
        vectors,
        sampled,
        seed: options.seed,
        info,
        questions,
    };
    for path in &options.out {
        printed.write_file(path, options.force)?;
    }
    printed.print()
}

impl Printed<'_> {
    fn print(&self) -> Result<(), Failure> {
        match self.session.format() {
            OutputFormat::Rdf => {
                let mut out = self.session.out();
                self.write_rdf(&mut out)?;
                Ok(out.flush()?)
            }
            format => {
                let document = match format {
                    OutputFormat::Json => self.document()?,
                    _ => Value::Null,
                };
                let shown = Shown::new(document).table(|| self.table());
                self.session
                    .print(shown.records(|| self.records()).page(|page| {
                        page.line(&format!("{}\n\n", self.title()))?;
                        Ok(page.table(&self.table())?)
                    }))
            }
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new([Column::new("id").shorten(), Column::new("question").wrap()]);
        for question in &self.questions {
            let text = question.any_text().unwrap_or_default();
            table.row([question.id.as_str(), text]);
        }
        table
    }

    fn title(&self) -> String {
        let quality = &self.sampled.quality;
        format!(
            "{} of {} by {}: diversity {:.4}, similarity error {:.2e}, coverage {:.0} %",
            number(quality.n as u64),
            plural(self.candidates.pool.len() as u64, "question"),
            self.sampled.method,
            quality.diversity,
            quality.similarity_error,
            100.0 * quality.coverage,
        )
    }

    /// The document that is printed: a QALD-JSON file with the figures of the sample in it.
    fn document(&self) -> Result<Value, Failure> {
        let mut document = figures(self.candidates, self.sampled);
        let questions = self.qald_json()?;
        if let Value::Object(keys) = &mut document {
            keys.insert("seed".to_owned(), json!(self.seed));
            keys.insert("notes".to_owned(), json!(notes(self.candidates)));
            keys.insert(
                "dataset".to_owned(),
                json!({ "id": self.candidates.name() }),
            );
            keys.insert("questions".to_owned(), questions);
        }
        Ok(document)
    }

    /// The questions as GERBIL reads them.
    fn qald_json(&self) -> Result<Value, Failure> {
        let mut bytes = Vec::new();
        self.write_as(Target::named("qald-json"), &mut bytes)?;
        let document: Value = serde_json::from_slice(&bytes)
            .map_err(|error| Failure::input(format!("cannot write the sample: {error}")))?;
        Ok(document.get("questions").cloned().unwrap_or_default())
    }

    fn write_as(
        &self,
        target: Option<&'static Target>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Some(target) = target else { return Ok(()) };
        let sink = Sink::default();
        let mut writer = target.start(Box::new(sink.clone()), &self.info)?;
        for question in &self.questions {
            writer.question(question, &mut |_| {})?;
        }
        writer.finish(&self.info, &mut |_| {})?;
        drop(writer);
        out.write_all(&sink.0.borrow())?;
        Ok(())
    }

    /// The questions with the features by which they were chosen.
    fn records(&self) -> Table {
        let pool = &self.candidates.pool;
        let features = pool.features().iter();
        let features = features.map(|name| Column::new(name).named(name));
        let mut table = Table::new(["id", "text"].map(Column::new).into_iter().chain(features));
        for (question, number) in self.questions.iter().zip(&self.sampled.choice.questions) {
            let values = pool.values(*number).iter().map(|value| counted(*value));
            let text = question.any_text().unwrap_or_default();
            let begin = [question.id.as_str(), text].map(Cell::from);
            table.row(begin.into_iter().chain(values));
        }
        table
    }

    fn write_csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let look = Look {
            format: OutputFormat::Csv,
            ..self.session.look()
        };
        Ok(Page::new(out, look).table(&self.records())?)
    }

    /// All triples of the chosen questions; those of a benchmark are computed.
    fn write_rdf(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut writer = RdfWriter::new(out)?;
        writer.sample(
            self.sampled.method,
            &self.sampled.quality,
            self.sampled.seconds,
        )?;
        let mut measured = Vec::new();
        for &at in &self.sampled.choice.questions {
            let (source, number) = self.candidates.places[at];
            if let Source::Rdf { questions, .. } = &self.candidates.sources[source] {
                writer.question(&questions[number])?;
            } else {
                measured.push(at);
            }
        }
        let of_files = self.questions.iter().zip(&self.sampled.choice.questions);
        let of_files = of_files.filter(|(_, at)| measured.contains(at));
        let small = Source::Memory {
            name: self.candidates.name(),
            info: Box::new(self.info.clone()),
            questions: of_files.map(|(question, _)| question.clone()).collect(),
        };
        let mut described: Vec<Described> = Vec::new();
        small.measure(&self.session.lab, self.measurer, None, &mut |question| {
            described.push(question);
        })?;
        for question in &described {
            writer.question(question)?;
        }
        Ok(writer.finish()?)
    }

    fn report(&self) -> String {
        let questions = self.questions.iter();
        let texts = questions
            .map(|question| {
                let text = question.any_text().unwrap_or_default();
                (question.id.as_str().to_owned(), text.to_owned())
            })
            .collect();
        SampleReport {
            title: format!("A sample of {}", self.candidates.name()),
            summary: self.title(),
            pool: &self.candidates.pool,
            vectors: self.vectors,
            choice: &self.sampled.choice,
            quality: &self.sampled.quality,
            questions: texts,
        }
        .to_html()
    }

    fn write_file(&self, path: &Path, force: bool) -> Result<(), Failure> {
        let destination = Destination::new(path, force, None)?;
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let mut bytes = Vec::new();
        match extension.to_ascii_lowercase().as_str() {
            "ttl" | "nt" | "rdf" | "turtle" => self.write_rdf(&mut bytes)?,
            "csv" => self.write_csv(&mut bytes)?,
            "html" | "htm" => bytes = self.report().into_bytes(),
            "json" => self.write_as(Target::named("qald-json"), &mut bytes)?,
            _ => self.write_as(Some(find_target(None, path)?), &mut bytes)?,
        }
        destination.sink()?.write_all(&bytes)?;
        destination.finish()?;
        self.session.say(&format!("{} written", path.display()));
        Ok(())
    }
}

/// The value of a feature, most of which are counts.
fn counted(value: f64) -> Cell {
    if value >= 0.0 && value.fract() == 0.0 {
        Cell::from(value as u64)
    } else {
        value.into()
    }
}

/// What is worth knowing about the sample, in words.
fn notes(candidates: &Candidates) -> Vec<String> {
    candidates.notes.iter().map(ToString::to_string).collect()
}

/// The figures of a sample, with the identifiers of its questions.
fn figures(candidates: &Candidates, sampled: &Sampled) -> Value {
    let pool = &candidates.pool;
    let ids = |questions: &[usize]| -> Vec<&str> {
        let ids = questions.iter().map(|at| pool.ids()[*at].as_str());
        ids.collect()
    };
    let mut document = json!({ "method": sampled.method });
    let quality = serde_json::to_value(sampled.quality).unwrap_or_default();
    if let (Value::Object(keys), Value::Object(quality)) = (&mut document, quality) {
        keys.extend(quality);
        keys.insert("noise".to_owned(), json!(sampled.choice.noise));
        keys.insert("seconds".to_owned(), json!(sampled.seconds));
        keys.insert(
            "pool".to_owned(),
            json!({
                "questions": pool.len(), "distinct_vectors": pool.distinct(), "features": pool.features(),
            }),
        );
        keys.insert("ids".to_owned(), json!(ids(&sampled.choice.questions)));
        if let Some(order) = &sampled.choice.order {
            keys.insert("order".to_owned(), json!(ids(order)));
        }
    }
    document
}

/// All methods side by side.
pub(super) fn compare(
    session: &Session,
    candidates: &Candidates,
    methods: &[Result<Sampled, SampleError>],
) -> Result<(), Failure> {
    for error in methods.iter().filter_map(|sampled| sampled.as_ref().err()) {
        session.say(&format!("note: {error}"));
    }
    let sampled: Vec<&Sampled> = methods
        .iter()
        .filter_map(|sampled| sampled.as_ref().ok())
        .collect();
    let documents: Vec<Value> = sampled
        .iter()
        .map(|sampled| figures(candidates, sampled))
        .collect();
    let document = json!({ "methods": documents, "notes": notes(candidates) });
    session.print(Shown::new(document).table(|| {
        let mut table = Table::new([
            Column::new("method"),
            Column::number("n"),
            Column::number("vectors"),
            Column::number("diversity"),
            Column::number("similarity error"),
            Column::number("coverage"),
            Column::number("mean distance"),
            Column::number("radius").drop_first(),
        ]);
        for sampled in sampled {
            let quality = &sampled.quality;
            let error = quality.similarity_error;
            table.row([
                sampled.method.into(),
                quality.n.into(),
                quality.distinct_vectors.into(),
                Cell::from(quality.diversity),
                Cell::from(error).shown(format!("{error:.2e}")),
                Cell::from(quality.coverage).digits(3),
                Cell::from(quality.mean_distance),
                Cell::from(quality.radius),
            ]);
        }
        table
    }))
}

/// A sink whose content can be looked at afterwards: writers of formats own theirs.
#[derive(Clone, Default)]
struct Sink(Rc<RefCell<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
