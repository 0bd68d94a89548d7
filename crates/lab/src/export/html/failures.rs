//! Why questions were lost: a row a class, a column a system, and a question that stands for it.

use maud::{Markup, html};

use super::words::{grouped, name, shown};
use crate::attribution::{ClassFailures, FailureClass, SystemFailures};
use crate::export::Publication;
use crate::export::explained::Explained;
use crate::export::publication::dataset_title;

/// Why the systems lost questions of a dataset.
pub fn failures(publication: &Publication, group: &Explained, number: usize) -> Markup {
    let mut datasets = publication.datasets.iter();
    let dataset = datasets.find(|dataset| dataset.digest == group.dataset);
    let title = dataset.map_or(String::new(), dataset_title);
    let systems = &group.failures;
    let classes: Vec<FailureClass> = FailureClass::ALL
        .into_iter()
        .filter(|class| systems.iter().any(|system| of(system, *class).is_some()))
        .collect();
    html! {
        @if !classes.is_empty() {
            h3 {
                bdi { (shown(&title, 120)) }
                @if let Some(language) = &group.language { " · " (shown(language.as_str(), 20)) }
            }
            div.wide {
                table {
                    thead { tr {
                        th scope="col" { "Class" }
                        @for system in systems { th.n scope="col" { bdi { (name(&system.system)) } } }
                        th scope="col" { "Example" }
                    } }
                    tbody {
                        @for class in &classes {
                            tr {
                                th.name scope="row" { (class.as_str()) small { (class.description()) } }
                                @for system in systems { td.n data-label=(name(&system.system)) { (count(system, *class)) } }
                                td data-label="Example" { (example(group, *class, number)) }
                            }
                        }
                        tr {
                            th.name scope="row" { "all that were lost" }
                            @for system in systems {
                                td.n data-label=(name(&system.system)) { (grouped(system.lost as u64)) " of " (grouped(system.judged as u64)) }
                            }
                            td {}
                        }
                    }
                }
            }
            p.note { "Each lost question counts once, by the fault that comes first; in brackets the share of all F1 that was lost." }
        }
    }
}

fn of(system: &SystemFailures, class: FailureClass) -> Option<&ClassFailures> {
    system.classes.iter().find(|one| one.class == class)
}

fn count(system: &SystemFailures, class: FailureClass) -> String {
    of(system, class).map_or_else(String::new, |found| {
        let share = 100.0 * found.share;
        format!("{} ({share:.0} %)", grouped(found.questions as u64))
    })
}

/// The question that stands for a class, with a way to it.
fn example(group: &Explained, class: FailureClass, number: usize) -> Markup {
    let mut systems = group.failures.iter();
    let found = systems.find_map(|system| of(system, class));
    let at = found.and_then(|found| {
        let mut questions = group.questions.iter();
        questions.position(|question| question.id == found.example.as_str())
    });
    html! {
        @if let Some(question) = at.map(|at| (at, &group.questions[at])) {
            a href={ "#q-" (number) "-" (question.0 + 1) } dir="auto" { (shown(&question.1.text, 120)) }
        }
    }
}
