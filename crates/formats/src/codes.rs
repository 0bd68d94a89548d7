//! The stable codes of everything a reader or writer may report.
//!
//! Codes are never renumbered or reused. `F` concerns the file and its syntax, `Q` a question,
//! `A` answers, `W` what a target format cannot express. A code that is marked `damage` means that
//! answers or questions were lost or guessed, or may be missing.

use lydite_model::{Code, Severity};

/// A code that means damage says so.
macro_rules! is_damage {
    () => {
        false
    };
    (damage) => {
        true
    };
}

macro_rules! codes {
    ($( $name:ident = $id:literal $severity:ident $($damage:ident)? $title:literal, $explanation:literal; )*) => {
        $(
            #[doc = concat!($title, ": ", $explanation)]
            pub static $name: Code = Code {
                id: $id,
                title: $title,
                severity: Severity::$severity,
                damage: is_damage!($($damage)?),
                explanation: $explanation,
            };
        )*

        /// All codes, in order.
        pub static ALL: &[&Code] = &[$( &$name ),*];
    };
}

codes! {
    NOT_UTF8 = "F001" Warning "not UTF-8",
        "The file was decoded from another encoding. Save it as UTF-8.";
    BYTE_ORDER_MARK = "F002" Note "byte order mark",
        "The file begins with a byte order mark, on which some tools stop.";
    INVALID_UTF8 = "F003" Warning damage "invalid UTF-8",
        "Some bytes are not valid UTF-8; they were replaced by U+FFFD.";
    DAMAGED = "F004" Error damage "damaged data",
        "The file could not be read to its end. Fetch it again.";
    GUESSED_ENCODING = "F005" Warning damage "guessed encoding",
        "The file does not state its encoding; it was guessed from byte frequencies. Save the file as UTF-8.";
    SYNTAX = "F010" Error damage "syntax error",
        "Invalid syntax; the question was skipped.";
    TRUNCATED = "F011" Error damage "file cut off",
        "The file ends too early; everything before that was read.";
    NOT_QUITE_JSON = "F012" Warning "not quite JSON",
        "Strict JSON readers stop here.";
    DUPLICATE_KEY = "F013" Warning damage "duplicate key",
        "An object has the same key twice. The last one counts, but other readers may use the first.";
    TOO_DEEP = "F014" Error damage "nested too deeply",
        "No benchmark nests this deeply; the question was skipped.";
    TOO_LARGE = "F015" Error damage "record too large",
        "A record of this size cannot be a question; it was skipped.";
    STRAY = "F016" Warning damage "stray character",
        "A character outside any record was skipped.";
    DOCTYPE = "F020" Warning "document type declaration",
        "For safety, declarations are ignored and entities are never expanded.";
    UNKNOWN_ENTITY = "F021" Warning "unknown entity",
        "The entity is not defined in XML; it was kept as text.";
    UNKNOWN_ELEMENT = "F022" Note "unknown element",
        "Not an element of the format; it was ignored.";
    NOT_QUITE_XML = "F023" Warning "not quite XML",
        "Strict XML readers stop here.";
    MANY_REMARKS = "F024" Note "many diagnostics",
        "Only the first thousand diagnostics about a question are reported.";
    NO_DATASET = "F030" Note "no dataset object",
        "The file does not name its dataset; some tools refuse such files.";
    REFRESHED = "F031" Note "refreshed answers",
        "The answers are not the published ones: the queries were run again on a graph. Unless the file says otherwise, nobody has checked them.";
    NO_QUESTIONS = "F032" Warning "no questions",
        "The file contains no questions. As a submission it is empty: every answer is missing.";
    UNKNOWN_COLUMN = "F050" Note "unknown column",
        "Not a column of the format; its values are kept with the questions.";
    UNCLOSED_QUOTE = "F051" Error damage "quote not closed",
        "A cell begins with a quote that is never closed; the row was skipped.";
    RAGGED_ROW = "F052" Warning damage "more cells than columns",
        "The row has more cells than there are columns; the extra cells were skipped.";
    ODD_ANSWERS = "F053" Error damage "unreadable answers",
        "Answers in a table are `true`, `false`, terms such as `<http://…>` and `\"text\"@en`, or rows such as `(?a ?b) {(<x> \"1\")}`.";
    NOT_A_LINE = "F054" Error damage "not a line of this format",
        "Each line of a JSON Lines file is a question or the dataset; this line was skipped.";
    SHORT_ROW = "F055" Warning damage "fewer cells than columns",
        "The row ends before its last column; it may be cut off.";
    AFTER_QUOTE = "F056" Warning damage "text after a closing quote",
        "A quoted cell continues after its closing quote; a delimiter or a quote may be missing. The rest was kept.";

    NOT_A_QUESTION = "Q001" Error damage "not a question",
        "The entry does not have the layout of the format; it was skipped.";
    NO_ID = "Q010" Warning damage "no id",
        "The position in the file stands in for the identifier. `score` matches answers without an identifier by their question text.";
    EMPTY_ID = "Q011" Warning damage "empty id",
        "The identifier is the empty string, which some tools drop.";
    DUPLICATE_ID = "Q012" Warning damage "duplicate id",
        "An earlier question has the same identifier. Where identifiers must be unique, the last question counts.";
    ODD_ID = "Q013" Warning damage "odd id",
        "The identifier is neither a string nor an integer.";
    WRONG_TYPE = "Q014" Warning damage "wrong type",
        "A field has a value of the wrong type; it was ignored, or kept as a string.";
    UNKNOWN_FIELD = "Q015" Note "unknown field",
        "Not a field of the format.";
    MISSPELT = "Q016" Warning damage "misspelt name",
        "Not a name of the format, but one letter or two away from a name that is missing; it was read as that.";
    NO_WORDING = "Q020" Warning "no question text",
        "The question has no text in any language.";
    ANNOUNCED_LANGUAGE = "Q021" Warning "language without question text",
        "A language is listed without the question in that language.";
    NO_LANGUAGE = "Q022" Note "question text without language",
        "The question text does not state its language; it is assumed to be English.";
    PARAPHRASES = "Q023" Note "several question texts in one language",
        "They are kept as paraphrases; some tools read only one of them.";
    LANGUAGE_MISMATCH = "Q024" Warning "wrong language tag",
        "The script of the question text does not fit its language tag.";
    UNKNOWN_ANSWER_TYPE = "Q030" Warning "unknown answer type",
        "The answer types of QALD are resource, string, number, date and boolean.";
    ODD_FLAG = "Q031" Warning "odd flag",
        "A flag is neither true nor false; it was ignored.";
    ANSWER_TYPE_MISMATCH = "Q032" Warning "answer type does not fit",
        "The stated answer type and the answers disagree.";
    EMPTY_QUERY = "Q040" Warning "empty query",
        "The query field is empty.";
    PSEUDO_AS_SPARQL = "Q041" Warning "pseudo query as SPARQL",
        "A hybrid query with text: terms is in the field for SPARQL; no SPARQL engine can run it.";
    CSV_REMNANT = "Q042" Warning "query in CSV quotes",
        "The query still has the quotes of a CSV export; they were removed.";
    MANGLED_QUERY = "Q043" Warning "mangled query",
        "Repeated letters of the query were collapsed by the tool that made the file; it cannot be run.";
    EMPTY_QUERY_OBJECT = "Q044" Note "empty query object",
        "The query object has no query.";
    QUERIES_DIFFER = "Q045" Note "queries differ by language",
        "The question has a different query for each language.";
    QUERY_REPAIRED = "Q046" Note "query repaired",
        "The query is not SPARQL 1.1, but it is clear what was meant. `lydite query check` shows each repair, `lydite query format` prints the repaired query.";
    QUERY_NOT_UNDERSTOOD = "Q047" Warning "query not understood",
        "The query is not SPARQL 1.1, and it is not clear what was meant. Its structure is unknown.";
    QUERY_ELSEWHERE = "Q048" Warning damage "perhaps a query",
        "The query is missing, but an unknown field looks like one; it was not read.";
    MARKED_OUT_OF_SCOPE = "Q050" Note "marked out of scope",
        "The query says OUT OF SCOPE: the right answer is the empty set.";
    IMPLIED_OUT_OF_SCOPE = "Q051" Note "implied out of scope",
        "No query and an empty answer set: QALD-6 writes out-of-scope questions like this.";
    ORDER_GIVEN_LATE = "Q052" Warning damage "order given too late",
        "The file lists the ordered result sets only after very many others; those read before are treated as unordered.";
    ODD_SPAN = "Q060" Warning "odd annotation",
        "An annotation is outside the question text, or names no resource.";
    PREFIXED_NAME = "Q061" Note "prefixed name",
        "A prefixed name is used as an IRI. It is kept as written; comparisons expand well-known prefixes.";
    UNKNOWN_PREFIX = "Q062" Warning "unknown prefix",
        "A prefixed name is used as an IRI, and its prefix is not a well-known one; it matches only the same text.";
    ODD_TIME = "Q063" Warning "odd time",
        "A time must be a non-negative number of milliseconds; it was ignored.";

    ANSWERS_NOT_LIST = "A001" Note "answers not in a list",
        "QALD-JSON has a list of answer objects here; the single object was read.";
    SEVERAL_ANSWER_OBJECTS = "A002" Warning "several answer objects",
        "Their rows were joined, as the QALD-6 script does.";
    EMPTY_RESULTS = "A003" Note "empty results object",
        "The results have no bindings; they were read as the empty set.";
    BOOLEAN_BESIDE_RESULTS = "A004" Note "boolean beside results",
        "A yes/no answer does not have results.";
    BOOLEAN_AND_ROWS = "A005" Warning "both boolean and rows",
        "An answer cannot be both yes/no and rows; the rows count.";
    NO_ANSWERS = "A006" Note "no answers",
        "The question is in scope, but has no answers (not even an empty set), while others in the file do.";
    EMPTY_ANSWERS = "A007" Note "empty answer set",
        "The question is in scope, but its answer set is empty.";
    NO_RESULTS = "A008" Warning damage "neither results nor boolean",
        "An answer object has a head but no answers; it was read as the empty set.";
    NO_VARIABLE = "A009" Warning "variable missing",
        "A row maps variables to terms; here is a term instead of a row.";
    UNDECLARED_VARIABLE = "A010" Warning "variable not in the head",
        "A binding uses a variable that head.vars does not list.";
    QUOTED_VARIABLE = "A011" Warning "quotes in a variable name",
        "The quotes were removed.";
    NO_VALUE = "A012" Warning damage "binding without value",
        "A binding has no value; it was skipped.";
    VALUE_NOT_STRING = "A013" Warning "value is not a string",
        "SPARQL results write every value as a string; it was converted to one.";
    UNKNOWN_TERM_TYPE = "A014" Warning "unknown term type",
        "The types of SPARQL results are uri, literal, typed-literal and bnode; the type was detected from the value.";
    NO_TERM_TYPE = "A015" Note "no term type",
        "The type was detected from the value.";
    IRI_AS_LITERAL = "A016" Warning "IRI as literal",
        "The value looks like an IRI but is declared as a literal.";
    NOT_AN_IRI = "A017" Warning "not an IRI",
        "The value is declared as an IRI but is not one.";
    ODD_IRI = "A018" Warning "odd IRI",
        "The IRI has brackets, spaces or a doubled scheme, and will probably not match anything.";
    EMPTY_VALUE = "A019" Note "empty value",
        "The value is the empty string.";
    DUPLICATE_ROWS = "A020" Warning "duplicate rows",
        "The same row is given more than once.";
    ODD_CONFIDENCE = "A021" Warning "odd confidence",
        "A confidence must be a number between 0 and 1.";
    BOOLEAN_AS_TERM = "A022" Warning "boolean as a term",
        "A yes/no answer is written as a row; use the boolean member.";
    ANSWERS_AS_TEXT = "A023" Note "answers as text",
        "The answers are JSON inside a JSON string; they were read anyway.";
    OUTSIDE_ANSWER = "A024" Warning "value outside of an answer",
        "The value is directly inside `<answers>`; it was read as an answer of its own.";
    REPEATED_TAG = "A025" Note "repeated value in one answer",
        "One answer has several values of the same kind; each gets its own column.";
    COMMENT_IN_ANSWERS = "A026" Note "comment among the answers",
        "The official QALD-5 script counts this comment as an answer.";
    EMPTY_ROW = "A027" Warning "empty row",
        "The row has no values; the QALD-6 script counts it as a wrong answer.";
    ODD_WEIGHT = "A030" Warning "odd weight",
        "Every value of a result set should have the weight 1; official scores count a value of weight 0 as returned but not as correct.";
    BARE_VALUE = "A031" Warning damage "bare value",
        "A plain value is given instead of a result object or term; whether it is an IRI was guessed from its form.";
    CONTRADICTION = "A032" Warning damage "yes and no",
        "The answer is both yes and no; both are kept as rows.";
    ANSWERS_ELSEWHERE = "A033" Warning damage "perhaps answers",
        "The answers are missing, but an unknown field looks like answers; it was not read.";
    MIXED_VARIABLES = "A034" Warning damage "rows with different variables",
        "Some rows have a variable that head.vars does not list and others lack; its name may be damaged.";

    LOST = "W001" Warning "not expressible",
        "The target format cannot express this.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        for group in ["F", "Q", "A", "W"] {
            let ids: Vec<_> = ALL
                .iter()
                .map(|code| code.id)
                .filter(|id| id.starts_with(group))
                .collect();
            assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
        }
        assert_eq!(DUPLICATE_ID.id, "Q012");
    }
}
