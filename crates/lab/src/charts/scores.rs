//! The scores of systems: bars with intervals, groups of bars, or a heat map of rules and systems.

use lydite_judge::{Figure, Report};
use lydite_model::Experiment;
use lydite_picture::{Axis, Bar, Bars, Chart, Difference, Differences, HeatMap};

use super::{file_in_words, measure_in_words, questions};
use crate::{ComparedSystems, Evaluated, Role};

/// More bars than this in a group are hard to tell apart.
const MOST_IN_GROUP: usize = 4;

/// More systems than this under several rule sets are a heat map.
const MOST_GROUPS: usize = 10;

impl Evaluated {
    /// The scores as a picture: bars with intervals, the best system first, with shared ranks
    /// joined and the differences to the best below; under several rule sets a group of bars for
    /// each system, or a heat map where there are many.
    pub fn chart(&self) -> Chart {
        let rules = distinct(self.reports.iter().map(|report| report.rules.name.as_str()));
        let systems = distinct(self.reports.iter().map(name));
        let has_answers = self.reports.iter().any(|report| headline(report).is_some());
        let chart = if !has_answers {
            self.experiments_chart()
        } else if let [_] = rules[..] {
            self.ranked_chart()
        } else if let [_] = systems[..] {
            let mut bars = Bars::new("F1");
            for report in &self.reports {
                bars = bars.row(&report.rules.name, [bar(headline(report))]);
            }
            Chart::new(self.title("under each rule set"), bars)
        } else if rules.len() <= MOST_IN_GROUP && systems.len() <= MOST_GROUPS {
            let mut bars = Bars::new("F1").series(rules.iter().copied());
            for system in &systems {
                let row = rules.iter().map(|rules| bar(self.score(rules, system)));
                bars = bars.row(*system, row);
            }
            Chart::new(self.title("under each rule set"), bars)
        } else {
            let mut map = HeatMap::new("F1", rules.iter().copied());
            for system in &systems {
                let row = rules.iter().map(|rules| self.score(rules, system)?.value);
                map = map.row(*system, "", row);
            }
            Chart::new(self.title("under each rule set"), map)
        };
        match self.reports.first() {
            Some(report) => chart.subtitle(self.subtitle(report, &rules)),
            None => chart,
        }
    }

    /// The systems in their order, with what tells them apart.
    fn ranked_chart(&self) -> Chart {
        let compared = self.comparisons.iter();
        let mut compared = compared.filter(|compared| compared.experiment == Experiment::Qa);
        let first = self.reports.first();
        let axis = first.map_or_else(
            || "F1".to_owned(),
            |report| measure_in_words(&report.headline()[2]),
        );
        let Some(compared) = compared.next() else {
            let mut bars = Bars::new(axis);
            for report in &self.reports {
                let [precision, recall, f1] = report.headline();
                for path in [precision, recall, f1] {
                    let figure = report.figure(&path);
                    bars = bars.row(measure_in_words(&path), [bar(figure)]);
                }
            }
            let name = first.map_or("the answers", name);
            let title = format!("{name} on {}", self.gold_name());
            return Chart::new(title, bars).note(INTERVALS);
        };
        let mut bars = Bars::new(axis.clone());
        for standing in &compared.leaderboard.standings {
            let mut bar = standing.headline.score.map_or(Bar::missing(), Bar::new);
            if let Some(interval) = standing.headline.interval {
                bar = bar.interval(interval.low, interval.high);
            }
            bars = bars.placed_row(standing.rank.to_string(), &standing.name, [bar]);
        }
        let chart = Chart::new(self.title(""), bars);
        let Some((best, differences)) = differences(compared, &axis) else {
            return chart.note(INTERVALS);
        };
        chart
            .below(format!("Compared with {best}"), differences)
            .note(format!(
                "{INTERVALS} Systems that share a rank do not differ significantly. Filled \
                 dots: significant differences (paired randomisation test, Holm's correction)."
            ))
    }

    /// What systems found on the way, where there are no answers.
    fn experiments_chart(&self) -> Chart {
        let all = self.reports.iter().flat_map(|report| &report.experiments);
        let experiments = distinct(all.map(|found| found.experiment.as_str()));
        let mut bars = Bars::new("macro F1").series(experiments.iter().copied());
        for report in &self.reports {
            let row = experiments.iter().map(|name| {
                let mut found = report.experiments.iter();
                let found = found.find(|found| found.experiment.as_str() == *name);
                bar(found.and_then(|found| found.figure("macro.f1")))
            });
            bars = bars.row(name(report), row);
        }
        Chart::new(self.title("by experiment"), bars)
    }

    fn score(&self, rules: &str, system: &str) -> Option<&Figure> {
        let mut reports = self.reports.iter();
        let report = reports.find(|report| report.rules.name == rules && name(report) == system)?;
        headline(report)
    }

    fn title(&self, how: &str) -> String {
        let systems = distinct(self.reports.iter().map(name));
        let title = match systems[..] {
            [system] => format!("{system} on {} {how}", self.gold_name()),
            _ => format!("{} systems on {} {how}", systems.len(), self.gold_name()),
        };
        title.trim_end().to_owned()
    }

    fn gold_name(&self) -> String {
        let mut files = self.record.files.iter();
        let gold = files.find(|file| file.role == Role::Gold);
        gold.map_or_else(
            || "the benchmark".to_owned(),
            |file| {
                let known = file.catalogue.clone();
                known.unwrap_or_else(|| file_in_words(&file.name))
            },
        )
    }

    fn subtitle(&self, report: &Report, rules: &[&str]) -> String {
        let judged = headline(report).map(|figure| questions(figure.n));
        let rules = match rules {
            [one] => Some(format!("rules {one} {}", report.rules.version)),
            _ => None,
        };
        let sampled = self.caveat.as_ref().map(|_| "a sample".to_owned());
        let parts = judged.into_iter().chain(rules).chain(sampled);
        parts.collect::<Vec<_>>().join(", ")
    }
}

const INTERVALS: &str = "Whiskers are 95 % confidence intervals.";

/// How each system differs from the first.
fn differences(compared: &ComparedSystems, axis: &str) -> Option<(String, Differences)> {
    let standings = &compared.leaderboard.standings;
    let best = standings.first()?;
    let mut plot = Differences::new(Axis::new(format!("difference in {axis}, per question")));
    for standing in standings {
        let Some(pair) = &standing.against_best else {
            continue;
        };
        let mut row = Difference::new(pair.difference.difference);
        if let Some(interval) = pair.difference.interval {
            row = row.interval(interval.low, interval.high);
        }
        plot = plot.row(
            &standing.name,
            if pair.significant { row.sure() } else { row },
        );
    }
    Some((best.name.clone(), plot))
}

fn name(report: &Report) -> &str {
    report.system.as_deref().unwrap_or("the answers")
}

fn headline(report: &Report) -> Option<&Figure> {
    report.figure(&report.headline()[2])
}

fn bar(figure: Option<&Figure>) -> Bar {
    let Some(figure) = figure else {
        return Bar::missing();
    };
    let bar = figure.value.map_or(Bar::missing(), Bar::new);
    match figure.interval {
        Some(interval) => bar.interval(interval.low, interval.high),
        None => bar,
    }
}

/// Each once, in the order in which they come.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut distinct: Vec<&str> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}
