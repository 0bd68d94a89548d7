//! Which questions are put to which systems.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Duration;

use lydite_judge::{RuleSet, rule_set};
use lydite_model::Language;
use serde::Serialize;

use super::wording::wording;
use super::{Languages, Run};
use crate::store::{
    KeptDataset, Location, Plan, PlannedDataset, PlannedRules, Store, StoreError, Task,
};
use crate::system::Descriptor;
use crate::{Error, GraphUse, Lab, find_rules, graphs};

/// What would be asked.
#[derive(Clone, Debug, Serialize)]
pub struct Planned {
    /// All that decides the outcome.
    pub plan: Plan,
    /// The tasks.
    pub tasks: Vec<PlannedTask>,
}

/// A task that would be run.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedTask {
    /// The task.
    #[serde(flatten)]
    pub task: Task,
    /// How many questions of the dataset have no words for it, and are not put.
    pub not_put: u64,
    /// The first question, as it would be put.
    pub example: Option<String>,
}

impl Planned {
    /// How many questions are put in all.
    pub fn questions(&self) -> u64 {
        self.tasks.iter().map(|task| task.task.questions).sum()
    }

    pub(super) fn stored_tasks(&self) -> Vec<Task> {
        self.tasks.iter().map(|task| task.task.clone()).collect()
    }
}

impl Lab {
    /// Says what a run would ask; nothing is stored.
    ///
    /// # Errors
    /// A benchmark or a rule set cannot be read, or has nothing to ask.
    pub fn plan(&self, run: &Run) -> Result<Planned, Error> {
        let nowhere = Store::open(&Location::File(":memory:".into()))?;
        self.plan_in(&nowhere, run)
    }

    pub(super) fn plan_in(&self, store: &Store, run: &Run) -> Result<Planned, Error> {
        let rules = run.rules.iter().map(|name| PlannedRules::of(name));
        let rules = rules.collect::<Result<_, _>>()?;
        let systems = distinct(run.systems.iter().map(|system| system.descriptor()));
        let mut plan = Plan {
            name: run.name.clone(),
            datasets: Vec::new(),
            systems,
            keywords: run.keywords,
            rules,
            experiments: run.experiments.clone(),
            graph: run.graph.as_ref().map(|used| graphs::shown(&used.name)),
            query_seconds: run.graph.as_ref().map_or(0, |used| used.time.as_secs()),
            seed: run.seed,
            command: self.config.command.clone(),
        };
        let mut tasks = Vec::new();
        for given in &run.datasets {
            let kept = store.keep(self, given)?;
            let name = given.display().to_string();
            let languages = chosen(&run.languages, &kept, &name)?;
            let counted = self.counted(store, &kept, &languages, run.keywords)?;
            for (language, counted) in languages.iter().zip(counted) {
                for system in 0..run.systems.len() {
                    tasks.push(PlannedTask {
                        task: Task {
                            number: tasks.len() as u64,
                            dataset: kept.digest.clone(),
                            dataset_name: name.clone(),
                            language: language.clone(),
                            system,
                            questions: counted.put,
                            done: 0,
                            failed: 0,
                            failures: BTreeMap::new(),
                        },
                        not_put: kept.questions - counted.put,
                        example: counted.example.clone(),
                    });
                }
            }
            plan.datasets.push(PlannedDataset {
                name,
                digest: kept.digest,
                languages: languages.into_iter().flatten().collect(),
            });
        }
        Ok(Planned { plan, tasks })
    }

