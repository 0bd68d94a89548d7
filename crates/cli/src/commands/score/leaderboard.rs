//! Systems side by side: a line for each system, rule set, experiment and part.

use std::collections::BTreeSet;

use lydite_judge::{Report, Standing};
use lydite_lab::{Evaluated, Slice};
use lydite_model::Experiment;

use super::lines::{Line, cell};
use crate::failure::Failure;
use crate::output::{Cell, Column, Page, Shown, Table, p_value};
use crate::session::Session;

/// The name that lists the columns instead of choosing some.
const LIST: &str = "list";

/// The lines of all reports in the order of the leaderboards.
struct Ranked<'e> {
    line: Line<'e>,
    standing: Option<&'e Standing>,
}

/// A row a line, a column for everything that is known; people see the most important ones, unless
/// they choose others.
pub(crate) fn table(evaluated: &Evaluated, wanted: &[String]) -> Result<Table, Failure> {
    let ranked = ranked(evaluated);
    let has_ranks = ranked.iter().any(|one| one.standing.is_some());
    let mut columns = Vec::new();
    if has_ranks {
        columns.push(Column::new("rank"));
        columns.push(Column::number("worst rank").for_programs());
    }
    let varies = varies(evaluated);
    if varies {
        columns.push(Column::new("dataset").shorten());
        columns.push(Column::new("language").only_if_varied());
    }
    columns.extend([
        Column::new("system").shorten(),
        Column::new("rules").only_if_varied(),
        Column::new("exp.").named("experiment").only_if_varied(),
        Column::new("part").only_if_varied(),
        Column::number("P").named("precision").with_interval(),
        Column::number("R").named("recall").with_interval(),
        Column::number("F1").with_interval(),
        // Inventing answers where there are none costs no F1, so it is never left out beside it.
        Column::number("no answer").named("empty_gold"),
    ]);
    if has_ranks {
        columns.extend([
            Column::number("to best").with_interval().drop_first(),
            Column::number("p").named("p_holm").drop_first(),
            Column::number("W/T/L").for_people().drop_first(),
            Column::number("wins").for_programs(),
            Column::number("ties").for_programs(),
            Column::number("losses").for_programs(),
            Column::number("cohens_dz").for_programs(),
            Column::number("superiority").for_programs(),
            Column::number("cliffs_delta").for_programs(),
        ]);
    }
    columns.extend([Column::number("answered").drop_first(), Column::number("n")]);
    let further = further(&ranked);
    columns.extend(further.iter().map(|path| {
        let column = if is_measure(path) {
            Column::number(path.as_str()).named(path.as_str())
        } else {
            let column = Column::number(path.replace(['.', '_'], " "));
            column.named(path.replace('.', "_")).for_programs()
        };
        let has_interval = |one: &Ranked<'_>| {
            let figure = one.line.own_figure(path);
            figure.is_some_and(|figure| figure.interval.is_some())
        };
        if ranked.iter().any(has_interval) {
            column.with_interval()
        } else {
            column
        }
    }));
    let languages = Languages::of(evaluated, &ranked);
    columns.extend(languages.columns());
    let mut table = Table::new(columns);
    for one in &ranked {
        let further = further.iter().map(|path| cell(one.line.own_figure(path)));
        let cells = one.cells(has_ranks, varies).into_iter().chain(further);
        table.row(cells.chain(languages.cells(&one.line)));
    }
    let keys: Vec<_> = ranked
        .iter()
        .map(|one| {
            let place = (one.group(evaluated), one.place(evaluated));
            (one.line.experiment, place, one.line.part)
        })
        .collect();
    let group = |at: usize| keys.iter().position(|key| *key == keys[at]).unwrap_or(at);
    for name in ["precision", "recall", "f1"] {
        table.mark_best(name, group);
    }
    choose(&mut table, wanted)?;
    Ok(table)
}

/// The scores in each language, where systems were asked in several.
struct Languages {
    /// Those of all systems, by rules and experiment.
    slices: Vec<((String, Experiment), Vec<Slice>)>,
    names: BTreeSet<String>,
}

