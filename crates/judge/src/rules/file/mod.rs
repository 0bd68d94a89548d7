//! Rule sets that users describe in a small TOML file.

mod error;
mod table;

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use toml::de::DeTable;

use self::table::Section;
use super::lydite::{self, Columns, Empty, EmptyGold, Lydite, Marks, Missing, Options};
use super::{Conventions, Listed, RuleSet};
use crate::measures::{QUESTIONS, measure, measures};

pub use error::{RuleFileError, RuleFileProblem};

/// The largest rule file, in bytes.
const LARGEST: usize = 64 * 1024;

/// So many different rule files are kept.
const MOST: usize = 1000;

/// The rule sets read so far. Rule sets live as long as the program, so each text is kept once.
static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

#[derive(Default)]
struct Known {
    by_text: FxHashMap<Box<str>, &'static RuleSet>,
    by_name: FxHashMap<&'static str, &'static RuleSet>,
}

/// The rule set of this name that was read last.
pub(super) fn named(name: &str) -> Option<&'static RuleSet> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.as_ref()?.by_name.get(name).copied()
}

impl RuleSet {
    /// The rule set that a TOML file describes; what the file does not say is as in `lydite`.
    ///
    /// The same text gives the same rule set, and [`rule_set`](crate::rule_set) knows it by its name
    /// from then on. `docs/rules.md` lists the keys.
    ///
    /// ```
    /// use lydite_judge::{RuleSet, rule_set};
    /// let rules = RuleSet::from_toml(r#"
    ///     name = "measured"
    ///     version = "1"
    ///     title = "sensor readings, to a tenth of a percent"
    ///     [matching]
    ///     numbers = 1e-3
    /// "#).unwrap();
    /// assert_eq!(rules.name, "measured");
    /// assert!(std::ptr::eq(rule_set("measured").unwrap(), rules));
    ///
    /// let error = RuleSet::from_toml("name = \"x\"\nverison = \"1\"").unwrap_err();
    /// assert_eq!((error.line, error.column), (2, 1));
    /// assert_eq!(error.hint.as_deref(), Some("did you mean `version`?"));
    /// ```
    pub fn from_toml(text: &str) -> Result<&'static Self, RuleFileError> {
        if text.len() > LARGEST {
            let problem = RuleFileProblem::TooLarge {
                bytes: text.len(),
                most: LARGEST,
            };
            return Err(table::error(text, 0, problem, None));
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        if let Some(rules) = known.by_text.get(text) {
            known.by_name.insert(rules.name, rules);
            return Ok(rules);
        }
        let described = read(text)?;
        if known.by_text.len() >= MOST {
            let problem = RuleFileProblem::TooMany { most: MOST };
            return Err(table::error(text, 0, problem, None));
        }
        let rules = described.leak();
        known.by_text.insert(text.into(), rules);
        known.by_name.insert(rules.name, rules);
        Ok(rules)
    }
}

