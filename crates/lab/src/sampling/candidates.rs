//! The questions to choose from: all, or those that a query or a condition selects.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use lydite_model::{DatasetInfo, Question, QuestionId};
use lydite_sample::{
    Collection, Condition, Described, Feature, LISTING_1_2, Pool, Repeated, Selection,
};

use super::{Measurer, Note, Source};
use crate::{Error, Lab};

/// What to choose from.
#[derive(Clone, Debug, Default)]
pub struct Selecting {
    /// The datasets.
    pub from: Vec<PathBuf>,
    /// The features by which questions are compared; those of QaldGen's Listing 1.2 if none is
    /// named.
    pub features: Vec<&'static Feature>,
    /// Only questions that fulfil this.
    pub condition: Option<Condition>,
    /// A SPARQL query over the features.
    pub select: Option<PathBuf>,
}

/// The questions to choose from.
#[derive(Debug)]
pub struct Candidates {
    /// The questions with the values of their features.
    pub pool: Pool,
    /// Where they come from.
    pub sources: Vec<Source>,
    /// For each question of the pool its source and its number in it.
    pub places: Vec<(usize, usize)>,
    /// What is worth knowing about the selection.
    pub notes: Vec<Note>,
}

impl Candidates {
    /// Finds the questions to choose from.
    ///
    /// # Errors
    /// A file cannot be read, a feature cannot be used, or nothing is selected.
    pub fn select(lab: &Lab, selecting: &Selecting, measurer: &Measurer) -> Result<Self, Error> {
        let given = selecting.from.iter();
        let sources: Vec<Source> = given
            .map(|given| Source::open(lab, given))
            .collect::<Result<_, _>>()?;
        let visitor = Visitor {
            lab,
            measurer,
            sources: &sources,
            condition: selecting.condition.as_ref(),
        };
        let features = features(selecting)?;
        let chosen = match &selecting.select {
            Some(file) => visitor.by_query(file, selecting, &features)?,
            None => visitor.by_features(&features, None)?,
        };
        if chosen.pool.is_empty() {
            return Err(Error::NothingSelected {
                query: selecting.select.clone(),
                by_condition: selecting.condition.is_some(),
                features: features.iter().map(|feature| feature.name).collect(),
            });
        }
        let Chosen {
            mut pool,
            places,
            notes,
        } = chosen;
        let order = pool.sort();
        Ok(Self {
            pool,
            places: order.into_iter().map(|at| places[at]).collect(),
            sources,
            notes,
        })
    }

    /// What the sources are called together.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.sources.iter().map(Source::name).collect();
        names.join("+")
    }

    /// The questions with these numbers in the pool, in that order, and what their file says about
    /// itself.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn questions(
        &self,
        lab: &Lab,
        chosen: &[usize],
    ) -> Result<(DatasetInfo, Vec<Question>), Error> {
        let mut info = DatasetInfo::default();
        let mut found: Vec<Option<Question>> = vec![None; chosen.len()];
        for (number, source) in self.sources.iter().enumerate() {
            let mut wanted: Vec<(usize, usize)> = chosen
                .iter()
                .enumerate()
                .filter(|(_, at)| self.places[**at].0 == number)
                .map(|(place, at)| (self.places[*at].1, place))
                .collect();
            wanted.sort_unstable();
            let numbers: Vec<usize> = wanted.iter().map(|(number, _)| *number).collect();
            let (own, questions) = source.questions(lab, &numbers)?;
            if self.sources.len() == 1 {
                info = own;
            }
            for ((_, place), mut question) in wanted.into_iter().zip(questions) {
                question.id = self.pool.ids()[chosen[place]].clone();
                found[place] = Some(question);
            }
        }
        if self.sources.len() > 1 {
            info.id = Some(self.name());
        }
        Ok((info, found.into_iter().flatten().collect()))
    }
}

/// The features by which questions are compared.
fn features(selecting: &Selecting) -> Result<Vec<&'static Feature>, Error> {
    if selecting.features.is_empty() {
        let named = LISTING_1_2.iter().map(|name| Feature::find(name));
        return Ok(named.filter_map(Result::ok).collect());
    }
    let mut features: Vec<&'static Feature> = Vec::new();
    for &feature in &selecting.features {
        if !feature.kind.is_numeric() {
            return Err(Error::NotComparable { feature });
        }
        if !features.iter().any(|known| known.name == feature.name) {
            features.push(feature);
        }
    }
    Ok(features)
}

/// What was selected.
struct Chosen {
    pool: Pool,
    places: Vec<(usize, usize)>,
    notes: Vec<Note>,
}

/// Goes through the questions of all sources.
struct Visitor<'v> {
    lab: &'v Lab,
    measurer: &'v Measurer,
    sources: &'v [Source],
    condition: Option<&'v Condition>,
}

