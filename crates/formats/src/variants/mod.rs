//! The formats of the field, a file each.

mod json_lines;
mod qald_json;
mod qald_xml;
mod qbench_xml;
mod sparql_results_xml;
mod table;

use crate::format::Variant;

/// All formats, in the order in which they are tried: the more particular ones first.
pub(crate) static ALL: &[&dyn Variant] = &[
    &json_lines::JsonLines,
    &qald_json::QaldJson,
    &sparql_results_xml::SparqlResultsXml,
    &qbench_xml::QbenchXml,
    &qald_xml::QaldXmlA,
    &qald_xml::QaldXmlC,
    &qald_xml::QaldXmlB,
    &table::CSV,
    &table::TSV,
];
