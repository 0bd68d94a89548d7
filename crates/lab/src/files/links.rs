//! Links, labels and classes from files.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use lydite_judge::{FileKnowledge, Labels, Ontology};

use crate::Error;

/// The files that say what the two files to compare do not.
#[derive(Clone, Debug, Default)]
pub struct KnowledgeFiles {
    /// Links between resources that are the same, in N-Triples.
    pub same_as: Vec<PathBuf>,
    /// Labels of resources, in N-Triples.
    pub labels: Vec<PathBuf>,
    /// The class hierarchy, in N-Triples.
    pub classes: Vec<PathBuf>,
    /// The folder with Freebase's classes and relations, for logical forms.
    pub ontology: Option<PathBuf>,
}

impl KnowledgeFiles {
    /// Reads them.
    ///
    /// # Errors
    /// One cannot be read.
    pub fn read(&self) -> Result<FileKnowledge, Error> {
        let mut knowledge = FileKnowledge::default();
        for path in &self.same_as {
            let links = &mut knowledge.same_as;
            links.read(open(path)?).map_err(Error::file(path))?;
        }
        if let Some(last) = self.labels.last() {
            // One index over all files; a later file adds to the earlier ones.
            let mut all: Box<dyn Read> = Box::new(io::empty());
            for path in &self.labels {
                all = Box::new(all.chain(&b"\n"[..]).chain(open(path)?));
            }
            knowledge.labels = Labels::from_file(all).map_err(Error::file(last))?;
        }
        for path in &self.classes {
            let classes = &mut knowledge.classes;
            classes.read(open(path)?).map_err(Error::file(path))?;
        }
        if let Some(folder) = &self.ontology {
            let ontology = Ontology::from_folder(folder).map_err(Error::file(folder))?;
            knowledge.ontology = Some(ontology);
        }
        Ok(knowledge)
    }
}

fn open(path: &Path) -> Result<BufReader<File>, Error> {
    File::open(path)
        .map(BufReader::new)
        .map_err(Error::file(path))
}
