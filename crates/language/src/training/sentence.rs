//! Sentences with their tags, read from a treebank.

use crate::{Tag, Tagger};

/// A sentence of a treebank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaggedSentence {
    /// Its words.
    pub words: Vec<String>,
    /// The tag of each.
    pub tags: Vec<Tag>,
}

/// Why a tagger cannot be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// There is nothing to learn from.
    #[error("the treebank has no sentences")]
    NoSentences,
    /// A line is not of CoNLL-U.
    #[error(
        "line {line}: expected five tab-separated columns, with a Penn Treebank tag in the fifth"
    )]
    BadLine {
        /// The line, from 1.
        line: usize,
    },
}

/// How many tokens a tagger gets right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Tokens with the tag of the treebank.
    pub right: usize,
    /// All tokens.
    pub tokens: usize,
}

impl Accuracy {
    /// As a share of one; 0 where there are no tokens.
    pub fn share(self) -> f64 {
        self.right as f64 / self.tokens.max(1) as f64
    }
}

impl TaggedSentence {
    /// All sentences of a text in CoNLL-U: the word in the second column, the tag in the fifth. Ranges
    /// (`8-9`) and empty nodes (`8.1`) are passed over.
    pub fn read_all(text: &str) -> Result<Vec<Self>, TrainingError> {
        let mut sentences = Vec::new();
        let mut current = Self::empty();
        for (line, content) in (1..).zip(text.lines()) {
            if content.is_empty() {
                current.end(&mut sentences);
                continue;
            }
            if content.starts_with('#') {
                continue;
            }
            let mut columns = content.split('\t');
            let number = columns.next().unwrap_or_default();
            if number.contains(['-', '.']) {
                continue;
            }
            let word = columns.next();
            let tag = columns.nth(2).and_then(Tag::parse);
            let (Some(word), Some(tag)) = (word, tag) else {
                return Err(TrainingError::BadLine { line });
            };
            current.words.push(word.to_owned());
            current.tags.push(tag);
        }
        current.end(&mut sentences);
        Ok(sentences)
    }

    fn empty() -> Self {
        Self {
            words: Vec::new(),
            tags: Vec::new(),
        }
    }

    fn end(&mut self, sentences: &mut Vec<Self>) {
        if !self.words.is_empty() {
            sentences.push(std::mem::replace(self, Self::empty()));
        }
    }

    /// The same sentence without capitals.
    pub fn to_lowercase(&self) -> Self {
        Self {
            words: self.words.iter().map(|word| word.to_lowercase()).collect(),
            tags: self.tags.clone(),
        }
    }

    /// How well a tagger does on these sentences.
    pub fn accuracy(tagger: &Tagger, sentences: &[Self]) -> Accuracy {
        let mut accuracy = Accuracy::default();
        for sentence in sentences {
            let tags = tagger.tag(&sentence.words);
            let pairs = tags.iter().zip(&sentence.tags);
            accuracy.right += pairs.filter(|(ours, gold)| ours == gold).count();
            accuracy.tokens += sentence.tags.len();
        }
        accuracy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conllu_is_read() {
        let text = "# text = Don't\n1-2\tDon't\t_\t_\t_\n1\tDo\tdo\tAUX\tVB\t_\n2\tn't\tnot\tPART\tRB\n\n\n1\t!\t!\tPUNCT\t.";
        let sentences = TaggedSentence::read_all(text).unwrap();
        assert_eq!(sentences.len(), 2);
        assert_eq!(sentences[0].words, ["Do", "n't"]);
        assert_eq!(sentences[0].tags, [Tag::VB, Tag::RB]);
        assert_eq!(sentences[1].tags, [Tag::Period]);
    }

    #[test]
    fn bad_lines_are_named() {
        for text in ["1\tx", "# c\n1\tx\tx\tX\tNOTAG"] {
            let error = TaggedSentence::read_all(text).unwrap_err().to_string();
            assert!(error.contains("tab-separated"), "{error}");
        }
    }
}
