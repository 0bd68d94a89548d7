//! What of a graph helps with a question: the resources that it may mention, what is said about
//! them, and classes and properties that are called like its words, as far as they fit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use lydite_graph::{KnowledgeGraph, Limits, Pattern, Value};
use lydite_language::{Lang, is_stop_word, tokens};
use lydite_model::{Cancel, Language, PREFIXES};
use lydite_sparql::{Dialect, parse};
use oxrdf::{NamedNode, Term};

use super::words::{lang_of, of_name, stems};

/// How long it may take to find out what the graph has, for each question that is asked of it.
const PATIENCE: Duration = Duration::from_secs(20);
/// So many classes and properties are looked at.
const MOST: usize = 2000;
/// So many resources are shown.
const RESOURCES: usize = 6;
/// So many triples of a resource are looked at.
const TRIPLES: usize = 300;
/// So many properties of a resource are shown, in each direction.
const PROPERTIES: usize = 12;
/// So many spans of a question are looked up: on an endpoint each is a request.
const SPANS: (usize, usize) = (24, 5);
/// A name that fits worse is another name.
const LEAST: f64 = 0.75;

/// A graph as a language model is told of it.
pub(super) struct Schema {
    graph: Arc<dyn KnowledgeGraph>,
    prefixes: Vec<(String, String)>,
    limits: Limits,
    /// Looked up when the first question comes.
    vocabulary: OnceLock<Vocabulary>,
}

/// What the graph has, the most used first.
#[derive(Default)]
struct Vocabulary {
    classes: Vec<Named>,
    properties: Vec<Named>,
}

/// A class or a property.
struct Named {
    iri: String,
    /// Its words: those of its label and of its name.
    words: String,
}

impl Schema {
    pub(super) fn new(graph: Arc<dyn KnowledgeGraph>, cancel: Cancel) -> Self {
        let mut prefixes = graph.prefixes();
        let known = PREFIXES.iter();
        prefixes.extend(known.map(|(name, iri)| ((*name).to_owned(), (*iri).to_owned())));
        Self {
            graph,
            prefixes,
            limits: Limits::default().with_time(PATIENCE).with_cancel(cancel),
            vocabulary: OnceLock::new(),
        }
    }

    /// What helps with a question, in so many tokens at most.
    pub(super) fn excerpt(&self, question: &str, language: &Language, budget: usize) -> String {
        if budget == 0 {
            return String::new();
        }
        let lang = lang_of(language);
        let asked: BTreeSet<String> = stems(question, lang).into_iter().collect();
        let mut page = Page::new(self, budget);
        let mut near: BTreeMap<String, usize> = BTreeMap::new();
        let resources = self.resources(question, language, lang);
        if !resources.is_empty() {
            page.line("Resources that the question may mention:".to_owned(), &[]);
        }
        for (iri, name) in &resources {
            let about = self.about(iri);
            let all = about.outgoing.iter().chain(&about.incoming);
            all.for_each(|property| *near.entry(property.clone()).or_default() += 1);
            let types: Vec<&str> = about.types.iter().map(String::as_str).take(3).collect();
            let mut line = format!("{} \"{name}\"", self.short(iri));
            if !types.is_empty() {
                let types: Vec<String> = types.iter().map(|iri| self.short(iri)).collect();
                line.push_str(&format!(" a {}", types.join(", ")));
            }
            let mut used = vec![iri.as_str()];
            used.extend(&types);
            page.line(line, &used);
            for (properties, says) in [(&about.outgoing, "has"), (&about.incoming, "is value of")] {
                let ranked = self.ranked(properties.iter(), &asked, lang);
                let ranked: Vec<&str> = ranked.into_iter().take(PROPERTIES).collect();
                if !ranked.is_empty() {
                    let names: Vec<String> = ranked.iter().map(|iri| self.short(iri)).collect();
                    page.line(format!("  {says} {}", names.join(", ")), &ranked);
                }
            }
        }
        let vocabulary = self.vocabulary.get_or_init(|| self.look_up());
        page.list(
            "Properties:",
            chosen(&vocabulary.properties, &asked, lang, &near),
        );
        page.list("Classes:", chosen(&vocabulary.classes, &asked, lang, &near));
        page.finish()
    }

