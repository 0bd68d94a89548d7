//! A graph with what the protocols need of it, made ready when it is first used.

use std::sync::{Arc, OnceLock};

use lydite_compose::{ComposeError, Composer, Resources};
use lydite_graph::KnowledgeGraph;
use lydite_lab::asking::{Asked, Asking, Lang, Pipeline, UnknownPipeline};
use lydite_lab::{Error, Lab};
use lydite_sparql::Dialect;

/// A graph that is offered under the protocols of this crate.
pub struct Site {
    lab: Lab,
    /// How the graph is called.
    pub name: String,
    /// The graph.
    pub graph: Arc<dyn KnowledgeGraph>,
    /// The pipeline that answers where a request names none.
    pub usual: Pipeline,
    /// The datasets of TEXT2SPARQL that this graph is; without any, it is whatever is asked for.
    pub datasets: Vec<String>,
    composer: OnceLock<Composer>,
    asking: OnceLock<Asking>,
    resources: OnceLock<Arc<Resources>>,
}

/// Why something cannot be offered.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The lab says so.
    #[error("{0}")]
    Lab(#[from] Error),
    /// The graph says so.
    #[error("{0}")]
    Graph(#[from] lydite_graph::GraphError),
    /// The options of the network are none.
    #[error("{0}")]
    Network(String),
    /// A component says so.
    #[error("{0}")]
    Component(#[from] ComposeError),
}

impl Site {
    /// Offers a graph that is named as everywhere else: by name, file or address.
    ///
    /// # Errors
    /// There is no such graph, or it cannot be opened.
    pub fn open(lab: &Lab, name: &str, pipeline: Pipeline) -> Result<Self, SiteError> {
        Ok(Self {
            lab: lab.clone(),
            name: name.to_owned(),
            graph: Arc::from(lab.graph(name)?),
            usual: pipeline,
            datasets: Vec::new(),
            composer: OnceLock::new(),
            asking: OnceLock::new(),
            resources: OnceLock::new(),
        })
    }

    /// The lab in which it stands.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// How queries over this graph are read: with its own prefixes.
    pub fn dialect(&self) -> Dialect {
        Dialect::field().with_own_prefixes(self.graph.prefixes())
    }

    /// Answers a question.
    ///
    /// # Errors
    /// The graph cannot be read or asked, or the pipeline cannot be used.
    pub fn ask(
        &self,
        question: &str,
        lang: Option<Lang>,
        pipeline: &Pipeline,
    ) -> Result<Asked, SiteError> {
        let asking = match self.asking.get() {
            Some(asking) => asking,
            None => {
                let made = self.lab.asking_of(Arc::clone(&self.graph), pipeline)?;
                self.asking.get_or_init(|| made)
            }
        };
        Ok(asking.ask(question, lang, pipeline, 0)?)
    }

    /// The pipeline of a name, with the components that the lab knows.
    ///
    /// # Errors
    /// There is none.
    pub fn pipeline(&self, name: &str) -> Result<Pipeline, UnknownPipeline> {
        Pipeline::parse(name, self.lab.components())
    }

    /// Whether this graph is meant by the name of a dataset.
    pub fn knows_dataset(&self, dataset: &str) -> bool {
        self.datasets.is_empty()
            || dataset == self.name
            || self.datasets.iter().any(|known| known == dataset)
    }

    /// Runs components over the graph.
    ///
    /// # Errors
    /// The graph cannot be read.
    pub fn composer(&self) -> Result<&Composer, SiteError> {
        match self.composer.get() {
            Some(composer) => Ok(composer),
            None => {
                let composer = Composer::new(self.resources()?, self.lab.components().clone());
                Ok(self.composer.get_or_init(|| composer))
            }
        }
    }

    /// Names, properties and classes of the graph.
    ///
    /// # Errors
    /// The graph cannot be read.
    pub fn resources(&self) -> Result<Arc<Resources>, SiteError> {
        if let Some(resources) = self.resources.get() {
            return Ok(Arc::clone(resources));
        }
        let read = Arc::new(Resources::of(self.lab.at_hand(&self.graph)?)?);
        Ok(Arc::clone(self.resources.get_or_init(|| read)))
    }
}

/// Does work that blocks, away from the threads that serve; a panic in it is an error for one request.
pub(crate) async fn blocking<T: Send + 'static>(
    site: &Arc<Site>,
    work: impl FnOnce(&Site) -> Result<T, SiteError> + Send + 'static,
) -> Result<T, String> {
    let site = Arc::clone(site);
    match tokio::task::spawn_blocking(move || work(&site)).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("this could not be done; please report it with the request".to_owned()),
    }
}
