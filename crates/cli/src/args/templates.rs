//! The command line of `template`.

use std::path::PathBuf;

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
    pub dataset: Option<Collection>,
    /// The address of a template generation module
    #[arg(long, value_name = "URL", group = "templates")]
    pub tgm: Option<String>,
    /// Stored exchanges, a JSON object a line, each with its gold query
    #[arg(long, value_name = "FILE", group = "templates", value_hint = ValueHint::FilePath)]
    pub cases: Option<PathBuf>,
    /// Answers that were recorded with --record
    #[arg(long, value_name = "FILE", group = "templates", value_hint = ValueHint::FilePath)]
    pub replay: Option<PathBuf>,
    /// The queries of any system: an answer file
    #[arg(long, value_name = "FILE", group = "templates", value_hint = ValueHint::FilePath)]
    pub queries: Option<PathBuf>,
    /// Where the answers of --tgm are kept for --replay
    #[arg(long, value_name = "FILE", requires = "tgm", value_hint = ValueHint::FilePath)]
    pub record: Option<PathBuf>,
    /// The rules: ours, or those of the published evaluator with its slips (default: lydite; the
    /// figures of a collection by themselves: reference)
    #[arg(long, value_enum)]
    pub rules: Option<TemplateRules>,
    /// When a template counts as SPARQL (our rules only)
    #[arg(long, value_enum, default_value_t)]
    pub syntax: TemplateSyntax,
    /// The language of the questions, and of the request
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// The field that holds the question, where a benchmark has several wordings (LC-QuAD:
    /// intermediary_question)
    #[arg(long, value_name = "FIELD")]
    pub wording: Option<String>,
    /// Questions that differ only in case, spacing or final punctuation are the same
    #[arg(long)]
    pub fold: bool,
    /// How many requests are under way at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// How long to wait for each answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Shows every question
    #[arg(long)]
    pub per_question: bool,
    /// Shows everything about the question with this identifier
    #[arg(long, value_name = "ID")]
    pub explain: Vec<String>,
    /// Writes the verdicts as stacked bars, in SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub chart: Option<PathBuf>,
}

/// A collection of benchmarks.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// QALD-1 to 7 and LC-QuAD 1.0, as the paper of 2018 used them.
    TgmPaper,
}

/// By which rules templates are judged.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateRules {
    /// What the paper means.
    Lydite,
    /// What the published evaluator does.
    Reference,
}

/// When a template counts as SPARQL.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TemplateSyntax {
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
