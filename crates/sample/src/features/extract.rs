//! From a question to its features.

use lydite_language::Tagger;
use lydite_model::{AnswerType, Language, Query, QueryForm, Question, Term};
use lydite_sparql::{Dialect, Form, Structure, parse};

use super::mentions::{Kinds, Mentions};
use super::wording::count_words;
use super::{At, Feature, Features, Needs, Value, answers, legacy, mentions, tags, wording};

/// By whose rules features are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Ours: the same for every dataset, from the parsed query.
    #[default]
    Clean,
    /// QaldGen's, with what is odd about them, as its dataset was published.
    Legacy,
}

/// Which of QaldGen's two programs a dataset is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Qald,
    LcQuad,
}

impl Family {
    fn of(origin: &str) -> Self {
        let origin = origin.to_lowercase();
        let marks = ["sda-5000", "lc-quad", "lcquad", "lc_quad"];
        match marks.iter().any(|mark| origin.contains(mark)) {
            true => Self::LcQuad,
            false => Self::Qald,
        }
    }
}

/// Computes the features of questions.
///
/// ```
/// use lydite_model::{Query, Question, Text};
/// use lydite_sample::{Extractor, Feature, Value};
///
/// let mut question = Question::new("1");
/// question.texts.push(Text::new("en", "What is the time zone of Salt Lake City?"));
/// question.queries.push(Query::sparql(
///     "SELECT ?uri { dbr:Salt_Lake_City dbo:timeZone ?uri }",
/// ));
/// let features = Extractor::new("mine").features(&question);
/// assert_eq!(features.get(Feature::find("length")?), Some(&Value::Integer(9)));
/// assert_eq!(features.get(Feature::find("entity1")?), Some(&Value::Text("Salt Lake City".into())));
/// assert_eq!(features.get(Feature::find("isExplicitRelation1")?), Some(&Value::Boolean(true)));
/// # Ok::<(), lydite_sample::UnknownFeature>(())
/// ```
pub struct Extractor<'t> {
    mode: Mode,
    origin: String,
    language: Language,
    tagger: Option<&'t Tagger>,
    needs: Vec<Needs>,
    dialect: Dialect,
}

/// The key under which a question carries its own origin, where a file has questions of several.
pub(crate) const ORIGIN: &str = "origin";

impl<'t> Extractor<'t> {
    /// For questions of a dataset with this name; without tags, see [`tagger`](Self::tagger).
    pub fn new(origin: impl Into<String>) -> Self {
        Self {
            mode: Mode::Clean,
            origin: origin.into(),
            language: Language::new("en"),
            tagger: None,
            needs: vec![Needs::Wording, Needs::Tags, Needs::Query, Needs::Answers],
            dialect: Dialect::field(),
        }
    }

    /// By whose rules.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// What tags the words of English questions.
    pub fn tagger(mut self, tagger: &'t Tagger) -> Self {
        self.tagger = Some(tagger);
        self
    }