    /// How many questions are put in each language.
    fn counted(
        &self,
        store: &Store,
        kept: &KeptDataset,
        languages: &[Option<Language>],
        keywords: bool,
    ) -> Result<Vec<Counted>, Error> {
        let path = store.gold(&kept.digest, &self.gold_folder()?)?;
        let mut counted = vec![Counted::default(); languages.len()];
        for question in self.open_path(&path)?.trusting() {
            for (language, counted) in languages.iter().zip(&mut counted) {
                if let Some(put) = wording(&question, language.as_ref(), keywords) {
                    counted.put += 1;
                    counted.example.get_or_insert_with(|| put.text.into_owned());
                }
            }
        }
        self.go_on()?;
        let mut each = languages.iter().zip(&counted);
        if let Some((language, _)) = each.find(|(_, counted)| counted.put == 0) {
            return Err(Error::NoTextInLanguage {
                source_name: kept.name.clone(),
                language: language
                    .clone()
                    .unwrap_or_else(|| Language::new("any language")),
                present: kept.languages.keys().cloned().collect(),
            });
        }
        Ok(counted)
    }
}

#[derive(Clone, Default)]
struct Counted {
    put: u64,
    example: Option<String>,
}

fn chosen(
    languages: &Languages,
    kept: &KeptDataset,
    name: &str,
) -> Result<Vec<Option<Language>>, Error> {
    Ok(match languages {
        Languages::Own => vec![None],
        Languages::These(these) => {
            let has = |wanted: &Language| {
                let mut all = kept.languages.keys();
                all.any(|language| Language::new(language).matches(wanted))
            };
            if let Some(lacking) = these.iter().find(|wanted| !has(wanted)) {
                return Err(Error::NoTextInLanguage {
                    source_name: name.to_owned(),
                    language: lacking.clone(),
                    present: kept.languages.keys().cloned().collect(),
                });
            }
            these.iter().cloned().map(Some).collect()
        }
        Languages::All => {
            let all = kept.languages.keys();
            all.map(|language| Some(Language::new(language))).collect()
        }
    })
}

/// Descriptors with names of their own: reports tell systems apart by them.
fn distinct<'d>(descriptors: impl Iterator<Item = &'d Descriptor>) -> Vec<Descriptor> {
    let mut seen: HashMap<String, u32> = HashMap::new();
    descriptors
        .map(|descriptor| {
            let mut descriptor = descriptor.clone();
            let count = seen.entry(descriptor.name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                descriptor.name = format!("{} ({count})", descriptor.name);
            }
            descriptor
        })
        .collect()
}

impl PlannedRules {
    /// The rules of this name, or in this file, with all that is needed to judge by them again.
    pub(super) fn of(name: &str) -> Result<Self, Error> {
        let rules = find_rules(name)?;
        let file = match rule_set(name) {
            Some(_) => None,
            None => {
                let path = Path::new(name);
                Some(std::fs::read_to_string(path).map_err(Error::file(path))?)
            }
        };
        Ok(Self {
            name: rules.name.to_owned(),
            version: rules.version.to_owned(),
            file,
        })
    }

    fn rule_set(&self) -> Result<&'static RuleSet, Error> {
        if let Some(file) = &self.file {
            return RuleSet::from_toml(file).map_err(|error| Error::RuleFile {
                path: format!("{}.toml", self.name).into(),
                error: Box::new(error),
            });
        }
        rule_set(&self.name).ok_or_else(|| Error::UnknownRules {
            name: self.name.clone(),
        })
    }
}

impl Plan {
    /// The rule sets.
    ///
    /// # Errors
    /// This program does not know one.
    pub fn rule_sets(&self) -> Result<Vec<&'static RuleSet>, Error> {
        self.rules.iter().map(PlannedRules::rule_set).collect()
    }

    /// The graph, with the time that a query may take on it.
    pub fn graph_use(&self) -> Option<GraphUse> {
        Some(GraphUse {
            name: self.graph.clone()?,
            time: Duration::from_secs(self.query_seconds.max(1)),
        })
    }

    /// A dataset by its digest.
    pub(super) fn dataset(&self, digest: &str) -> Result<&PlannedDataset, StoreError> {
        let mut all = self.datasets.iter();
        all.find(|dataset| dataset.digest == digest)
            .ok_or_else(|| StoreError::NoDataset {
                digest: digest.to_owned(),
            })
    }
}