    /// The resources that are called like a part of the question, the longest part first.
    fn resources(&self, question: &str, language: &Language, lang: Lang) -> Vec<(String, String)> {
        let forms: Vec<&str> = tokens(question, lang)
            .iter()
            .map(|token| token.form)
            .collect();
        let most = if self.graph.is_remote() {
            SPANS.1
        } else {
            SPANS.0
        };
        let mut spans = Vec::new();
        for length in (1..=5).rev() {
            for window in forms.windows(length) {
                let is_name = window
                    .iter()
                    .any(|word| word.starts_with(char::is_uppercase));
                let (first, last) = (window[0], window[length - 1]);
                let is_bounded = |word: &str| {
                    word.chars().any(char::is_alphanumeric) && !is_stop_word(word, lang)
                };
                if is_bounded(first) && is_bounded(last) && (is_name || !self.graph.is_remote()) {
                    spans.push((!is_name, window.join(" ")));
                }
            }
        }
        // Names first; the longest are first already.
        spans.sort_by_key(|(is_common, _)| *is_common);
        let mut found: Vec<(String, String)> = Vec::new();
        let mut covered: Vec<String> = Vec::new();
        for (_, span) in spans.into_iter().take(most) {
            if covered.iter().any(|longer| longer.contains(&span)) {
                continue;
            }
            // What cannot be looked up is left out: the question can be asked all the same.
            let hits = self.graph.search(&span, Some(language.as_str()), 2);
            let hits = hits.unwrap_or_default();
            let hits: Vec<_> = hits.into_iter().filter(|hit| hit.score >= LEAST).collect();
            if !hits.is_empty() {
                covered.push(span);
            }
            for hit in hits {
                let iri = hit.iri.as_str().to_owned();
                if !found.iter().any(|(known, _)| *known == iri) {
                    found.push((iri, hit.text));
                }
            }
            if found.len() >= RESOURCES {
                break;
            }
        }
        found.truncate(RESOURCES);
        found
    }

    fn about(&self, iri: &str) -> About {
        let mut about = About::default();
        let Ok(node) = NamedNode::new(iri) else {
            return about;
        };
        let limits = self.limits.clone().with_rows(TRIPLES);
        let outgoing = Pattern {
            subject: Some(node.clone().into()),
            ..Pattern::default()
        };
        for triple in self.graph.triples(&outgoing, &limits).unwrap_or_default() {
            if triple.predicate == oxrdf::vocab::rdf::TYPE {
                if let Term::NamedNode(class) = &triple.object {
                    about.types.insert(class.as_str().to_owned());
                }
            } else {
                about.outgoing.insert(triple.predicate.as_str().to_owned());
            }
        }
        let incoming = Pattern {
            object: Some(node.into()),
            ..Pattern::default()
        };
        for triple in self.graph.triples(&incoming, &limits).unwrap_or_default() {
            about.incoming.insert(triple.predicate.as_str().to_owned());
        }
        about
    }