impl Visitor<'_> {
    /// Calls `each` with every question that the condition lets through, under an identifier that no
    /// other has. What RDF says is taken as it stands; features that it does not have of any
    /// question are computed.
    fn visit(
        &self,
        only: &[&'static Feature],
        each: &mut dyn FnMut(&Described, (usize, usize)),
    ) -> Result<Collection, Error> {
        let names = self.sources.iter().map(Source::name);
        let mut collection = Collection::new(names, Repeated::LeaveOut);
        let mut needed = only.to_vec();
        needed.extend(
            self.condition
                .iter()
                .flat_map(|condition| condition.features()),
        );
        if self.sources.len() > 1 {
            needed.push(Collection::needs());
        }
        for (at, source) in self.sources.iter().enumerate() {
            let mut number = 0;
            visit_one(self.lab, self.measurer, source, &needed, &mut |question| {
                let place = (at, number);
                number += 1;
                let Some(question) = collection.admit(at, question) else {
                    return;
                };
                let holds = |condition: &&Condition| condition.holds(&question.features);
                if self.condition.as_ref().is_none_or(holds) {
                    each(&question, place);
                }
            })?;
        }
        Ok(collection)
    }

    fn by_features(
        &self,
        features: &[&'static Feature],
        among: Option<&HashSet<QuestionId>>,
    ) -> Result<Chosen, Error> {
        let mut pool = Pool::new(features.iter().map(|feature| feature.name));
        let mut places = Vec::new();
        let mut incomplete = 0;
        let names = features.iter().map(|feature| (feature.name, 0));
        let mut missing: Vec<(&'static str, u64)> = names.collect();
        let mut wrong = None;
        let collection = self.visit(features, &mut |question, place| {
            if wrong.is_some() || among.is_some_and(|among| !among.contains(&question.id)) {
                return;
            }
            let value = |feature: &&Feature| question.features.get(feature)?.as_number();
            let values: Option<Vec<f64>> = features.iter().map(value).collect();
            if values.is_none() {
                let unknown = features.iter().zip(&mut missing);
                for (feature, (_, count)) in unknown {
                    *count += u64::from(value(feature).is_none());
                }
            }
            match values.map(|values| pool.push(question.id.clone(), &values)) {
                None => incomplete += 1,
                Some(Ok(())) => places.push(place),
                Some(Err(error)) => wrong = Some(error),
            }
        })?;
        if let Some(error) = wrong {
            return Err(error.into());
        }
        let mut notes = repeated(&collection);
        if incomplete > 0 {
            missing.retain(|(_, count)| *count > 0);
            notes.push(Note::Incomplete {
                count: incomplete,
                missing,
            });
        }
        Ok(Chosen {
            pool,
            places,
            notes,
        })
    }

    fn by_query(
        &self,
        file: &Path,
        selecting: &Selecting,
        features: &[&'static Feature],
    ) -> Result<Chosen, Error> {
        let wrong = |error| Error::Select {
            file: file.to_owned(),
            error: Box::new(error),
        };
        let text = std::fs::read_to_string(file).map_err(Error::file(file))?;
        let mut selection = Selection::new(&text).map_err(wrong)?;
        let needed = selection.features();
        let mut place_of = std::collections::HashMap::new();
        let collection = self.visit(&needed, &mut |question, place| {
            selection.add(question);
            place_of.entry(question.id.clone()).or_insert(place);
        })?;
        let pool = selection.pool().map_err(wrong)?;
        if pool.features().is_empty() {
            // A query for questions only: the features are those that were named.
            let ids: HashSet<QuestionId> = pool.ids().iter().cloned().collect();
            return self.by_features(features, Some(&ids));
        }
        if !selecting.features.is_empty() {
            return Err(Error::FeaturesTwice);
        }
        let ids = pool.ids().iter();
        Ok(Chosen {
            places: ids.filter_map(|id| place_of.get(id).copied()).collect(),
            notes: repeated(&collection),
            pool,
        })
    }
}

fn repeated(collection: &Collection) -> Vec<Note> {
    let count = collection.left_out() as u64;
    Vec::from_iter((count > 0).then_some(Note::Repeated { count }))
}

/// Every question of a source with the features that are needed.
fn visit_one(
    lab: &Lab,
    measurer: &Measurer,
    source: &Source,
    only: &[&'static Feature],
    each: &mut dyn FnMut(Described),
) -> Result<(), Error> {
    let Source::Rdf { questions, .. } = source else {
        return source.measure(lab, measurer, Some(only), each);
    };
    let unknown = |feature: &&&'static Feature| {
        let mut questions = questions.iter();
        !questions.any(|question| question.features.get(feature).is_some())
    };
    let missing: Vec<&'static Feature> = only.iter().filter(unknown).copied().collect();
    if missing.is_empty() {
        questions.iter().cloned().for_each(each);
        return Ok(());
    }
    let mut known = questions.iter();
    source.measure(lab, measurer, Some(&missing), &mut |measured| {
        let Some(mut question) = known.next().cloned() else {
            return;
        };
        for feature in &missing {
            if let Some(value) = measured.features.get(feature) {
                question.features.set(feature, value.clone());
            }
        }
        each(question);
    })
}
