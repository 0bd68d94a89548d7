//! What a file of each format looks like: the layout in a few sentences, and a small example that
//! its own reader reads.

use crate::{Format, variants};

/// What files of a format look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The layout, in a few sentences.
    pub description: &'static str,
    /// A small file.
    pub example: &'static str,
}

impl Format {
    /// What files of this format look like.
    ///
    /// ```
    /// use lydite_formats::{Reader, formats};
    ///
    /// for format in formats() {
    ///     let layout = format.layout().unwrap();
    ///     let reader = Reader::from_bytes("example", layout.example.as_bytes())?;
    ///     assert_eq!(reader.format(), format);
    ///     assert!(reader.count() > 0);
    /// }
    /// # Ok::<(), lydite_formats::ReadError>(())
    /// ```
    pub fn layout(&self) -> Option<Layout> {
        let own = variants::ALL.iter().find(|own| own.format() == *self);
        if let Some(layout) = own.and_then(|variant| variant.layout()) {
            return Some(Layout {
                example: layout.example.trim_start_matches('\n'),
                ..layout
            });
        }
        let (_, description, example) = LAYOUTS.iter().find(|(name, ..)| *name == self.name)?;
        Some(Layout {
            description,
            example: example.trim_start_matches('\n'),
        })
    }
}