/// What a rule file says.
struct Described {
    name: String,
    version: String,
    title: String,
    rationale: String,
    options: Options,
    figures: Vec<Listed>,
    headline: [&'static str; 3],
}

fn read(text: &str) -> Result<Described, RuleFileError> {
    let document = DeTable::parse(text).map_err(|wrong| {
        let at = wrong.span().map_or(0, |span| span.start);
        let problem = RuleFileProblem::Syntax(wrong.message().to_owned());
        table::error(text, at, problem, None)
    })?;
    let top = [
        "name",
        "version",
        "title",
        "rationale",
        "matching",
        "answers",
        "report",
    ];
    let file = Section::new(text, document.get_ref(), &top)?;
    let name = file.required("name")?;
    check_name(&file, name)?;
    let (figures, headline) = report(&file)?;
    Ok(Described {
        name: name.to_owned(),
        version: file.required("version")?.to_owned(),
        title: file.required("title")?.to_owned(),
        rationale: file.text("rationale")?.unwrap_or_default().to_owned(),
        options: options(&file)?,
        figures,
        headline,
    })
}

fn check_name(file: &Section<'_>, name: &str) -> Result<(), RuleFileError> {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    if name.len() > 64
        || !name.chars().all(fine)
        || !name.starts_with(|c: char| c.is_ascii_lowercase())
    {
        let problem = RuleFileProblem::BadName(name.to_owned());
        let hint = "use lower-case letters, digits and hyphens, starting with a letter";
        return Err(file.refuse("name", problem, hint));
    }
    if super::ALL.iter().any(|rules| rules.name == name) || super::alias(name) != name {
        let problem = RuleFileProblem::TakenName(name.to_owned());
        return Err(file.refuse("name", problem, "choose another name"));
    }
    Ok(())
}

fn options(file: &Section<'_>) -> Result<Options, RuleFileError> {
    let mut options = Options::LYDITE;
    let matching = file.section(
        "matching",
        &[
            "numbers",
            "whole-numbers",
            "dates",
            "iris",
            "same-as",
            "case",
            "language-tags",
            "units",
            "yes-no-words",
            "labels",
            "columns",
            "further-column",
            "order",
            "ties",
        ],
    )?;
    let by_meaning = [("by-meaning", true), ("as-written", false)];
    let style = &mut options.style;
    style.meant_dates = matching.choice("dates", &by_meaning, style.meant_dates)?;
    style.meant_iris = matching.choice("iris", &by_meaning, style.meant_iris)?;
    style.same_as = matching.flag("same-as", style.same_as)?;
    style.fold_case = matching.choice("case", &[("exact", false), ("ignored", true)], false)?;
    let tags = [
        ("if-both", (true, Marks::IfBoth)),
        ("always", (true, Marks::Always)),
        ("never", (false, Marks::IfBoth)),
    ];
    (style.tags, options.marks) = matching.choice("language-tags", &tags, (true, Marks::IfBoth))?;
    style.units = matching.flag("units", style.units)?;
    style.words = matching.flag("yes-no-words", style.words)?;
    options.numbers.relative = matching.number("numbers", options.numbers.relative, 0.5)?;
    let whole = [("exact", true), ("tolerant", false)];
    options.numbers.exact_whole = matching.choice("whole-numbers", &whole, true)?;
    options.labels = matching.flag("labels", options.labels)?;
    let columns = [("mapped", Columns::Mapped), ("by-name", Columns::ByName)];
    options.columns = matching.choice("columns", &columns, options.columns)?;
    options.further_column = matching.number("further-column", options.further_column, 1.0)?;
    options.order = matching.flag("order", options.order)?;
    options.ties = matching.flag("ties", options.ties)?;
    let answers = file.section("answers", &["empty", "missing", "empty-gold"])?;
    let empty = [("zero", Empty::Zero), ("precise", Empty::Precise)];
    options.empty = answers.choice("empty", &empty, options.empty)?;
    let missing = [("zero", Missing::Zero), ("left-out", Missing::LeftOut)];
    options.missing = answers.choice("missing", &missing, options.missing)?;
    let empty_gold = [
        ("apart", EmptyGold::Apart),
        ("averaged", EmptyGold::Averaged),
        ("left-out", EmptyGold::LeftOut),
    ];
    options.empty_gold = answers.choice("empty-gold", &empty_gold, options.empty_gold)?;
    Ok(options)
}

/// The figures that are reported, and those that stand for the whole.
fn report(file: &Section<'_>) -> Result<(Vec<Listed>, [&'static str; 3]), RuleFileError> {
    let report = file.section("report", &["measures", "headline"])?;
    let listed = |name: &str| -> Option<Listed> {
        let mut usual = lydite::FIGURES.iter();
        if let Some(found) = usual.find(|(path, _)| *path == name) {
            return Some(*found);
        }
        let measure = measure(name)?;
        let mut usual = lydite::FIGURES.iter();
        let place = usual.find(|(_, other)| std::ptr::eq(*other, measure));
        Some(place.copied().unwrap_or((measure.name, measure)))
    };
    let paths = lydite::FIGURES.iter().map(|(path, _)| *path);
    let known: Vec<&str> = paths.chain(measures().iter().map(|one| one.name)).collect();
    let mut figures = match report.list("measures", &known, listed)? {
        None => lydite::FIGURES.to_vec(),
        Some(figures) => figures,
    };
    let mut seen = Vec::new();
    figures.retain(|(path, _)| {
        !seen.contains(path) && {
            seen.push(path);
            true
        }
    });
    if !figures.iter().any(|(path, _)| *path == "n") {
        figures.push(("n", &QUESTIONS));
    }
    let reported: Vec<&'static str> = figures.iter().map(|(path, _)| *path).collect();
    let find = |name: &str| reported.iter().copied().find(|path| *path == name);
    let headline = report.list("headline", &reported, find)?;
    let headline = headline.unwrap_or_else(|| lydite::HEADLINE.to_vec());
    let headline: Result<[&'static str; 3], _> = headline.try_into();
    match headline {
        Ok(headline) if headline.iter().all(|path| reported.contains(path)) => {
            Ok((figures, headline))
        }
        _ => {
            let problem = RuleFileProblem::WrongType {
                key: "headline".to_owned(),
                expected: "a precision, a recall and an F1 measure".to_owned(),
            };
            let hint = r#"such as ["macro.precision", "macro.recall", "macro.f1"]"#;
            Err(report.refuse("headline", problem, hint))
        }
    }
}

impl Described {
    /// Rule sets are values that live as long as the program.
    fn leak(self) -> &'static RuleSet {
        let text = |text: String| -> &'static str { text.leak() };
        let conventions = conventions(&self.options);
        Box::leak(Box::new(RuleSet {
            name: text(self.name),
            version: text(self.version),
            title: text(self.title),
            rationale: text(self.rationale),
            conventions,
            examples: &[],
            rules: Box::leak(Box::new(Lydite {
                options: self.options,
                figures: self.figures.leak(),
                headline: self.headline,
                cases: &[],
            })),
        }))
    }
}

