//! The bundle that an organiser uploads: the competition, its gold and the scoring program.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{SETTINGS, Settings, yaml};
use crate::campaign::{CampaignError, Definition, Phase, PhaseKind, Task};
use crate::datasets::{Conversion, Without};
use crate::{Error, Lab};

/// The picture of the competition, which the platform requires.
const LOGO: &[u8] = include_bytes!("logo.png");

/// A bundle to be made.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The campaign.
    pub campaign: Definition,
    /// Where the scoring program comes from.
    pub program: Program,
    /// The file to write.
    pub output: PathBuf,
}

/// Where the scoring program comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// The bundle brings this program; it must run in the platform's container, so it should be
    /// linked statically.
    File(PathBuf),
    /// A container image has `lydite` in its path.
    Image(String),
}

impl Lab {
    /// Makes the bundle of a campaign.
    ///
    /// # Errors
    /// The campaign has no phase with a beginning, a file cannot be read, or the bundle not be
    /// written.
    pub fn codabench_bundle(&self, bundle: &Bundle) -> Result<(), Error> {
        let Bundle {
            campaign, output, ..
        } = bundle;
        if output.exists() {
            return Err(Error::Exists {
                path: output.clone(),
            });
        }
        let mut files = Files::default();
        let competition = self.competition(bundle, &mut files)?;
        files.text("competition.yaml", &yaml::document(&competition));
        files.text("overview.md", &overview(campaign));
        files.text(
            "terms.md",
            "Participants hand in answers that their own systems gave.\n",
        );
        files.add("logo.png", LOGO.to_vec());
        let program = match &bundle.program {
            Program::File(path) => Some(fs::read(path).map_err(Error::file(path))?),
            Program::Image(_) => None,
        };
        files.add(
            "scoring.zip",
            packed(&scoring(program)).map_err(Error::Write)?,
        );
        let file = File::create(output).map_err(Error::file(output))?;
        pack(file, &files).map_err(Error::file(output))
    }

    /// The competition as the platform reads it; what it names is added to the files.
    fn competition(&self, bundle: &Bundle, files: &mut Files) -> Result<Value, Error> {
        let campaign = &bundle.campaign;
        let (mut phases, mut tasks) = (Vec::new(), Vec::new());
        for phase in &campaign.phases {
            let Some(begin) = phase.begin else {
                return Err(CampaignError::NoBegin { phase: phase.kind }.into());
            };
            let numbers: Vec<usize> = campaign
                .tasks
                .iter()
                .filter(|task| task.benchmark(phase.kind).is_some())
                .map(|task| {
                    let number = tasks.len();
                    let entry = self.task(task, phase.kind, number, files)?;
                    tasks.push(entry);
                    Ok(number)
                })
                .collect::<Result<_, Error>>()?;
            let mut entry = json!({
                "index": phases.len(),
                "name": capitalised(phase.kind.as_str()),
                "start": moment(begin.first_moment()),
            });
            if let Some(end) = phase.end {
                entry["end"] = moment(end.moment_after()).into();
            }
            // The test phase shows its results when it is over.
            entry["hide_output"] = false.into();
            entry["hide_score_output"] = is_hidden(phase).into();
            entry["accepts_only_result_submissions"] = true.into();
            entry["tasks"] = numbers.into();
            phases.push(entry);
        }
        if phases.is_empty() {
            return Err(CampaignError::NoPhases.into());
        }
        let mut columns: Vec<Value> = Vec::new();
        for column in campaign
            .tasks
            .iter()
            .flat_map(|task| Settings::of(task).columns)
        {
            if columns
                .iter()
                .all(|known| known["key"] != column.key.as_str())
            {
                columns.push(json!({
                    "title": column.title(), "key": column.key, "index": columns.len(),
                    "sorting": "desc", "precision": 4,
                }));
            }
        }
        let mut competition = json!({
            "version": 2,
            "title": campaign.title,
            "description": campaign.description,
            "image": "logo.png",
            "terms": "terms.md",
            "enable_detailed_results": true,
            "pages": [{"title": "Overview", "file": "overview.md"}],
            "phases": phases,
            "tasks": tasks,
            "leaderboards": [{
                "title": "Results", "key": "main", "submission_rule": "Force_Best",
                "columns": columns,
            }],
        });
        if let Program::Image(image) = &bundle.program {
            competition["docker_image"] = image.as_str().into();
        }
        if let Some(contact) = &campaign.contact {
            competition["contact_email"] = contact.as_str().into();
        }
        Ok(competition)
    }

