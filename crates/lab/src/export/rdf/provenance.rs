//! The experiment as a whole, the run, and who took part: PROV-O.

use std::io;

use oxrdf::vocab::xsd;
use oxrdf::{Literal, NamedNode};

use super::terms::{DCAT, DCT, LYDITE, PROV, QB};
use super::{Statements, address_or_text, text};
use crate::export::Publication;
use crate::system::Descriptor;

impl Publication {
    pub(super) fn run(&self) -> NamedNode {
        self.names.part(&["run"])
    }

    pub(super) fn judging_node(&self) -> NamedNode {
        let number = self.judging.number.to_string();
        self.names.part(&["judging", &number])
    }

    pub(super) fn program(&self) -> NamedNode {
        let version = &self.judging.evaluated.record.version;
        self.names.part(&["lydite", version])
    }

    pub(super) fn system_node(&self, number: usize) -> NamedNode {
        self.names.part(&["system", &number.to_string()])
    }

    pub(super) fn rules_node(&self, name: &str, version: &str) -> NamedNode {
        self.names.part(&["rules", name, version])
    }

    pub(super) fn dataset_node(&self, digest: &str) -> NamedNode {
        self.names.part(&["dataset", digest])
    }
}

/// A moment as `2026-11-18T04:20:00Z`.
fn moment(date: &str) -> Literal {
    Literal::new_typed_literal(date, xsd::DATE_TIME)
}

pub(super) fn describe(publication: &Publication, to: &mut Statements<'_>) -> io::Result<()> {
    experiment(publication, to)?;
    activities(publication, to)?;
    for (number, system) in publication.experiment.plan.systems.iter().enumerate() {
        self::system(publication.system_node(number), system, to)?;
    }
    for rules in publication.rules() {
        let mut about = to.about(publication.rules_node(&rules.name, &rules.version));
        about.is_a(LYDITE.rule_set())?.is_a(PROV.entity())?;
        about.labelled(&format!("{} {}", rules.name, rules.version))?;
        about.says(DCT.identifier(), text(&rules.name))?;
        about.says(DCT.has_version(), text(&rules.version))?;
        if let Some(known) = rules.rule_set() {
            about.described(known.title)?;
        }
    }
    Ok(())
}

impl Publication {
    /// The rule sets, each once.
    pub(crate) fn rules(&self) -> Vec<&lydite_judge::RulesId> {
        let mut rules = Vec::new();
        for judged in self.reports() {
            if !rules.contains(&&judged.report.rules) {
                rules.push(&judged.report.rules);
            }
        }
        rules
    }
}

fn experiment(publication: &Publication, to: &mut Statements<'_>) -> io::Result<()> {
    let experiment = &publication.experiment;
    let mut about = to.about(publication.names.experiment());
    about.is_a(LYDITE.experiment())?.is_a(QB.data_set_class())?;
    about.is_a(DCAT.dataset())?.is_a(PROV.entity())?;
    about.labelled(&publication.title())?;
    about.says(DCT.title(), text(&publication.title()))?;
    about.says(DCT.identifier(), text(experiment.id.as_str()))?;
    about.says(DCT.created(), moment(&experiment.created))?;
    about.may_say(DCT.issued(), experiment.published.as_deref().map(moment))?;
    about.says(QB.structure(), publication.names.part(&["structure"]))?;
    about.says(DCT.has_part(), publication.names.part(&["questions"]))?;
    about.says(PROV.was_generated_by(), publication.run())?;
    about.says(PROV.was_generated_by(), publication.judging_node())?;
    about.says(PROV.generated_at(), moment(&publication.judging.date))?;
    for dataset in &publication.datasets {
        let node = publication.dataset_node(&dataset.digest);
        about.says(PROV.was_derived_from(), node)?;
    }
    for judged in publication.reports() {
        for (kind, ..) in judged.parts() {
            let slice = publication.slice_node(judged.number, kind);
            about.says(QB.slice(), slice)?;
        }
    }
    Ok(())
}

fn activities(publication: &Publication, to: &mut Statements<'_>) -> io::Result<()> {
    let experiment = &publication.experiment;
    let record = &publication.judging.evaluated.record;
    let mut about = to.about(publication.run());
    about.is_a(LYDITE.run())?.is_a(PROV.activity())?;
    about.labelled(&format!("Run of experiment {}", experiment.id))?;
    about.says(PROV.started_at(), moment(&experiment.created))?;
    about.may_say(PROV.ended_at(), experiment.finished.as_deref().map(moment))?;
    about.says(PROV.was_associated_with(), publication.program())?;
    for number in 0..experiment.plan.systems.len() {
        about.says(PROV.was_associated_with(), publication.system_node(number))?;
    }
    for dataset in &publication.datasets {
        about.says(PROV.used(), publication.dataset_node(&dataset.digest))?;
    }
    if !experiment.plan.command.is_empty() {
        about.says(LYDITE.command(), text(&experiment.plan.command.join(" ")))?;
    }

    let mut about = to.about(publication.judging_node());
    about.is_a(LYDITE.judging_class())?.is_a(PROV.activity())?;
    about.labelled(&format!(
        "Judging {} of experiment {}",
        publication.judging.number, experiment.id
    ))?;
    about.says(PROV.ended_at(), moment(&publication.judging.date))?;
    about.says(PROV.was_informed_by(), publication.run())?;
    about.says(PROV.was_associated_with(), publication.program())?;
    about.says(
        LYDITE.seed(),
        Literal::new_typed_literal(record.seed.to_string(), xsd::INTEGER),
    )?;
    for rules in publication.rules() {
        let node = publication.rules_node(&rules.name, &rules.version);
        about.says(PROV.used(), node)?;
    }
    for dataset in &publication.datasets {
        about.says(PROV.used(), publication.dataset_node(&dataset.digest))?;
    }
    if let Some(graph) = &record.graph {
        let node = publication.names.part(&["graph"]);
        about.says(PROV.used(), node.clone())?;
        let mut about = to.about(node);
        about.is_a(PROV.entity())?.labelled(&graph.name)?;
        about.says(DCT.source(), address_or_text(&graph.name))?;
        about.may_say(LYDITE.digest(), graph.digest.as_deref().map(text))?;
    }

    let mut about = to.about(publication.program());
    about.is_a(PROV.software_agent())?;
    about.labelled(&format!("Lydite {}", record.version))?;
    about.says(DCT.title(), text("Lydite"))?;
    about.says(DCT.has_version(), text(&record.version))?;
    Ok(())
}

fn system(node: NamedNode, system: &Descriptor, to: &mut Statements<'_>) -> io::Result<()> {
    let mut about = to.about(node);
    about
        .is_a(LYDITE.system_class())?
        .is_a(PROV.software_agent())?;
    about.labelled(&system.name)?;
    about.says(LYDITE.protocol(), text(system.kind.as_str()))?;
    about.says(DCT.identifier(), text(&system.spec))?;
    about.may_say(DCT.description(), system.description.as_deref().map(text))?;
    about.may_say(
        DCT.references(),
        system.reference.as_deref().map(address_or_text),
    )?;
    about.may_say(DCT.has_version(), system.version.as_deref().map(text))?;
    about.may_say(LYDITE.digest(), system.digest.as_deref().map(text))?;
    Ok(())
}
