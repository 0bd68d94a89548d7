//! Writes what was loaded as an index.

use std::io::{self, Seek, Write};

use serde::{Deserialize, Serialize};

use super::SourceReport;
use super::dictionary::{Dictionary, Names};
use super::named::NamedGraphs;
use super::permutations::Permutations;
use crate::embedded::default_graph::DefaultGraph;
use crate::embedded::file::{IndexWriter, Section};
use crate::embedded::profile::Profile;
use crate::embedded::text::TextIndex;

/// What an index says about itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::embedded) struct Facts {
    /// How many different triples there are, wherever they stand.
    pub(in crate::embedded) triples: u64,
    /// How many of them stand outside of named graphs.
    pub(in crate::embedded) unnamed: u64,
    /// How many named graphs there are.
    pub(in crate::embedded) graphs: u64,
    /// What queries see that name no graph.
    pub(in crate::embedded) default_graph: DefaultGraph,
    /// The name by which the triples outside of named graphs can be asked for, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::embedded) graph_name: Option<String>,
    pub(in crate::embedded) terms: u64,
    pub(in crate::embedded) sources: Vec<SourceReport>,
    /// A digest of the sources: the same files give the same one.
    pub(in crate::embedded) digest: String,
    /// The prefixes that the sources declare.
    pub(in crate::embedded) prefixes: Vec<(String, String)>,
}

/// All that goes into an index.
pub(super) struct Loaded {
    pub(super) facts: Facts,
    pub(super) dictionary: Dictionary,
    pub(super) permutations: Permutations,
    pub(super) graphs: NamedGraphs,
    pub(super) first_literal: u32,
    pub(super) texts: TextIndex,
    pub(super) profile: Profile,
}

impl Loaded {
    /// Adds the indexes of names and texts, and the figures.
    pub(super) fn with_texts(mut self) -> io::Result<Self> {
        self.texts = TextIndex::new(&self.dictionary, &self.permutations, self.first_literal)?;
        self.profile = Profile::new(&self.dictionary, &self.permutations, &self.texts.naming);
        Ok(self)
    }

    pub(super) fn write<W: Write + Seek>(&self, out: &mut IndexWriter<W>) -> io::Result<()> {
        out.section(Section::Facts, &serde_json::to_vec(&self.facts)?)?;
        let dictionary = &self.dictionary;
        for (ends, texts, names) in [
            (
                Section::NamespaceEnds,
                Section::Namespaces,
                &dictionary.namespaces,
            ),
            (
                Section::LanguageEnds,
                Section::Languages,
                &dictionary.languages,
            ),
            (
                Section::DatatypeEnds,
                Section::Datatypes,
                &dictionary.datatypes,
            ),
        ] {
            let Names {
                ends: places, text, ..
            } = names;
            out.section(ends, places)?;
            out.section(texts, text)?;
        }
        let (groups, starts) = dictionary.starts().ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidData, "its literals are too large")
        })?;
        out.section(Section::TermGroups, &groups)?;
        out.section(Section::TermStarts, &starts)?;
        out.section(Section::Terms, &dictionary.text)?;
        out.section(Section::TermTable, &dictionary.table())?;
        let orders = &self.permutations;
        out.section(Section::SubjectStarts, &orders.by_subject.starts)?;
        out.section(Section::SubjectPairs, &orders.by_subject.pairs)?;
        out.section(Section::ObjectStarts, &orders.by_object.starts)?;
        out.section(Section::ObjectPairs, &orders.by_object.pairs)?;
        // There are few predicates: beginnings for all terms would be wasted on them.
        let starts = &orders.by_predicate.starts;
        let used = |number: &usize| starts[*number] < starts[*number + 1];
        let predicates: Vec<usize> = (0..dictionary.len()).filter(used).collect();
        let numbers: Vec<u32> = predicates.iter().map(|number| *number as u32).collect();
        let mut begins: Vec<u32> = predicates.iter().map(|number| starts[*number]).collect();
        begins.push(orders.by_predicate.pairs.len() as u32);
        out.section(Section::Predicates, &numbers)?;
        out.section(Section::PredicateStarts, &begins)?;
        out.section(Section::PredicatePairs, &orders.by_predicate.pairs)?;
        let texts = &self.texts;
        out.section(Section::Naming, &texts.naming)?;
        out.section(Section::Describing, &texts.describing)?;
        out.section(Section::Names, &texts.names)?;
        out.section(Section::NameStarts, &texts.name_starts)?;
        out.section(Section::Named, &texts.named)?;
        out.section(Section::Words, &texts.words)?;
        out.section(Section::WordStarts, &texts.word_starts)?;
        out.section(Section::Mentions, &texts.mentions)?;
        out.section(Section::Profile, &serde_json::to_vec(&self.profile)?)?;
        let graphs = &self.graphs;
        out.section(Section::GraphNames, &graphs.names)?;
        out.section(Section::GraphStarts, &graphs.starts)?;
        out.section(Section::GraphTriples, &graphs.triples)?;
        out.section(Section::HolderStarts, &graphs.holder_starts)?;
        out.section(Section::Holders, &graphs.holders)?;
        let [by_subject, by_object, by_predicate] = &graphs.unnamed;
        out.section(Section::UnnamedBySubject, by_subject)?;
        out.section(Section::UnnamedByObject, by_object)?;
        out.section(Section::UnnamedByPredicate, by_predicate)
    }
}
