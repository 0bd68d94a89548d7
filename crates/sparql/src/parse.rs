//! From text to algebra: as it stands if possible, repaired if not.

use std::borrow::Cow;

use lydite_model::QueryForm;
use spargebra::{Query, SparqlParser, SparqlSyntaxError};

use crate::bounds::{self, Bounds};
use crate::escapes::decode;
use crate::explain::{self, explain};
use crate::lower::{Lowered, lower};
use crate::repair::{
    AssumedPrefix, Draft, Excerpt, Repair, declare_base, first_relative, repair, statements,
    unwrap, without_prose,
};
use crate::star::in_order;
use crate::{Dialect, Obstacle, ParseError, Position, RepairKind};

/// A query that has been understood.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Its algebra. The free texts of pseudo queries are IRIs here; [`Structure`](crate::Structure)
    /// shows them as texts.
    pub query: Query,
    /// The notation it is in: SPARQL, pseudo, schemaless, or a template with placeholders.
    pub form: QueryForm,
    /// The text after repair, in the same notation. It needs no repair.
    pub text: String,
    /// What had to be changed, in the order of the changes.
    pub repairs: Vec<Repair>,
    /// The prefixes that were assumed, in the order of their use.
    pub prefixes_assumed: Vec<AssumedPrefix>,
    /// The base that was assumed for relative IRIs, if there are any and the query has none.
    pub base_assumed: Option<String>,
    pub(crate) bounds: Bounds,
}

impl Parsed {
    /// Whether the text was SPARQL 1.1 as given.
    pub fn is_strict(&self) -> bool {
        self.form == QueryForm::Sparql && self.repairs.is_empty()
    }

    /// Runs work that recurses with the nesting of the query on a stack that is large enough.
    /// `None` if there is none to be had, or if the work panics on it.
    pub fn with_stack<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Option<T> {
        self.bounds.run(work)
    }

    /// How many triples stand before the first property path in the text, if there is a path.
    ///
    /// The algebra has sequences and inverses as plain triples; this is for those who need to know
    /// how they were written. A bracket `[…]` counts as part of the triple it stands in.
    ///
    /// ```
    /// use lydite_sparql::{Dialect, parse};
    ///
    /// let parsed = parse("ASK { ?x a ?y . ?y rdfs:subClassOf*/rdfs:label ?l }", &Dialect::field())?;
    /// assert_eq!(parsed.triples_before_path(), Some(1));
    /// # Ok::<(), lydite_sparql::ParseError>(())
    /// ```
    pub fn triples_before_path(&self) -> Option<usize> {
        let draft = Draft::new(&self.text);
        statements(&draft).iter().position(|statement| {
            let predicate = statement.terms.get(1);
            predicate.is_some_and(|range| range.len() > 1 || draft.tokens[range.start].is("("))
        })
    }
}

/// Queries above this size are not repaired: the passes are made for what people write.
const MAX_REPAIR_BYTES: usize = 32 << 10;

