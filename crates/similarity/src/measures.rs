//! The measures by name, each with its source and how it departs from it.

use crate::Pair;

/// A measure of how alike two queries are. It says nothing about whether the answers are right.
#[derive(Debug)]
pub struct Similarity {
    /// Its name.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// What it is, in a few words.
    pub title: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// How it departs from that.
    pub departure: &'static str,
    of: fn(&Pair<'_>) -> f64,
}

impl Similarity {
    /// How alike the queries are, from 0 to 1.
    ///
    /// ```
    /// use lydite_similarity::{Pair, similarity};
    /// let pair = Pair::new("SELECT ?x { ?x a dbo:Lake }", "SELECT ?y { ?y a dbo:Lake }");
    /// assert_eq!(similarity("sp_f1").unwrap().of(&pair), 1.0);
    /// assert!(similarity("token_f1").unwrap().of(&pair) < 1.0);
    /// ```
    pub fn of(&self, pair: &Pair<'_>) -> f64 {
        (self.of)(pair)
    }

    /// Whether it looks at texts alone, not at what they mean.
    pub fn is_textual(&self) -> bool {
        !self.name.starts_with("structural") && self.name != "query_equivalence"
    }
}

/// All measures.
pub fn similarities() -> &'static [Similarity] {
    &ALL
}

/// The measure with this name or alias, in upper or lower case.
pub fn similarity(name: &str) -> Option<&'static Similarity> {
    ALL.iter().find(|one| {
        let mut names = one.aliases.iter().chain([&one.name]);
        names.any(|known| known.eq_ignore_ascii_case(name))
    })
}