    /// Properties, those first that are called like words of the question.
    fn ranked<'p>(
        &self,
        properties: impl Iterator<Item = &'p String>,
        asked: &BTreeSet<String>,
        lang: Lang,
    ) -> Vec<&'p str> {
        let mut ranked: Vec<(usize, &str)> = properties
            .map(|iri| (shared(&of_name(local(iri)), asked, lang), iri.as_str()))
            .collect();
        ranked.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
        ranked.into_iter().map(|(_, iri)| iri).collect()
    }

    fn look_up(&self) -> Vocabulary {
        let counted = |query: &str| self.named(&format!("{query} LIMIT {MOST}"));
        Vocabulary {
            classes: counted(
                "SELECT ?x (COUNT(*) AS ?n) { ?s a ?x } GROUP BY ?x ORDER BY DESC(?n) ?x",
            ),
            properties: counted(
                "SELECT ?x (COUNT(*) AS ?n) { ?s ?x ?o } GROUP BY ?x ORDER BY DESC(?n) ?x",
            ),
        }
    }

    fn named(&self, query: &str) -> Vec<Named> {
        let Ok(parsed) = parse(query, &Dialect::field()) else {
            return Vec::new();
        };
        let Ok(results) = self.graph.query(&parsed, &self.limits) else {
            return Vec::new();
        };
        let Value::Rows(rows) = results.value else {
            return Vec::new();
        };
        let is_remote = self.graph.is_remote();
        let iris = rows
            .rows
            .into_iter()
            .filter_map(|row| match row.into_iter().next() {
                Some(Some(Term::NamedNode(iri))) => Some(iri.into_string()),
                _ => None,
            });
        iris.map(|iri| {
            let mut words = of_name(local(&iri));
            // On an endpoint a label each would be a request each.
            if !is_remote {
                for label in self.graph.labels(&iri, None).unwrap_or_default() {
                    words.push(' ');
                    words.push_str(&label);
                }
            }
            Named { iri, words }
        })
        .collect()
    }

    /// An IRI in short, where there is a prefix for it.
    fn short(&self, iri: &str) -> String {
        match self.prefix(iri) {
            Some((prefix, local)) => format!("{prefix}:{local}"),
            None => format!("<{iri}>"),
        }
    }

    fn prefix<'i>(&self, iri: &'i str) -> Option<(&str, &'i str)> {
        let fitting = self.prefixes.iter().filter_map(|(prefix, namespace)| {
            let local = iri.strip_prefix(namespace.as_str())?;
            let is_plain = !local.is_empty()
                && local
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            is_plain.then_some((prefix.as_str(), local))
        });
        // The longest namespace; of several prefixes for one the first.
        fitting.min_by_key(|(_, local)| local.len())
    }

    fn namespace(&self, prefix: &str) -> Option<&str> {
        let mut prefixes = self.prefixes.iter();
        let found = prefixes.find(|(name, _)| name == prefix);
        found.map(|(_, namespace)| namespace.as_str())
    }
}

/// What is said about a resource.
#[derive(Default)]
struct About {
    types: BTreeSet<String>,
    outgoing: BTreeSet<String>,
    incoming: BTreeSet<String>,
}

/// Classes or properties in the order of their use for a question: those called like its words,
/// those near the resources that it mentions, those that are used most.
fn chosen<'v>(
    all: &'v [Named],
    asked: &BTreeSet<String>,
    lang: Lang,
    near: &BTreeMap<String, usize>,
) -> Vec<&'v str> {
    let mut scored: Vec<(usize, usize, &str)> = all
        .iter()
        .enumerate()
        .map(|(rank, one)| {
            let is_near = usize::from(near.contains_key(&one.iri));
            (
                2 * shared(&one.words, asked, lang) + is_near,
                rank,
                one.iri.as_str(),
            )
        })
        .collect();
    scored.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    scored.into_iter().map(|(_, _, iri)| iri).collect()
}

/// How many words of a question a name has.
fn shared(words: &str, asked: &BTreeSet<String>, lang: Lang) -> usize {
    let stems: BTreeSet<String> = stems(words, lang).into_iter().collect();
    stems.intersection(asked).count()
}

/// What an IRI calls the thing.
fn local(iri: &str) -> &str {
    iri.rsplit(['/', '#']).next().unwrap_or(iri)
}

/// About how many tokens a text takes: a token is seldom shorter than three bytes.
pub(super) fn tokens_of(text: &str) -> usize {
    text.len().div_ceil(3)
}

/// An excerpt as far as it fits.
struct Page<'s> {
    schema: &'s Schema,
    left: usize,
    prefixes: BTreeSet<String>,
    lines: Vec<String>,
}