/// Understands a query.
///
/// SPARQL 1.1 is taken as it stands. Anything else is repaired if the dialect allows it; hybrid
/// *pseudo* queries (`text:"…"` in any position, triples of two terms) and *schemaless* queries
/// (words in place of predicates) are recognised by themselves.
///
/// ```
/// use lydite_model::QueryForm;
/// use lydite_sparql::{Dialect, parse};
///
/// let parsed = parse("SELECT DISTINCT COUNT(?uri) { ?uri a dbo:Lake }", &Dialect::field())?;
/// assert_eq!(
///     parsed.text,
///     "PREFIX dbo: <http://dbpedia.org/ontology/> \
///      SELECT DISTINCT (COUNT(?uri) AS ?result) { ?uri a dbo:Lake }"
/// );
/// assert_eq!(parsed.prefixes_assumed[0].prefix, "dbo");
///
/// let hybrid = parse("ASK { ?x text:\"first man in space\" }", &Dialect::field())?;
/// assert_eq!(hybrid.form, QueryForm::Pseudo);
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
///
/// # Errors
/// If the text is not a query, not even after repair: the error says where and why.
pub fn parse(text: &str, dialect: &Dialect) -> Result<Parsed, ParseError> {
    let bounds = bounds::measure(text)?;
    let query = run(text, bounds).ok().or_else(|| match decode(text) {
        Cow::Borrowed(_) => None,
        Cow::Owned(decoded) => run(&decoded, bounds).ok(),
    });
    let deceptive = |query: &Query| is_glued(query, text) || has_one_slash(text);
    if let Some(query) = query.filter(|query| !(dialect.repairs_some() && deceptive(query))) {
        return Ok(Parsed {
            query,
            form: QueryForm::Sparql,
            text: text.to_owned(),
            repairs: Vec::new(),
            prefixes_assumed: Vec::new(),
            base_assumed: None,
            bounds,
        });
    }
    refuse_markers(text)?;
    let mut excerpt = Excerpt::whole(text);
    let (mut repairs, mut done, mut refused) = (Vec::new(), Vec::new(), None);
    while let Some(unwrapped) = unwrap(&excerpt, &done) {
        done.push(unwrapped.kind);
        if dialect.allows(unwrapped.kind) {
            repairs.push(excerpt.repair(&unwrapped));
            excerpt = unwrapped.inner;
        } else if refused.is_none() {
            refused = Some(excerpt.repair(&unwrapped));
        }
    }
    let mut parsed = parse_draft(&excerpt.text, dialect, bounds);
    // Whether something is a sentence shows when it cannot be part of the query.
    if parsed.is_err()
        && dialect.allows(RepairKind::ProseAround)
        && let Some(unwrapped) = without_prose(&excerpt)
    {
        let inner = parse_draft(&unwrapped.inner.text, dialect, bounds);
        let begins_with_prose = unwrapped.at == 0;
        if inner.is_ok() || begins_with_prose {
            repairs.push(excerpt.repair(&unwrapped));
            excerpt = unwrapped.inner;
            parsed = inner;
        }
    }
    match (parsed, refused) {
        (Ok(mut parsed), _) => {
            for repair in &mut parsed.repairs {
                repair.offset = excerpt.at(repair.offset).min(text.len());
            }
            repairs.append(&mut parsed.repairs);
            parsed.repairs = repairs;
            Ok(parsed)
        }
        (Err(_), Some(repair)) => Err(as_it_stands(text, &repair)),
        (Err(mut error), None) => {
            error.position = Position::of(text, excerpt.at(error.position.offset));
            Err(error)
        }
    }
}

/// The error for what a dialect does not repair.
fn as_it_stands(text: &str, repair: &Repair) -> ParseError {
    let message = format!("`{}` is not valid here", repair.before.trim());
    let error = ParseError::new(Obstacle::Syntax, text, repair.offset, message);
    error.with_hint(repair.kind.description())
}

/// The parser takes `ASKWHERE` for two words.
fn is_glued(query: &Query, text: &str) -> bool {
    let mut windows = text.as_bytes().windows(8);
    matches!(query, Query::Ask { .. }) && windows.any(|w| w.eq_ignore_ascii_case(b"askwhere"))
}

/// `<http:/dbpedia.org/…>` is an IRI by the grammar, but HTTP has none without a host.
fn has_one_slash(text: &str) -> bool {
    text.match_indices(":/").any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + 2..]);
        !after.starts_with('/') && (before.ends_with("<http") || before.ends_with("<https"))
    })
}

fn refuse_markers(text: &str) -> Result<(), ParseError> {
    let trimmed = text.trim();
    let at = text.len() - text.trim_start().len();
    if trimmed.is_empty() {
        return Err(ParseError::new(
            Obstacle::Empty,
            text,
            0,
            "the query is empty",
        ));
    }
    if trimmed.eq_ignore_ascii_case("out of scope") {
        let message = "the question is marked as out of scope and has no query";
        return Err(ParseError::new(Obstacle::OutOfScope, text, at, message));
    }
    Ok(())
}