static ALL: [Similarity; 23] = [
    Similarity {
        name: "query_exact_match",
        aliases: &[],
        title: "share of queries that equal the gold query to the letter",
        formula: "1 if both texts are the same after runs of white space have become single blanks",
        source: "t2s-metrics 1.2.0, `query_exact_match`",
        departure: "none",
        of: |pair| pair.exact(),
    },
    Similarity {
        name: "token_precision",
        aliases: &[],
        title: "share of the query's tokens that the gold query has",
        formula: "multiset overlap of tokens / tokens of the query",
        source: "t2s-metrics 1.2.0, `token_precision`",
        departure: "none",
        of: |pair| pair.token_scores()[0],
    },
    Similarity {
        name: "token_recall",
        aliases: &[],
        title: "share of the gold query's tokens that the query has",
        formula: "multiset overlap of tokens / tokens of the gold query",
        source: "t2s-metrics 1.2.0, `token_recall`",
        departure: "none",
        of: |pair| pair.token_scores()[1],
    },
    Similarity {
        name: "token_f1",
        aliases: &[],
        title: "harmonic mean of token precision and token recall",
        formula: "2PR / (P + R)",
        source: "t2s-metrics 1.2.0, `token_f1`",
        departure: "none",
        of: |pair| pair.token_scores()[2],
    },
    Similarity {
        name: "sp_f1",
        aliases: &["sp-f1"],
        title: "token F1 after variables have been renamed in order of appearance",
        formula: "token F1 with ?v0, ?v1 … for the variables",
        source: "t2s-metrics 1.2.0, `sp-f1`; after SPBERT (Tran et al. 2021)",
        departure: "none",
        of: |pair| pair.renamed_f1(),
    },
    Similarity {
        name: "bleu",
        aliases: &[],
        title: "BLEU of the tokens",
        formula: "geometric mean of the shares of 1- to 4-grams, smoothed by method 4, times a penalty for brevity",
        source: "Papineni et al., ACL 2002; Chen and Cherry, WMT 2014; t2s-metrics 1.2.0, `bleu`",
        departure: "none; identical queries of two tokens score 0.22, as there",
        of: |pair| pair.bleu(),
    },
    Similarity {
        name: "sp_bleu",
        aliases: &["sp-bleu"],
        title: "BLEU after variables have been renamed in order of appearance",
        formula: "BLEU with ?v0, ?v1 … for the variables",
        source: "t2s-metrics 1.2.0, `sp-bleu`",
        departure: "none",
        of: |pair| pair.renamed_bleu(),
    },
    Similarity {
        name: "naive_can_bleu",
        aliases: &["naive-can-bleu"],
        title: "BLEU of the naive normal forms",
        formula: "BLEU after comments and prefixes are off, names written out, keywords in upper case, variables numbered",
        source: "t2s-metrics 1.2.0, `naive-can-bleu`",
        departure: "what stands in comments is dropped whole; there, IRIs in comments survive",
        of: |pair| pair.canonical_bleu(),
    },
    Similarity {
        name: "rouge_1",
        aliases: &["rouge1"],
        title: "ROUGE-1 of the raw texts",
        formula: "F-measure of the runs of a–z and 0–9 in lower case",
        source: "Lin 2004; rouge-score 0.1.2",
        departure: "none",
        of: |pair| pair.rouge(1),
    },
    Similarity {
        name: "rouge_2",
        aliases: &["rouge2"],
        title: "ROUGE-2 of the raw texts",
        formula: "F-measure of pairs of such runs",
        source: "Lin 2004; rouge-score 0.1.2",
        departure: "none",
        of: |pair| pair.rouge(2),
    },
    Similarity {
        name: "rouge_3",
        aliases: &["rouge3"],
        title: "ROUGE-3 of the raw texts",
        formula: "F-measure of triples of such runs",
        source: "Lin 2004; rouge-score 0.1.2",
        departure: "none",
        of: |pair| pair.rouge(3),
    },
    Similarity {
        name: "rouge_4",
        aliases: &["rouge4"],
        title: "ROUGE-4 of the raw texts",
        formula: "F-measure of 4-grams of such runs",
        source: "Lin 2004; rouge-score 0.1.2; t2s-metrics 1.2.0, `rouge_4`",
        departure: "none; identical texts of fewer than four runs score 0, as there",
        of: |pair| pair.rouge(4),
    },
    Similarity {
        name: "naive_can_rouge_4",
        aliases: &["naive-can-rouge-4"],
        title: "ROUGE-4 of the naive normal forms",
        formula: "ROUGE-4 after the rewriting of naive_can_bleu",
        source: "t2s-metrics 1.2.0, `naive-can-rouge-4`",
        departure: "as of naive_can_bleu",
        of: |pair| pair.canonical_rouge(),
    },
    Similarity {
        name: "meteor",
        aliases: &[],
        title: "METEOR of the tokens in lower case",
        formula: "alignment by form, stem and synonym; α 0.9, β 3, γ 0.5",
        source: "Banerjee and Lavie 2005; NLTK; t2s-metrics 1.2.0, `meteor`",
        departure: "synonyms only where WordNet is at hand (LYDITE_WORDNET), of base forms alone; Porter's stemmer as published, without NLTK's exceptions",
        of: |pair| pair.meteor(),
    },
    Similarity {
        name: "codebleu",
        aliases: &[],
        title: "CodeBLEU as t2s-metrics adapts it",
        formula: "(BLEU by method 1 + weighted token precision + is it SPARQL 1.1 + share of the gold query's variable names) / 4",
        source: "Ren et al. 2020; t2s-metrics 1.2.0, `codebleu`",
        departure: "none; keywords weigh more in lower case alone and variables count by their names, as there; syntax is decided by our parser",
        of: |pair| pair.codebleu(),
    },
    Similarity {
        name: "levenshtein",
        aliases: &["levenshtein_similarity"],
        title: "similarity by edit distance of the characters",
        formula: "1 − d / length of the longer text",
        source: "Levenshtein 1966; t2s-metrics 1.2.0, `levenshtein`",
        departure: "none",
        of: |pair| pair.levenshtein(),
    },
    Similarity {
        name: "jaccard",
        aliases: &[],
        title: "Jaccard index of the words",
        formula: "shared words / all words, of two letters and more in lower case",
        source: "Jaccard 1912; t2s-metrics 1.2.0, `jaccard`",
        departure: "two texts without words score 1; there, the run ends",
        of: |pair| pair.jaccard(),
    },
    Similarity {
        name: "cosine",
        aliases: &["cosine_sim"],
        title: "cosine of the counts of words",
        formula: "Σ aᵢbᵢ / (|a||b|)",
        source: "t2s-metrics 1.2.0, `cosine_sim`",
        departure: "two texts without words score 1; there, the run ends",
        of: |pair| pair.cosine(),
    },
    Similarity {
        name: "euclidean",
        aliases: &[],
        title: "similarity by the distance of the sets of words",
        formula: "1 / (1 + √ words that only one text has)",
        source: "t2s-metrics 1.2.0, `euclidean`",
        departure: "two texts without words score 1; there, the run ends",
        of: |pair| pair.euclidean(),
    },
    Similarity {
        name: "query_equivalence",
        aliases: &["equivalent_queries"],
        title: "share of queries that are equivalent to the gold query",
        formula: "1 if the canonical forms of the algebra are the same, whatever the names of variables, the order of triples and the spelling",
        source: "our own, docs/queries.md",
        departure: "–",
        of: |pair| pair.equivalence(),
    },
    Similarity {
        name: "structural_precision",
        aliases: &[],
        title: "share of the query's parts that the gold query has",
        formula: "parts: triples, conditions, aliases, aggregates, values, and form with modifiers as one; variables are matched at best",
        source: "our own, `lydite query diff`",
        departure: "–",
        of: |pair| pair.structure()[0],
    },
    Similarity {
        name: "structural_recall",
        aliases: &[],
        title: "share of the gold query's parts that the query has",
        formula: "as of structural_precision",
        source: "our own, `lydite query diff`",
        departure: "–",
        of: |pair| pair.structure()[1],
    },
    Similarity {
        name: "structural_f1",
        aliases: &[],
        title: "harmonic mean of structural precision and recall",
        formula: "2PR / (P + R)",
        source: "our own, `lydite query diff`",
        departure: "–",
        of: |pair| pair.structure()[2],
    },
];
