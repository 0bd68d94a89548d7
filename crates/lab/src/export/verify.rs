//! Archives are verified: every byte is as it was, and every score comes out again.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lydite_judge::{Figure, Report};
use lydite_model::Outcome;
use serde::{Serialize, Serializer};
use serde_json::Value;
use zip::ZipArchive;

use super::archive::{
    ArchiveError, DERIVED, Described, EXPERIMENT, LAYOUT, MANIFEST, RESULTS, Results,
    exchanges_file, seal_holds,
};
use super::{ExportError, Publication};
use crate::run::Rejudge;
use crate::store::{ExperimentId, Location, MovedExchange, Store};
use crate::{Config, Error, Evaluated, GraphUse, Lab, Role};

/// No more than this is unpacked.
const MOST: u64 = 64 << 30;

/// What an archive was verified to be.
#[derive(Debug, Serialize)]
pub struct Verified {
    /// The experiment.
    pub id: ExperimentId,
    /// Its IRI.
    pub iri: String,
    /// The version of Lydite that judged it.
    pub version: String,
    /// How many files are in the archive.
    pub files: usize,
    /// How many figures were computed again.
    pub figures: usize,
    /// How many outcomes of questions were computed again.
    pub outcomes: usize,
    /// What does not hold.
    pub findings: Vec<Finding>,
}