fn parse_draft(text: &str, dialect: &Dialect, bounds: Bounds) -> Result<Parsed, ParseError> {
    let mut draft = Draft::new(text);
    let mut prefixes_assumed = Vec::new();
    let repairs = dialect.repairs_some() && text.len() <= MAX_REPAIR_BYTES;
    if repairs {
        prefixes_assumed = repair(&mut draft, text, dialect)?;
    }
    let mut lowered = lower(&draft, dialect.other_forms());
    let mut result = run(&lowered.text, bounds.with(&draft));
    // What looks like a relative IRI may be a comparison: whether it takes a base shows with one.
    let mut base_assumed = None;
    if let (Err(_), Some(relative)) = (&result, first_relative(&draft)) {
        let parser = SparqlParser::new().with_base_iri(dialect.base());
        result = run_with(
            parser.unwrap_or_default(),
            &lowered.text,
            bounds.with(&draft),
        );
        if result.is_ok() && !repairs {
            return Err(explain::relative(text, &draft.tokens[relative]));
        }
        if result.is_ok() {
            base_assumed = Some(dialect.base().to_owned());
            declare_base(&mut draft, relative, dialect);
            lowered = lower(&draft, dialect.other_forms());
        }
    }
    let query = result.map_err(|error| {
        let message = error.map(|error| error.to_string()).unwrap_or_default();
        explain(text, &draft, &lowered.text, &lowered.origins, &message)
    })?;
    if let Some(repair) = draft.repairs.iter().find(|r| !dialect.allows(r.kind)) {
        return Err(as_it_stands(text, repair));
    }
    let repaired = draft.to_text();
    // Plain SPARQL has just been parsed as it stands. Texts and words are seen only by the cutter,
    // and in garbage it may see other ones after a change: then the query is not understood.
    let settled = |lowered: &Lowered| is_settled(&repaired, &lowered.text, dialect);
    if lowered.text != repaired && !draft.repairs.is_empty() && !settled(&lowered) {
        let message = "too many irregularities to repair the query with certainty";
        let at = draft.repairs.first().map_or(0, |repair| repair.offset);
        return Err(ParseError::new(Obstacle::Syntax, text, at, message));
    }
    Ok(Parsed {
        query,
        form: lowered.form,
        text: repaired,
        bounds: bounds.with(&draft),
        repairs: draft.repairs,
        prefixes_assumed,
        base_assumed,
    })
}

/// Whether a text is SPARQL 1.1 with all its rules, given these prefixes beside those it declares.
///
/// ```
/// use lydite_sparql::is_sparql_11;
///
/// let table = [("res", "http://dbpedia.org/resource/")];
/// assert!(is_sparql_11("ASK { res:Ulm ?p ?x }", &table));
/// assert!(!is_sparql_11("ASK { dbr:Ulm ?p ?x }", &table));
/// assert!(!is_sparql_11("SELECT ?x (COUNT(?y) AS ?n) { ?x ?p ?y }", &table));
/// ```
pub fn is_sparql_11(text: &str, prefixes: &[(&str, &str)]) -> bool {
    let Ok(bounds) = bounds::measure(text) else {
        return false;
    };
    let mut declared = String::new();
    for (prefix, namespace) in prefixes {
        // Declarations of the query stand later, and win.
        declared.push_str(&format!("PREFIX {prefix}: <{namespace}> "));
    }
    declared.push_str(text);
    if run(&declared, bounds).is_ok() {
        return true;
    }
    let lowered = lower(&Draft::new(&declared), false).text;
    lowered != declared && run(&lowered, bounds).is_ok()
}

