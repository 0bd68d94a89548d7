//! The features, each declared once.

use super::{Feature, Kind, Needs, Vocabulary};

macro_rules! features {
    ($($name:ident $(= $local:literal)? $([$($alias:literal),*])? : $vocabulary:ident $kind:ident from $needs:ident, $definition:literal;)*) => {
        /// The place of each feature, by its name.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "features are called as QaldGen calls its properties")]
        #[derive(Clone, Copy)]
        pub(crate) enum At { $($name),* }

        /// QaldGen's 77 properties in the order of its dataset, then Frankenstein's features
        /// (question words, kind of answer, counts of tags), then ours.
        pub(super) static FEATURES: &[Feature] = &[$(Feature {
            name: stringify!($name),
            local: features!(@local $name $($local)?),
            aliases: &[$($($alias),*)?],
            vocabulary: Vocabulary::$vocabulary,
            kind: Kind::$kind,
            needs: Needs::$needs,
            definition: $definition,
            index: At::$name as usize,
        }),*];
    };
    (@local $name:ident) => { stringify!($name) };
    (@local $name:ident $local:literal) => { $local };
}

features! {
    text: Qaldgen Text from Wording, "The question text";
    length ["totalWords"]: Qaldgen Integer from Wording, "Number of words: tokens between \
        spaces, with punctuation as part of the word";
    totalEntities: Qaldgen Integer from Query, "How many different entities its query names";
    entity1: Qaldgen Text from Query, "The first entity: the words of the question for it, or else its name";
    totalWordsEntity1: Qaldgen Integer from Query, "How many words entity1 has";
    entity2: Qaldgen Text from Query, "The second entity: the words of the question for it, or else its name";
    totalWordsEntity2: Qaldgen Integer from Query, "How many words entity2 has";
    entity3: Qaldgen Text from Query, "The third entity: the words of the question for it, or else its name";
    totalWordsEntity3: Qaldgen Integer from Query, "How many words entity3 has";
    avgEntitiesWords: Qaldgen Double from Query, "How many words its entities have on average; 0 without any";
    totalRelations: Qaldgen Integer from Query, "How often its query names a relation, except \
        rdf:type";
    relation1: Qaldgen Text from Query, "The first relation: the words of the question for it, or else its name";
    totalWordsRelation1: Qaldgen Integer from Query, "How many words relation1 has";
    relation2: Qaldgen Text from Query, "The second relation: the words of the question for it, or else its name";
    totalWordsRelation2: Qaldgen Integer from Query, "How many words relation2 has";
    relation3: Qaldgen Text from Query, "The third relation: the words of the question for it, or else its name";
    totalWordsRelation3: Qaldgen Integer from Query, "How many words relation3 has";
    avgRelationsWords: Qaldgen Double from Query, "How many words its relations have on average; 0 without any";
    totalClasses: Qaldgen Integer from Query, "How often its query names a class";
    class1: Qaldgen Text from Query, "The first class: the words of the question for it, or else its name";
    totalWordsClass1: Qaldgen Integer from Query, "How many words class1 has";
    class2: Qaldgen Text from Query, "The second class: the words of the question for it, or else its name";
    totalWordsClass2: Qaldgen Integer from Query, "How many words class2 has";
    class3: Qaldgen Text from Query, "The third class: the words of the question for it, or else its name";
    totalWordsClass3: Qaldgen Integer from Query, "How many words class3 has";
    avgClassesWords: Qaldgen Double from Query, "How many words its classes have on average; 0 without any";
    answerType: Qaldgen Text from Answers, "The answer type: as stated by the dataset, or else \
        derived from query and answers";
    isNumberAnswer: Qaldgen Boolean from Answers, "Whether the answer is a number";
    isBooleanAnswer: Qaldgen Boolean from Answers, "Whether the answer is yes or no";
    IN: Qaldgen Boolean from Tags, "Whether a word is tagged IN: preposition or conjunction";
    JJ: Qaldgen Boolean from Tags, "Whether a word is tagged JJ: adjective";
    JJR: Qaldgen Boolean from Tags, "Whether a word is tagged JJR: comparative adjective";
    JJS: Qaldgen Boolean from Tags, "Whether a word is tagged JJS: superlative adjective";
    NN: Qaldgen Boolean from Tags, "Whether a word is tagged NN: noun";
    NNS: Qaldgen Boolean from Tags, "Whether a word is tagged NNS: plural noun";
    NNP: Qaldgen Boolean from Tags, "Whether a word is tagged NNP: proper noun";
    NNPS: Qaldgen Boolean from Tags, "Whether a word is tagged NNPS: plural proper noun";
    PRP: Qaldgen Boolean from Tags, "Whether a word is tagged PRP: personal pronoun";
    RB: Qaldgen Boolean from Tags, "Whether a word is tagged RB: adverb";
    RBR: Qaldgen Boolean from Tags, "Whether a word is tagged RBR: comparative adverb";
    RBS: Qaldgen Boolean from Tags, "Whether a word is tagged RBS: superlative adverb";
    VB: Qaldgen Boolean from Tags, "Whether a word is tagged VB: verb in base form";
    VBD: Qaldgen Boolean from Tags, "Whether a word is tagged VBD: verb in the past tense";
    VBG: Qaldgen Boolean from Tags, "Whether a word is tagged VBG: gerund or present participle";
    VBN: Qaldgen Boolean from Tags, "Whether a word is tagged VBN: past participle";
    VBP: Qaldgen Boolean from Tags, "Whether a word is tagged VBP: verb in the present tense, not third person singular";
    VBZ: Qaldgen Boolean from Tags, "Whether a word is tagged VBZ: verb in the third person singular";
    WDT: Qaldgen Boolean from Tags, "Whether a word is tagged WDT: wh-determiner";
    WP: Qaldgen Boolean from Tags, "Whether a word is tagged WP: wh-pronoun";
    SYM: Qaldgen Boolean from Tags, "Whether a word is tagged SYM: symbol";
    questionOrigin ["origin"]: Qaldgen Text from Wording, "The dataset that it comes from";
    query = "text" ["sparql"]: Lsq Text from Query, "Its SPARQL query";
    tps: Lsq Integer from Query, "How many different triple patterns its query has";
    bgps: Lsq Integer from Query, "How many non-empty basic graph patterns its query has";
    usesFeature: Lsq Names from Query, "The constructs that its query uses";
    projectVars ["pvars"]: Lsq Integer from Query, "How many variables its query projects";
    answers: Lsq Text from Answers, "Its answers: bindings in parentheses, with a comma after \
        each row";
    resultSize ["rs"]: Lsq Integer from Answers, "How many answers it has; yes or no is one";
    isExplicitEntity1: Qaldgen Boolean from Query, "Whether the question calls entity1 by its name";
    isExplicitEntity2: Qaldgen Boolean from Query, "Whether the question calls entity2 by its name";
    isExplicitRelation1: Qaldgen Boolean from Query, "Whether the question calls relation1 by its name";
    isExplicitRelation2: Qaldgen Boolean from Query, "Whether the question calls relation2 by its name";
    isExplicitClass1: Qaldgen Boolean from Query, "Whether the question calls class1 by its name";
    isExplicitClass2: Qaldgen Boolean from Query, "Whether the question calls class2 by its name";
    nouns: Qaldgen Text from Tags, "The words tagged NN, NNS, NNP or NNPS";
    totalNounds ["totalNouns"]: Qaldgen Integer from Tags, "How many nouns there are (QaldGen's \
        spelling)";
    adjectives: Qaldgen Text from Tags, "The words tagged JJ, JJR or JJS";
    totalAdjectives: Qaldgen Integer from Tags, "How many adjectives there are";
    verbs: Qaldgen Text from Tags, "The words whose tag begins with VB";
    totalVerbs: Qaldgen Integer from Tags, "How many verbs there are";
    questionType: Qaldgen Text from Tags, "How it asks: what, which, when, where, who, how, why, yes-no, command or other; in legacy mode the words tagged W… or MD";
    entity1URI: Qaldgen Text from Query, "The IRI of the first entity";
    entity2URI: Qaldgen Text from Query, "The IRI of the second entity";
    relation1URI: Qaldgen Text from Query, "The IRI of the first relation";
    relation2URI: Qaldgen Text from Query, "The IRI of the second relation";
    class1URI: Qaldgen Text from Query, "The IRI of the first class";
    class2URI: Qaldgen Text from Query, "The IRI of the second class";
    words: Lydite Integer from Wording, "How many words it has, not counting a separate \
        question mark (Frankenstein)";
    whWhat: Lydite Boolean from Asking, "Whether its question word is what (Frankenstein)";
    whWhich: Lydite Boolean from Asking, "Whether its question word is which (Frankenstein)";
    whWhen: Lydite Boolean from Asking, "Whether its question word is when (Frankenstein)";
    whWhere: Lydite Boolean from Asking, "Whether its question word is where (Frankenstein)";
    whWho: Lydite Boolean from Asking, "Whether its question word is who (Frankenstein)";
    whHow: Lydite Boolean from Asking, "Whether its question word is how (Frankenstein)";
    whWhy: Lydite Boolean from Asking, "Whether its question word is why (Frankenstein)";
    asksBoolean: Lydite Boolean from Asking, "Whether it asks for yes or no (Frankenstein)";
    asksNumber: Lydite Boolean from Asking, "Whether it asks for a number: how many, how much, how tall, count (Frankenstein)";
    asksResource: Lydite Boolean from Asking, "Whether it asks for resources: neither yes or no nor a number (Frankenstein)";
    countDT: Lydite Integer from Tags, "How many words are tagged DT: determiner (Frankenstein)";
    countIN: Lydite Integer from Tags, "How many words are tagged IN: preposition or conjunction (Frankenstein)";
    countJJ: Lydite Integer from Tags, "How many words are tagged JJ: adjective (Frankenstein)";
    countJJR: Lydite Integer from Tags, "How many words are tagged JJR: comparative adjective (Frankenstein)";
    countJJS: Lydite Integer from Tags, "How many words are tagged JJS: superlative adjective (Frankenstein)";
    countNN: Lydite Integer from Tags, "How many words are tagged NN: noun (Frankenstein)";
    countNNS: Lydite Integer from Tags, "How many words are tagged NNS: plural noun (Frankenstein)";
    countNNP: Lydite Integer from Tags, "How many words are tagged NNP: proper noun (Frankenstein)";
    countNNPS: Lydite Integer from Tags, "How many words are tagged NNPS: plural proper noun (Frankenstein)";
    countPRP: Lydite Integer from Tags, "How many words are tagged PRP: personal pronoun (Frankenstein)";
    countRB: Lydite Integer from Tags, "How many words are tagged RB: adverb (Frankenstein)";
    countRBR: Lydite Integer from Tags, "How many words are tagged RBR: comparative adverb (Frankenstein)";
    countRBS: Lydite Integer from Tags, "How many words are tagged RBS: superlative adverb (Frankenstein)";
    countUH: Lydite Integer from Tags, "How many words are tagged UH: interjection (Frankenstein)";
    countVB: Lydite Integer from Tags, "How many words are tagged VB: verb in base form (Frankenstein)";
    countVBD: Lydite Integer from Tags, "How many words are tagged VBD: verb in the past tense (Frankenstein)";
    countVBG: Lydite Integer from Tags, "How many words are tagged VBG: gerund or present participle (Frankenstein)";
    countVBN: Lydite Integer from Tags, "How many words are tagged VBN: past participle (Frankenstein)";
    countVBP: Lydite Integer from Tags, "How many words are tagged VBP: verb in the present tense, not third person singular (Frankenstein)";
    countVBZ: Lydite Integer from Tags, "How many words are tagged VBZ: verb in the third person singular (Frankenstein)";
    countWDT: Lydite Integer from Tags, "How many words are tagged WDT: wh-determiner (Frankenstein)";
    countWP: Lydite Integer from Tags, "How many words are tagged WP: wh-pronoun (Frankenstein)";
    countWPS: Lydite Integer from Tags, "How many words are tagged WP$: possessive wh-pronoun (Frankenstein)";
    countWRB: Lydite Integer from Tags, "How many words are tagged WRB: wh-adverb (Frankenstein)";
    isCommand: Lydite Boolean from Asking, "Whether it is a command: Give me …, List …";
    language: Lydite Text from Wording, "The language of the question text; in `slice`, the \
        language in which the system was asked";
    headword: Lydite Text from Tags, "The noun for what is asked, such as city in In which \
        city; in English, its dictionary form";
    labelCase: Lydite Text from Query, "How the labels of its entities are written in the question: capitalised, upper, lower or mixed";
    hasLowerCaseLabel: Lydite Boolean from Query, "Whether the label of an entity is written in lower case in the question";
    simple: Lydite Boolean from Query, "Whether its query is one triple pattern with one entity and one relation (Frankenstein)";
    hybrid: Lydite Boolean from Metadata, "Whether it needs text in addition to the graph, \
        according to the file";
    aggregation: Lydite Boolean from Metadata, "Whether it needs counting, filtering or \
        sorting, according to the file";
    onlydbo: Lydite Boolean from Metadata, "Whether DBpedia's ontology namespace is enough, \
        according to the file";
    outOfScope: Lydite Boolean from Metadata, "Whether the graph cannot answer it, according to \
        the file";
    hasQuery: Lydite Boolean from Metadata, "Whether the file has a query for it";
    hasAnswer: Lydite Boolean from Metadata, "Whether the file has an answer to it: at least one row, or yes or no";
    tags: Lydite Names from Metadata, "Other single-word facts in the file: features, \
        modifiers, type:…, template_id:…";
    languages: Lydite Names from Metadata, "The languages in which the file has question texts";
}
