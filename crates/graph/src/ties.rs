//! Finds the rows between which a query with LIMIT or OFFSET does not decide.

use std::ops::Range;
use std::time::{Duration, Instant};

use lydite_model::{Answer, AnswerSet, Table, Ties};
use lydite_sparql::{Cut, CutScope, Parsed, cuts};
use oxrdf::vocab::xsd;
use oxrdf::{Literal, Term};
use rustc_hash::FxHashSet;

use crate::embedded::{sort_key, sort_key_among_numbers};
use crate::{GraphError, KnowledgeGraph, Limits, Note, Rows, Value};

/// Why a query does not decide its answer by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Undecided {
    /// The rows that tie where the answer is cut.
    pub ties: Option<Ties>,
    /// What else may change the answer from engine to engine.
    pub doubts: Vec<Doubt>,
}

/// Why an answer may depend on the engine although no rows of its own are known to tie.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// Solutions tie from which the answer is made: where a sub-select is cut, or where CONSTRUCT and
    /// DESCRIBE are.
    Solutions(Ties),
    /// A sub-select within EXISTS, GRAPH, SERVICE or LATERAL is cut, which cannot be looked into.
    Correlated,
    /// More rows may tie than could be read.
    TooMany {
        /// How many were read.
        read: usize,
    },
}

/// Finds the rows between which a query with LIMIT or OFFSET does not decide; `None` if every engine
/// has to give the same rows.
///
/// Rows tie at the cut if they are equal by value in everything that ORDER BY sorts by, whatever
/// their datatypes; without ORDER BY all rows tie. Rows that show the same are no choice. Reads only
/// as many rows as it takes; all queries together stay within the time of `limits`, each within its
/// rows and memory.
///
/// ```
/// use lydite_graph::{Embedded, Limits, find_ties};
/// use lydite_sparql::{Dialect, parse};
///
/// let towns = "<http://a> <http://p> 3 . <http://b> <http://p> 2 . <http://c> <http://p> 2.0 .";
/// let graph = Embedded::from_bytes("towns.ttl", towns.into())?;
/// let undecided = |text: &str| -> Result<_, Box<dyn std::error::Error>> {
///     Ok(find_ties(&graph, &parse(text, &Dialect::field())?, &Limits::default())?)
/// };
/// let largest = "SELECT ?x { ?x <http://p> ?y } ORDER BY DESC(?y) LIMIT";
/// assert_eq!(undecided(&format!("{largest} 1"))?, None);
/// let ties = undecided(&format!("{largest} 2"))?.and_then(|found| found.ties).unwrap();
/// assert_eq!((ties.taken, ties.rows.len()), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the graph cannot be asked, or not within the limits.
pub fn find_ties(
    graph: &dyn KnowledgeGraph,
    query: &Parsed,
    limits: &Limits,
) -> Result<Option<Undecided>, GraphError> {
    let began = Instant::now();
    let mut undecided = Undecided::default();
    for cut in cuts(query) {
        if cut.scope == CutScope::Correlated {
            undecided.doubts.push(Doubt::Correlated);
            continue;
        }
        let search = Search {
            graph,
            cut: &cut,
            limits,
            began,
        };
        match (search.run()?, cut.scope) {
            (Found::Nothing, _) => {}
            (Found::Tied(ties), CutScope::Answer) => undecided.ties = Some(ties),
            (Found::Tied(ties), _) => undecided.doubts.push(Doubt::Solutions(ties)),
            (Found::TooMany(read), _) => undecided.doubts.push(Doubt::TooMany { read }),
        }
    }
    Ok((undecided != Undecided::default()).then_some(undecided))
}

/// Tells the answers that a query gave on a graph which rows tie with them, and returns what else may
/// depend on the engine: see [`find_ties`].
///
/// # Errors
/// If the graph cannot be asked, or not within the limits.
pub fn note_ties(
    answers: &mut AnswerSet,
    graph: &dyn KnowledgeGraph,
    query: &Parsed,
    limits: &Limits,
) -> Result<Vec<Doubt>, GraphError> {
    let undecided = find_ties(graph, query, limits)?.unwrap_or_default();
    answers.ties = undecided.ties;
    Ok(undecided.doubts)
}

enum Found {
    Nothing,
    Tied(Ties),
    TooMany(usize),
}

/// The search for the ties of one cut.
struct Search<'s> {
    graph: &'s dyn KnowledgeGraph,
    cut: &'s Cut,
    limits: &'s Limits,
    began: Instant,
}