impl Languages {
    fn of(evaluated: &Evaluated, ranked: &[Ranked<'_>]) -> Self {
        let mut languages = Self {
            slices: Vec::new(),
            names: BTreeSet::new(),
        };
        for Ranked { line, .. } in ranked {
            let key = Self::key(line);
            // Parts are averaged on their own, whatever the language.
            if line.part.is_some() || languages.slices.iter().any(|(known, _)| *known == key) {
                continue;
            }
            let slices = evaluated.by_language(line.report, line.experiment);
            let names = slices.iter().map(|slice| slice.value.clone());
            languages.names.extend(names);
            languages.slices.push((key, slices));
        }
        languages
    }

    fn key(line: &Line<'_>) -> (String, Experiment) {
        (line.report.rules.name.clone(), line.experiment)
    }

    fn columns(&self) -> impl Iterator<Item = Column> {
        self.names.iter().map(|language| {
            let column = Column::number(format!("F1 {language}"));
            column
                .named(format!("f1_{language}"))
                .with_interval()
                .for_programs()
        })
    }

    fn cells(&self, line: &Line<'_>) -> impl Iterator<Item = Cell> {
        let key = Self::key(line);
        let slices = self.slices.iter().find(|(known, _)| *known == key);
        let slices = slices
            .filter(|_| line.part.is_none())
            .map(|(_, slices)| slices);
        self.names.iter().map(move |language| {
            let slice = slices.and_then(|all| all.iter().find(|one| one.value == *language));
            let score = slice.and_then(|slice| {
                let mut systems = slice.systems.iter();
                systems.find(|score| score.system == line.system())
            });
            let interval = score.and_then(|score| score.interval);
            Cell::from(score.and_then(|score| score.score))
                .within(interval.map(|interval| (interval.low, interval.high)))
        })
    }
}

/// The places of the figures that are no column yet: those that some line has a value for.
fn further(ranked: &[Ranked<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    let mut known: BTreeSet<String> = ["answered", "n"].map(str::to_owned).into();
    for Ranked { line, .. } in ranked {
        for figure in line.figures.iter().filter(|figure| figure.value.is_some()) {
            // A line about a part has figures of its own only.
            let path = match line.part {
                Some(part) => figure.path.strip_prefix(&format!("{part}.")),
                None => Some(figure.path.as_str()),
            };
            if let Some(path) = path.filter(|path| known.insert((*path).to_owned())) {
                found.push(path.to_owned());
            }
        }
    }
    found
}

/// Whether a place is a measure with parameters, `hits@3`, which only is there if it was asked for.
fn is_measure(path: &str) -> bool {
    path.contains(['(', '@'])
}

/// Leaves the columns that are wanted.
fn choose(table: &mut Table, wanted: &[String]) -> Result<(), Failure> {
    if wanted.is_empty() {
        return Ok(());
    }
    let unknown = wanted
        .iter()
        .find(|name| !table.names().any(|known| known == *name));
    if let Some(unknown) = unknown {
        let names: BTreeSet<&str> = table.names().collect();
        let nearest = lydite_model::nearest(unknown, names.iter().copied());
        let meant = nearest.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        return Err(
            Failure::usage(format!("there is no column `{unknown}`{meant}")).hint(format!(
                "the columns are {}",
                names.into_iter().collect::<Vec<_>>().join(", ")
            )),
        );
    }
    table.select(wanted);
    Ok(())
}

/// Whether the columns are to be listed instead.
pub(super) fn is_listing(wanted: &[String]) -> bool {
    wanted == [LIST]
}

/// Lists the columns that there are.
pub(super) fn list(session: &Session, evaluated: &Evaluated) -> Result<(), Failure> {
    let all = table(evaluated, &[])?;
    let names: BTreeSet<&str> = all.names().collect();
    session.print(
        Shown::new(&names)
            .table(|| {
                let mut table = Table::new([Column::new("column")]);
                names.iter().for_each(|name| table.row([*name]));
                table
            })
            .page(|page| Ok(page.line(&names.iter().copied().collect::<Vec<_>>().join("\n"))?)),
    )
}

impl Ranked<'_> {
    /// The place of the rules among those that were asked for.
    fn place(&self, evaluated: &Evaluated) -> usize {
        let rules = &self.line.report.rules;
        let first = evaluated
            .reports
            .iter()
            .position(|report| report.rules == *rules);
        first.unwrap_or(usize::MAX)
    }

    /// The place of the questions among those that were put: a dataset in a language.
    fn group(&self, evaluated: &Evaluated) -> usize {
        let own = questions_of(self.line.report);
        let mut all = evaluated.reports.iter().map(questions_of);
        all.position(|other| other == own).unwrap_or(usize::MAX)
    }

    fn cells(&self, has_ranks: bool, varies: bool) -> Vec<Cell> {
        let Self { line, standing } = self;
        let mut cells = Vec::new();
        if has_ranks {
            let rank = standing.map(|standing| Cell::from(standing.rank).shown(rank(standing)));
            cells.push(rank.into());
            cells.push(standing.map(|standing| standing.worst_rank).into());
        }
        if varies {
            cells.push(line.report.dataset.clone().into());
            cells.push(line.report.language.clone().into());
        }
        cells.extend([
            Cell::from(line.system()),
            Cell::from(&line.report.rules.name),
            line.experiment.as_str().into(),
            line.part.into(),
        ]);
        cells.extend(line.headline().map(cell));
        cells.push(cell(line.own_figure("empty_gold.correct")).within(None));
        if has_ranks {
            cells.extend(differences(*standing));
        }
        cells.extend([line.answered().into(), line.n().into()]);
        cells
    }
}

/// `2`, or `2–4` if it may be any of them.
fn rank(standing: &Standing) -> String {
    if standing.rank == standing.worst_rank {
        standing.rank.to_string()
    } else {
        format!("{}–{}", standing.rank, standing.worst_rank)
    }
}

/// How a system compares with the best: the difference, its p-value after Holm's correction, on how
/// many questions it is better, equal and worse, and the sizes of the effect.
fn differences(standing: Option<&Standing>) -> [Cell; 9] {
    let best = standing.and_then(|standing| standing.against_best.as_ref());
    let Some(pair) = best else {
        return std::array::from_fn(|_| Cell::missing().shown(""));
    };
    let difference = &pair.difference;
    let interval = difference
        .interval
        .map(|interval| (interval.low, interval.high));
    let counts = [difference.wins, difference.ties, difference.losses];
    let together = counts.map(|count| count.to_string()).join("/");
    let [wins, ties, losses] = counts.map(Cell::from);
    [
        Cell::from(difference.difference)
            .shown(format!("{:+.4}", difference.difference))
            .within(interval),
        Cell::from(pair.p_holm).shown(p_value(pair.p_holm)),
        together.into(),
        wins,
        ties,
        losses,
        difference.cohens_dz.map_or_else(Cell::missing, Cell::from),
        Cell::from(difference.superiority),
        Cell::from(difference.cliffs_delta),
    ]
}

/// Which questions a report is about: the dataset and the language.
fn questions_of(report: &Report) -> (&Option<String>, &Option<String>) {
    (&report.dataset, &report.language)
}

/// Whether there are reports about different questions.
fn varies(evaluated: &Evaluated) -> bool {
    let mut all = evaluated.reports.iter().map(questions_of);
    let first = all.next();
    all.any(|other| Some(other) != first)
}

fn ranked(evaluated: &Evaluated) -> Vec<Ranked<'_>> {
    let lines = evaluated.reports.iter().flat_map(Line::parts);
    let ranked = lines.map(|line| {
        let compared = evaluated.comparisons.iter().find(|compared| {
            compared.rules == line.report.rules.name
                && compared.experiment == line.experiment
                && compared.part.as_deref() == line.part
                && compared.dataset.as_ref().is_none_or(|_| {
                    (&compared.dataset, &compared.language) == questions_of(line.report)
                })
        });
        let standing = compared.and_then(|compared| {
            let mut standings = compared.leaderboard.standings.iter();
            standings.find(|standing| standing.name == line.system())
        });
        Ranked { line, standing }
    });
    let mut ranked: Vec<Ranked<'_>> = ranked.collect();
    ranked.sort_by(|a, b| {
        let key = |one: &Ranked<'_>| {
            (
                one.group(evaluated),
                one.line.experiment,
                one.place(evaluated),
            )
        };
        key(a)
            .cmp(&key(b))
            .then(a.line.part.cmp(&b.line.part))
            .then_with(|| a.line.by_score(&b.line))
    });
    ranked
}

/// What the columns mean.
pub(crate) fn legend(page: &mut Page<'_>, evaluated: &Evaluated) -> Result<(), Failure> {
    let has_interval = |report: &Report| report.figures.iter().any(|one| one.interval.is_some());
    if evaluated.reports.iter().any(has_interval) {
        page.paragraph("\nbelow each score: its 95 % confidence interval")?;
    }
    let has_empty_gold = |report: &Report| report.value("empty_gold.correct").is_some();
    if evaluated.reports.iter().any(has_empty_gold) {
        page.paragraph(
            "no answer: of the questions without an answer, the share on which the system says \
             so; these do not count in P, R and F1",
        )?;
    }
    if !evaluated.comparisons.is_empty() {
        page.paragraph(
            "rank: systems share a rank if they do not differ significantly (paired \
             randomisation test of all pairs, Holm's correction, 5 %); to best: difference from \
             the best system, with its interval and p-value; W/T/L: questions won, tied and \
             lost against it",
        )?;
    }
    Ok(())
}
