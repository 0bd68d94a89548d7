//! Who leads: a table with intervals and shared ranks, a chart, and the sentence that says it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lydite_judge::Figure;
use lydite_model::Experiment as Kind;
use lydite_picture::{Scheme, Theme};
use maud::{Markup, html};

use super::words::{self, duration, grouped, name, score, short_score, shown};
use crate::Evaluated;
use crate::export::Publication;
use crate::export::publication::{Board, Judged, Line, dataset_title};

/// The sentence that says who leads.
pub fn headline(board: &Board<'_>) -> Markup {
    let lines = board.lines();
    let Some(first) = lines.first() else {
        return html! { "Nothing was judged." };
    };
    let n = first.judged.headline().map_or(0, |figure| figure.n);
    let questions = format!("{} {}", grouped(n), words::counted(n as usize, "question"));
    let best = with_interval(first.judged.headline());
    let system = name(first.judged.name());
    if lines.len() == 1 {
        return html! { bdi { (system) } " reaches F1 " (best) " on " (questions) "." };
    }
    let equals = lines[1..]
        .iter()
        .filter(|line| line.rank == Some(1) && first.rank == Some(1));
    let equals: Vec<String> = equals.map(|line| name(line.judged.name())).collect();
    html! {
        bdi { (system) } " leads with F1 " (best) " on " (questions) ". "
        @match &equals[..] {
            [] if first.rank.is_some() => { "It is better than every other system (Holm-corrected, p < .05)." }
            [] => {}
            [one] => { bdi { (one) } " cannot be told apart from it." }
            several => { (several.len()) " other systems cannot be told apart from it." }
        }
    }
}

fn with_interval(figure: Option<&Figure>) -> String {
    let Some(figure) = figure else {
        return "–".to_owned();
    };
    let value = figure.value.map_or("–".to_owned(), short_score);
    match figure.interval {
        Some(interval) => format!(
            "{value} ({}–{})",
            short_score(interval.low),
            short_score(interval.high)
        ),
        None => value,
    }
}

/// The table of a board, with its chart.
pub fn board(publication: &Publication, board: &Board<'_>, number: usize) -> Markup {
    let Some(first) = board.reports.first() else {
        return html! {};
    };
    let mut datasets = publication.datasets.iter();
    let dataset = datasets.find(|dataset| dataset.digest == board.task.dataset);
    let dataset = dataset.map_or_else(|| board.task.dataset_name.clone(), dataset_title);
    let rules = &first.report.rules;
    let lines = board.lines();
    let has_ranks = lines.iter().any(|line| line.rank.is_some());
    let has_times = board
        .reports
        .iter()
        .any(|one| one.report.value("mean_millis").is_some());
    html! {
        article.board id={ "board-" (number) } {
            h2 {
                bdi { (shown(&dataset, 120)) }
                @if let Some(language) = &board.task.language { " · " (shown(language.as_str(), 20)) }
                span.rules { " · rules " (shown(&rules.name, 60)) " " (shown(&rules.version, 30)) }
            }
            @if number > 0 { p.lead { (headline(board)) } }
            div.wide {
                table.scores {
                    thead {
                        tr {
                            @if has_ranks { th.n scope="col" { "Rank" } }
                            th scope="col" { "System" }
                            th.n scope="col" { "F1" }
                            th.plot scope="col" { span.axis { span { "0" } span { "95 % interval" } span { "1" } } }
                            th.n scope="col" { "Precision" }
                            th.n scope="col" { "Recall" }
                            th.n scope="col" { "Answered" }
                            th.n scope="col" { "Errors" }
                            @if has_times { th.n scope="col" { "Mean time" } }
                        }
                    }
                    tbody {
                        @for line in &lines { (self::line(line, has_ranks, has_times)) }
                    }
                }
            }
            @if has_ranks {
                p.note { "Systems that share a rank cannot be told apart: each rank is one more than the \
                          number of systems that are significantly better." }
            }
            (notes(board))
            (others(board))
            (chart(publication, board))
        }
    }
}

fn line(line: &Line<'_>, has_ranks: bool, has_times: bool) -> Markup {
    let report = line.judged.report;
    let [precision, recall, _] = report.headline();
    let figure = line.judged.headline();
    let count = |path: &str| {
        report
            .value(path)
            .map_or("–".to_owned(), |count| grouped(count as u64))
    };
    let system = line.judged.system;
    html! {
        tr {
            @if has_ranks { td.n data-label="Rank" { @match line.rank { Some(rank) => { (rank) } None => { "–" } } } }
            th.name scope="row" {
                bdi { (name(line.judged.name())) }
                @if let Some(description) = &system.description { small { bdi { (shown(description, 160)) } } }
            }
            td.n.score data-label="F1" { (score(figure.and_then(|figure| figure.value))) }
            td.plot data-label="" { (whisker(figure)) }
            td.n data-label="Precision" { (score(report.value(&precision))) }
            td.n data-label="Recall" { (score(report.value(&recall))) }
            td.n data-label="Answered" { (count("answered")) " / " (grouped(report.questions)) }
            td.n data-label="Errors" { (count("errors")) }
            @if has_times {
                td.n data-label="Mean time" { (report.value("mean_millis").map_or("–".to_owned(), duration)) }
            }
        }
    }
}