impl Search<'_> {
    /// Reads beyond the cut, and on as long as rows tie.
    fn run(&self) -> Result<Found, GraphError> {
        let beyond = self.cut.end().unwrap_or(self.cut.start).saturating_add(1);
        let mut most = beyond.min(self.limits.rows);
        loop {
            let (rows, truncated) = self.read(most)?;
            let read = rows.rows.len();
            let complete = read < most && !truncated;
            let rows = self.distinct(rows);
            match self.tied(&rows.rows, complete) {
                Some(groups) => return Ok(self.ties(rows, groups)),
                None if truncated || most == self.limits.rows => return Ok(Found::TooMany(read)),
                // Ties are seldom many; if they are, a few more requests find them all.
                None => most = most.saturating_mul(8).max(512).min(self.limits.rows),
            }
        }
    }

    /// The first rows of what is cut, with their keys, and whether some of them were not given.
    fn read(&self, most: usize) -> Result<(Rows, bool), GraphError> {
        let left = self.limits.time.saturating_sub(self.began.elapsed());
        if left == Duration::ZERO {
            return Err(GraphError::Deadline(self.limits.time));
        }
        let limits = Limits {
            time: left,
            ..*self.limits
        };
        let query = self.cut.rows(most).ok_or_else(|| {
            GraphError::Query("the query is nested too deeply for this machine".to_owned())
        })?;
        let results = self.graph.query(&query, &limits)?;
        if results.notes.contains(&Note::Partial) {
            return Err(GraphError::Deadline(self.limits.time));
        }
        let is_truncation = |note: &Note| matches!(note, Note::Truncated { .. });
        let truncated = results.notes.iter().any(is_truncation);
        match results.value {
            Value::Rows(rows) => Ok((rows, truncated)),
            Value::Boolean(_) | Value::Triples(_) => Ok((Rows::default(), truncated)),
        }
    }

    /// The rows of a query with DISTINCT count once, at their first place.
    fn distinct(&self, mut rows: Rows) -> Rows {
        if self.cut.distinct {
            let mut seen = FxHashSet::default();
            rows.rows
                .retain(|row| seen.insert(self.shown(row).to_vec()));
        }
        rows
    }

    fn shown<'r>(&self, row: &'r [Option<Term>]) -> &'r [Option<Term>] {
        row.get(..self.cut.shown).unwrap_or(row)
    }

    /// The groups of rows that tie across either end of what is taken; `None` if more rows have to
    /// be read to know.
    fn tied(&self, rows: &[Row], complete: bool) -> Option<Vec<Range<usize>>> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        for edge in [Some(self.cut.start), self.cut.end()].into_iter().flatten() {
            if edge == 0 {
                continue;
            }
            if edge >= rows.len() {
                if complete {
                    continue;
                }
                return None;
            }
            let tie = |at: usize| self.ties_with_previous(rows, at);
            if !tie(edge) {
                continue;
            }
            let first = (1..edge).rev().find(|&at| !tie(at)).unwrap_or(0);
            let next = (edge + 1..rows.len()).find(|&at| !tie(at));
            if next.is_none() && !complete {
                return None;
            }
            let group = first..next.unwrap_or(rows.len());
            let shown = self.shown(&rows[group.start]);
            let choice = rows[group.clone()]
                .iter()
                .any(|row| self.shown(row) != shown);
            if choice && groups.last() != Some(&group) {
                groups.push(group);
            }
        }
        Some(groups)
    }

    fn ties_with_previous(&self, rows: &[Row], at: usize) -> bool {
        self.cut.keys.iter().all(|&key| {
            let cell = |row: &Row| row.get(key).cloned().flatten();
            are_equal(cell(&rows[at - 1]).as_ref(), cell(&rows[at]).as_ref())
        })
    }

    fn ties(&self, rows: Rows, groups: Vec<Range<usize>>) -> Found {
        if groups.is_empty() {
            return Found::Nothing;
        }
        let end = self.cut.end().unwrap_or(usize::MAX);
        let is_taken = |at: &usize| (self.cut.start..end).contains(at);
        let taken = groups.iter().cloned().flatten().filter(is_taken).count();
        let shown = self.cut.shown;
        let tied = groups.into_iter().flatten();
        let tied = Value::Rows(Rows {
            rows: tied.map(|at| self.shown(&rows.rows[at]).to_vec()).collect(),
            variables: rows.variables.into_iter().take(shown).collect(),
        });
        let rows = match AnswerSet::from(&tied).answer {
            Answer::Table(table) => table,
            Answer::Boolean(_) => Table::default(),
        };
        Found::Tied(Ties { taken, rows })
    }
}

