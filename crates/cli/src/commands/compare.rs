//! `lydite compare`: stored experiments side by side.

use lydite_lab::run::{Change, ComparedExperiments, Differing};

use crate::args::Compare;
use crate::failure::{Failure, Verdict};
use crate::output::iris::shorten;
use crate::output::{Cell, Column, Page, Shown, Table, p_value, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Compare) -> Result<Verdict, Failure> {
    let lab = session.lab_with(&options.store);
    let store = lab.store()?;
    let ids = options.ids.iter().map(|id| store.find(id));
    let ids = ids.collect::<Result<Vec<_>, _>>()?;
    let against = options.against.as_deref();
    let against = against.map(|id| store.find(id)).transpose()?;
    let compared = lab.compare(&ids, against.as_ref(), options.limit)?;
    session.print(
        Shown::new(&compared)
            .table(|| pairs(&compared))
            .page(|page| write(page, &compared, options.limit)),
    )?;
    Ok(Verdict::Done)
}

fn write(page: &mut Page<'_>, compared: &ComparedExperiments, most: usize) -> Result<(), Failure> {
    if !compared.comparisons.is_empty() {
        page.table(&standings(compared))?;
        page.paragraph(
            "\nrank: systems share a rank if they do not differ significantly (paired randomisation test \
             of all pairs, Holm's correction, 5 %)",
        )?;
    }
    if !compared.differences.is_empty() {
        page.line("\nThe questions on which they differ most:")?;
        page.blank()?;
        page.table(&differing(&compared.differences))?;
    }
    for change in &compared.changes {
        page.blank()?;
        changed(page, change, most)?;
    }
    Ok(())
}

fn standings(compared: &ComparedExperiments) -> Table {
    let mut table = Table::new([
        Column::new("dataset").only_if_varied().shorten(),
        Column::new("language").only_if_varied(),
        Column::new("rules").only_if_varied(),
        Column::new("exp.").named("experiment").only_if_varied(),
        Column::new("part").only_if_varied(),
        Column::new("rank"),
        Column::new("system").shorten(),
        Column::number("score").with_interval(),
        Column::number("to best").with_interval(),
        Column::number("p").named("p_holm"),
        Column::number("W/T/L"),
        Column::number("n"),
    ]);
    for one in &compared.comparisons {
        for standing in &one.leaderboard.standings {
            let best = standing.against_best.as_ref();
            let difference = best.map(|pair| &pair.difference);
            let counts =
                difference.map(|found| format!("{}/{}/{}", found.wins, found.ties, found.losses));
            let ranks = if standing.rank == standing.worst_rank {
                standing.rank.to_string()
            } else {
                format!("{}–{}", standing.rank, standing.worst_rank)
            };
            table.row([
                one.dataset.clone().into(),
                one.language.clone().into(),
                Cell::from(&one.rules),
                one.experiment.as_str().into(),
                one.part.clone().into(),
                ranks.into(),
                Cell::from(&standing.name),
                Cell::from(standing.headline.score).digits(4).within(
                    standing
                        .headline
                        .interval
                        .map(|found| (found.low, found.high)),
                ),
                Cell::from(difference.map(|found| found.difference))
                    .digits(4)
                    .within(
                        difference
                            .and_then(|found| found.interval)
                            .map(|found| (found.low, found.high)),
                    ),
                best.map_or_else(Cell::missing, |pair| {
                    Cell::from(pair.p_holm).shown(p_value(pair.p_holm))
                }),
                counts.into(),
                standing.headline.n.into(),
            ]);
        }
    }
    table
}

