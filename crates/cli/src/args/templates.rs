//! The command line of `template`.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

/// Options of `template`.
#[derive(Args, Debug)]
pub struct Template {
    /// The questions and gold queries: files or catalogue names; if a question occurs in several, the
    /// last one counts
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub gold: Vec<PathBuf>,
    /// A collection of benchmarks
    #[arg(long, value_name = "NAME", conflicts_with = "gold", value_enum)]
    pub dataset: Option<TemplateDataset>,
    /// The URLs of one or more template generation modules
    #[arg(long, value_name = "[NAME=]URL", num_args = 1..)]
    pub tgm: Vec<Named>,
    /// OKBQA chains, all four modules of which are judged: an address under which /tgm, /dm, /qgm and
    /// /agm are, or a TOML file that describes an okbqa system
    #[arg(long, value_name = "[NAME=]URL", num_args = 1..)]
    pub okbqa: Vec<Named>,
    /// Stored exchanges, one JSON object per line with its gold query; one file per system
    #[arg(
        long,
        value_name = "[NAME=]FILE",
        num_args = 1..,
        conflicts_with_all = ["gold", "dataset", "tgm", "okbqa", "replay", "queries"],
        value_hint = ValueHint::FilePath
    )]
    pub cases: Vec<Named>,
    /// Answers recorded with --record; one file per system
    #[arg(long, value_name = "[NAME=]FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub replay: Vec<Named>,
    /// The queries of any system; one answer file per system
    #[arg(long, value_name = "[NAME=]FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub queries: Vec<Named>,
    /// Record the answers of --tgm and --okbqa for --replay and --cases; one file per URL
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        value_hint = ValueHint::FilePath
    )]
    pub record: Vec<PathBuf>,
    /// The rules to judge by [default: lydite; for the statistics of a collection alone: reference]
    #[arg(long, value_enum)]
    pub rules: Option<RulesName>,
    /// When a template counts as valid SPARQL (only with --rules lydite)
    #[arg(long, value_enum, default_value_t)]
    pub syntax: SyntaxName,
    /// The language of the question texts
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// The field that holds the question text, where a benchmark has several (LC-QuAD:
    /// intermediary_question)
    #[arg(long, value_name = "FIELD")]
    pub wording: Option<String>,
    /// Treat questions that differ only in case, spacing or final punctuation as the same
    #[arg(long)]
    pub fold: bool,
    /// Number of parallel requests
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Time limit for each request, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = super::parse_seconds)]
    pub timeout: Duration,
    /// Show every question
    #[arg(long)]
    pub per_question: bool,
    /// Explain the verdict on the question with this identifier
    #[arg(long, value_name = "ID")]
    pub explain: Vec<String>,
    /// Draw the verdicts as stacked bars per dataset and system (without a system: the questions by
    /// what they ask for), as SVG
    #[arg(long, value_name = "FILE.svg", value_hint = ValueHint::FilePath)]
    pub chart: Option<PathBuf>,
}

/// A file or an address, with the name that it is given: `NAME=WHAT`, or `WHAT` alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name, if it is given one.
    pub name: Option<String>,
    /// The file or address.
    pub value: String,
}

impl FromStr for Named {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let is_name = |name: &str| !name.is_empty() && !name.contains(['/', '\\', ':', '?']);
        let named = text
            .split_once('=')
            .filter(|(name, value)| is_name(name) && !value.is_empty())
            // A file may have such a name itself.
            .filter(|_| !Path::new(text).exists());
        Ok(match named {
            Some((name, value)) => Self {
                name: Some(name.to_owned()),
                value: value.to_owned(),
            },
            None => Self {
                name: None,
                value: text.to_owned(),
            },
        })
    }
}

/// A collection of benchmarks.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateDataset {
    /// QALD-1 to QALD-7 and LC-QuAD 1.0, as in the 2018 paper.
    TgmPaper,
}

/// By which rules templates are judged.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesName {
    /// The criteria as the paper means them.
    Lydite,
    /// The published evaluator, mistakes included.
    Reference,
}

/// When a template counts as SPARQL.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyntaxName {
    /// If it follows the grammar of SPARQL 1.1.
    #[default]
    Grammar,
    /// If it follows all rules of SPARQL 1.1.
    Strict,
    /// If it follows the grammar after repairs.
    Dialect,
}

#[cfg(test)]
mod tests {
    use super::Named;

    #[test]
    fn a_name_stands_before_the_first_equals_sign_unless_an_address_has_begun() {
        for (text, name, value) in [
            ("rocknrole=http://h/tgm", Some("rocknrole"), "http://h/tgm"),
            ("http://h/tgm?lang=en", None, "http://h/tgm?lang=en"),
            ("a=http://h/?x=y", Some("a"), "http://h/?x=y"),
            ("runs/a=b.jsonl", None, "runs/a=b.jsonl"),
            ("run.jsonl", None, "run.jsonl"),
            ("=run.jsonl", None, "=run.jsonl"),
            ("name=", None, "name="),
        ] {
            let Ok(named) = text.parse::<Named>();
            assert_eq!((named.name.as_deref(), &*named.value), (name, value));
        }
    }
}
