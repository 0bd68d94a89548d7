//! A benchmark in figures: what `dataset stats` shows, counted a question at a time.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use lydite_model::{Answer, Language, QueryForm, Question, Scope, Term};
use serde::Serialize;

/// The figures of a benchmark or answer file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Profile {
    /// Entries of the file.
    pub questions: u64,
    /// Different identifiers (per language, in files with an entry per language).
    pub distinct_ids: u64,
    /// Wordings by language, in alphabetic order.
    pub languages: BTreeMap<String, LanguageProfile>,
    /// English wordings that an earlier question has, too, whatever the capitals and blanks.
    pub repeated_wordings: u64,
    /// Questions by answer type; `-` where none is stated.
    pub answer_types: BTreeMap<String, u64>,
    /// Questions by the flag `aggregation`.
    pub aggregation: FlagProfile,
    /// Questions by the flag `onlydbo`.
    pub only_dbo: FlagProfile,
    /// Questions by the flag `hybrid`.
    pub hybrid: FlagProfile,
    /// Questions by notation of their query; a question may have several.
    pub query_forms: BTreeMap<&'static str, u64>,
    /// SPARQL queries by form, at a first look.
    pub sparql_forms: BTreeMap<&'static str, u64>,
    /// Questions without any query.
    pub without_query: u64,
    /// Questions marked `OUT OF SCOPE`.
    pub out_of_scope_marked: u64,
    /// Questions with neither query nor answers.
    pub out_of_scope_implied: u64,
    /// What is known about the answers.
    pub answers: AnswerProfile,
}

/// The wordings in one language.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LanguageProfile {
    /// Entries, with or without text.
    pub entries: u64,
    /// Entries with text.
    pub wordings: u64,
    /// Questions with at least one wording.
    pub questions: u64,
    /// Entries with keywords.
    pub keywords: u64,
}

/// A flag over all questions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FlagProfile {
    /// Questions where it is set.
    pub yes: u64,
    /// Questions where it is not set.
    pub no: u64,
    /// Questions where it is not stated.
    pub unstated: u64,
}

/// The answers of all questions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AnswerProfile {
    /// Questions with at least one answer.
    pub present: u64,
    /// Questions whose answer set is empty.
    pub empty: u64,
    /// Questions for which the file says nothing about answers.
    pub missing: u64,
    /// Questions that are answered by yes or no.
    pub boolean: u64,
    /// Rows of all answer sets; yes or no is one.
    pub rows: u64,
    /// Rows of the largest answer set.
    pub largest: u64,
    /// Rows with values in several columns.
    pub wide_rows: u64,
    /// Questions in which a row is repeated.
    pub with_repeated_rows: u64,
    /// Questions by the number of rows: 1, 2–3, 4–7, 8–15 …
    pub sizes: Vec<u64>,
    /// Values by what they look like.
    pub values: BTreeMap<&'static str, u64>,
}

/// Counts questions into a [`Profile`].
#[derive(Default)]
pub struct Profiler {
    profile: Profile,
    ids: HashSet<u64>,
    wordings: HashSet<u64>,
}