/// A row for each pair of systems, and for each system and its earlier run: for programs and papers.
fn pairs(compared: &ComparedExperiments) -> Table {
    let mut table = Table::new([
        Column::new("dataset"),
        Column::new("language"),
        Column::new("rules"),
        Column::new("experiment"),
        Column::new("system"),
        Column::new("other"),
        Column::number("difference").with_interval(),
        Column::number("p"),
        Column::number("p_holm"),
        Column::number("wins"),
        Column::number("ties"),
        Column::number("losses"),
    ]);
    for one in &compared.comparisons {
        for pair in &one.comparison.pairs {
            let found = &pair.difference;
            table.row([
                one.dataset.clone().into(),
                one.language.clone().into(),
                Cell::from(&one.rules),
                one.experiment.as_str().into(),
                Cell::from(&pair.first),
                Cell::from(&pair.second),
                Cell::from(found.difference)
                    .within(found.interval.map(|found| (found.low, found.high))),
                Cell::from(found.test.p),
                Cell::from(pair.p_holm),
                found.wins.into(),
                found.ties.into(),
                found.losses.into(),
            ]);
        }
    }
    for change in &compared.changes {
        let Some(found) = &change.difference else {
            continue;
        };
        table.row([
            Cell::from(&change.dataset),
            change.language.clone().into(),
            Cell::from(&change.rules),
            "QA".into(),
            format!("{} ({})", change.system, change.after).into(),
            format!("{} ({})", change.system, change.before).into(),
            Cell::from(found.difference)
                .within(found.interval.map(|found| (found.low, found.high))),
            Cell::from(found.test.p),
            Cell::missing(),
            found.wins.into(),
            found.ties.into(),
            found.losses.into(),
        ]);
    }
    table
}

fn differing(differences: &[Differing]) -> Table {
    let mut table = Table::new([
        Column::new("dataset").only_if_varied().shorten(),
        Column::new("language").only_if_varied(),
        Column::new("rules").only_if_varied(),
        Column::new("id").named("question").shorten(),
        Column::new("question").named("text").wrap(),
        Column::new("F1").wrap(),
    ]);
    for one in differences {
        let scores = one
            .scores
            .iter()
            .map(|(name, f1)| format!("{name} {f1:.2}"));
        table.row([
            Cell::from(&one.dataset),
            one.language.clone().into(),
            Cell::from(&one.rules),
            Cell::from(&one.question),
            one.text.clone().into(),
            scores.collect::<Vec<_>>().join(", ").into(),
        ]);
    }
    table
}

/// What got worse since an earlier run.
fn changed(page: &mut Page<'_>, change: &Change, most: usize) -> Result<(), Failure> {
    let language = change
        .language
        .as_deref()
        .map_or_else(String::new, |tag| format!(", {tag}"));
    let shown =
        |score: Option<f64>| score.map_or("undefined".to_owned(), |score| format!("{score:.4}"));
    let (before, after) = change.scores;
    let sure = match &change.difference {
        Some(found) if found.wins + found.losses > 0 => match p_value(found.test.p) {
            p if p.starts_with('<') => format!(", p {p}"),
            p => format!(", p = {p}"),
        },
        _ => String::new(),
    };
    page.paragraph(&format!(
        "{} on {}{language}, {}: {} in {}, now {}{sure}; {} worse, {} better",
        change.system,
        change.dataset,
        change.rules,
        shown(before),
        change.before,
        shown(after),
        plural(change.worse.len() as u64, "question"),
        change.better,
    ))?;
    if change.worse.len() > 1 && !change.classes.is_empty() {
        let classes = change.classes.iter();
        let classes = classes.map(|(class, questions)| format!("{questions} {class}"));
        let classes: Vec<String> = classes.collect();
        page.entry("  ", &format!("why: {}", classes.join(", ")))?;
    }
    for one in change.worse.iter().take(most) {
        let text = one.text.as_deref().unwrap_or_default();
        page.entry(
            "  ",
            &format!(
                "{}: {:.2} → {:.2} {text}",
                one.question, one.before, one.after
            ),
        )?;
        if let Some(class) = one.class {
            let detail = one.detail.as_deref().filter(|detail| !detail.is_empty());
            let detail = detail.map_or_else(String::new, |text| format!(": {}", shorten(text)));
            page.entry("      ", &format!("{class}{detail}"))?;
        }
    }
    let more = change.worse.len().saturating_sub(most);
    if more > 0 {
        page.line(&format!("  … and {more} more (--limit N)"))?;
    }
    Ok(())
}
