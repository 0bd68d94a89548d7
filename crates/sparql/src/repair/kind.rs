//! The irregularities that are repaired, each with a stable name and an example.

use std::fmt;

use serde::{Serialize, Serializer};

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident $id:literal $before:literal => $after:literal;)+) => {
        /// An irregularity that is repaired.
        ///
        /// ```
        /// use lydite_sparql::{Dialect, RepairKind, parse};
        ///
        /// for kind in RepairKind::ALL {
        ///     let (before, _) = kind.example();
        ///     let parsed = parse(before, &Dialect::field())?;
        ///     assert!(parsed.repairs.iter().any(|repair| repair.kind == *kind), "{kind}");
        /// }
        /// # Ok::<(), lydite_sparql::ParseError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum RepairKind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl RepairKind {
            /// All of them, in the order of `docs/queries.md`.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable name.
            pub fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)+ }
            }

            /// What is irregular, in a sentence.
            pub fn description(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }

            /// A query that has the irregularity, and the same query repaired.
            pub fn example(self) -> (&'static str, &'static str) {
                match self { $(Self::$variant => ($before, $after),)+ }
            }
        }
    };
}

kinds! {
    /// An aggregate in SELECT has no parentheses or no alias.
    AggregateWithoutParentheses "aggregate-without-parentheses"
        "SELECT COUNT(?x) WHERE { ?x ?p ?y }"
        => "SELECT (COUNT(?x) AS ?result) WHERE { ?x ?p ?y }";
    /// An expression in SELECT has no parentheses.
    ExpressionWithoutParentheses "expression-without-parentheses"
        "SELECT year(?d) WHERE { ?x ?p ?d }"
        => "SELECT (year(?d) AS ?result) WHERE { ?x ?p ?d }";
    /// An expression in parentheses has no alias.
    ExpressionWithoutAlias "expression-without-alias"
        "SELECT (?a-?b) WHERE { ?a ?p ?b }"
        => "SELECT (?a-?b AS ?result) WHERE { ?a ?p ?b }";
    /// DISTINCT is written like a function.
    DistinctAsFunction "distinct-as-function"
        "SELECT DISTINCT(?x) WHERE { ?x ?p ?y }"
        => "SELECT DISTINCT ?x WHERE { ?x ?p ?y }";
    /// Selected variables are separated by commas.
    CommaInProjection "comma-in-projection"
        "SELECT ?x, ?y WHERE { ?x ?p ?y }"
        => "SELECT ?x ?y WHERE { ?x ?p ?y }";
    /// An alias is inside the parentheses of the aggregate.
    AliasInsideAggregate "alias-inside-aggregate"
        "SELECT COUNT(?x AS ?n) WHERE { ?x ?p ?y }"
        => "SELECT (COUNT(?x) AS ?n) WHERE { ?x ?p ?y }";
    /// An alias reuses a variable of its own expression.
    AliasReusesVariable "alias-reuses-variable"
        "SELECT SUM(?x) AS ?x WHERE { ?y ?p ?x }"
        => "SELECT (SUM(?x) AS ?x_agg) WHERE { ?y ?p ?x }";
    /// Plain variables are used beside an aggregate without GROUP BY.
    GroupByMissing "group-by-missing"
        "SELECT ?x WHERE { ?x ?p ?y } ORDER BY DESC(COUNT(?y))"
        => "SELECT ?x WHERE { ?x ?p ?y } GROUP BY ?x ORDER BY DESC(COUNT(?y))";
    /// The condition of HAVING has no parentheses.
    HavingWithoutParentheses "having-without-parentheses"
        "SELECT ?x WHERE { ?x ?p ?y } GROUP BY ?x HAVING COUNT(?y) > 2"
        => "SELECT ?x WHERE { ?x ?p ?y } GROUP BY ?x HAVING (COUNT(?y) > 2)";
    /// HAVING of the outer query refers to results of the inner query.
    HavingOnOuterQuery "having-on-outer-query"
        "SELECT ?x { SELECT ?x SUM(?y) AS ?s { ?x ?p ?y } GROUP BY ?x } GROUP BY ?x HAVING (?s > 2)"
        => "SELECT ?x { { SELECT ?x (SUM(?y) AS ?s) { ?x ?p ?y } GROUP BY ?x } FILTER (?s > 2) }";
    /// A sub-select has its own FROM.
    FromInsideSubselect "from-inside-subselect"
        "SELECT ?x { SELECT ?x FROM <http://a/g> { ?x ?p ?y } }"
        => "SELECT ?x FROM <http://a/g> { SELECT ?x { ?x ?p ?y } }";
    /// NOT is used as the operator `!`.
    NotAsOperator "not-as-operator"
        "ASK { ?x ?p ?y FILTER (NOT regex(?y, 'a')) }"
        => "ASK { ?x ?p ?y FILTER (!regex(?y, 'a')) }";
    /// LIMIT or OFFSET is given twice; the smaller limit and the larger offset apply.
    RangeRepeated "range-repeated"
        "SELECT ?x { ?x ?p ?y } LIMIT 10 LIMIT 1"
        => "SELECT ?x { ?x ?p ?y } LIMIT 1";
    /// A semicolon ends the query.
    TrailingSemicolon "trailing-semicolon"
        "ASK { ?x ?p ?y };"
        => "ASK { ?x ?p ?y }";
    /// A triple ends with two dots.
    DotRepeated "dot-repeated"
        "ASK { ?x ?p ?y .. }"
        => "ASK { ?x ?p ?y . }";
    /// A prefix is used but not declared.
    MissingPrefix "missing-prefix"
        "ASK { ?x a dbo:Lake }"
        => "PREFIX dbo: <http://dbpedia.org/ontology/> ASK { ?x a dbo:Lake }";
    /// A local name ends with a dot.
    NameEndsWithDot "name-ends-with-dot"
        "ASK { dbr:Apple_Inc. dbo:industry ?x }"
        => "ASK { dbr:Apple_Inc\\. dbo:industry ?x }";
    /// A local name contains brackets, commas, apostrophes or other characters that need a backslash.
    NameWithPunctuation "name-with-punctuation"
        "ASK { dbr:Michael_(album) ?p ?x }"
        => "ASK { dbr:Michael_\\(album\\) ?p ?x }";
    /// An IRI contains spaces or other characters that need percent-encoding.
    IriWithForbiddenCharacters "iri-with-forbidden-characters"
        "ASK { <http://a/b|c d> ?p ?x }"
        => "ASK { <http://a/b%7Cc%20d> ?p ?x }";
    /// A web IRI has only one slash before its host.
    IriWithOneSlash "iri-with-one-slash"
        "ASK { <http:/dbpedia.org/resource/Ulm> ?p ?x }"
        => "ASK { <http://dbpedia.org/resource/Ulm> ?p ?x }";
    /// An IRI is relative, and the query has no BASE.
    IriRelative "iri-relative"
        "ASK { ?x <member_of> ?y }"
        => "BASE <http://base.invalid/> ASK { ?x <member_of> ?y }";
    /// An IRI has no angle brackets.
    IriWithoutBrackets "iri-without-brackets"
        "PREFIX a: http://a/ ASK { a:b ?p ?x }"
        => "PREFIX a: <http://a/> ASK { a:b ?p ?x }";
    /// A question mark precedes a prefixed name.
    StrayQuestionMark "stray-question-mark"
        "ASK { ?x ?p ?dbr:Berlin }"
        => "ASK { ?x ?p dbr:Berlin }";
    /// A backslash is outside names and strings.
    StrayBackslash "stray-backslash"
        "ASK { ?x text:\"state bird\"\\ . }"
        => "ASK { ?x text:\"state bird\" . }";
    /// The quotes around a literal are missing.
    QuotesLost "quotes-lost"
        "ASK { ?x ?p ?y FILTER regex(?y, thrash metal, i) }"
        => "ASK { ?x ?p ?y FILTER regex(?y, \"thrash metal\", \"i\") }";
    /// A quote is not closed before the next text term.
    QuoteUnclosed "quote-unclosed"
        "ASK { ?x text:\"style text:\"art deco\" }"
        => "ASK { ?x text:\"style\" text:\"art deco\" }";
    /// The query is wrapped in quotes, with those inside doubled or escaped.
    QuotedAsCell "quoted-as-cell"
        "\"ASK { ?x ?p \"\"a\"\" }\""
        => "ASK { ?x ?p \"a\" }";
    /// The query is in a Markdown code fence; if there are several, the last one with a query counts.
    CodeFence "code-fence"
        "```sparql ASK { ?x ?p ?y } ```"
        => "ASK { ?x ?p ?y }";
    /// The reasoning of a language model precedes the query.
    ThoughtsAround "thoughts-around"
        "<think>Is it ASK?</think> ASK { ?x ?p ?y }"
        => "ASK { ?x ?p ?y }";
    /// A label or prose surrounds the query.
    ProseAround "prose-around"
        "SPARQL: ASK { ?x ?p ?y } This asks for anything."
        => "ASK { ?x ?p ?y }";
    /// The query is escaped as in HTML.
    HtmlEscapes "html-escapes"
        "ASK { ?x &lt;http://a/p&gt; &quot;a&quot; }"
        => "ASK { ?x <http://a/p> \"a\" }";
    /// A literal has typographic quotes.
    CurlyQuotes "curly-quotes"
        "ASK { ?x ?p “a” }"
        => "ASK { ?x ?p \"a\" }";
    /// A bracket has no partner.
    BracketUnmatched "bracket-unmatched"
        "ASK { ?x ?p ?y FILTER (bound(?y) }"
        => "ASK { ?x ?p ?y FILTER (bound(?y)) }";
    /// The space between a variable and the keyword after it is missing.
    WordsGlued "words-glued"
        "SELECT ?x WHERE { ?x ?p ?y } GROUP BY ?xHAVING (COUNT(?y) > 2)"
        => "SELECT ?x WHERE { ?x ?p ?y } GROUP BY ?x HAVING (COUNT(?y) > 2)";
    /// A keyword is misspelt.
    KeywordMisspelt "keyword-misspelt"
        "SELECT ?x { ?x ?p ?y } OFSET 1"
        => "SELECT ?x { ?x ?p ?y } OFFSET 1";
    /// One of the two characters of `&&` or `^^` is missing.
    OperatorHalved "operator-halved"
        "ASK { ?x ?p '1'^xsd:int }"
        => "ASK { ?x ?p '1'^^xsd:int }";
    /// Doubled letters of a declared namespace were collapsed.
    NamespaceSqueezed "namespace-squeezed"
        "PREFIX xsd: <http://w.w3.org/201/XMLSchema#> ASK { ?x ?p '1'^xsd:int }"
        => "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ASK { ?x ?p '1'^^xsd:int }";
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for RepairKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
