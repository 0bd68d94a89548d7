//! The datasets: DCAT, DataID, VoID, and ODRL for what may be done with them.

use std::io;

use oxrdf::vocab::xsd;
use oxrdf::{Literal, NamedNode};

use super::terms::{DATAID, DCAT, DCT, ODRL, PROV, SPDX, VOID};
use super::{Statements, text};
use crate::export::Publication;
use crate::export::publication::{dataset_title, published};
use crate::store::KeptDataset;

pub(super) fn describe(publication: &Publication, to: &mut Statements<'_>) -> io::Result<()> {
    for dataset in &publication.datasets {
        self::dataset(publication, dataset, to)?;
    }
    Ok(())
}

fn dataset(
    publication: &Publication,
    dataset: &KeptDataset,
    to: &mut Statements<'_>,
) -> io::Result<()> {
    let node = publication.dataset_node(&dataset.digest);
    let part = |what: &str| publication.names.part(&[what, &dataset.digest]);
    let (file, checksum, policy, permission) = (
        part("file"),
        part("checksum"),
        part("policy"),
        part("permission"),
    );
    let entry = published(dataset);
    let licence = entry.and_then(|entry| entry.licence.as_deref());
    let number = |value: u64| Literal::new_typed_literal(value.to_string(), xsd::INTEGER);

    let mut about = to.about(node.clone());
    about.is_a(DATAID.dataset())?.is_a(DCAT.dataset())?;
    about.is_a(VOID.dataset())?.is_a(PROV.entity())?;
    about.labelled(&dataset_title(dataset))?;
    about.says(DCT.title(), text(&dataset_title(dataset)))?;
    about.says(
        DCT.identifier(),
        text(&format!("sha256:{}", dataset.digest)),
    )?;
    about.says(VOID.documents(), number(dataset.questions))?;
    for language in dataset.languages.keys() {
        about.says(DCT.language(), text(language))?;
    }
    about.may_say(
        DCT.subject(),
        dataset.info.knowledge_base.as_deref().map(text),
    )?;
    about.may_say(DCT.has_version(), dataset.info.id.as_deref().map(text))?;
    about.says(DCAT.distribution(), file.clone())?;
    about.says(ODRL.has_policy(), policy.clone())?;
    about.may_say(DCT.licence(), licence.map(licence_node))?;
    if let Some(entry) = entry {
        about.described(&format!(
            "{} {}, {}",
            entry.benchmark, entry.split, entry.task
        ))?;
        let page = format!("https://github.com/{}", entry.repository);
        about.may_say(DCAT.landing_page(), NamedNode::new(page).ok())?;
    }

    let mut about = to.about(file);
    about
        .is_a(DCAT.distribution_class())?
        .is_a(DATAID.single_file())?;
    about.says(DCT.title(), text(&dataset.name))?;
    about.says(
        DCAT.byte_size(),
        Literal::new_typed_literal(dataset.bytes.to_string(), xsd::NON_NEGATIVE_INTEGER),
    )?;
    about.says(SPDX.checksum(), checksum.clone())?;
    if let Some(entry) = entry {
        about.says(DCT.format(), text(&entry.format))?;
        if let Some(commit) = &entry.commit {
            let address = format!(
                "https://raw.githubusercontent.com/{}/{commit}/{}",
                entry.repository,
                entry.path.replace(' ', "%20")
            );
            about.may_say(DCAT.download_url(), NamedNode::new(address).ok())?;
        }
    }

    let mut about = to.about(checksum);
    about.is_a(SPDX.checksum_class())?;
    about.says(SPDX.algorithm(), SPDX.sha256().into_owned())?;
    about.says(
        SPDX.value(),
        Literal::new_typed_literal(&dataset.digest, xsd::HEX_BINARY),
    )?;

    // What its owner allows is for the owner to say: what is known is where to read it.
    let mut about = to.about(policy);
    about.is_a(ODRL.set())?;
    about.says(ODRL.target(), node.clone())?;
    about.says(ODRL.permission(), permission.clone())?;
    match licence {
        Some(licence) => {
            about.says(DCT.licence(), licence_node(licence))?;
            about.labelled(&format!("as the licence {licence} permits"))?;
        }
        None => {
            about.labelled("as the owner of the dataset permits; no licence is known")?;
        }
    }
    let mut about = to.about(permission);
    about.is_a(ODRL.permission_class())?;
    about.says(ODRL.action(), ODRL.use_().into_owned())?;
    about.says(ODRL.target(), node)?;
    Ok(())
}

/// A licence by its SPDX identifier.
fn licence_node(licence: &str) -> NamedNode {
    let name = super::super::names::encoded(licence);
    NamedNode::new_unchecked(format!("https://spdx.org/licenses/{name}"))
}