    /// A task of the competition; its gold, its settings and its graph are added to the files.
    fn task(
        &self,
        task: &Task,
        phase: PhaseKind,
        number: usize,
        files: &mut Files,
    ) -> Result<Value, Error> {
        let gold = task.benchmark(phase).unwrap_or(Path::new(""));
        let mut reference = Files::default();
        reference.add("gold.json", self.as_qald_json(gold)?);
        let mut settings = Settings::of(task);
        if let Some(graph) = &task.graph {
            let name = "graph.nq";
            reference.add(name, self.triples_of(graph)?);
            settings.graph = Some(name.to_owned());
        }
        let text = serde_json::to_string_pretty(&settings).unwrap_or_default();
        reference.text(SETTINGS, &text);
        let name = format!("reference-{number}.zip");
        files.add(&name, packed(&reference).map_err(Error::Write)?);
        Ok(json!({
            "index": number,
            "name": format!("{} ({phase})", task.title.as_ref().unwrap_or(&task.name)),
            "description": format!("{}, scored under the rules {}", task.name, task.rules),
            "scoring_program": "scoring.zip",
            "reference_data": name,
        }))
    }

    /// The triples of a graph that is loaded, as N-Quads.
    fn triples_of(&self, graph: &str) -> Result<Vec<u8>, Error> {
        let mut triples = Vec::new();
        let graph = self.embedded_graph(graph)?;
        graph.each_quad(|quad| writeln!(triples, "{quad} .").map_err(Error::Write))?;
        Ok(triples)
    }

    /// A benchmark as one file in one format, whatever it was.
    fn as_qald_json(&self, gold: &Path) -> Result<Vec<u8>, Error> {
        let folder = std::env::temp_dir();
        let output = folder.join(format!("lydite-gold-{}.json", std::process::id()));
        let written = self.convert(&Conversion {
            input: gold.to_owned(),
            with: Vec::new(),
            output: output.clone(),
            to: Some("qald-json".to_owned()),
            without: Without::default(),
            force: true,
            ..Conversion::default()
        });
        let bytes = written.and_then(|_| fs::read(&output).map_err(Error::file(&output)));
        let _ = fs::remove_file(&output);
        bytes
    }
}

fn is_hidden(phase: &Phase) -> bool {
    phase.kind == PhaseKind::Test
}

/// What the platform runs. It unpacks archives without the right to execute, so the program is
/// copied first.
fn scoring(program: Option<Vec<u8>>) -> Files {
    let run = "campaign score /app/input /app/output";
    let command = match program {
        Some(_) => format!(
            "sh -c \"cp /app/program/lydite /tmp/lydite && chmod +x /tmp/lydite && /tmp/lydite {run}\""
        ),
        None => format!("lydite {run}"),
    };
    let mut files = Files::default();
    files.text(
        "metadata.yaml",
        &yaml::document(&json!({ "command": command })),
    );
    if let Some(program) = program {
        files.add("lydite", program);
    }
    files
}

fn overview(campaign: &Definition) -> String {
    let mut text = format!(
        "# {}\n\n{}\n\n## Tasks\n\n",
        campaign.title, campaign.description
    );
    for task in &campaign.tasks {
        let title = task.title.as_ref().unwrap_or(&task.name);
        text.push_str(&format!(
            "- {title}: scored under the rules `{}`\n",
            task.rules
        ));
    }
    text.push_str(
        "\n## Submissions\n\nA zip archive with one answer file, in any format that Lydite reads \
         (QALD-JSON, QALD-XML, eQALD-JSON, JSON Lines, CSV, TEXT2SPARQL answers).\n",
    );
    text
}

/// A time as the platform wants it.
fn moment(time: jiff::Timestamp) -> String {
    let zoned = time.to_zoned(jiff::tz::TimeZone::UTC);
    zoned.strftime("%Y-%m-%d %H:%M:%S").to_string()
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// Files of an archive, by name.
#[derive(Default)]
struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.0.insert(name.to_owned(), bytes);
    }

    fn text(&mut self, name: &str, text: &str) {
        self.add(name, text.as_bytes().to_vec());
    }
}

fn packed(files: &Files) -> io::Result<Vec<u8>> {
    let mut bytes = io::Cursor::new(Vec::new());
    pack(&mut bytes, files)?;
    Ok(bytes.into_inner())
}

fn pack(to: impl Write + Seek, files: &Files) -> io::Result<()> {
    let mut archive = ZipWriter::new(to);
    for (name, bytes) in &files.0 {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(bytes)?;
    }
    archive.finish()?;
    Ok(())
}
