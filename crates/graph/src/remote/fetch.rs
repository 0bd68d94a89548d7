//! The whole answer to a query: one request, or as many as the endpoint makes necessary.

use std::sync::atomic::Ordering;

use lydite_http::Deadline;
use lydite_sparql::spargebra::Query;
use oxrdf::Term;

use super::answer::{Answer, Form};
use super::paging::{self, Paged};
use super::partial::is_monotone;
use super::table::{ACCEPT_TABLE, ACCEPT_TRIPLES};
use super::{Remote, construct};
use crate::{GraphError, Limits, Note, Results, Rows, Value};

impl Remote {
    /// A query of any form.
    pub(super) fn evaluate(
        &self,
        query: &Query,
        text: &str,
        limits: &Limits,
        deadline: Deadline,
    ) -> Result<Results, GraphError> {
        let results = match query {
            Query::Select { .. } => self.select(query, text, limits, deadline),
            Query::Ask { .. } => {
                let answer = self.request(text, Form::Ask, limits, deadline)?;
                whole(&answer)?;
                Ok(finished(answer, limits))
            }
            Query::Construct { .. } | Query::Describe { .. } => {
                self.construct(query, text, limits, deadline)
            }
        };
        // A page that was cancelled is not one that the endpoint did not give.
        if limits.cancel.is_cancelled() {
            return Err(GraphError::Cancelled);
        }
        results
    }

    /// A query that nobody here has understood.
    pub(super) fn as_written(
        &self,
        text: &str,
        limits: &Limits,
        deadline: Deadline,
    ) -> Result<Results, GraphError> {
        let form = form_of(text);
        let answer = self.request(text, form, limits, deadline)?;
        if form == Form::Ask {
            whole(&answer)?;
        }
        let cut_at = answer.cut_at;
        let mut results = finished(answer, limits);
        if let (Some(at), Value::Rows(rows)) = (cut_at, &results.value)
            && rows.rows.len() >= at
        {
            note_truncation(&mut results.notes, rows.rows.len());
        }
        Ok(results)
    }

    fn select(
        &self,
        query: &Query,
        text: &str,
        limits: &Limits,
        deadline: Deadline,
    ) -> Result<Results, GraphError> {
        let answer = match self.request(text, Form::Select, limits, deadline) {
            Ok(answer) => answer,
            Err(error) => return self.select_sorted(query, error, limits, deadline),
        };
        if !is_monotone(query) {
            whole(&answer)?;
        }
        let rows = match &answer.value {
            Value::Rows(rows) => rows.rows.len(),
            Value::Boolean(_) | Value::Triples(_) => return Ok(finished(answer, limits)),
        };
        let enough = rows >= limits.rows || paging::limit(query) == Some(rows);
        // Who cuts off without a word does so at a round number.
        let round = rows > 0 && rows % 1000 == 0;
        let suspicious = answer.cut_at.is_some_and(|at| rows >= at) || round;
        let results = if enough || answer.partial || !suspicious {
            finished(answer, limits)
        } else {
            self.complete(query, answer, rows, limits, deadline)
        };
        Ok(in_columns(results, query))
    }

    /// Virtuoso refuses to sort more rows than it returns at once, and says how many those are.
    fn select_sorted(
        &self,
        query: &Query,
        refusal: GraphError,
        limits: &Limits,
        deadline: Deadline,
    ) -> Result<Results, GraphError> {
        let most = match &refusal {
            GraphError::Query(words) => most_sorted(words),
            _ => None,
        };
        let results = most.and_then(|most| {
            let (expected, paged) = self.counted(query, limits, deadline)?;
            self.pages(&paged, expected, most, limits, deadline)
        });
        match results {
            Some(results) => Ok(in_columns(results, query)),
            None => Err(refusal),
        }
    }

    /// How many rows a query has, and how to get them.
    fn counted(
        &self,
        query: &Query,
        limits: &Limits,
        deadline: Deadline,
    ) -> Option<(usize, Paged)> {
        let paged = Paged::of(query)?;
        let count = self.count(&paged.count(), limits, deadline)?;
        Some((paged.expected(count), paged))
    }

    /// Counts what there is and fetches it in pages; if that fails, the answer says that it was cut.
    fn complete(
        &self,
        query: &Query,
        answer: Answer,
        rows: usize,
        limits: &Limits,
        deadline: Deadline,
    ) -> Results {
        let whole = match self.counted(query, limits, deadline) {
            Some((expected, _)) if expected == rows => return finished(answer, limits),
            Some((expected, paged)) => self.pages(&paged, expected, rows, limits, deadline),
            None => None,
        };
        whole.unwrap_or_else(|| {
            let mut results = finished(answer, limits);
            note_truncation(&mut results.notes, rows);
            results
        })
    }

