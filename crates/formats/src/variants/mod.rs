//! The formats of the field, a file each.

mod benchmarks;
mod entries;
mod eqald_json;
mod extended_qald_json;
mod json_lines;
mod lc_quad;
mod lc_quad_templates;
mod lines;
mod nlq;
mod qald5_json;
mod qald_json;
mod qald_xml;
mod qbench_xml;
mod qname;
mod queries;
mod service_response;
mod simple_dbpedia_qa;
mod sparql_results_json;
mod sparql_results_xml;
mod table;
mod text2sparql_answers;
mod text2sparql_questions;
mod text2sparql_results;

use benchmarks as sets;
pub(crate) use benchmarks::LISTS;

use crate::format::{JsonShape, Variant, with_value};

/// All formats, in the order in which they are tried: the more particular ones first.
pub(crate) static ALL: &[&dyn Variant] = &[
    &sets::event_qa::EventQa,
    &&sets::t2s::SET,
    &&sets::spinach::SET,
    &json_lines::JsonLines,
    &&sets::lc_quad_2::SET,
    &&sets::lc_quad_2_answers::SET,
    &&sets::rubq::SET,
    &&sets::mintaka::SET,
    &&sets::kqa_pro::SET,
    &&sets::webqsp::SET,
    &&sets::freebaseqa::SET,
    &&sets::graftnet::SET,
    &&sets::cwq::SET,
    &&sets::grailqa::SET,
    &&sets::sempre::SET,
    &&sets::scholarly::SET,
    &&sets::scholarly_2024::SET,
    &&sets::timequestions::SET,
    &&sets::vquanda::SET,
    &&sets::wikiwebquestions::SET,
    &&sets::mkqa::SET,
    &&sets::spice::SET,
    &&sets::spider4sparql::SET,
    &&sets::vanilla::SET,
    &&sets::tog::SET,
    &&sets::bioasq::SET,
    &&sets::entity_links::SET,
    &&sets::wikikgqa::SET,
    &&sets::side_by_side::SPINACH,
    &&sets::side_by_side::TEQUILA,
    &sets::coypu::Parallel,
    &qald5_json::Qald5Json,
    &extended_qald_json::ExtendedQaldJson,
    &text2sparql_questions::Text2SparqlJson,
    &eqald_json::EqaldJson,
    &qald_json::QaldJson,
    &simple_dbpedia_qa::SimpleDbpediaQa,
    &text2sparql_answers::Text2SparqlAnswers,
    &text2sparql_results::Text2SparqlResults,
    &lc_quad::LcQuad,
    &lc_quad_templates::LcQuadTemplates,
    &nlq::Nlq,
    &&sets::clocq::SET,
    &sparql_results_json::SparqlResultsJson,
    &service_response::ServiceResponse,
    &queries::Queries,
    &sets::predictions::Predictions,
    &text2sparql_questions::Text2SparqlYaml,
    &sparql_results_xml::SparqlResultsXml,
    &qbench_xml::QbenchXml,
    &qald_xml::QaldXmlA,
    &qald_xml::QaldXmlC,
    &qald_xml::QaldXmlB,
    &table::CSV,
    &table::TSV,
    &&sets::simple_questions::SET,
    &&sets::simple_questions_wikidata::SET,
    &&sets::answer_lists::SET,
    &&sets::graph_questions_answers::SET,
    &&sets::metaqa::SET,
    &&sets::freebaseqa_text::SET,
    &&sets::mlpq::SET,
    &&sets::nspm::SET,
    &&sets::exaqt::SET,
    &&sets::dbnqa::SET,
    &&sets::plain_lines::SET,
];

/// What a JSON file is, if it is known but holds neither questions nor answers.
pub(crate) fn known_otherwise(shape: &JsonShape) -> Option<&'static str> {
    let are_scores = |source: &str| with_value(source, text2sparql_results::are_scores);
    (shape.members)
        .iter()
        .any(|(_, source)| are_scores(source) == Some(true))
        .then_some(
            "the scores of a TEXT2SPARQL evaluation, which contain neither questions nor answers",
        )
}