    /// The language of the wordings, English if nothing is said.
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Computes only what these features need.
    pub fn only<'f>(mut self, features: impl IntoIterator<Item = &'f Feature>) -> Self {
        let features: Vec<Needs> = features.into_iter().map(|feature| feature.needs).collect();
        self.needs.retain(|needs| features.contains(needs));
        self
    }

    /// The features of a question. What cannot be computed (there is no query, or it cannot be read)
    /// is absent.
    pub fn features(&self, question: &Question) -> Features {
        let mut features = Features::default();
        let stated = question
            .extras
            .get(ORIGIN)
            .and_then(|origin| origin.as_str());
        let origin = stated.unwrap_or(&self.origin);
        let family = Family::of(origin);
        let text = question
            .text(&self.language)
            .or_else(|| question.any_text());
        if self.needs.contains(&Needs::Wording) {
            features.put(At::questionOrigin, Value::Text(origin.to_owned()));
            if let Some(text) = text {
                wording::measure(text, &mut features);
            }
        }
        if self.needs.contains(&Needs::Tags)
            && let (Some(text), Some(tagger)) = (self.english(question), self.tagger)
        {
            tags::measure(text, tagger, &mut features);
        }
        let query = self.query(question);
        let parsed = query.and_then(|query| parse(&query.text, &self.dialect).ok());
        let structure = parsed.as_ref().map(Structure::of);
        if self.needs.contains(&Needs::Query)
            && let Some(query) = query
        {
            self.measure_query(&mut features, query, structure.as_ref(), family);
            let kinds = match (self.mode, family, &structure) {
                (Mode::Clean, _, Some(structure)) => Some(mentions::mentions(
                    question,
                    text.unwrap_or_default(),
                    structure,
                )),
                (Mode::Clean, _, None) => None,
                (Mode::Legacy, Family::Qald, _) => Some(legacy::qald(&query.text)),
                (Mode::Legacy, Family::LcQuad, _) => Some(legacy::lc_quad(question, &query.text)),
            };
            if let Some(kinds) = kinds {
                self.measure_mentions(&mut features, &kinds, family);
            }
        }
        if self.needs.contains(&Needs::Answers) {
            self.measure_answers(&mut features, question, structure.as_ref(), family);
        }
        if self.mode == Mode::Legacy {
            unpublish(&mut features, family);
        }
        features
    }

    /// The English wording: the tagger knows no other language.
    fn english<'q>(&self, question: &'q Question) -> Option<&'q str> {
        question.text(&Language::new("en")).or_else(|| {
            let unsaid = question
                .texts
                .iter()
                .all(|text| text.language.as_str().is_empty());
            question.any_text().filter(|_| unsaid)
        })
    }

    fn query<'q>(&self, question: &'q Question) -> Option<&'q Query> {
        if !self.needs.contains(&Needs::Query) && !self.needs.contains(&Needs::Answers) {
            return None;
        }
        let readable = |query: &&Query| matches!(query.form, QueryForm::Sparql | QueryForm::Pseudo);
        let mut queries = question.queries.iter().filter(readable);
        let ours = |query: &&Query| {
            let language = query.language.as_ref();
            language.is_none_or(|language| language.matches(&self.language))
        };
        queries.clone().find(ours).or_else(|| queries.next())
    }

    fn measure_query(
        &self,
        features: &mut Features,
        query: &Query,
        structure: Option<&Structure<'_>>,
        family: Family,
    ) {
        let text = match (self.mode, family) {
            (Mode::Legacy, Family::Qald) => format!("{}{}", legacy::DECLARATIONS, query.text),
            _ => query.text.clone(),
        };
        features.put(At::query, Value::Text(text));
        let Some(structure) = structure else { return };
        let count = |count: usize| Value::Integer(count as i64);
        features.put(At::tps, count(structure.lsq_triple_patterns()));
        features.put(At::bgps, count(structure.lsq_basic_graph_patterns()));
        features.put(At::projectVars, count(structure.projection.len()));
        let names = structure.lsq_features().into_iter().collect();
        features.put(At::usesFeature, Value::Names(names));
    }

    fn measure_mentions(&self, features: &mut Features, kinds: &Kinds, family: Family) {
        let slots = match (self.mode, family) {
            (Mode::Legacy, Family::LcQuad) => 2,
            _ => 3,
        };
        for (kind, places) in [
            (&kinds.entities, &ENTITIES),
            (&kinds.relations, &RELATIONS),
            (&kinds.classes, &CLASSES),
        ] {
            put_mentions(features, kind, places, slots);
        }
    }

    fn measure_answers(
        &self,
        features: &mut Features,
        question: &Question,
        structure: Option<&Structure<'_>>,
        family: Family,
    ) {
        let found = question.answers.as_ref();
        if let Some(found) = found {
            // QaldGen asked DBpedia itself, and says `true` for every ASK.
            let text = match (self.mode, found.as_boolean()) {
                (Mode::Legacy, Some(_)) => "true".to_owned(),
                _ => answers::write(found),
            };
            features.put(At::answers, Value::Text(text));
            features.put(At::resultSize, Value::Integer(found.len() as i64));
        }
        let word = match (self.mode, family) {
            (Mode::Clean, _) => {
                meant_type(question, structure).map(|kind| kind.as_str().to_owned())
            }
            (Mode::Legacy, Family::Qald) => question
                .answer_type
                .as_ref()
                .map(|kind| kind.as_str().to_owned()),
            (Mode::Legacy, Family::LcQuad) => structure.map(|structure| {
                let word = match structure.form {
                    Form::Ask => "Yes/No",
                    _ if !structure.aggregates.is_empty() => "Number",
                    _ => "list",
                };
                word.to_owned()
            }),
        };
        let Some(word) = word else { return };
        for (at, kind) in [
            (At::isNumberAnswer, "number"),
            (At::isBooleanAnswer, "boolean"),
        ] {
            let holds = word == kind;
            let value = match self.mode {
                Mode::Clean => Value::Boolean(holds),
                Mode::Legacy => Value::Text(u8::from(holds).to_string()),
            };
            features.put(at, value);
        }
        features.put(At::answerType, Value::Text(word));
    }
}

