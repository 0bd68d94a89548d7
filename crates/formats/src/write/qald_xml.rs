//! Writes QALD-XML as QALD-3 and QALD-4 have it: language tags, and typed elements in each answer.

use std::borrow::Cow;
use std::io::{self, Write};

use lydite_model::{
    Answer, AnswerSet, AnswerType, DatasetInfo, Extras, Literal, QueryForm, Question, Scope, Table,
    Term, Text,
};

use super::losses::{self, Losses};
use super::xml_text::{is_name, push_cdata, push_escaped};
use super::{Report, Target, Writer};
use crate::Format;
use crate::terms::boolean_word;

/// QALD-XML.
pub(super) const TARGET: Target = Target {
    format: Format {
        name: FORMAT,
        title: "QALD-XML with typed answers (as QALD-3 and QALD-4)",
    },
    extension: "xml",
    start: |sink, info| Ok(Box::new(QaldXml::start(sink, info)?)),
};

const FORMAT: &str = "qald-xml";

struct QaldXml {
    sink: Box<dyn Write>,
    buffer: String,
    /// What gets lost of the current question.
    losses: Vec<Cow<'static, str>>,
    /// What the root element says.
    written: DatasetInfo,
}

impl QaldXml {
    fn start(sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Self> {
        let mut writer = Self {
            sink,
            buffer: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<dataset"),
            losses: Vec::new(),
            written: DatasetInfo::default(),
        };
        if let Some(id) = &info.id
            && writer.attribute("id", id)
        {
            writer.written.id = Some(id.clone());
        }
        if let Some(refreshed) = &info.refreshed {
            let faithful = writer.attribute("refreshed-from", &refreshed.graph)
                & writer.attribute("refreshed-on", &refreshed.date);
            writer.flag("refreshed-checked", Some(refreshed.checked));
            writer.written.refreshed = faithful.then(|| refreshed.clone());
        }
        let taken = ["id", "refreshed-from", "refreshed-on", "refreshed-checked"];
        writer.written.extras = writer.extras(&info.extras, &taken);
        // What is lost of the dataset is told in the end, when all of it is known.
        writer.losses.clear();
        writer.buffer.push_str(">\n");
        writer.flush()?;
        Ok(writer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.write_all(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(())
    }

    /// Notes once that something cannot be said.
    fn lose(&mut self, what: impl Into<Cow<'static, str>>) {
        let what = what.into();
        if !self.losses.contains(&what) {
            self.losses.push(what);
        }
    }

    /// Writes an attribute; `false` if characters had to be replaced.
    fn attribute(&mut self, name: &str, value: &str) -> bool {
        self.buffer.push(' ');
        self.buffer.push_str(name);
        self.buffer.push_str("=\"");
        let faithful = push_escaped(&mut self.buffer, value);
        self.buffer.push('"');
        self.check(faithful);
        faithful
    }

    fn flag(&mut self, name: &str, value: Option<bool>) {
        if let Some(value) = value {
            self.attribute(name, if value { "true" } else { "false" });
        }
    }

    /// Writes further fields as attributes, if they are texts; gives those that were.
    fn extras(&mut self, extras: &Extras, taken: &[&str]) -> Extras {
        let mut written = Extras::new();
        for (name, value) in extras {
            match value.as_str() {
                Some(text) if is_name(name) && !taken.contains(&&**name) => {
                    if self.attribute(name, text) {
                        written.insert(name.clone(), value.clone());
                    }
                }
                _ => self.lose(format!("the extra field `{name}`")),
            }
        }
        written
    }

    fn check(&mut self, faithful: bool) {
        if !faithful {
            self.lose("control characters; U+FFFD was written for them");
        }
    }

    /// An element on a line of its own.
    fn element(&mut self, name: &str, language: Option<&str>, text: &str) {
        if text.trim().len() != text.len() {
            self.lose("white space around a text");
        }
        self.buffer.push('<');
        self.buffer.push_str(name);
        if let Some(language) = language {
            self.attribute("lang", language);
        }
        self.buffer.push('>');
        let plain = matches!(name, "uri" | "number" | "date" | "boolean")
            && !text.contains(|c: char| c.is_control() || matches!(c, '<' | '>' | '&'));
        if plain {
            self.buffer.push_str(text);
        } else {
            // Tools that look for the end of a question do not always know CDATA.
            let faithful = if text.contains("</question") {
                push_escaped(&mut self.buffer, text)
            } else {
                push_cdata(&mut self.buffer, text)
            };
            self.check(faithful);
        }
        self.buffer.push_str("</");
        self.buffer.push_str(name);
        self.buffer.push_str(">\n");
    }

    fn texts(&mut self, texts: &[Text]) {
        for text in texts {
            let language = text.language.as_str();
            if language.trim().is_empty() || language.trim() != language {
                self.lose("an odd language tag");
            }
            match &text.string {
                Some(string) => self.element("string", Some(language), string),
                None if text.keywords.is_empty() => {
                    self.lose(format!("the language `{language}` without a question text"));
                }
                None => {}
            }
            if !text.annotations.is_empty() {
                self.lose("annotations");
            }
        }
        for (at, text) in texts.iter().enumerate() {
            if text.keywords.is_empty() {
                continue;
            }
            // Keywords go to the first wording of their language that has none.
            if texts[..at]
                .iter()
                .any(|other| other.keywords.is_empty() && other.language == text.language)
            {
                self.lose("which of several question texts the keywords belong to");
            }
            let odd = |word: &String| {
                word.contains([',', '،', '、', '，']) || word.is_empty() || word.trim() != word
            };
            if text.keywords.iter().any(odd) {
                self.lose("commas or spaces at the edge of a keyword");
            }
            let keywords = text.keywords.join(", ");
            self.element("keywords", Some(text.language.as_str()), &keywords);
        }
    }

    fn queries(&mut self, question: &Question) {
        let mut written = Vec::new();
        if question.scope == Scope::Marked {
            self.element("query", None, "OUT OF SCOPE");
            written.push(QueryForm::Sparql);
        }
        for query in &question.queries {
            let name = match query.form {
                QueryForm::Sparql => "query",
                QueryForm::Pseudo => "pseudoquery",
                form => {
                    self.lose(format!("a query of the form {}", form.as_str()));
                    continue;
                }
            };
            if query.text.trim().is_empty() || written.contains(&query.form) {
                self.lose(format!("an empty or a further <{name}>"));
                continue;
            }
            if query.language.is_some() {
                self.lose("the language of a query");
            }
            written.push(query.form);
            self.element(name, None, &query.text);
        }
        let unanswered = question.answers.as_ref().is_some_and(AnswerSet::is_empty);
        let implied = written.is_empty() && unanswered;
        if implied != (question.scope == Scope::Implied) {
            self.lose("whether the question is in scope");
        }
    }

    fn answers(&mut self, question: &Question, answers: &AnswerSet) {
        if answers.ordered {
            self.lose("the order of the answers");
        }
        if answers.confidence.is_some() {
            self.lose("a confidence");
        }
        self.buffer.push_str("<answers>\n");
        match &answers.answer {
            Answer::Boolean(value) => {
                self.buffer.push_str("<answer>\n");
                self.element("boolean", None, if *value { "true" } else { "false" });
                self.buffer.push_str("</answer>\n");
            }
            Answer::Table(table) => self.table(question, table),
        }
        self.buffer.push_str("</answers>\n");
    }

    fn table(&mut self, question: &Question, table: &Table) {
        // The columns as they would be read, to tell whether anything is lost.
        let mut columns: Vec<Cow<'_, str>> = Vec::new();
        let mut renamed = false;
        for row in table.rows() {
            self.buffer.push_str("<answer>\n");
            let mut tags: Vec<&str> = Vec::new();
            for (column, term) in table.columns.iter().zip(row) {
                let Some(term) = term else {
                    continue;
                };
                let tag = tag(column, term, question.answer_type.as_ref());
                let read = match tags.iter().filter(|other| **other == tag).count() {
                    0 => Cow::Borrowed(tag),
                    before => Cow::Owned(format!("{tag}#{before}")),
                };
                renamed |= read != *column;
                if !columns.contains(&read) {
                    columns.push(read);
                }
                tags.push(tag);
                self.term(tag, term);
            }
            self.buffer.push_str("</answer>\n");
            if table.len() == 1 && tags == ["boolean"] {
                let value = table.terms().next().map_or("", Term::value);
                if boolean_word(value).is_some() {
                    self.lose("a truth value in a row of a table");
                }
            }
        }
        if renamed || !columns.iter().eq(&table.columns) {
            self.lose("the names and the order of columns");
        }
    }

    fn term(&mut self, tag: &str, term: &Term) {
        match term {
            Term::Literal(literal) if literal.language.is_some() => {
                self.lose("the language of a literal");
            }
            Term::Literal(literal) if literal.datatype.is_some() => {
                self.lose("the datatype of a literal");
            }
            Term::Blank { value } => {
                self.lose("blank nodes");
                self.element(tag, None, &format!("_:{value}"));
                return;
            }
            Term::Literal(_) | Term::Iri { .. } => {}
        }
        self.element(tag, None, term.value());
    }
}

/// The element for a term: the one that the column is named after, if it fits.
fn tag(column: &str, term: &Term, answer_type: Option<&AnswerType>) -> &'static str {
    const LITERALS: [&str; 4] = ["string", "number", "date", "boolean"];
    let Term::Literal(literal) = term else {
        return "uri";
    };
    let name = match column.rsplit_once('#') {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => column,
    };
    let named = LITERALS.into_iter().find(|tag| *tag == name);
    named.unwrap_or_else(|| tag_of_literal(literal, answer_type))
}

/// The element for a literal by its datatype, or else by the type of the answer.
fn tag_of_literal(literal: &Literal, answer_type: Option<&AnswerType>) -> &'static str {
    let datatype = literal.datatype.as_deref().unwrap_or("");
    let Some(datatype) = datatype.strip_prefix("http://www.w3.org/2001/XMLSchema#") else {
        return match answer_type.and_then(AnswerType::meant) {
            Some(AnswerType::Number) => "number",
            Some(AnswerType::Date) => "date",
            _ => "string",
        };
    };
    match datatype {
        "date" | "dateTime" | "gYear" | "gYearMonth" | "gMonthDay" => "date",
        "boolean" => "boolean",
        "decimal" | "double" | "float" | "integer" | "int" | "long" | "short" | "byte" => "number",
        other if other.ends_with("Integer") || other.starts_with("unsigned") => "number",
        _ => "string",
    }
}

impl Writer for QaldXml {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        self.buffer.push_str("<question");
        let id = question.id.as_str();
        if id.trim() != id {
            self.lose("spaces around an id");
        }
        self.attribute("id", id);
        if let Some(answer_type) = &question.answer_type {
            self.attribute("answertype", answer_type.as_str());
        }
        self.flag("aggregation", question.aggregation);
        self.flag("onlydbo", question.only_dbo);
        self.flag("hybrid", question.hybrid);
        let taken = ["id", "answertype", "aggregation", "onlydbo", "hybrid"];
        self.extras(&question.extras, &taken);
        self.buffer.push_str(">\n");
        self.texts(&question.texts);
        self.queries(question);
        if let Some(answers) = &question.answers {
            self.answers(question, answers);
        }
        self.buffer.push_str("</question>\n");
        if question.language.is_some() {
            self.lose("the language of an entry");
        }
        if question.order_matters {
            self.lose("the order of the answers");
        }
        if !question.item_types.is_empty() {
            self.lose("the classes of the answers");
        }
        if !question.localised_answers.is_empty() {
            self.lose("answers by language");
        }
        let mut losses = Losses::new(FORMAT, question, report);
        self.losses.drain(..).for_each(|what| losses.say(&what));
        losses.run();
        self.flush()
    }

    fn finish(&mut self, info: &DatasetInfo, report: Report<'_>) -> io::Result<()> {
        losses::info(FORMAT, &self.written, info, report);
        self.buffer.push_str("</dataset>\n");
        self.flush()?;
        self.sink.flush()
    }
}
