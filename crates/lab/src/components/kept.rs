//! What components scored here, kept so that it need not be found out again.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{ComponentReport, ComponentScore};
use crate::{Error, Lab};

/// The file in the home directory.
const FILE: &str = "component-scores.json";

/// How a component did on a dataset, when that was found out last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptScore {
    /// The dataset.
    pub dataset: String,
    /// The graph.
    pub graph: String,
    /// When.
    pub measured: String,
    /// The score.
    pub score: ComponentScore,
}

impl Lab {
    /// What components scored, the latest measurement of each on each dataset and graph.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn component_scores(&self) -> Result<Vec<KeptScore>, Error> {
        let path = self.scores_file()?;
        if !path.exists() {
            return Ok(Vec::new());
        }
        let bytes = fs::read(&path).map_err(Error::file(&path))?;
        // A file of another version says nothing that could not be found out again.
        Ok(serde_json::from_slice(&bytes).unwrap_or_default())
    }

    /// Keeps what components scored.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep_component_scores(
        &self,
        dataset: &str,
        graph: &str,
        report: &ComponentReport,
    ) -> Result<(), Error> {
        let path = self.scores_file()?;
        let mut all = self.component_scores()?;
        for score in &report.components {
            all.retain(|one| {
                one.score.component != score.component
                    || one.dataset != dataset
                    || one.graph != graph
            });
            all.push(KeptScore {
                dataset: dataset.to_owned(),
                graph: graph.to_owned(),
                measured: crate::record::now(),
                score: score.clone(),
            });
        }
        let folder = self.home()?;
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
        let write = || -> std::io::Result<()> {
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            serde_json::to_writer(&mut file, &all)?;
            file.flush()?;
            file.persist(&path)?;
            Ok(())
        };
        write().map_err(Error::file(&path))
    }

    fn scores_file(&self) -> Result<PathBuf, Error> {
        Ok(self.home()?.join(FILE))
    }
}