impl Profiler {
    /// The figures so far.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Counts a question.
    pub fn add(&mut self, question: &Question) {
        let profile = &mut self.profile;
        profile.questions += 1;
        if self.ids.insert(hash(&(&question.id, &question.language))) {
            profile.distinct_ids += 1;
        }
        languages(&mut profile.languages, question);
        if let Some(text) = question.text(&Language::new("en")) {
            let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if !self.wordings.insert(hash(&folded.to_lowercase())) {
                profile.repeated_wordings += 1;
            }
        }
        let answer_type = question.answer_type.as_ref().map_or("-", |t| t.as_str());
        count(&mut profile.answer_types, answer_type);
        profile.aggregation.add(question.aggregation);
        profile.only_dbo.add(question.only_dbo);
        profile.hybrid.add(question.hybrid);
        queries(profile, question);
        answers(&mut profile.answers, question);
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn count(counts: &mut BTreeMap<String, u64>, key: &str) {
    match counts.get_mut(key) {
        Some(count) => *count += 1,
        None => {
            counts.insert(key.to_owned(), 1);
        }
    }
}

impl FlagProfile {
    fn add(&mut self, flag: Option<bool>) {
        match flag {
            Some(true) => self.yes += 1,
            Some(false) => self.no += 1,
            None => self.unstated += 1,
        }
    }
}

fn languages(languages: &mut BTreeMap<String, LanguageProfile>, question: &Question) {
    let worded = |text: &lydite_model::Text| text.string.as_deref().is_some_and(|s| !s.is_empty());
    for (at, text) in question.texts.iter().enumerate() {
        if !languages.contains_key(text.language.as_str()) {
            languages.insert(
                text.language.as_str().to_owned(),
                LanguageProfile::default(),
            );
        }
        let Some(language) = languages.get_mut(text.language.as_str()) else {
            continue;
        };
        language.entries += 1;
        language.wordings += u64::from(worded(text));
        language.keywords += u64::from(!text.keywords.is_empty());
        let first = !question.texts[..at]
            .iter()
            .any(|earlier| earlier.language == text.language && worded(earlier));
        language.questions += u64::from(worded(text) && first);
    }
}

fn queries(profile: &mut Profile, question: &Question) {
    let mut forms: Vec<QueryForm> = question.queries.iter().map(|query| query.form).collect();
    forms.sort_unstable();
    forms.dedup();
    for form in forms {
        *profile.query_forms.entry(form.as_str()).or_default() += 1;
    }
    if let Some(sparql) = question.query(QueryForm::Sparql) {
        *profile.sparql_forms.entry(sparql_form(sparql)).or_default() += 1;
    }
    match question.scope {
        Scope::Inside => profile.without_query += u64::from(question.queries.is_empty()),
        Scope::Marked => profile.out_of_scope_marked += 1,
        Scope::Implied => {
            profile.without_query += 1;
            profile.out_of_scope_implied += 1;
        }
    }
}

/// The form of a SPARQL query at a first look: the first keyword after the prologue, and whether
/// the projection counts.
fn sparql_form(query: &str) -> &'static str {
    let mut rest = query.trim_start();
    loop {
        let word_end = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let word = &rest[..word_end];
        let is = |keyword: &str| word.eq_ignore_ascii_case(keyword);
        if rest.starts_with('#') {
            rest = rest
                .split_once('\n')
                .map_or("", |(_, rest)| rest)
                .trim_start();
        } else if is("PREFIX") || is("BASE") {
            let Some((_, after)) = rest.split_once('>') else {
                return "other";
            };
            rest = after.trim_start();
        } else if is("SELECT") {
            let projection = rest[word_end..].split('{').next().unwrap_or("");
            let upper = projection.to_ascii_uppercase();
            return if upper.contains("COUNT(") || upper.contains("COUNT (") {
                "SELECT COUNT"
            } else {
                "SELECT"
            };
        } else {
            return match () {
                () if is("ASK") => "ASK",
                () if is("CONSTRUCT") => "CONSTRUCT",
                () if is("DESCRIBE") => "DESCRIBE",
                () => "other",
            };
        }
    }
}

fn answers(profile: &mut AnswerProfile, question: &Question) {
    let Some(answers) = &question.answers else {
        profile.missing += 1;
        return;
    };
    let rows = answers.len() as u64;
    profile.rows += rows;
    profile.largest = profile.largest.max(rows);
    if rows == 0 {
        profile.empty += 1;
        return;
    }
    profile.present += 1;
    let size = rows.ilog2() as usize;
    if profile.sizes.len() <= size {
        profile.sizes.resize(size + 1, 0);
    }
    profile.sizes[size] += 1;
    match &answers.answer {
        Answer::Boolean(_) => {
            profile.boolean += 1;
            *profile.values.entry("boolean").or_default() += 1;
        }
        Answer::Table(table) => {
            for term in table.terms() {
                *profile.values.entry(value_shape(term)).or_default() += 1;
            }
            if table.columns.len() > 1 {
                let wide = |row: &&[Option<Term>]| row.iter().flatten().count() > 1;
                profile.wide_rows += table.rows().filter(wide).count() as u64;
            }
            if crate::checks::repeated_rows(table) > 0 {
                profile.with_repeated_rows += 1;
            }
        }
    }
}

/// What a value looks like, whatever its declared type.
fn value_shape(term: &Term) -> &'static str {
    let value = term.value().trim();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if value.is_empty() {
        "empty"
    } else if value.starts_with("http://") || value.starts_with("https://") {
        "IRI"
    } else if value.starts_with('<') && value.ends_with('>') {
        "IRI in brackets"
    } else if crate::terms::boolean_word(value).is_some() {
        "boolean word"
    } else if digits(value) {
        "whole number"
    } else if is_date(value) {
        "date"
    } else if value.parse::<f64>().is_ok() {
        "number"
    } else {
        "text"
    }
}

/// `YYYY-MM-DD`, with or without a time or a zone.
fn is_date(value: &str) -> bool {
    let value = value.strip_prefix('-').unwrap_or(value);
    let mut parts = value.splitn(3, '-');
    let mut number = |most: usize| {
        let part = parts.next().unwrap_or_default();
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        ((1..=most).contains(&digits)).then(|| &part[digits..])
    };
    let (year, month, day) = (number(9), number(2), number(2));
    let zone = |rest: &str| {
        let zone = rest.strip_prefix(['+', '-']);
        rest.is_empty()
            || rest == "Z"
            || rest.starts_with('T')
            || zone.is_some_and(|zone| zone.bytes().all(|b| b.is_ascii_digit() || b == b':'))
    };
    year == Some("") && month == Some("") && day.is_some_and(zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_at_a_first_look() {
        let cases = [
            ("SELECT ?x { ?x a ?y }", "SELECT"),
            (
                "PREFIX a: <http://x#y>\nselect distinct count(?x) where {}",
                "SELECT COUNT",
            ),
            ("# comment\nASK WHERE { }", "ASK"),
            ("SELECT (COUNT(DISTINCT ?x) AS ?n) {}", "SELECT COUNT"),
            ("SELECT ?x { FILTER(COUNT(?x) > 1) }", "SELECT"),
            ("PREFIX a: nothing", "other"),
            ("", "other"),
        ];
        for (query, form) in cases {
            assert_eq!(sparql_form(query), form, "{query}");
        }
    }

    #[test]
    fn values_are_told_by_their_look() {
        let cases = [
            ("http://x/y", "IRI"),
            ("<http://x/y>", "IRI in brackets"),
            ("True", "boolean word"),
            ("42", "whole number"),
            ("-4.5e-07", "number"),
            ("1983-11-02", "date"),
            ("2009-6-25", "date"),
            ("1905-09-01+02:00", "date"),
            ("1971-04-12T00:00:00Z", "date"),
            ("1-2-3-4 Go! Records", "text"),
            ("", "empty"),
        ];
        for (value, shape) in cases {
            assert_eq!(value_shape(&Term::literal(value)), shape, "{value}");
        }
    }
}
