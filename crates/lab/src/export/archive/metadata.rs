//! What an archive holds, for programs that know RO-Crate 1.1
//! (<https://w3id.org/ro/crate/1.1>).

use serde_json::{Value, json};

use super::{METADATA, PREVIEW, Written};
use crate::export::Publication;
use crate::export::publication::{dataset_title, published};

/// The metadata document.
pub(super) fn of(publication: &Publication, files: &[Written]) -> Value {
    let experiment = &publication.experiment;
    let record = &publication.judging.evaluated.record;
    let date = experiment
        .published
        .as_ref()
        .unwrap_or(&publication.judging.date);
    let reference = |id: &str| json!({ "@id": id });
    let parts: Vec<Value> = files.iter().map(|file| reference(&file.name)).collect();
    let systems: Vec<Value> = (0..experiment.plan.systems.len())
        .map(|number| reference(&format!("#system-{number}")))
        .collect();
    let mut graph = vec![
        json!({
            "@id": METADATA,
            "@type": "CreativeWork",
            "conformsTo": { "@id": "https://w3id.org/ro/crate/1.1" },
            "about": { "@id": "./" },
        }),
        json!({
            "@id": "./",
            "@type": "Dataset",
            "identifier": publication.iri(),
            "name": publication.title(),
            "description": description(publication),
            "datePublished": date,
            "license": { "@id": "#licence" },
            "hasPart": parts,
            "mentions": [{ "@id": "#run" }, { "@id": "#judging" }],
        }),
        json!({
            "@id": "#licence",
            "@type": "CreativeWork",
            "name": "As the authors of the experiment and the owners of the datasets permit",
        }),
        json!({
            "@id": "#run",
            "@type": "CreateAction",
            "name": format!("Run of experiment {}", experiment.id),
            "instrument": { "@id": "#lydite" },
            "startTime": experiment.created,
            "endTime": experiment.finished,
            "object": datasets(publication, files),
            "agent": systems,
            "result": { "@id": super::EXPERIMENT },
        }),
        json!({
            "@id": "#judging",
            "@type": "CreateAction",
            "name": format!("Judging {} of experiment {}", publication.judging.number, experiment.id),
            "instrument": { "@id": "#lydite" },
            "endTime": publication.judging.date,
            "result": { "@id": super::RESULTS },
        }),
        json!({
            "@id": "#lydite",
            "@type": "SoftwareApplication",
            "name": "Lydite",
            "version": record.version,
        }),
    ];
    for (number, system) in experiment.plan.systems.iter().enumerate() {
        graph.push(without_null(json!({
            "@id": format!("#system-{number}"),
            "@type": "SoftwareApplication",
            "name": system.name,
            "description": system.description,
            "version": system.version,
            "citation": system.reference,
        })));
    }
    for file in files {
        let mut entity = json!({
            "@id": file.name,
            "@type": "File",
            "name": file.title,
            "encodingFormat": file.media,
            "contentSize": file.bytes.to_string(),
            "sha256": file.sha256,
        });
        if file.name == PREVIEW {
            entity["@type"] = json!(["File", "CreativeWork"]);
            entity["about"] = reference("./");
        }
        if let Some(licence) = licence(publication, &file.sha256) {
            entity["license"] = json!(format!("https://spdx.org/licenses/{licence}"));
        }
        graph.push(entity);
    }
    json!({ "@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph })
}

fn description(publication: &Publication) -> String {
    let experiment = &publication.experiment;
    let systems: Vec<&str> = experiment
        .plan
        .systems
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let datasets: Vec<String> = publication.datasets.iter().map(dataset_title).collect();
    format!(
        "An experiment in question answering over knowledge graphs: {} on {}. `lydite experiment \
         verify` computes every score in it again.",
        systems.join(", "),
        datasets.join(", ")
    )
}

/// The files of the datasets.
fn datasets(publication: &Publication, files: &[Written]) -> Vec<Value> {
    let is_dataset = |file: &&Written| {
        let mut all = publication.datasets.iter();
        all.any(|dataset| dataset.digest == file.sha256)
    };
    let datasets = files.iter().filter(is_dataset);
    datasets.map(|file| json!({ "@id": file.name })).collect()
}

/// The licence under which a dataset was published, if it is known.
fn licence(publication: &Publication, digest: &str) -> Option<String> {
    let mut all = publication.datasets.iter();
    let dataset = all.find(|dataset| dataset.digest == digest)?;
    published(dataset)?.licence.clone()
}

fn without_null(mut entity: Value) -> Value {
    if let Value::Object(fields) = &mut entity {
        fields.retain(|_, value| !value.is_null());
    }
    entity
}
