//! The formats of the field, a file each.

mod qald_json;
mod qald_xml;
mod qbench_xml;
mod sparql_results_xml;

use crate::format::Variant;

/// All formats, in the order in which they are tried: the more particular ones first.
pub(crate) static ALL: &[&dyn Variant] = &[
    &qald_json::QaldJson,
    &sparql_results_xml::SparqlResultsXml,
    &qbench_xml::QbenchXml,
    &qald_xml::QaldXmlA,
    &qald_xml::QaldXmlC,
    &qald_xml::QaldXmlB,
];