/// A value with its interval, on a scale from 0 to 1.
fn whisker(figure: Option<&Figure>) -> Markup {
    let Some((figure, value)) = figure.and_then(|figure| Some((figure, figure.value?))) else {
        return html! {};
    };
    let place = |value: f64| format!("{:.1}", 4.0 + 152.0 * value.clamp(0.0, 1.0));
    let ends = figure
        .interval
        .map(|interval| (place(interval.low), place(interval.high)));
    let label = with_interval(Some(figure));
    html! {
        svg.whisker viewBox="0 0 160 20" role="img" aria-label=(label) {
            title { (label) }
            line.scale x1="4" x2="156" y1="10" y2="10" {}
            @if let Some((low, high)) = &ends {
                line.range x1=(low) x2=(high) y1="10" y2="10" {}
                line.end x1=(low) x2=(low) y1="5" y2="15" {}
                line.end x1=(high) x2=(high) y1="5" y2="15" {}
            }
            circle.dot cx=(place(value)) cy="10" r="4" {}
        }
    }
}

/// What must be said beside the scores.
fn notes(board: &Board<'_>) -> Markup {
    let remarks: Vec<(String, String)> = board
        .reports
        .iter()
        .flat_map(|one| {
            let remarks = one.report.remarks.iter();
            remarks.map(|remark| (name(one.name()), shown(&remark.to_string(), 400)))
        })
        .collect();
    html! {
        @if !remarks.is_empty() {
            details.remarks {
                summary { (remarks.len()) " " (words::counted(remarks.len(), "remark")) }
                ul { @for (system, remark) in &remarks { li { bdi { (system) } ": " bdi { (remark) } } } }
            }
        }
    }
}

/// What systems found on their way to the answers.
fn others(board: &Board<'_>) -> Markup {
    let has = |kind: Kind| {
        board
            .reports
            .iter()
            .any(|one| one.report.experiment(kind).is_some())
    };
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| has(*kind)).collect();
    let value = |one: &Judged<'_>, kind: Kind| {
        let report = one.report.experiment(kind)?;
        report.value("macro.f1")
    };
    html! {
        @if !kinds.is_empty() {
            h3 { "On the way to the answer" }
            div.wide {
                table {
                    thead { tr {
                        th scope="col" { "Macro F1" }
                        @for kind in &kinds { th.n scope="col" title=(meaning(*kind)) { (kind) } }
                    } }
                    tbody {
                        @for one in &board.reports {
                            tr {
                                th.name scope="row" { bdi { (name(one.name())) } }
                                @for kind in &kinds { td.n data-label=(kind) { (score(value(one, *kind))) } }
                            }
                        }
                    }
                }
            }
            p.note {
                @for (at, kind) in kinds.iter().enumerate() {
                    @if at > 0 { "; " } (kind) ": " (meaning(*kind))
                } "."
            }
        }
    }
}

fn meaning(kind: Kind) -> &'static str {
    crate::export::rdf::in_words(kind)
}

/// The scores as a picture.
fn chart(publication: &Publication, board: &Board<'_>) -> Markup {
    if board.reports.len() < 2 {
        return html! {};
    }
    let mut record = publication.judging.evaluated.record.clone();
    // The chart is about one dataset.
    record.files.retain(|file| match &file.sha256 {
        Some(digest) => *digest == board.task.dataset,
        None => false,
    });
    let figures = |one: &Judged<'_>| {
        let mut report = one.report.clone();
        report.outcomes.clear();
        report.experiments.clear();
        report
    };
    let evaluated = Evaluated {
        record,
        reports: board.reports.iter().map(figures).collect(),
        comparisons: board.compared.into_iter().cloned().collect(),
        unrepaired: Vec::new(),
        caveat: publication.judging.evaluated.caveat.clone(),
        failures: Vec::new(),
        gold: None,
    };
    let chart = evaluated.chart();
    let drawn = |scheme: Scheme| {
        let svg = chart.render(&Theme::default().width(720.0).scheme(scheme));
        format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg))
    };
    html! {
        details.chart {
            summary { "Chart: scores and differences" }
            picture {
                source media="(prefers-color-scheme: dark)" srcset=(drawn(Scheme::Dark));
                img src=(drawn(Scheme::Light)) alt="The scores of the systems with their 95 % confidence intervals, as in the table above" loading="lazy";
            }
        }
    }
}
