//! Tables for a paper: one for each dataset, language and rule set, with the `booktabs` package.

use std::io::{self, Write};

use lydite_judge::{Figure, Interval};

use super::Publication;
use super::publication::{Board, Judged, dataset_title};

/// A longer name is cut, so that a table fits a page.
const LONGEST: usize = 32;

pub(super) fn write(publication: &Publication, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "% {}", one_line(&publication.iri()))?;
    writeln!(out, "% needs \\usepackage{{booktabs}}")?;
    for (number, board) in publication.boards().iter().enumerate() {
        table(publication, board, number, out)?;
    }
    Ok(())
}

fn table(
    publication: &Publication,
    board: &Board<'_>,
    number: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(first) = board.reports.first() else {
        return Ok(());
    };
    let rules = &first.report.rules;
    let n = first
        .headline()
        .map_or(first.report.questions, |figure| figure.n);
    let mut datasets = publication.datasets.iter();
    let dataset = datasets.find(|dataset| dataset.digest == board.task.dataset);
    let dataset = dataset.map_or_else(|| board.task.dataset_name.clone(), dataset_title);
    let language = board.task.language.as_ref();
    let language = language.map_or(String::new(), |language| format!(", {language}"));
    write!(
        out,
        "\n\\begin{{table}}[t]\n\\centering\\footnotesize\n\\begin{{tabular}}{{@{{}}rlllr@{{}}}}\n\
         \\toprule\n & system & F1 (95\\,\\% interval) & P / R & errors \\\\\n\\midrule\n"
    )?;
    for line in board.lines() {
        let judged = line.judged;
        let [precision, recall, _] = judged.report.headline();
        let rank = line.rank.map_or(String::new(), |rank| rank.to_string());
        let pair = [precision, recall].map(|path| score(judged.report.value(&path)));
        writeln!(
            out,
            "{rank} & {} & {} & {} & {} \\\\",
            escaped(&short(&judged.system.name)),
            with_interval(judged.headline()),
            pair.join(" / "),
            errors(&judged),
        )?;
    }
    write!(
        out,
        "\\bottomrule\n\\end{{tabular}}\n\\caption{{{} ({n} questions{}), rules {} {}. Systems that \
         share a rank cannot be told apart. Lydite experiment {}.}}\n\
         \\label{{tab:lydite-{}-{number}}}\n\\end{{table}}\n",
        escaped(&short(&dataset)),
        escaped(&language),
        escaped(&rules.name),
        escaped(&rules.version),
        escaped(publication.experiment.id.as_str()),
        publication.experiment.id,
    )
}

fn errors(judged: &Judged<'_>) -> String {
    let value = judged.report.value("errors");
    value.map_or("--".to_owned(), |value| format!("{value:.0}"))
}

fn with_interval(figure: Option<&Figure>) -> String {
    let Some(figure) = figure else {
        return "--".to_owned();
    };
    match figure.interval {
        Some(Interval { low, high }) => format!("{} ({low:.3}--{high:.3})", score(figure.value)),
        None => score(figure.value),
    }
}

fn score(value: Option<f64>) -> String {
    value.map_or("--".to_owned(), |value| format!("{value:.3}"))
}

fn short(text: &str) -> String {
    let text = one_line(text);
    if text.chars().count() <= LONGEST {
        return text;
    }
    let kept: String = text.chars().take(LONGEST - 1).collect();
    format!("{}…", kept.trim_end())
}

/// A text without line breaks and other control characters.
fn one_line(text: &str) -> String {
    let letters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    letters.collect()
}

/// A text in which TeX sees no commands, and no letters that its fonts lack.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("''"),
            '–' => escaped.push_str("--"),
            '…' => escaped.push_str("\\ldots{}"),
            // Letters that pdfLaTeX knows without further packages.
            'ä' | 'ö' | 'ü' | 'Ä' | 'Ö' | 'Ü' | 'ß' | 'é' | 'è' | 'á' | 'à' | 'ç' | 'ñ' =>
            {
                escaped.push(letter);
            }
            ascii if ascii.is_ascii() => escaped.push(ascii),
            _ => escaped.push('?'),
        }
    }
    escaped
}
