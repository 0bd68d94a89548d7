//! What is known about a component without running it.

use serde::Serialize;

use super::Task;

/// What is known about a component without running it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The name by which it is called.
    pub name: String,
    /// What it does.
    pub task: Task,
    /// How it does it, in a sentence or two.
    pub about: String,
    /// What it needs.
    pub needs: Vec<Need>,
    /// What a question costs.
    pub cost: Cost,
    /// Where the idea comes from.
    pub reference: String,
    /// The published components in whose place it stands: names of [`PUBLISHED`](crate::components::PUBLISHED).
    pub counterpart_of: Vec<String>,
}

impl Description {
    /// A component that needs nothing, costs microseconds and has no reference.
    pub fn new(name: &str, task: Task, about: &str) -> Self {
        Self {
            name: name.to_owned(),
            task,
            about: about.to_owned(),
            needs: Vec::new(),
            cost: Cost::Microseconds,
            reference: String::new(),
            counterpart_of: Vec::new(),
        }
    }

    /// The same with needs.
    #[must_use]
    pub fn needs(mut self, needs: &[Need]) -> Self {
        self.needs = needs.to_vec();
        self
    }

    /// The same at a cost.
    #[must_use]
    pub fn cost(mut self, cost: Cost) -> Self {
        self.cost = cost;
        self
    }

    /// The same with a reference.
    #[must_use]
    pub fn reference(mut self, reference: &str) -> Self {
        reference.clone_into(&mut self.reference);
        self
    }

    /// The same in the place of published components.
    #[must_use]
    pub fn counterpart_of(mut self, published: &[&str]) -> Self {
        self.counterpart_of = published.iter().map(|&name| name.to_owned()).collect();
        self
    }
}

/// What a component may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// Names of resources, classes or properties.
    Labels,
    /// How often the graph speaks of them.
    Popularity,
    /// Facts, looked up one by one.
    Graph,
    /// All facts, held in memory.
    WholeGraph,
    /// Lists of phrases with what they mean, beyond the labels of the graph.
    Lexicon,
    /// Questions with queries to learn from.
    Training,
    /// Words that were recognised as names before.
    Spots,
    /// Entities that were linked before.
    Entities,
    /// Entities, relations and classes that were linked before.
    Links,
    /// A service elsewhere.
    Network,
}

impl Need {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Popularity => "popularity",
            Self::Graph => "graph",
            Self::WholeGraph => "whole graph",
            Self::Lexicon => "lexicon",
            Self::Training => "training",
            Self::Spots => "spots",
            Self::Entities => "entities",
            Self::Links => "links",
            Self::Network => "network",
        }
    }
}

/// What a question costs, by order of magnitude, on a graph at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Less than a millisecond.
    Microseconds,
    /// Milliseconds.
    Milliseconds,
    /// Seconds.
    Seconds,
}

impl Cost {
    /// The abbreviation of the unit.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Microseconds => "µs",
            Self::Milliseconds => "ms",
            Self::Seconds => "s",
        }
    }
}
