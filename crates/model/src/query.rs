//! The formal query behind a question.

use serde::{Deserialize, Serialize};

use crate::Language;

/// A query and the notation it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// The notation.
    pub form: QueryForm,
    /// The query as the file gives it, dialect and all.
    pub text: String,
    /// The wording it belongs to, where a file has one query per language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

impl Query {
    /// A query in this notation, for all languages.
    pub fn new(form: QueryForm, text: impl Into<String>) -> Self {
        Self {
            form,
            text: text.into(),
            language: None,
        }
    }

    /// The query to read for this language: SPARQL if there is one, then whatever is like SPARQL.
    ///
    /// ```
    /// use lydite_model::{Query, QueryForm};
    /// let queries = [Query::new(QueryForm::Pseudo, "…"), Query::sparql("ASK { ?s ?p ?o }")];
    /// assert_eq!(Query::choose(&queries, None), Some(&queries[1]));
    /// ```
    pub fn choose<'q>(queries: &'q [Self], language: Option<&Language>) -> Option<&'q Self> {
        let spoken = |query: &&Self| match (&query.language, language) {
            (Some(of), Some(wanted)) => of.matches(wanted),
            _ => true,
        };
        let mut sparql = queries
            .iter()
            .filter(|query| query.form == QueryForm::Sparql);
        let readable =
            |query: &&Self| matches!(query.form, QueryForm::Pseudo | QueryForm::Schemaless);
        let found = sparql.clone().find(spoken).or_else(|| sparql.next());
        found.or_else(|| queries.iter().find(readable))
    }

    /// A SPARQL query.
    pub fn sparql(text: impl Into<String>) -> Self {
        Self::new(QueryForm::Sparql, text)
    }
}

/// The notations that benchmarks use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueryForm {
    /// SPARQL, often in Virtuoso's dialect.
    Sparql,
    /// QALD's hybrid notation: SPARQL with `text:"…"` terms.
    Pseudo,
    /// SPARQL with words in place of identifiers.
    Schemaless,
    /// SPARQL with slots to fill.
    Template,
    /// A logical form in brackets.
    SExpression,
    /// A formula of SEMPRE: lambda dependency-based compositional semantics.
    LambdaDcs,
    /// A program of KQA Pro: a list of functions in JSON.
    Kopl,
}

impl QueryForm {
    /// The name that files and output use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sparql => "sparql",
            Self::Pseudo => "pseudo",
            Self::Schemaless => "schemaless",
            Self::Template => "template",
            Self::SExpression => "s-expression",
            Self::LambdaDcs => "lambda-dcs",
            Self::Kopl => "kopl",
        }
    }
}
