//! The command line of `template`.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, ValueEnum, ValueHint};

/// Options of `template`.
#[derive(Args, Debug)]
pub struct Template {
    /// The questions and gold queries: files or catalogue names; of questions that occur again, the
    /// one in the last file is kept, so the newest edition goes last
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub gold: Vec<PathBuf>,
    /// A collection of benchmarks: tgm-paper, what the paper of 2018 used
    #[arg(long, value_name = "NAME", conflicts_with = "gold", value_enum)]
    pub dataset: Option<TemplateDataset>,
    /// The addresses of template generation modules, which are compared if there are several
    #[arg(long, value_name = "[NAME=]URL", num_args = 1..)]
    pub tgm: Vec<Named>,
    /// Stored exchanges, a JSON object a line, each with its gold query; a file for each system
    #[arg(
        long,
        value_name = "[NAME=]FILE",
        num_args = 1..,
        conflicts_with_all = ["gold", "dataset", "tgm", "replay", "queries"],
        value_hint = ValueHint::FilePath
    )]
    pub cases: Vec<Named>,
    /// Answers that were recorded with --record; a file for each system
    #[arg(long, value_name = "[NAME=]FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub replay: Vec<Named>,
    /// The queries of any system: an answer file for each system
    #[arg(long, value_name = "[NAME=]FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub queries: Vec<Named>,
    /// Where the answers of --tgm are kept for --replay: a file for each address
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        requires = "tgm",
        value_hint = ValueHint::FilePath
    )]
    pub record: Vec<PathBuf>,
    /// The rules: ours, or those of the published evaluator with its slips (default: lydite; the
    /// statistics of a collection on its own: reference)
    #[arg(long, value_enum)]
    pub rules: Option<RulesName>,
    /// When a template counts as SPARQL (our rules only)
    #[arg(long, value_enum, default_value_t)]
    pub syntax: SyntaxName,
    /// The language of the questions, and of the request
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// The field that holds the question text, where a benchmark has several (LC-QuAD:
    /// intermediary_question)
    #[arg(long, value_name = "FIELD")]
    pub wording: Option<String>,
    /// Questions that differ only in case, spacing or final punctuation are the same
    #[arg(long)]
    pub fold: bool,
    /// Number of parallel requests
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Time limit for each request, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Show every question
    #[arg(long)]
    pub per_question: bool,
    /// Explain the verdict on the question with this identifier
    #[arg(long, value_name = "ID")]
    pub explain: Vec<String>,
    /// Draw the verdicts as stacked bars, for each dataset and system (without a system: the
    /// questions by what they ask for), in SVG
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
    /// QALD-1 to 7 and LC-QuAD 1.0, as the paper of 2018 used them.
    TgmPaper,
}

/// By which rules templates are judged.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesName {
    /// What the paper means.
    Lydite,
    /// What the published evaluator does.
    Reference,
}

/// When a template counts as SPARQL.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyntaxName {
    /// If it is in the grammar of SPARQL 1.1.
    #[default]
    Grammar,
    /// If it keeps all rules of SPARQL 1.1.
    Strict,
    /// If it is in the grammar after the repairs that dialects need.
    Dialect,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds".to_owned())?;
    if seconds.is_finite() && seconds > 0.0 && seconds <= 86_400.0 {
        Ok(seconds)
    } else {
        Err("more than 0 and at most 86400 seconds".to_owned())
    }
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