impl<'s> Page<'s> {
    fn new(schema: &'s Schema, budget: usize) -> Self {
        Self {
            schema,
            left: budget,
            prefixes: BTreeSet::new(),
            lines: Vec::new(),
        }
    }

    /// What using these IRIs costs in prefixes that are not declared yet.
    fn declarations(&self, iris: &[&str]) -> Vec<(String, usize)> {
        let mut new: Vec<(String, usize)> = Vec::new();
        for iri in iris {
            if let Some((prefix, _)) = self.schema.prefix(iri)
                && !self.prefixes.contains(prefix)
                && !new.iter().any(|(known, _)| known == prefix)
            {
                new.push((prefix.to_owned(), tokens_of(&self.declaration(prefix))));
            }
        }
        new
    }

    fn declaration(&self, prefix: &str) -> String {
        let namespace = self.schema.namespace(prefix).unwrap_or_default();
        format!("PREFIX {prefix}: <{namespace}>\n")
    }

    fn pay(&mut self, cost: usize, iris: &[&str]) -> bool {
        let declarations = self.declarations(iris);
        let cost = cost + declarations.iter().map(|(_, cost)| cost).sum::<usize>();
        if cost > self.left {
            return false;
        }
        self.left -= cost;
        self.prefixes
            .extend(declarations.into_iter().map(|(prefix, _)| prefix));
        true
    }

    fn line(&mut self, line: String, iris: &[&str]) {
        if self.pay(tokens_of(&line) + 1, iris) {
            self.lines.push(line);
        }
    }

    /// As many as there is room for, on one line.
    fn list(&mut self, heading: &str, iris: Vec<&str>) {
        /// More than that is noise to any model.
        const ENOUGH: usize = 150;
        let mut line = heading.to_owned();
        let mut count = 0;
        if !self.pay(tokens_of(heading) + 1, &[]) {
            return;
        }
        for iri in iris.into_iter().take(ENOUGH) {
            let name = format!(" {}", self.schema.short(iri));
            if !self.pay(tokens_of(&name), &[iri]) {
                break;
            }
            line.push_str(&name);
            count += 1;
        }
        if count > 0 {
            self.lines.push(line);
        }
    }

    fn finish(self) -> String {
        let mut text = String::new();
        for prefix in &self.prefixes {
            text.push_str(&self.declaration(prefix));
        }
        text.push_str(&self.lines.join("\n"));
        text
    }
}

#[cfg(test)]
mod tests {
    use lydite_graph::Embedded;

    use super::*;

    fn schema() -> Schema {
        let triples = r#"
            @prefix dbo: <http://dbpedia.org/ontology/> .
            @prefix dbr: <http://dbpedia.org/resource/> .
            @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
            dbr:Berlin a dbo:City ; rdfs:label "Berlin"@en ; dbo:mayor dbr:Kai ; dbo:elevation 34 .
            dbr:Germany a dbo:Country ; rdfs:label "Germany"@en ; dbo:capital dbr:Berlin .
            dbr:Kai a dbo:Person ; rdfs:label "Kai Wegner"@en .
        "#;
        let graph = Embedded::from_bytes("a.ttl", triples.as_bytes().to_vec()).unwrap();
        Schema::new(Arc::new(graph), Cancel::new())
    }

    #[test]
    fn an_excerpt_is_about_the_question_and_fits() {
        let schema = schema();
        let english = Language::new("en");
        let text = schema.excerpt("Who is the mayor of Berlin?", &english, 500);
        for expected in [
            "PREFIX dbo: <http://dbpedia.org/ontology/>",
            "dbr:Berlin \"Berlin\" a dbo:City",
            "has dbo:mayor, ",
            "is value of dbo:capital",
            "Properties: dbo:mayor ",
            "Classes:",
        ] {
            assert!(text.contains(expected), "{expected} in:\n{text}");
        }
        for budget in [0, 1, 10, 40, 80, 160, 320] {
            let text = schema.excerpt("Who is the mayor of Berlin?", &english, budget);
            assert!(tokens_of(&text) <= budget, "{budget}: {text}");
        }
    }
}