/// What these options do in the cases in which rule sets differ.
fn conventions(options: &Options) -> Conventions {
    let numbers = options.numbers;
    let whole = if numbers.exact_whole {
        ", whole numbers exactly"
    } else {
        ""
    };
    let mut values = format!(
        "numbers within {} of the gold value{whole}",
        numbers.relative
    );
    let style = &options.style;
    for (holds, says) in [
        (style.fold_case, "case ignored"),
        (!style.meant_iris, "IRIs as written"),
        (!style.meant_dates, "dates as written"),
        (!style.same_as, "no sameAs links"),
        (!style.tags, "no language tags"),
        (
            options.marks == Marks::Always,
            "language tags and units always count",
        ),
        (!options.labels, "no labels"),
        (options.columns == Columns::ByName, "columns by name"),
    ] {
        if holds {
            values.push_str("; ");
            values.push_str(says);
        }
    }
    values.push_str("; otherwise as lydite");
    Conventions {
        values: values.leak(),
        empty: match options.empty {
            Empty::Zero => "P = R = F = 0",
            Empty::Precise => "P = 1, R = F = 0",
        },
        missing: match options.missing {
            Missing::Zero => "P = R = F = 0, counted separately",
            Missing::LeftOut => "left out of the average",
        },
        empty_gold: match options.empty_gold {
            EmptyGold::Apart => {
                "reported separately: 1 for an explicitly empty answer, \
                otherwise 0"
            }
            EmptyGold::Averaged => "averaged: 1 for an explicitly empty answer, otherwise 0",
            EmptyGold::LeftOut => "left out",
        },
        average: "macro: means of P, R, F; micro: of the summed counts",
    }
}