/// What kind of thing answers a question: as stated, or else by its query and its answers.
fn meant_type(question: &Question, structure: Option<&Structure<'_>>) -> Option<AnswerType> {
    if let Some(stated) = question.answer_type.as_ref().and_then(AnswerType::meant) {
        return Some(stated);
    }
    if let Some(structure) = structure {
        if structure.form == Form::Ask {
            return Some(AnswerType::Boolean);
        }
        let aliases = structure
            .aggregates
            .iter()
            .filter_map(|aggregate| aggregate.alias);
        if aliases
            .clone()
            .any(|alias| structure.projection.contains(&alias))
        {
            return Some(AnswerType::Number);
        }
    }
    let answers = question.answers.as_ref()?;
    let Some(table) = answers.as_table() else {
        return Some(AnswerType::Boolean);
    };
    match table.terms().next() {
        Some(Term::Literal(literal)) => {
            let datatype = literal.datatype.as_deref().unwrap_or_default();
            let dates = ["date", "dateTime", "gYear", "gYearMonth", "gMonthDay"];
            let is = |names: &[&str]| {
                names
                    .iter()
                    .any(|name| datatype.ends_with(&format!("#{name}")))
            };
            Some(match literal.value.parse::<f64>() {
                _ if is(&dates) => AnswerType::Date,
                Ok(_) => AnswerType::Number,
                Err(_) => AnswerType::String,
            })
        }
        Some(_) => Some(AnswerType::Resource),
        None => structure.map(|_| AnswerType::Resource),
    }
}

/// Removes what the published dataset does not have for questions of this family.
fn unpublish(features: &mut Features, family: Family) {
    let absent: &[At] = match family {
        Family::Qald => &[
            At::nouns,
            At::totalNounds,
            At::adjectives,
            At::totalAdjectives,
            At::verbs,
            At::totalVerbs,
            At::questionType,
            At::isExplicitEntity1,
            At::isExplicitEntity2,
            At::isExplicitRelation1,
            At::isExplicitRelation2,
            At::isExplicitClass1,
            At::isExplicitClass2,
            At::entity1URI,
            At::entity2URI,
            At::relation1URI,
            At::relation2URI,
            At::class1URI,
            At::class2URI,
        ],
        Family::LcQuad => &[At::isNumberAnswer, At::isBooleanAnswer],
    };
    for at in absent {
        features.take(*at);
    }
}

/// Where the features of a kind of mention are.
struct Places {
    total: At,
    average: At,
    names: [At; 3],
    words: [At; 3],
    iris: [At; 2],
    explicit: [At; 2],
}

const ENTITIES: Places = Places {
    total: At::totalEntities,
    average: At::avgEntitiesWords,
    names: [At::entity1, At::entity2, At::entity3],
    words: [
        At::totalWordsEntity1,
        At::totalWordsEntity2,
        At::totalWordsEntity3,
    ],
    iris: [At::entity1URI, At::entity2URI],
    explicit: [At::isExplicitEntity1, At::isExplicitEntity2],
};

const RELATIONS: Places = Places {
    total: At::totalRelations,
    average: At::avgRelationsWords,
    names: [At::relation1, At::relation2, At::relation3],
    words: [
        At::totalWordsRelation1,
        At::totalWordsRelation2,
        At::totalWordsRelation3,
    ],
    iris: [At::relation1URI, At::relation2URI],
    explicit: [At::isExplicitRelation1, At::isExplicitRelation2],
};

const CLASSES: Places = Places {
    total: At::totalClasses,
    average: At::avgClassesWords,
    names: [At::class1, At::class2, At::class3],
    words: [
        At::totalWordsClass1,
        At::totalWordsClass2,
        At::totalWordsClass3,
    ],
    iris: [At::class1URI, At::class2URI],
    explicit: [At::isExplicitClass1, At::isExplicitClass2],
};

fn put_mentions(features: &mut Features, kind: &Mentions, places: &Places, slots: usize) {
    features.put(places.total, Value::Integer(kind.total as i64));
    let mut sum = 0;
    for (number, (name, count_at)) in places
        .names
        .iter()
        .zip(places.words)
        .take(slots)
        .enumerate()
    {
        let text = kind.names.get(number).cloned().unwrap_or_default();
        let count = count_words(&text);
        sum += count;
        features.put(*name, Value::Text(text));
        features.put(count_at, Value::Integer(count));
    }
    let further: i64 = kind
        .names
        .iter()
        .skip(slots)
        .map(|name| count_words(name))
        .sum();
    let average = match kind.total {
        0 => 0.0,
        total => (sum + further) as f64 / total as f64,
    };
    features.put(places.average, Value::Double(average));
    for (number, (iri, explicit)) in places.iris.iter().zip(places.explicit).enumerate() {
        let text = kind.iris.get(number).cloned().unwrap_or_default();
        features.put(*iri, Value::Text(text));
        let holds = kind.explicit.get(number).copied().unwrap_or(false);
        features.put(explicit, Value::Boolean(holds));
    }
}