/// The name of each format, its layout and an example.
const LAYOUTS: &[(&str, &str, &str)] = &[
    (
        "json-lines",
        "One JSON object per line. An optional first line describes the dataset; every other line is \
         a question. An id with `query` is enough for a submission; `error` and `time` (milliseconds) \
         may say how the system did.",
        r#"
{"dataset": {"id": "example"}}
{"id": "1", "texts": [{"language": "en", "string": "What is the capital of Romania?"}], "queries": [{"form": "sparql", "text": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }"}]}
{"id": "2", "query": "ASK { dbr:Ulm dbo:country dbr:Germany }", "time": 120}
"#,
    ),
    (
        "queries",
        "The queries of a system: an object from ids to queries, or a list of objects with `id` (or \
         `qid`, `qname`) and `query` (or `sparql`); `question`, `language`, `error` and `time` \
         (milliseconds) are optional.",
        r#"
{
  "1": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }",
  "2": "ASK { dbr:Ulm dbo:country dbr:Germany }"
}
"#,
    ),
    (
        "csv",
        "A header, then one row per question and language, separated by commas or semicolons. The \
         columns may be in any order: id, wording, language, question, keywords, answer_type, \
         aggregation, onlydbo, hybrid, scope, sparql (or query), pseudo, answers. `id,query` is enough \
         for a submission. Answers are `true`, `false`, terms, or rows such as `(?a ?b) {(<x> \"1\")}`.",
        r#"
id,language,question,query,answers
1,en,What is the capital of Romania?,SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri },<http://dbpedia.org/resource/Bucharest>
2,en,Is Ulm in Germany?,ASK { dbr:Ulm dbo:country dbr:Germany },true
"#,
    ),
    (
        "tsv",
        "The same as csv, with tabs between the cells.",
        "id\tquery\n\
         1\tSELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }\n\
         2\tASK { dbr:Ulm dbo:country dbr:Germany }\n",
    ),
    (
        "qald-json",
        "An object with `questions`, each with its texts by language, a query and a list of SPARQL \
         results. System answers have the same layout.",
        r#"
{"dataset": {"id": "example"}, "questions": [
  {"id": "1", "answertype": "resource",
   "question": [{"language": "en", "string": "What is the capital of Romania?", "keywords": "capital, Romania"}],
   "query": {"sparql": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }"},
   "answers": [{"head": {"vars": ["uri"]}, "results": {"bindings": [
     {"uri": {"type": "uri", "value": "http://dbpedia.org/resource/Bucharest"}}]}}]}]}
"#,
    ),
    (
        "eqald-json",
        "Like qald-json, but with `metadata`, `SPARQL` in upper case, annotations of the question text \
         and the bindings directly under `answers`.",
        r#"
{"dataset": {"id": "example"}, "questions": [
  {"id": "1", "metadata": {"answertype": "resource", "hybrid": false},
   "question": [{"language": "en", "string": "Who is the mayor of Berlin?",
     "annotations": [{"char_begin": 20, "char_end": 26, "URI": "http://dbpedia.org/resource/Berlin", "type": "ENTITY"}]}],
   "query": {"SPARQL": "SELECT ?uri WHERE { dbr:Berlin dbo:leader ?uri }"},
   "answers": {"head": {"vars": ["uri"]}, "bindings": [
     {"uri": {"type": "uri", "value": "http://dbpedia.org/resource/Kai_Wegner"}}]}}]}
"#,
    ),
    (
        "extended-qald-json",
        "Each entry is an object with one `question`, in which every language has a query of its own.",
        r#"
{"dataset": {"id": "example"}, "questions": [
  {"question": {"id": "1", "answertype": "resource", "metadata": {"hybrid": false},
   "language": [{"language": "en", "question": "What is the capital of Romania?", "keywords": "capital",
     "SPARQL": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }"}],
   "answers": {"head": {"vars": ["uri"]}, "results": {"bindings": [
     {"uri": {"type": "uri", "value": "http://dbpedia.org/resource/Bucharest"}}]}}}}]}
"#,
    ),
    (
        "qald-5-json",
        "Like qald-json, but the question text is under `body`, the query is a string and answers \
         are plain texts.",
        r#"
{"dataset": {"id": "example"}, "questions": [
  {"id": "1", "hybrid": "false", "answertype": "resource", "aggregation": "false", "onlydbo": "true",
   "body": [{"language": "en", "string": "What is the capital of Romania?", "keywords": "capital, Romania"}],
   "query": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }",
   "answers": [{"string": "http://dbpedia.org/resource/Bucharest"}]}]}
"#,
    ),
    (
        "t2s",
        "A JSON object a line: `golden` is the gold query, `generated` that of a system.",
        r#"
{"id": "1", "golden": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }", "generated": "SELECT ?x { dbr:Romania dbo:capital ?x }", "order_matters": false}
"#,
    ),
    (
        "text2sparql-json",
        "The same as text2sparql-yaml, in JSON.",
        r#"
{"dataset": {"id": "https://example.org/questions/"}, "questions": [
  {"id": 1, "question": {"en": "What is the capital of Romania?", "de": "Was ist die Hauptstadt von Rumänien?"},
   "query": {"sparql": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }"}}]}
"#,
    ),
    (
        "text2sparql-yaml",
        "A `dataset` with its id, then `questions`, each with its texts by language and a query. \
         `features` may hold `RESULT_ORDER_MATTERS`.",
        r#"
---
dataset:
  id: https://example.org/questions/
questions:
  - id: "1"
    question:
      en: What is the capital of Romania?
      de: Was ist die Hauptstadt von Rumänien?
    query:
      sparql: |
        SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }
"#,
    ),
    (
        "text2sparql-answers",
        "A list with one entry per question and language: `qname` is prefix, id and language of the \
         question, `query` what the system made of it.",
        r#"
[{"dataset": "https://example.org/questions/", "question": "What is the capital of Romania?",
  "query": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }", "endpoint": "http://localhost:8000",
  "qname": "ex:1-en", "uri": "https://example.org/questions/1-en"}]
"#,
    ),
    (
        "text2sparql-results",
        "An object from the name of a question (prefix, id and language) to its result set, in which \
         every value has the weight 1; a yes/no answer is `true` with 1 or 0.",
        r#"
{
  "ex:1-en": {"http://dbpedia.org/resource/Bucharest": 1},
  "ex:2-en": {"true": 1}
}
"#,
    ),
    (
        "simple-dbpedia-qa",
        "An object with `Questions`, each about one subject and the predicates that lead to the answer.",
        r#"
{"DatasetName": "example", "Questions": [
  {"ID": "00001", "Query": "what is the capital of romania", "Subject": "http://dbpedia.org/resource/Romania",
   "FreebasePredicate": "www.freebase.com/location/country/capital",
   "PredicateList": [{"Predicate": "http://dbpedia.org/ontology/capital", "Direction": "forward", "Constraint": null}]}]}
"#,
    ),
    (
        "lc-quad",
        "A list of questions with `corrected_question`, `intermediary_question` and `sparql_query`; no \
         answers.",
        r#"
[{"_id": "1", "corrected_question": "What is the capital of Romania?",
  "intermediary_question": "What is the <capital> of <Romania>",
  "sparql_query": "SELECT DISTINCT ?uri WHERE { dbr:Romania dbo:capital ?uri }", "sparql_template_id": 2}]
"#,
    ),
    (
        "lc-quad-templates",
        "A list of query templates with placeholders.",
        r#"
[{"id": 2, "n_entities": 1, "template": " SELECT DISTINCT ?uri WHERE { <%(e_in)s> <%(e_in_to_e)s> ?uri } ", "type": "vanilla"}]
"#,
    ),
    (
        "nlq",
        "A list with one entry per question and language; consecutive entries with the same id are one \
         question.",
        r#"
[{"id": "1", "lang": "en", "question": "What is the capital of Romania?", "answer": "Bucharest", "type": "1-1",
  "sparql": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }"}]
"#,
    ),
    (
        "sparql-results-json",
        "SPARQL 1.1 Query Results JSON: the answers to one question, which has the id 1.",
        r#"
{"head": {"vars": ["uri"]}, "results": {"bindings": [
  {"uri": {"type": "uri", "value": "http://dbpedia.org/resource/Bucharest"}}]}}
"#,
    ),
    (
        "sparql-results-xml",
        "SPARQL Query Results XML: the answers to one question, which has the id 1.",
        r#"
<?xml version="1.0"?>
<sparql xmlns="http://www.w3.org/2005/sparql-results#">
  <head><variable name="uri"/></head>
  <results>
    <result><binding name="uri"><uri>http://dbpedia.org/resource/Bucharest</uri></binding></result>
  </results>
</sparql>
"#,
    ),
    (
        "service-response",
        "A single response of a question answering service; the question has the id 1.",
        r#"
{"dataset": "https://example.org/questions/", "question": "What is the capital of Romania?",
 "query": "SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }"}
"#,
    ),
    (
        "qald-xml-a",
        "A <dataset> of <question> elements; texts have no language, answers have typed elements.",
        r#"
<?xml version="1.0"?>
<dataset id="example">
  <question id="1">
    <string>What is the capital of Romania?</string>
    <query>SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }</query>
    <answers><answer><uri>http://dbpedia.org/resource/Bucharest</uri></answer></answers>
  </question>
</dataset>
"#,
    ),
    (
        "qald-xml-b",
        "A <dataset> of <question> elements with texts by language and answers in typed elements: uri, \
         string, number, boolean, date.",
        r#"
<?xml version="1.0"?>
<dataset id="example">
  <question id="1" answertype="resource" aggregation="false" onlydbo="true">
    <string lang="en"><![CDATA[What is the capital of Romania?]]></string>
    <keywords lang="en"><![CDATA[capital, Romania]]></keywords>
    <query><![CDATA[SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }]]></query>
    <answers><answer><uri>http://dbpedia.org/resource/Bucharest</uri></answer></answers>
  </question>
</dataset>
"#,
    ),
    (
        "qald-xml-c",
        "A <dataset> of <question> elements with texts by language and answers as plain text.",
        r#"
<?xml version="1.0"?>
<dataset id="example">
  <question id="1" answertype="resource" aggregation="false" onlydbo="true" hybrid="false">
    <string lang="en"><![CDATA[What is the capital of Romania?]]></string>
    <query><![CDATA[SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }]]></query>
    <answers><answer>http://dbpedia.org/resource/Bucharest</answer></answers>
  </question>
</dataset>
"#,
    ),
    (
        "qald-xml",
        "QALD-XML as Lydite writes it: texts by language, answers in typed elements.",
        r#"
<?xml version="1.0"?>
<dataset id="example">
  <question id="1" answertype="resource">
    <string lang="en"><![CDATA[What is the capital of Romania?]]></string>
    <query><![CDATA[SELECT ?uri WHERE { dbr:Romania dbo:capital ?uri }]]></query>
    <answers><answer><uri>http://dbpedia.org/resource/Bucharest</uri></answer></answers>
  </question>
</dataset>
"#,
    ),
    (
        "qbench-xml",
        "A <dataset> of <question> elements whose answers are inside the query element.",
        r#"
<?xml version="1.0"?>
<dataset id="example">
  <question id="1" cubeuri="http://linkedspending.aksw.org/instance/example" hybrid="false" statistical="true">
    <string>How much did it cost?</string>
    <query>SELECT ?sum { ?x ?p ?sum }<answers><answer answerType="number">5</answer></answers></query>
  </question>
</dataset>
"#,
    ),
];

#[cfg(test)]
mod tests {
    use lydite_model::Severity;

    use crate::{Reader, formats, targets};

    #[test]
    fn every_format_has_an_example_that_its_own_reader_reads_without_errors() {
        for format in formats() {
            let layout = format.layout().unwrap_or_else(|| panic!("{}", format.name));
            let mut reader = Reader::from_bytes("example", layout.example.as_bytes()).unwrap();
            assert_eq!(reader.format().name, format.name);
            let (questions, _) = reader.read_to_end();
            assert!(!questions.is_empty(), "{}", format.name);
            assert_eq!(reader.diagnostics(Severity::Error), 0, "{}", format.name);
            assert!(reader.damage().is_empty(), "{}", format.name);
        }
        for target in targets() {
            let layout = target
                .format
                .layout()
                .unwrap_or_else(|| panic!("{}", target.format.name));
            assert!(Reader::from_bytes("example", layout.example.as_bytes()).is_ok());
        }
    }
}
