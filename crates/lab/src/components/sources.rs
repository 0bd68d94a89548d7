//! What components work with: a graph, lists of terms and phrases, models.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lydite_compose::component::{ComponentError, Registry};
use lydite_compose::resources::{Model, Models, PhraseList, TermList};
use lydite_compose::{ComposeError, Example, Gold, Resources};
use lydite_model::{Language, QueryForm};
use serde::Serialize;

use super::unknown;
use crate::{Error, Lab};

/// What components work with.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The graph: a name, a file, or several with commas between them.
    pub kg: String,
    /// Files with more terms.
    pub terms: Vec<PathBuf>,
    /// Files with phrases.
    pub lexica: Vec<PathBuf>,
    /// The folder with models; by default `models` where data is kept.
    pub models: Option<PathBuf>,
}

/// What came of training a component.
#[derive(Clone, Debug, Serialize)]
pub struct Trained {
    /// The component.
    pub component: String,
    /// From how many questions it has learned.
    pub examples: usize,
    /// Where its model is kept.
    pub path: PathBuf,
    /// How large the model is, in bytes.
    pub bytes: u64,
}

impl Lab {
    /// Makes ready what components work with.
    ///
    /// # Errors
    /// The graph or one of the files cannot be read.
    pub fn resources(&self, sources: &Sources) -> Result<Resources, Error> {
        let mut builder = Resources::builder().models(self.models(sources)?);
        for path in &sources.terms {
            let list = TermList::parse(&text(path)?).map_err(|bad| Error::BadList {
                path: path.clone(),
                reason: bad.to_string(),
            })?;
            builder = builder.terms(list);
        }
        for path in &sources.lexica {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let list = PhraseList::parse(&name, &text(path)?).map_err(|bad| Error::BadList {
                path: path.clone(),
                reason: bad.to_string(),
            })?;
            builder = builder.phrases(list);
        }
        Ok(builder.read(Arc::from(self.graph(&sources.kg)?))?)
    }

    fn models_folder(&self, sources: &Sources) -> Result<PathBuf, Error> {
        match &sources.models {
            Some(folder) => Ok(folder.clone()),
            None => Ok(self.home()?.join("models")),
        }
    }

    /// All models that are kept.
    fn models(&self, sources: &Sources) -> Result<Models, Error> {
        let mut models = Models::default();
        let Ok(folder) = self.models_folder(sources) else {
            return Ok(models);
        };
        let Ok(entries) = fs::read_dir(&folder) else {
            return Ok(models);
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.extension().is_none_or(|end| end != "json") {
                continue;
            }
            let model: Model =
                serde_json::from_str(&text(&path)?).map_err(|error| Error::BadList {
                    path: path.clone(),
                    reason: format!("is no model of a component: {error}"),
                })?;
            models.add(model);
        }
        Ok(models)
    }

    /// Trains a component on the questions of some datasets, and keeps what it has learned.
    ///
    /// # Errors
    /// The component cannot be trained, or there is too little to learn from; files cannot be read or
    /// written.
    pub fn train_component(
        &self,
        name: &str,
        datasets: &[PathBuf],
        language: &Language,
        sources: &Sources,
    ) -> Result<Trained, Error> {
        let registry = Registry::shipped();
        let component = registry.get(name).map_err(unknown)?;
        let trainer = component.trainer().ok_or_else(|| Error::NotTrainable {
            component: name.to_owned(),
        })?;
        let mut examples = Vec::new();
        for dataset in datasets {
            examples.extend(
                self.cases(dataset, language)?
                    .into_iter()
                    .map(|case| Example {
                        text: case.text,
                        lang: case.lang,
                        gold: case.gold,
                    }),
            );
        }
        let resources = self.resources(sources)?;
        let model = trainer
            .train(&examples, &resources)
            .map_err(|error: ComponentError| Error::Compose(ComposeError::Component(error)))?;
        let folder = self.models_folder(sources)?;
        let path = folder.join(format!("{name}.json"));
        let failed = |source| Error::File {
            path: path.clone(),
            source,
        };
        fs::create_dir_all(&folder).map_err(failed)?;
        let written = serde_json::to_vec(&model).map_err(|error| Error::BadList {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        // Under another name first: what has the right name is whole.
        let draft = folder.join(format!("{name}.json.new"));
        fs::write(&draft, &written).map_err(failed)?;
        fs::rename(&draft, &path).map_err(failed)?;
        Ok(Trained {
            component: name.to_owned(),
            examples: examples.len(),
            bytes: written.len() as u64,
            path,
        })
    }

    /// The terms in the gold queries of datasets as lines of a list, so that they are candidates even
    /// where a graph lacks them.
    ///
    /// # Errors
    /// A dataset cannot be read.
    pub fn gold_terms(&self, datasets: &[PathBuf]) -> Result<Vec<(&'static str, String)>, Error> {
        let mut terms = Vec::new();
        for dataset in datasets {
            for question in self.questions(dataset)? {
                let query = question.query(QueryForm::Sparql);
                let Some(gold) = query.and_then(Gold::of_query) else {
                    continue;
                };
                let kinds = [
                    ("entity", gold.entities),
                    ("property", gold.relations),
                    ("class", gold.classes),
                ];
                for (kind, iris) in kinds {
                    terms.extend(iris.into_iter().map(|iri| (kind, iri)));
                }
            }
        }
        terms.sort();
        terms.dedup();
        Ok(terms)
    }
}

/// The text of a file, unpacked if need be.
fn text(path: &Path) -> Result<String, Error> {
    let failed = |source| Error::File {
        path: path.to_owned(),
        source,
    };
    let bytes = fs::read(path).map_err(failed)?;
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        flate2::read::MultiGzDecoder::new(bytes.as_slice())
            .read_to_end(&mut unpacked)
            .map_err(failed)?;
        unpacked
    } else {
        bytes
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
