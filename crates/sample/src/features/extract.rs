//! From a question to its features.

use lydite_language::{Asked, Lang, Tagger, lemma, tokens, treebank_tokens};
use lydite_model::{Language, Query, QueryForm, Question, Text};
use lydite_sparql::{Dialect, Form, Parsed, Structure, parse};

use super::answer_type::meant_type;
use super::legacy::Family;
use super::mentions::{self, Kinds};
use super::{At, Feature, Features, Needs, Value};
use super::{answers, legacy, metadata, slots, tags, wording};

/// By whose rules features are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Ours: the same for every dataset and language, from the parsed query.
    #[default]
    Clean,
    /// QaldGen's, with what is odd about them, as its dataset was published.
    Legacy,
}

/// What resources are called, by IRI: from a graph or a file of labels.
///
/// It is asked from several threads. [`Extractor::iris`] says beforehand what it will be asked.
pub type Labels<'l> = dyn Fn(&str) -> Option<String> + Sync + 'l;

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
    labels: Option<&'t Labels<'t>>,
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
            labels: None,
            needs: vec![
                Needs::Wording,
                Needs::Asking,
                Needs::Tags,
                Needs::Query,
                Needs::Answers,
                Needs::Metadata,
            ],
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

    /// The language of the question texts, English if nothing is said. A question that has no text in
    /// it is measured in another one, by the rules of that language; the feature `language` says so.
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// What resources are called, for graphs whose IRIs do not tell (Wikidata: `Q60`, `P6`). Without
    /// a label, or in legacy mode, the name is that in the IRI.
    ///
    /// ```
    /// use lydite_model::{Query, Question, Text};
    /// use lydite_sample::{Extractor, Feature};
    ///
    /// let mut question = Question::new("1");
    /// question.texts.push(Text::new("en", "Who is the head of government of New York City?"));
    /// question.queries.push(Query::sparql("SELECT ?x { wd:Q60 wdt:P6 ?x }"));
    /// let labels = |iri: &str| match iri {
    ///     "http://www.wikidata.org/entity/Q60" => Some("New York City".to_owned()),
    ///     "http://www.wikidata.org/entity/P6" => Some("head of government".to_owned()),
    ///     _ => None,
    /// };
    /// let features = Extractor::new("mine").labels(&labels).features(&question);
    /// let text = |name| Some(features.get(Feature::find(name).ok()?)?.to_string());
    /// assert_eq!(text("entity1").as_deref(), Some("New York City"));
    /// assert_eq!(text("relation1").as_deref(), Some("head of government"));
    /// assert_eq!(text("isExplicitRelation1").as_deref(), Some("true"));
    /// ```
    pub fn labels(mut self, labels: &'t Labels<'t>) -> Self {
        self.labels = Some(labels);
        self
    }

    /// Computes only what these features need.
    pub fn only<'f>(mut self, features: impl IntoIterator<Item = &'f Feature>) -> Self {
        let features: Vec<Needs> = features.into_iter().map(|feature| feature.needs).collect();
        self.needs.retain(|needs| features.contains(needs));
        self
    }

    fn needs(&self, needs: Needs) -> bool {
        self.needs.contains(&needs)
    }

    /// The IRIs of a question whose [labels](Self::labels) will be asked for, so that they can be
    /// fetched many at a time. Empty if no feature needs them.
    pub fn iris(&self, question: &Question) -> Vec<String> {
        if self.mode == Mode::Legacy || !self.needs(Needs::Query) {
            return Vec::new();
        }
        let parsed = self.query(question).and_then(|query| self.parse(query));
        let named = parsed.map(|parsed| mentions::labelled(&Structure::of(&parsed)));
        named.unwrap_or_default()
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
        let text = self.text(question);
        if self.needs(Needs::Metadata) {
            metadata::measure(question, &mut features);
        }
        if self.needs(Needs::Wording) {
            features.put(At::questionOrigin, Value::Text(origin.to_owned()));
        }
        if let Some(text) = text {
            self.measure_text(&mut features, text);
        }
        if self.mode == Mode::Legacy {
            self.measure_legacy_tags(&mut features, question);
        }
        let query = self.query(question);
        let parsed = query.and_then(|query| self.parse(query));
        let structure = parsed.as_ref().map(Structure::of);
        if self.needs(Needs::Query)
            && let Some(query) = query
        {
            self.measure_query(&mut features, query, structure.as_ref(), family);
            let kinds = match (self.mode, family) {
                (Mode::Clean, _) => structure
                    .as_ref()
                    .map(|structure| mentions::mentions(question, text, structure, self.labels)),
                (Mode::Legacy, Family::Qald) => Some(legacy::qald(&query.text)),
                (Mode::Legacy, Family::LcQuad) => Some(legacy::lc_quad(question, &query.text)),
            };
            if let Some(kinds) = kinds {
                self.measure_mentions(&mut features, &kinds, structure.as_ref(), family);
            }
        }
        if self.needs(Needs::Answers) {
            self.measure_answers(&mut features, question, structure.as_ref(), family);
        }
        if self.mode == Mode::Legacy {
            legacy::unpublish(&mut features, family);
        }
        features
    }

    /// The text that is measured: in the language that is wanted, or else in English, or else the
    /// first.
    fn text<'q>(&self, question: &'q Question) -> Option<&'q Text> {
        let worded = || question.texts.iter().filter(|text| text.string.is_some());
        let english = Language::new("en");
        [&self.language, &english]
            .into_iter()
            .find_map(|wanted| worded().find(|text| text.language.matches(wanted)))
            .or_else(|| worded().next())
    }

    /// The language of a text; the one that is wanted where the file does not say.
    fn language_of<'l>(&'l self, text: &'l Text) -> &'l Language {
        if text.language.as_str().is_empty() {
            &self.language
        } else {
            &text.language
        }
    }

    fn measure_text(&self, features: &mut Features, worded: &Text) {
        let text = worded.string.as_deref().unwrap_or_default();
        let language = self.language_of(worded);
        if self.needs(Needs::Wording) {
            wording::measure(text, features);
            let language = language.as_str().to_owned();
            features.put(At::language, Value::Text(language));
        }
        match (self.mode, Lang::of(language)) {
            (Mode::Clean, Some(lang)) => self.measure_asking(features, text, lang),
            // Of a language that we cannot read, nothing more is known.
            (Mode::Clean, None) => {}
            (Mode::Legacy, _) => {
                if self.needs(Needs::Asking) {
                    wording::measure_as_published(text, features);
                }
            }
        }
    }

    /// What is asked, by the lists of the language and, in English, the tags.
    fn measure_asking(&self, features: &mut Features, text: &str, lang: Lang) {
        if !self.needs(Needs::Asking) && !self.needs(Needs::Tags) {
            return;
        }
        let tokens = tokens(text, lang);
        let tagger = self.tagger.filter(|_| lang == Lang::En);
        let found = tagger
            .filter(|_| self.needs(Needs::Tags))
            .map(|tagger| tagger.tag(&tokens));
        let asked = Asked::of(&tokens, found.as_deref(), lang);
        if self.needs(Needs::Asking) {
            wording::measure_asking(&asked, features);
        }
        if !self.needs(Needs::Tags) {
            return;
        }
        let word = wording::question_type(asked.form).to_owned();
        features.put(At::questionType, Value::Text(word));
        let head = asked.head.map(|at| tokens[at].form);
        let head = match (&found, asked.head) {
            (Some(tags), Some(at)) => head.map(|head| lemma(head, tags[at])),
            // Without tags the head of an English question is a guess.
            _ => head.filter(|_| lang != Lang::En).map(str::to_lowercase),
        };
        if let Some(head) = head {
            features.put(At::headword, Value::Text(head));
        }
        if let Some(tags) = &found {
            tags::measure(&tokens, tags, features);
        }
    }

    /// Tags of the English text, whichever language is wanted.
    fn measure_legacy_tags(&self, features: &mut Features, question: &Question) {
        if self.needs(Needs::Tags)
            && let (Some(text), Some(tagger)) = (legacy::english(question), self.tagger)
        {
            let tokens = treebank_tokens(text);
            let found = tagger.tag(&tokens);
            tags::measure(&tokens, &found, features);
            tags::measure_question_type(&tokens, &found, features);
        }
    }

    fn parse(&self, query: &Query) -> Option<Parsed> {
        parse(&query.text, &self.dialect).ok()
    }

    fn query<'q>(&self, question: &'q Question) -> Option<&'q Query> {
        if !self.needs(Needs::Query) && !self.needs(Needs::Answers) {
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

    fn measure_mentions(
        &self,
        features: &mut Features,
        kinds: &Kinds,
        structure: Option<&Structure<'_>>,
        family: Family,
    ) {
        let slots = match (self.mode, family) {
            (Mode::Legacy, Family::LcQuad) => 2,
            _ => 3,
        };
        slots::put_mentions(features, kinds, slots);
        if self.mode == Mode::Clean {
            let patterns = structure.map_or(0, Structure::lsq_triple_patterns);
            let simple = (patterns, kinds.entities.total, kinds.relations.total) == (1, 1, 1);
            features.put(At::simple, Value::Boolean(simple));
            slots::put_case(features, &kinds.entities);
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
