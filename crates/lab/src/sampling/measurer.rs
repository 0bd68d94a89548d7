//! How features are computed.

use std::path::PathBuf;

use lydite_graph::KnowledgeGraph;
use lydite_language::Tagger;
use lydite_model::Language;
use lydite_sample::{Extractor, Feature, Labels, Mode, Needs};

use crate::{Error, Lab};

/// How features are to be computed.
#[derive(Clone, Debug)]
pub struct Measuring {
    /// By whose rules.
    pub mode: Mode,
    /// The language of the question texts.
    pub language: Language,
    /// A tagger to use instead of the built-in one.
    pub tagger: Option<PathBuf>,
    /// A graph that knows what resources are called, where their IRIs do not say it.
    pub labels: Option<String>,
}

impl Default for Measuring {
    fn default() -> Self {
        Self {
            mode: Mode::Clean,
            language: Language::new("en"),
            tagger: None,
            labels: None,
        }
    }
}

/// Computes features.
pub struct Measurer {
    measuring: Measuring,
    tagger: Option<Tagger>,
    graph: Option<Box<dyn KnowledgeGraph>>,
}

impl Measurer {
    /// Makes ready what is needed.
    ///
    /// # Errors
    /// The tagger or the graph cannot be read.
    pub fn new(lab: &Lab, measuring: &Measuring) -> Result<Self, Error> {
        let tagger = measuring.tagger.as_deref().map(Tagger::open);
        let graph = measuring.labels.as_deref().map(|name| lab.graph(name));
        Ok(Self {
            measuring: measuring.clone(),
            tagger: tagger.transpose().map_err(|error| Error::Tagger {
                reason: error.to_string(),
            })?,
            graph: graph.transpose()?,
        })
    }

    /// The language in which features are computed.
    pub(super) fn language(&self) -> &Language {
        &self.measuring.language
    }

    pub(crate) fn mode(&self) -> Mode {
        self.measuring.mode
    }

    /// What resources are called, as far as a graph says it.
    pub(super) fn labels(&self) -> impl Fn(&str) -> Option<String> + Sync + '_ {
        let language = self.measuring.language.as_str();
        move |iri| {
            let labels = self.graph.as_ref()?.labels(iri, Some(language)).ok()?;
            labels.into_iter().next()
        }
    }

    pub(super) fn extractor<'m>(
        &'m self,
        origin: &str,
        only: Option<&[&'static Feature]>,
        labels: &'m Labels<'m>,
    ) -> Extractor<'m> {
        let mut extractor = Extractor::new(origin)
            .mode(self.measuring.mode)
            .language(self.measuring.language.clone());
        if self.graph.is_some() {
            extractor = extractor.labels(labels);
        }
        // Our tagger is unpacked when it is first asked for.
        if only.is_none_or(|features| features.iter().any(|f| f.needs == Needs::Tags)) {
            let tagger = self.tagger.as_ref();
            extractor = extractor.tagger(tagger.unwrap_or_else(|| Tagger::shipped()));
        }
        match only {
            Some(features) => extractor.only(features.iter().copied()),
            None => extractor,
        }
    }
}