type Row = Vec<Option<Term>>;

/// Whether ORDER BY cannot tell two values apart, or only by what SPARQL leaves open: numbers of
/// different types, texts of different languages, blank nodes.
fn are_equal(one: Option<&Term>, other: Option<&Term>) -> bool {
    match (one, other) {
        (None, None) | (Some(Term::BlankNode(_)), Some(Term::BlankNode(_))) => true,
        (Some(Term::Literal(one)), Some(Term::Literal(other)))
            if is_text(one) && is_text(other) =>
        {
            one.value() == other.value()
        }
        (Some(one @ Term::Literal(_)), Some(other @ Term::Literal(_))) => {
            sort_key(one) == sort_key(other)
                // Extracts have lost some datatypes: a text that looks like a number counts as one
                // beside numbers.
                || sort_key_among_numbers(one) == sort_key_among_numbers(other)
        }
        (one, other) => one == other,
    }
}

fn is_text(literal: &Literal) -> bool {
    literal.language().is_some() || literal.datatype() == xsd::STRING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Embedded;
    use lydite_sparql::{Dialect, parse};
    use proptest::prelude::*;

    const GRAPH: &str = r#"
        @prefix : <http://a/> .
        @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
        :a :size 5 ; :in :x . :b :size 4 ; :in :x . :c :size 4.0 ; :in :x .
        :d :size "4"^^xsd:double ; :in :y . :e :size 3 ; :in :y .
        :a :name "one"@en, "uno"@es . :b :name "two"@en . :c :name "two"@de .
        :p :same 1 . :q :same 1 . :p :label "p" . :q :label "p" .
        :x a :Region . :y a :Region .
    "#;

    fn undecided(text: &str) -> Option<Undecided> {
        let graph = Embedded::from_bytes("a.ttl", GRAPH.as_bytes().to_vec()).unwrap();
        let dialect = Dialect::field().with_prefixes([("", "http://a/")]);
        let query = parse(text, &dialect).unwrap_or_else(|e| panic!("{}", e.render(text)));
        find_ties(&graph, &query, &Limits::default()).unwrap()
    }

    /// How many of which first cells tie.
    fn ties(ties: &Ties) -> (usize, String) {
        let cells = ties.rows.rows().map(|row| match &row[0] {
            Some(term) => term.value().trim_start_matches("http://a/").to_owned(),
            None => "-".to_owned(),
        });
        let mut cells: Vec<String> = cells.collect();
        cells.sort_unstable();
        (ties.taken, cells.join(" "))
    }

    #[test]
    fn rows_tie_across_the_cut() {
        for (text, expected) in [
            // The cut is between sizes, or no row is left out.
            ("SELECT ?x { ?x :size ?s } ORDER BY DESC(?s) LIMIT 1", None),
            ("SELECT ?x { ?x :size ?s } ORDER BY DESC(?s) LIMIT 4", None),
            ("SELECT ?x { ?x :size ?s } ORDER BY DESC(?s) LIMIT 5", None),
            ("SELECT ?x { ?x :size ?s } LIMIT 5", None),
            ("SELECT ?x { ?x :size ?s } LIMIT 500", None),
            ("SELECT ?x { ?x :size ?s } OFFSET 9", None),
            ("SELECT ?x { ?x :size ?s } LIMIT 0", None),
            // Equal by value, of three types.
            (
                "SELECT ?x { ?x :size ?s } ORDER BY DESC(?s) LIMIT 2",
                Some((1, "b c d")),
            ),
            (
                "SELECT ?x { ?x :size ?s } ORDER BY ?s LIMIT 3",
                Some((2, "b c d")),
            ),
            (
                "SELECT ?x { ?x :size ?s } ORDER BY DESC(?s) LIMIT 1 OFFSET 2",
                Some((1, "b c d")),
            ),
            (
                "SELECT ?x { ?x :size ?s } ORDER BY DESC(?s) OFFSET 2",
                Some((2, "b c d")),
            ),
            // A second key decides.
            (
                "SELECT ?x { ?x :size ?s } ORDER BY DESC(?s) ?x LIMIT 2",
                None,
            ),
            (
                "SELECT ?x { ?x :size ?s ; :in ?r } ORDER BY DESC(?s) ?r LIMIT 2",
                Some((1, "b c")),
            ),
            (
                "SELECT ?x { ?x :size ?s ; :in ?r } ORDER BY DESC(?s) ?r LIMIT 3",
                None,
            ),
            // Nothing decides.
            ("SELECT ?x { ?x :size ?s } LIMIT 2", Some((2, "a b c d e"))),
            ("SELECT ?x { ?x :size ?s } OFFSET 2", Some((3, "a b c d e"))),
            // Texts that differ in language only.
            (
                "SELECT ?x { ?x :name ?n } ORDER BY DESC(?n) LIMIT 2",
                Some((1, "b c")),
            ),
            // Expressions, groups, aggregates.
            (
                "SELECT ?x { ?x :size ?s } ORDER BY (?s > 3) LIMIT 2",
                Some((1, "a b c d")),
            ),
            (
                "SELECT ?r { ?x :in ?r } GROUP BY ?r ORDER BY DESC(COUNT(?x)) LIMIT 1",
                None,
            ),
            (
                "SELECT ?r { ?x :in ?r } GROUP BY ?r ORDER BY MIN(?r = :z) LIMIT 1",
                Some((1, "x y")),
            ),
            (
                "SELECT (COUNT(?x) AS ?n) { ?x :in ?r } ORDER BY ?n LIMIT 1",
                None,
            ),
            // What shows the same is no choice.
            (
                "SELECT ?l { ?x :same ?s ; :label ?l } ORDER BY ?s LIMIT 1",
                None,
            ),
            (
                "SELECT ?x ?l { ?x :same ?s ; :label ?l } ORDER BY ?s LIMIT 1",
                Some((1, "p q")),
            ),
            // DISTINCT counts rows once, also by keys that it does not show.
            (
                "SELECT DISTINCT ?r { ?x :in ?r ; :size ?s } ORDER BY DESC(?s) LIMIT 1",
                None,
            ),
            ("SELECT DISTINCT ?r { ?x :in ?r } LIMIT 1", Some((1, "x y"))),
            ("SELECT DISTINCT ?r { ?x :in ?r } LIMIT 2", None),
        ] {
            let found = undecided(text);
            let doubts = found.as_ref().map_or(0, |found| found.doubts.len());
            let found = found.and_then(|found| found.ties);
            let expected = expected.map(|(taken, rows)| (taken, rows.to_owned()));
            assert_eq!(found.as_ref().map(ties), expected, "{text}");
            assert_eq!(doubts, 0, "{text}");
        }
    }

    #[test]
    fn only_what_is_shown_is_reported() {
        let text = "SELECT ?x { ?x :size ?s ; :in ?r } ORDER BY DESC(?s) STR(?r) LIMIT 2";
        let found = undecided(text).and_then(|found| found.ties).unwrap();
        assert_eq!(found.rows.columns, ["x"]);
    }

    #[test]
    fn sub_selects_leave_doubts_only_if_they_tie() {
        let largest = |limit: usize| {
            format!(
                "SELECT ?r {{ {{ SELECT ?x {{ ?x :size ?s }} ORDER BY DESC(?s) LIMIT {limit} }} \
                 ?x :in ?r }}"
            )
        };
        assert_eq!(undecided(&largest(1)), None);
        let found = undecided(&largest(2)).unwrap();
        assert_eq!(found.ties, None);
        let [Doubt::Solutions(solutions)] = found.doubts.as_slice() else {
            panic!("{:?}", found.doubts);
        };
        assert_eq!(ties(solutions), (1, "b c d".to_owned()));

        let within = "ASK { ?x :in ?r FILTER EXISTS { SELECT ?x { ?x :size ?s } LIMIT 1 } }";
        assert_eq!(undecided(within).unwrap().doubts, [Doubt::Correlated]);
        let described = "CONSTRUCT { ?x a :Town } WHERE { ?x :size ?s } LIMIT 1";
        let found = undecided(described).unwrap();
        assert!(matches!(found.doubts.as_slice(), [Doubt::Solutions(_)]));
    }

    #[test]
    fn no_more_rows_are_read_than_allowed() {
        let line = |n: usize| format!("<http://a/{n}> <http://a/size> {} .\n", n.min(1));
        let graph: String = (0..1_000).map(line).collect();
        let graph = Embedded::from_bytes("a.ttl", graph.into_bytes()).unwrap();
        let text = "SELECT ?x { ?x <http://a/size> ?s } ORDER BY ?s LIMIT 1 OFFSET";
        let found = |offset: usize, rows: usize| {
            let limits = Limits {
                rows,
                ..Limits::default()
            };
            let query = parse(&format!("{text} {offset}"), &Dialect::field()).unwrap();
            find_ties(&graph, &query, &limits).unwrap()
        };
        assert_eq!(found(0, 100), None);
        let many = found(1, 1_000_000).and_then(|found| found.ties).unwrap();
        assert_eq!((many.taken, many.rows.len()), (1, 999));
        for offset in [1, 500] {
            let doubts = found(offset, 100).unwrap().doubts;
            assert_eq!(doubts, [Doubt::TooMany { read: 100 }]);
        }
    }

    #[test]
    fn answers_are_told_their_ties() {
        let graph = Embedded::from_bytes("a.ttl", GRAPH.as_bytes().to_vec()).unwrap();
        let query = "SELECT ?x { ?x <http://a/size> ?s } ORDER BY DESC(?s) LIMIT 2";
        let query = parse(query, &Dialect::field()).unwrap();
        let limits = Limits::default();
        let mut answers = AnswerSet::from(&graph.query(&query, &limits).unwrap().value);
        let doubts = note_ties(&mut answers, &graph, &query, &limits).unwrap();
        assert_eq!(doubts, []);
        let tied = answers.ties.as_ref().unwrap();
        assert_eq!(tied.taken, 1);
        // What was taken is among what ties.
        let table = answers.as_table().unwrap();
        let among = |row: &&[_]| tied.rows.rows().any(|tied| tied == *row);
        assert_eq!(table.rows().filter(among).count(), tied.taken);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// A row ties if its place may be on either side of the cut, whatever the engine does with
        /// rows of equal keys.
        #[test]
        fn rows_that_may_be_taken_or_not_tie(
            keys in prop::collection::vec(0..4_usize, 1..9),
            start in 0..5_usize,
            length in prop::option::of(1..5_usize),
        ) {
            let line = |(row, key): (usize, &usize)| format!("<http://a/{row}> <http://a/key> {key} .\n");
            let graph: String = keys.iter().enumerate().map(line).collect();
            let graph = Embedded::from_bytes("a.ttl", graph.into_bytes()).unwrap();
            let limit = length.map_or(String::new(), |length| format!("LIMIT {length}"));
            let text = format!("SELECT ?x {{ ?x <http://a/key> ?k }} ORDER BY ?k OFFSET {start} {limit}");
            let query = parse(&text, &Dialect::field()).unwrap();
            let found = find_ties(&graph, &query, &Limits::default()).unwrap();

            let end = length.map_or(keys.len(), |length| (start + length).min(keys.len()));
            let taken = start.min(end)..end;
            let (mut certain, mut open) = (0, Vec::new());
            for (row, key) in keys.iter().enumerate() {
                let first = keys.iter().filter(|other| *other < key).count();
                let next = keys.iter().filter(|other| *other <= key).count();
                if (first..next).all(|place| taken.contains(&place)) {
                    certain += 1;
                } else if (first..next).any(|place| taken.contains(&place)) {
                    open.push(row.to_string());
                }
            }
            let expected = (!open.is_empty()).then(|| (taken.len() - certain, open.join(" ")));
            prop_assert_eq!(found.and_then(|found| found.ties).as_ref().map(ties), expected);
        }
    }

    /// The authors of these questions have checked that no answer hangs on a tie.
    #[test]
    fn no_ties_are_found_where_there_are_none() {
        let Some(folder) = lydite_testing::shared("kg/ck25") else {
            return;
        };
        let mut triples = std::fs::read(folder.join("prod-vocab.ttl")).unwrap();
        triples.push(b'\n');
        triples.extend(std::fs::read(folder.join("prod-inst.ttl")).unwrap());
        let graph = Embedded::from_bytes("ck25.ttl", triples).unwrap();
        let limits = Limits::default();
        let (mut cut, mut shorter) = (0, 0);
        for file in ["dev-questions.yml", "hard-questions.yml"] {
            let mut reader = lydite_formats::Reader::open(folder.join(file)).unwrap();
            for question in reader.by_ref() {
                let text = &question.queries[0].text;
                let parsed = parse(text, &Dialect::field()).unwrap();
                cut += usize::from(!cuts(&parsed).is_empty());
                assert_eq!(find_ties(&graph, &parsed, &limits).unwrap(), None, "{text}");
                // Without its order the same query hangs on the engine.
                let Some((before, _)) = text.split_once("ORDER BY ASC") else {
                    continue;
                };
                let unordered = parse(&format!("{before} LIMIT 1"), &Dialect::field()).unwrap();
                shorter += usize::from(find_ties(&graph, &unordered, &limits).unwrap().is_some());
            }
        }
        assert_eq!((cut, shorter), (19, 3));
    }
}