    /// All pages, or nothing if they do not make up the whole.
    fn pages(
        &self,
        paged: &Paged,
        expected: usize,
        page: usize,
        limits: &Limits,
        deadline: Deadline,
    ) -> Option<Results> {
        let wanted = expected.min(limits.rows);
        let mut all = Rows::default();
        let mut pages = 0;
        while all.rows.len() < wanted {
            let text = paged.page(all.rows.len(), page.min(wanted - all.rows.len()));
            let answer = self.request(&text, Form::Select, limits, deadline).ok()?;
            let Value::Rows(rows) = answer.value else {
                return None;
            };
            if answer.partial || rows.rows.is_empty() {
                return None;
            }
            all.variables = rows.variables;
            all.rows.extend(rows.rows);
            pages += 1;
        }
        let mut notes = vec![Note::Paged { pages }];
        if wanted < expected {
            notes.push(Note::Truncated { rows: wanted });
        }
        (all.rows.len() == wanted).then_some(Results {
            value: Value::Rows(all),
            notes,
        })
    }

    fn count(&self, text: &str, limits: &Limits, deadline: Deadline) -> Option<usize> {
        let answer = self.request(text, Form::Select, limits, deadline).ok()?;
        match &answer.value {
            Value::Rows(rows) if !answer.partial => match rows.rows.as_slice() {
                [row] => match row.as_slice() {
                    [Some(Term::Literal(number))] => number.value().parse().ok(),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// `CONSTRUCT` and `DESCRIBE`. Virtuoso cuts the solutions behind a `CONSTRUCT` off and says
    /// nothing, so there the solutions are asked for and the template is filled in here.
    fn construct(
        &self,
        query: &Query,
        text: &str,
        limits: &Limits,
        deadline: Deadline,
    ) -> Result<Results, GraphError> {
        let solutions = construct::solutions(query);
        let mut answer = None;
        if solutions.is_none() || !self.is_virtuoso() {
            let given = self.request(text, Form::Graph, limits, deadline)?;
            whole(&given)?;
            answer = Some(given);
        }
        match (solutions, answer) {
            (Some((select, template)), given) if given.as_ref().is_none_or(|a| a.virtuoso) => {
                let unlimited = limits.clone().with_rows(usize::MAX);
                let found = self.select(&select, &select.to_string(), &unlimited, deadline)?;
                if found.notes.contains(&Note::Partial) {
                    return Err(incomplete());
                }
                let triples = match &found.value {
                    Value::Rows(rows) => construct::fill(template, rows),
                    Value::Boolean(_) | Value::Triples(_) => Vec::new(),
                };
                let mut results = bounded(Value::Triples(triples), limits);
                results.notes.extend(found.notes);
                Ok(results)
            }
            (_, Some(answer)) => Ok(finished(answer, limits)),
            (_, None) => Err(incomplete()),
        }
    }

    /// One request and its answer.
    fn request(
        &self,
        text: &str,
        form: Form,
        limits: &Limits,
        deadline: Deadline,
    ) -> Result<Answer, GraphError> {
        let accept = match form {
            Form::Select | Form::Ask => ACCEPT_TABLE,
            Form::Graph => ACCEPT_TRIPLES,
        };
        let reply = self.send(text, accept, limits, deadline)?;
        let answer = Answer::read(&reply, form, self.address(), self.credentials.is_some())?;
        if answer.virtuoso {
            self.virtuoso.store(true, Ordering::Relaxed);
        }
        Ok(answer)
    }
}

pub(super) fn incomplete() -> GraphError {
    GraphError::Query("the engine ran out of time and gave an incomplete answer".to_owned())
}

/// How many rows Virtuoso sorts, from its words when there are more.
fn most_sorted(words: &str) -> Option<usize> {
    let (before, _) = words.split_once(" are allowed")?;
    let number = before.rsplit(' ').next()?.parse().ok()?;
    (words.contains("SR353") && number > 0).then_some(number)
}

/// Refuses an incomplete answer where a part of the answer is no answer.
fn whole(answer: &Answer) -> Result<(), GraphError> {
    if answer.partial {
        Err(incomplete())
    } else {
        Ok(())
    }
}

fn finished(answer: Answer, limits: &Limits) -> Results {
    let mut results = bounded(answer.value, limits);
    if answer.partial {
        results.notes.push(Note::Partial);
    }
    results
}

/// No more rows than are wanted.
fn bounded(mut value: Value, limits: &Limits) -> Results {
    let length = match &mut value {
        Value::Rows(rows) => {
            let length = rows.rows.len();
            rows.rows.truncate(limits.rows);
            length
        }
        Value::Triples(triples) => {
            let length = triples.len();
            triples.truncate(limits.rows);
            length
        }
        Value::Boolean(_) => 0,
    };
    let mut notes = Vec::new();
    if length > limits.rows {
        note_truncation(&mut notes, limits.rows);
    }
    Results { value, notes }
}

fn note_truncation(notes: &mut Vec<Note>, rows: usize) {
    if !notes
        .iter()
        .any(|note| matches!(note, Note::Truncated { .. }))
    {
        notes.push(Note::Truncated { rows });
    }
}

/// The columns as the query names them: engines reorder them, or call them `callret-0`.
fn in_columns(mut results: Results, query: &Query) -> Results {
    let Query::Select { pattern, .. } = query else {
        return results;
    };
    let (Some(wanted), Value::Rows(table)) = (paging::projected(pattern), &mut results.value)
    else {
        return results;
    };
    let wanted: Vec<String> = wanted.iter().map(|v| v.as_str().to_owned()).collect();
    if wanted == table.variables || (wanted.is_empty() && table.variables.is_empty()) {
        return results;
    }
    let column = |name: &String| table.variables.iter().position(|given| given == name);
    let unnamed = |(name, given): (&String, &String)| name == given || given.starts_with("callret");
    if wanted.len() == table.variables.len() && wanted.iter().zip(&table.variables).all(unnamed) {
        table.variables = wanted;
    } else if table.variables.iter().all(|name| wanted.contains(name)) {
        // Columns that are never bound may be missing.
        let order: Vec<Option<usize>> = wanted.iter().map(column).collect();
        for row in &mut table.rows {
            let cells = order
                .iter()
                .map(|from| (*from).and_then(|from| row[from].take()));
            *row = cells.collect();
        }
        table.variables = wanted;
    }
    results
}

/// The form of a query, from the first word that tells.
fn form_of(text: &str) -> Form {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix('#') {
            rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some(iri) = rest.strip_prefix('<') {
            rest = iri.split_once('>').map_or("", |(_, rest)| rest);
        } else {
            let end = rest.find(|c: char| !c.is_ascii_alphabetic());
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            // A prefix may be called `ask:`.
            if !after.starts_with(':') {
                match word.to_ascii_uppercase().as_str() {
                    "SELECT" => return Form::Select,
                    "ASK" => return Form::Ask,
                    "CONSTRUCT" | "DESCRIBE" => return Form::Graph,
                    _ => {}
                }
            }
            let mut chars = after.chars();
            if word.is_empty() && chars.next().is_none() {
                return Form::Select;
            }
            rest = if word.is_empty() {
                chars.as_str()
            } else {
                after
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use lydite_sparql::{Dialect, parse};
    use oxrdf::Literal;

    use super::*;

    #[test]
    fn the_form_is_told_from_the_text() {
        for (text, expected) in [
            ("select * { ?ask ?construct ?x }", Form::Select),
            ("PREFIX ask: <http://select/> ASK { }", Form::Ask),
            ("# ask\nBASE <http://ask> CONSTRUCT WHERE { }", Form::Graph),
            ("\u{feff}describe <x>", Form::Graph),
            ("", Form::Select),
            ("¿ <", Form::Select),
        ] {
            assert_eq!(form_of(text), expected, "{text}");
        }
    }

    #[test]
    fn columns_come_as_the_query_names_them() {
        let cell = |n: i64| Some(Term::from(Literal::from(n)));
        let cases = [
            (
                vec!["a", "callret-1"],
                vec![vec![cell(1), cell(2)]],
                vec![vec![cell(1), cell(2)]],
            ),
            (
                vec!["n", "a"],
                vec![vec![cell(2), cell(1)]],
                vec![vec![cell(1), cell(2)]],
            ),
            (vec!["n"], vec![vec![cell(2)]], vec![vec![None, cell(2)]]),
            (vec![], vec![], vec![]),
        ];
        let query = parse(
            "SELECT ?a (COUNT(?x) AS ?n) { ?x ?y ?a } GROUP BY ?a",
            &Dialect::field(),
        );
        let query = query.unwrap().query;
        for (variables, rows, expected) in cases {
            let variables = variables.into_iter().map(str::to_owned).collect();
            let results = Results {
                value: Value::Rows(Rows { variables, rows }),
                notes: Vec::new(),
            };
            let Value::Rows(rows) = in_columns(results, &query).value else {
                panic!("rows stay rows");
            };
            assert_eq!(rows.variables, ["a", "n"]);
            assert_eq!(rows.rows, expected);
        }
    }

    #[test]
    fn the_limit_of_sorting_is_told_by_its_refusal() {
        let words = "Virtuoso 22023 Error SR353: Sorted TOP clause specifies more then 15100 rows \
                     to sort. Only 10000 are allowed. Either decrease the offset";
        assert_eq!(most_sorted(words), Some(10_000));
        assert_eq!(most_sorted("Only 3 are allowed"), None);
    }
}