/// Whether a repaired text needs no repair and is still read as `lowered`.
fn is_settled(repaired: &str, lowered: &str, dialect: &Dialect) -> bool {
    let mut draft = Draft::new(repaired);
    repair(&mut draft, repaired, dialect).is_ok()
        && draft.repairs.is_empty()
        && unwrap(&Excerpt::whole(repaired), &[]).is_none()
        && lower(&draft, dialect.other_forms()).text == lowered
}

/// Parses SPARQL 1.1. The error is the parser's, if it came to that.
fn run(text: &str, bounds: Bounds) -> Result<Query, Option<SparqlSyntaxError>> {
    run_with(SparqlParser::new(), text, bounds)
}

fn run_with(
    parser: SparqlParser,
    text: &str,
    bounds: Bounds,
) -> Result<Query, Option<SparqlSyntaxError>> {
    let result = bounds.run(|| parser.parse_query(text));
    let mut query = result.ok_or(None)?.map_err(Some)?;
    in_order(&mut query, text);
    Ok(query)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, dialect: &Dialect) -> Vec<RepairKind> {
        let parsed = parse(text, dialect).unwrap_or_else(|error| panic!("{}", error.render(text)));
        parsed.repairs.iter().map(|repair| repair.kind).collect()
    }

    #[test]
    fn relative_iris_are_resolved_against_a_base() {
        let text = "SELECT ?x { ?x <member_of> ?y . ?y <pred:name> 'a' ; <UN/LOCODE> 'b' }";
        let parsed = parse(text, &Dialect::field()).unwrap();
        let [repair] = parsed.repairs.as_slice() else {
            panic!("{:?}", parsed.repairs);
        };
        assert_eq!(repair.kind, RepairKind::IriRelative);
        assert_eq!((repair.offset, repair.before.as_str()), (15, "<member_of>"));
        assert_eq!(repair.after, "<http://base.invalid/member_of>");
        assert_eq!(parsed.base_assumed.as_deref(), Some(Dialect::DEFAULT_BASE));
        assert_eq!(parsed.text, format!("BASE <http://base.invalid/> {text}"));
        let printed = parsed.query.to_string();
        assert!(
            printed.contains("<http://base.invalid/UN/LOCODE>"),
            "{printed}"
        );
        assert!(printed.contains("<pred:name>"), "{printed}");

        let own = Dialect::field().with_base("http://a/b/").unwrap();
        let printed = parse(text, &own).unwrap().query.to_string();
        assert!(printed.contains("<http://a/b/member_of>"), "{printed}");
        assert!(Dialect::field().with_base("b/").is_err());

        let based = format!("BASE <http://c/> {text}");
        assert!(parse(&based, &own).unwrap().is_strict());
    }

    #[test]
    fn what_looks_like_a_relative_iri_may_be_a_comparison() {
        let text = "SELECT COUNT(?x) { ?x ?p ?a, ?b FILTER(?a<5&&?b>3) }";
        assert_eq!(
            kinds(text, &Dialect::field()),
            [RepairKind::AggregateWithoutParentheses]
        );
    }

    #[test]
    fn strict_dialects_refuse_relative_iris_and_say_so() {
        let based = Dialect::strict().with_base("http://a/").unwrap();
        for (text, column) in [
            ("ASK { ?x <c> ?y }", 10),
            ("ASK { <A> ?p ?y }", 7),
            ("PREFIX : <#> ASK { ?x :p ?y }", 10),
            ("ASK { ?x ?p <c> }", 13),
        ] {
            for dialect in [&Dialect::strict(), &based] {
                let error = parse(text, dialect).unwrap_err();
                assert_eq!(error.obstacle, Obstacle::RelativeIri, "{text}: {error}");
                assert_eq!(error.position.column, column, "{text}");
                assert!(error.message.contains("is relative"), "{error}");
            }
        }
    }

    #[test]
    fn strict_dialects_repair_nothing() {
        for kind in RepairKind::ALL {
            let (text, _) = kind.example();
            match parse(text, &Dialect::strict()) {
                Err(_) => {}
                // The grammar has nothing against it.
                Ok(parsed) => {
                    assert_eq!(*kind, RepairKind::IriWithOneSlash);
                    assert!(parsed.is_strict());
                    assert_eq!(parsed.text, text);
                }
            }
        }
    }

    /// Mistakes of submissions to TEXT2SPARQL. Officially the first two score 0, the others run: the
    /// endpoint takes them.
    #[test]
    fn whoever_runs_the_query_of_a_system_learns_what_was_repaired() {
        use RepairKind::{AggregateWithoutParentheses, MissingPrefix, NameWithPunctuation};
        let (field, virtuoso) = (Dialect::field(), Dialect::virtuoso());
        for (text, repairs, runs) in [
            (
                "SELECT ?who WHERE { dbr:Ada_(language) dbp:designer ?who. }",
                &[NameWithPunctuation, MissingPrefix, MissingPrefix][..],
                false,
            ),
            (
                "SELECT ?d { dbr:Cooks'_Very_Own_Film dbp:prev ?f . ?f dbp:director ?d . }",
                &[NameWithPunctuation, MissingPrefix, MissingPrefix],
                false,
            ),
            (
                "PREFIX a: <http://dbpedia.org/ontology/> SELECT COUNT(*) { ?f a:director ?x }",
                &[AggregateWithoutParentheses],
                true,
            ),
            (
                "SELECT ?x { dbr:Ulm dbo:country ?x }",
                &[MissingPrefix; 2],
                true,
            ),
        ] {
            assert_eq!(kinds(text, &field), repairs, "{text}");
            assert!(parse(text, &Dialect::strict()).is_err(), "{text}");
            assert_eq!(parse(text, &virtuoso).is_ok(), runs, "{text}");
        }
    }

    #[test]
    fn apostrophes_and_blanks_stay_where_they_belong() {
        let dialect = Dialect::field();
        for (text, repaired) in [
            (
                "PREFIX : <http://a/> ASK { :Butter's_Very_Own_Episode ?p ?x . ?x ?q :Butter's_Very_Own_Episode }",
                "PREFIX : <http://a/> ASK { :Butter\\'s_Very_Own_Episode ?p ?x . ?x ?q :Butter\\'s_Very_Own_Episode }",
            ),
            (
                "ASK { dbr:Schindler's_List ?p ?x }",
                "ASK { dbr:Schindler\\'s_List ?p ?x }",
            ),
            (
                "ASK { dbr:Lamb_&_Cook's_Inn ?p dbr:Beastie_Boys', dbr:Film_of_'Ulm' }",
                "ASK { dbr:Lamb_\\&_Cook\\'s_Inn ?p dbr:Beastie_Boys\\', dbr:Film_of_\\'Ulm\\' }",
            ),
            (
                "ASK { ?x foaf:name'Bob'@en, 'b' }",
                "ASK { ?x foaf:name'Bob'@en, 'b' }",
            ),
            (
                "ASK { ?x ?p Cook's Inn . ?y ?p Cook's Inn }",
                "ASK { ?x ?p \"Cook's Inn\" . ?y ?p \"Cook's Inn\" }",
            ),
            ("ASK { ?x ?p <abc def> }", "ASK { ?x ?p <abc%20def> }"),
            (
                "ASK { ?x ?p <http://a/New York (city)> FILTER (?x > 2) }",
                "ASK { ?x ?p <http://a/New%20York%20(city)> FILTER (?x > 2) }",
            ),
        ] {
            let parsed = parse(text, &dialect).unwrap_or_else(|e| panic!("{}", e.render(text)));
            // Declarations come in front.
            assert!(parsed.text.ends_with(repaired), "{}", parsed.text);
            let again = parse(&parsed.text, &dialect).unwrap();
            assert_eq!((again.repairs.len(), &again.text), (0, &parsed.text));
        }
    }
}