impl Verified {
    /// Whether everything holds.
    pub fn holds(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Something that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The archive is not as it was when it was made.
    Seal,
    /// A file is not what the manifest says.
    Changed(String),
    /// A file is missing.
    Missing(String),
    /// A file is there that the manifest does not name.
    Unlisted(String),
    /// A file cannot be read.
    Unreadable(String, String),
    /// A score comes out otherwise: what it is, what the archive says, what comes out.
    Score(String, String, String),
    /// A file that is made from the scores comes out otherwise.
    Derived(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seal => f.write_str("the archive was changed after it was made, or packed again"),
            Self::Changed(file) => write!(f, "{file} was changed"),
            Self::Missing(file) => write!(f, "{file} is missing"),
            Self::Unlisted(file) => write!(f, "{file} was added"),
            Self::Unreadable(file, reason) => write!(f, "{file} cannot be read: {reason}"),
            Self::Score(what, stated, computed) => {
                write!(f, "{what}: the archive says {stated}, but it is {computed}")
            }
            Self::Derived(file) => write!(f, "{file} does not say what the scores are"),
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Lab {
    /// Verifies an archive: the digests of all files, and every score, computed again from the
    /// answers and the benchmarks in it. Queries are run on another graph, if one is given.
    ///
    /// # Errors
    /// It is no archive of an experiment, or what is needed to judge is not there.
    pub fn verify(&self, path: &Path, graph: Option<GraphUse>) -> Result<Verified, Error> {
        let open = || File::open(path).map_err(Error::file(path));
        let length = open()?.metadata().map_err(Error::file(path))?.len();
        let is_sealed = seal_holds(BufReader::new(open()?), length).map_err(Error::file(path))?;
        let archive = ZipArchive::new(BufReader::new(open()?));
        let archive = match archive {
            Ok(archive) => archive,
            Err(error) => return Err(ExportError::from(ArchiveError::from(error)).into()),
        };
        let mut archive = Unpacking { archive };
        archive.is_bounded()?;
        let described = archive.json::<Described>(EXPERIMENT);
        let results = archive.json::<Results<Evaluated>>(RESULTS);
        let document = archive.json::<Value>(RESULTS).unwrap_or_default();
        let mut findings = Vec::new();
        if !is_sealed {
            findings.push(Finding::Seal);
        }
        archive.check_digests(&mut findings);
        let (described, results) = match (described, results, findings.is_empty()) {
            (Ok(described), Ok(results), _) => (described, results),
            // What was changed cannot be read for that reason.
            (Ok(described), Err(_), false) => {
                return Ok(Verified::changed(
                    &described,
                    archive.archive.len(),
                    findings,
                ));
            }
            (Err(error), _, _) | (_, Err(error), _) => return Err(error),
        };
        let mut verified = Verified {
            version: results.evaluated.record.version.clone(),
            ..Verified::changed(&described, archive.archive.len(), findings)
        };
        if verified.holds() {
            self.judge_again(&mut archive, &described, &results, graph, &mut verified)?;
            verified.compare_documents(&results.evaluated, &document);
        }
        Ok(verified)
    }

    /// Judges what an archive says once more, and compares.
    fn judge_again(
        &self,
        archive: &mut Unpacking,
        described: &Described,
        results: &Results<Evaluated>,
        graph: Option<GraphUse>,
        verified: &mut Verified,
    ) -> Result<(), Error> {
        let folder = tempfile::tempdir().map_err(ExportError::from)?;
        let lab = Self::new(Config {
            // Graphs by name are in the home directory of whoever verifies.
            home: match (&self.config.home, &described.experiment.plan.graph) {
                (Some(home), Some(_)) => Some(home.clone()),
                _ => Some(folder.path().to_owned()),
            },
            store: Some(Location::File(folder.path().join("experiments.sqlite"))),
            ..self.config.clone()
        });
        let store = Arc::new(lab.store()?);
        let gold = archive.unpack_datasets(&lab, &store, described, folder.path())?;
        archive.unpack_experiment(&store, described)?;
        let id = &described.experiment.id;
        let rejudge = rejudge(described, results, &gold, graph);
        let judging = lab.rejudge(id, &rejudge)?;
        verified.compare(results, &judging.evaluated);
        // Files that are made from the scores are made again by the version that made them.
        let is_same_version = judging.evaluated.record.version == verified.version;
        if verified.holds() && is_same_version {
            let mut again = Publication::of(&store, id, None, None)?;
            again.judging.number = results.judging;
            again.judging.date.clone_from(&results.date);
            again.judging.tasks.clone_from(&results.tasks);
            again.judging.evaluated.record = results.evaluated.record.clone();
            for (name, write) in DERIVED {
                let mut made = Matching {
                    expected: archive.open(name)?,
                    is_same: true,
                };
                write(&again, &mut made).map_err(ExportError::from)?;
                if !made.ends_here().map_err(ExportError::from)? {
                    verified.findings.push(Finding::Derived(name.to_owned()));
                }
            }
        }
        Ok(())
    }
}

/// How the judging of an archive differs from its plan.
fn rejudge(
    described: &Described,
    results: &Results<Evaluated>,
    gold: &BTreeMap<String, PathBuf>,
    graph: Option<GraphUse>,
) -> Rejudge {
    let plan = &described.experiment.plan;
    let record = &results.evaluated.record;
    let planned = plan.rules.iter().map(|rules| (&rules.name, &rules.version));
    let used = record
        .rules
        .iter()
        .map(|rules| (&rules.name, &rules.version));
    let rules = if planned.eq(used) {
        Vec::new()
    } else {
        record
            .rules
            .iter()
            .map(|rules| rules.name.clone())
            .collect()
    };
    // Later editions of datasets stand in the order of those that they take the place of.
    let judged: Vec<&String> = record
        .files(Role::Gold)
        .filter_map(|file| file.sha256.as_ref())
        .collect();
    let later = plan
        .datasets
        .iter()
        .zip(judged)
        .filter_map(|(dataset, judged)| {
            let path = gold.get(judged).filter(|_| dataset.digest != *judged)?;
            Some((Some(dataset.name.clone()), path.clone()))
        });
    Rejudge {
        rules,
        gold: later.collect(),
        graph,
        ..Rejudge::default()
    }
}

impl Verified {
    fn changed(described: &Described, files: usize, findings: Vec<Finding>) -> Self {
        Self {
            id: described.experiment.id.clone(),
            iri: described.experiment.iri.clone(),
            version: String::new(),
            files,
            figures: 0,
            outcomes: 0,
            findings,
        }
    }

    fn compare(&mut self, results: &Results<Evaluated>, computed: &Evaluated) {
        let stated = &results.evaluated;
        if stated.reports.len() != computed.reports.len() {
            self.differs(
                "the number of reports",
                &stated.reports.len(),
                &computed.reports.len(),
            );
            return;
        }
        for (stated, computed) in stated.reports.iter().zip(&computed.reports) {
            self.compare_reports(stated, computed);
        }
        let document = |evaluated: &Evaluated| serde_json::to_value(&evaluated.comparisons).ok();
        if document(stated) != document(computed) {
            self.differs("the comparison of the systems", &"one thing", &"another");
        }
    }

    /// A report says its figures twice, as a list and as a tree for programs: both must agree.
    fn compare_documents(&mut self, read: &Evaluated, document: &Value) {
        let again = serde_json::to_value(&read.reports).unwrap_or_default();
        if document.get("systems") != Some(&again) && self.findings.is_empty() {
            self.differs(
                "the reports",
                &"different things in different places",
                &"one",
            );
        }
    }

    fn compare_reports(&mut self, stated: &Report, computed: &Report) {
        let whose = format!(
            "{}, rules {} {}",
            stated.system.as_deref().unwrap_or("the answers"),
            stated.rules.name,
            stated.rules.version
        );
        let before = self.findings.len();
        self.compare_figures(&whose, &stated.figures, &computed.figures);
        self.compare_outcomes(&whose, &stated.outcomes, &computed.outcomes);
        for (stated, computed) in stated.experiments.iter().zip(&computed.experiments) {
            let whose = format!("{whose}, {}", stated.experiment);
            self.compare_figures(&whose, &stated.figures, &computed.figures);
            self.compare_outcomes(&whose, &stated.outcomes, &computed.outcomes);
        }
        if self.findings.len() == before && stated != computed {
            self.differs(&whose, &"one thing", &"another");
        }
    }

    fn compare_figures(&mut self, whose: &str, stated: &[Figure], computed: &[Figure]) {
        if stated.len() != computed.len() {
            self.differs(
                &format!("{whose}, the number of figures"),
                &stated.len(),
                &computed.len(),
            );
        }
        for (stated, computed) in stated.iter().zip(computed) {
            self.figures += 1;
            if stated == computed {
                continue;
            }
            let shown = |figure: &Figure| match (figure.value, figure.interval) {
                (Some(value), Some(interval)) => {
                    format!("{value} ({}–{})", interval.low, interval.high)
                }
                (Some(value), None) => value.to_string(),
                (None, _) => "undefined".to_owned(),
            };
            self.differs(
                &format!("{whose}, {}", stated.path),
                &shown(stated),
                &shown(computed),
            );
        }
    }

    fn compare_outcomes(&mut self, whose: &str, stated: &[Outcome], computed: &[Outcome]) {
        if stated.len() != computed.len() {
            self.differs(
                &format!("{whose}, the number of outcomes"),
                &stated.len(),
                &computed.len(),
            );
        }
        for (stated, computed) in stated.iter().zip(computed) {
            self.outcomes += 1;
            if stated == computed {
                continue;
            }
            let shown = |one: &Outcome| {
                let counts = one.counts;
                format!(
                    "P {}, R {}, F1 {} ({} right, {} wrong, {} missed)",
                    one.precision, one.recall, one.f1, counts.tp, counts.fp, counts.fn_
                )
            };
            let what = format!("{whose}, question {}", stated.question);
            self.differs(&what, &shown(stated), &shown(computed));
        }
    }

    fn differs(&mut self, what: &str, stated: &dyn fmt::Display, computed: &dyn fmt::Display) {
        self.findings.push(Finding::Score(
            what.to_owned(),
            stated.to_string(),
            computed.to_string(),
        ));
    }
}

/// An archive that is being read.
struct Unpacking {
    archive: ZipArchive<BufReader<File>>,
}

impl Unpacking {
    /// Whether it unpacks to something that a disk holds. What its entries say about their length
    /// is enforced when they are read.
    fn is_bounded(&mut self) -> Result<(), Error> {
        let mut bytes = 0_u64;
        for at in 0..self.archive.len() {
            if let Ok(file) = self.archive.by_index_raw(at) {
                bytes = bytes.saturating_add(file.size());
            }
        }
        if bytes > MOST {
            return Err(ExportError::from(ArchiveError::TooLarge { bytes }).into());
        }
        Ok(())
    }

    fn open(&mut self, name: &str) -> Result<Box<dyn BufRead + '_>, Error> {
        match self.archive.by_name(name) {
            Ok(file) => {
                let size = file.size();
                Ok(Box::new(BufReader::new(file.take(size))))
            }
            Err(zip::result::ZipError::FileNotFound) => {
                let file = name.to_owned();
                Err(ExportError::from(ArchiveError::Other { file }).into())
            }
            Err(error) => Err(unreadable(name, &error)),
        }
    }

    fn json<T: serde::de::DeserializeOwned>(&mut self, name: &str) -> Result<T, Error> {
        #[derive(serde::Deserialize)]
        struct Layout {
            layout: u32,
        }
        let mut text = Vec::new();
        let read = self.open(name)?.read_to_end(&mut text);
        read.map_err(|error| unreadable(name, &error))?;
        if let Ok(Layout { layout }) = serde_json::from_slice(&text)
            && layout > LAYOUT
        {
            return Err(ExportError::from(ArchiveError::Newer { found: layout }).into());
        }
        serde_json::from_slice(&text).map_err(|error| unreadable(name, &error))
    }

    /// Compares the digest of every file with the manifest.
    fn check_digests(&mut self, findings: &mut Vec<Finding>) {
        let mut manifest = String::new();
        let read = self.open(MANIFEST).map_err(|error| error.to_string());
        let read = read.and_then(|mut file| {
            let read = file.read_to_string(&mut manifest);
            read.map_err(|error| error.to_string())
        });
        if let Err(reason) = read {
            findings.push(Finding::Unreadable(MANIFEST.to_owned(), reason));
            return;
        }
        let lines = manifest.lines().filter_map(|line| line.split_once("  "));
        let mut listed: BTreeMap<&str, &str> = lines.map(|(digest, file)| (file, digest)).collect();
        let names: Vec<String> = self
            .archive
            .file_names_raw()
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect();
        for name in names {
            if name == MANIFEST {
                continue;
            }
            let Some(expected) = listed.remove(name.as_str()) else {
                findings.push(Finding::Unlisted(name));
                continue;
            };
            let digest = self.open(&name).map_err(|error| error.to_string());
            let digest = digest
                .and_then(|file| lydite_digest::sha256(file).map_err(|error| error.to_string()));
            match digest {
                Ok(digest) if digest == *expected => {}
                Ok(_) => findings.push(Finding::Changed(name)),
                Err(reason) => findings.push(Finding::Unreadable(name, reason)),
            }
        }
        findings.extend(
            listed
                .keys()
                .map(|file| Finding::Missing((*file).to_owned())),
        );
    }

    /// Keeps the datasets in a store; gives their files by digest.
    fn unpack_datasets(
        &mut self,
        lab: &Lab,
        store: &Store,
        described: &Described,
        folder: &Path,
    ) -> Result<BTreeMap<String, PathBuf>, Error> {
        let mut files = BTreeMap::new();
        for (number, dataset) in described.datasets.iter().enumerate() {
            // Names in the archive are not trusted with places on this machine.
            let path = folder.join(format!("dataset-{number}"));
            let mut file = File::create(&path).map_err(Error::file(&path))?;
            let copied = io::copy(&mut self.open(&dataset.file)?, &mut file);
            copied.map_err(Error::file(&path))?;
            let kept = store.keep(lab, &path)?;
            if kept.digest != dataset.digest {
                let reason = "it is not what its digest says";
                return Err(unreadable(&dataset.file, &reason));
            }
            files.insert(kept.digest, path);
        }
        Ok(files)
    }

    fn unpack_experiment(&mut self, store: &Store, described: &Described) -> Result<(), Error> {
        /// So many are stored at once.
        const TOGETHER: usize = 1000;
        let experiment = &described.experiment;
        store.take_in(experiment)?;
        for task in &experiment.tasks {
            let name = exchanges_file(task.number);
            let mut waiting: Vec<MovedExchange> = Vec::new();
            for line in self.open(&name)?.lines() {
                let line = line.map_err(|error| unreadable(&name, &error))?;
                let one = serde_json::from_str(&line);
                waiting.push(one.map_err(|error| unreadable(&name, &error))?);
                if waiting.len() >= TOGETHER {
                    store.take_in_exchanges(&experiment.id, task.number, &waiting)?;
                    waiting.clear();
                }
            }
            store.take_in_exchanges(&experiment.id, task.number, &waiting)?;
        }
        Ok(())
    }
}

fn unreadable(file: &str, reason: &dyn fmt::Display) -> Error {
    ExportError::from(ArchiveError::Unreadable {
        file: file.to_owned(),
        reason: reason.to_string(),
    })
    .into()
}

/// Compares what is written with what is expected.
struct Matching<R> {
    expected: R,
    is_same: bool,
}

impl<R: Read> Matching<R> {
    /// Whether all that was expected came, and nothing else.
    fn ends_here(mut self) -> io::Result<bool> {
        let left = self.expected.read(&mut [0])?;
        Ok(self.is_same && left == 0)
    }
}

impl<R: Read> Write for Matching<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_same {
            let mut expected = vec![0; bytes.len()];
            self.is_same = match self.expected.read_exact(&mut expected) {
                Ok(()) => expected == bytes,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => false,
                Err(error) => return Err(error),
            };
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
