//! The command line of `campaign`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use lydite_lab::campaign::{Column, PhaseKind};

/// What to do with campaigns.
#[derive(Subcommand, Debug)]
pub enum Campaign {
    /// Create a campaign from a TOML file: phases with dates, tasks, benchmarks, rules
    #[command(after_help = "Examples:
  lydite campaign create qald.toml

A file such as:
  name = \"qald-2027\"
  title = \"Question answering over linked data\"

  [[phase]]
  kind = \"training\"
  begin = 2027-01-15

  [[phase]]
  kind = \"test\"
  begin = 2027-04-01
  end = 2027-04-14

  [[task]]
  name = \"multilingual\"
  training = \"train.json\"
  test = \"test.json\"
  languages = [\"en\", \"de\"]
  rules = \"qald\"")]
    Create {
        /// The TOML file
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// List the campaigns
    #[command(after_help = "Examples:
  lydite campaign list")]
    List,
    /// Show a campaign: its phases, tasks and submissions
    #[command(after_help = "Examples:
  lydite campaign show qald-2027")]
    Show {
        /// The campaign
        campaign: String,
    },
    /// Write the questions of a task for participants, without the gold answers
    #[command(after_help = "Examples:
  lydite campaign release qald-2027 --out questions.json
  lydite campaign release qald-2027 --out gold.json --with-gold  when it is over")]
    Release(Release),
    /// Submit an answer file; it is checked and judged at once
    #[command(after_help = "Examples:
  lydite campaign submit qald-2027 answers.json --system mine
  lydite campaign submit qald-2027 answers.json --system mine --phase training
  lydite campaign submit qald-2027 answers.json --system mine --task hybrid")]
    Submit(Submit),
    /// Register a live system, which `poll` asks
    #[command(after_help = "Examples:
  lydite campaign join qald-2027 mine text2sparql:https://example.org/api")]
    Join {
        /// The campaign
        campaign: String,
        /// The name of the system
        name: String,
        /// The system, as in `lydite run --system`
        spec: String,
    },
    /// Ask the systems that joined, and submit what they answer
    #[command(after_help = "Examples:
  lydite campaign poll qald-2027
  lydite campaign poll qald-2027 --task multilingual --jobs 2")]
    Poll(Poll),
    /// Rank the systems, task by task and language by language
    #[command(after_help = "Examples:
  lydite campaign rank qald-2027
  lydite campaign rank qald-2027 --provisional        before it is over")]
    Rank {
        /// The campaign
        campaign: String,
        /// The phase
        #[arg(long, value_enum, default_value = "test")]
        phase: PhaseName,
        /// Show results before the test phase is over
        #[arg(long)]
        provisional: bool,
    },
    /// Close the test phase now
    #[command(after_help = "Examples:
  lydite campaign close qald-2027")]
    Close {
        /// The campaign
        campaign: String,
    },
    /// Write a campaign as a bundle for Codabench, with Lydite as the scoring program
    #[command(after_help = "Examples:
  lydite campaign bundle qald-2027 --out bundle.zip --program ./lydite-static
  lydite campaign bundle qald.toml --out bundle.zip --image example/lydite:1")]
    Bundle(Bundle),
    /// Score a submission as Codabench does: INPUT has the folders ref and res, OUTPUT gets
    /// scores.json
    #[command(after_help = "Examples:
  lydite campaign score /app/input /app/output
  lydite campaign score input output --key f1_en=experiments.QA.macro.f1@en")]
    Score(CampaignScore),
}

/// Options of `campaign release`.
#[derive(Args, Debug)]
pub struct Release {
    /// The campaign
    pub campaign: String,
    /// The task, if there are several
    #[arg(long, value_name = "NAME")]
    pub task: Option<String>,
    /// The phase
    #[arg(long, value_enum, default_value = "test")]
    pub phase: PhaseName,
    /// The file to write
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// Include the gold answers, once the test phase is over
    #[arg(long)]
    pub with_gold: bool,
}

/// Options of `campaign submit`.
#[derive(Args, Debug)]
pub struct Submit {
    /// The campaign
    pub campaign: String,
    /// The answer file
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The name of the system
    #[arg(long, value_name = "NAME")]
    pub system: String,
    /// The configuration of the system
    #[arg(long, value_name = "TEXT")]
    pub configuration: Option<String>,
    /// The task, if there are several
    #[arg(long, value_name = "NAME")]
    pub task: Option<String>,
    /// The phase; by default the test phase while it is open
    #[arg(long, value_enum)]
    pub phase: Option<PhaseName>,
    /// The language of the answers, if the file does not show it
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
}

/// Options of `campaign poll`.
#[derive(Args, Debug)]
pub struct Poll {
    /// The campaign
    pub campaign: String,
    /// The task [default: all]
    #[arg(long, value_name = "NAME")]
    pub task: Option<String>,
    /// The phase; by default the test phase while it is open
    #[arg(long, value_enum)]
    pub phase: Option<PhaseName>,
    /// Number of parallel requests to each system
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
}

/// Options of `campaign bundle`.
#[derive(Args, Debug)]
pub struct Bundle {
    /// A campaign, or the TOML file that describes one
    pub campaign: String,
    /// The file to write
    #[arg(long, value_name = "FILE.zip", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// The program that scores: a statically linked `lydite` [default: this program]
    #[arg(long, value_name = "FILE", conflicts_with = "image", value_hint = ValueHint::FilePath)]
    pub program: Option<PathBuf>,
    /// A container image that contains `lydite`
    #[arg(long, value_name = "IMAGE")]
    pub image: Option<String>,
}

/// Options of `campaign score`.
#[derive(Args, Debug)]
pub struct CampaignScore {
    /// The folder with ref (the gold) and res (the submission)
    #[arg(value_hint = ValueHint::DirPath)]
    pub input: PathBuf,
    /// The folder for scores.json and detailed_results.html
    #[arg(value_hint = ValueHint::DirPath)]
    pub output: PathBuf,
    /// A column of the leaderboard and the place of its score in the report
    #[arg(long = "key", value_name = "KEY=PATH[@LANG]", value_parser = column)]
    pub keys: Vec<Column>,
    /// The rule set [default: that of the bundle, or lydite]
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Show the gold answers in the details
    #[arg(long)]
    pub show_gold: bool,
}

/// A phase.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum PhaseName {
    /// The gold is known.
    Training,
    /// The gold is hidden.
    Test,
}

impl From<PhaseName> for PhaseKind {
    fn from(name: PhaseName) -> Self {
        match name {
            PhaseName::Training => Self::Training,
            PhaseName::Test => Self::Test,
        }
    }
}

fn column(text: &str) -> Result<Column, String> {
    let expected = "expected KEY=PATH, such as f1_en=experiments.QA.macro.f1@en";
    Column::parse(text).ok_or_else(|| expected.to_owned())
}
