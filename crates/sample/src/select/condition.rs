//! Selection by a condition: `origin = qald9 and tps > 1`.

use std::fmt;

use crate::features::{Feature, Features, Kind, UnknownFeature, Value};

/// A condition on the features of a question.
///
/// | condition | holds if |
/// | --- | --- |
/// | `tps > 1`, `length <= 10`, `avgEntitiesWords != 2.5` | the number compares so |
/// | `origin = qald9`, `answerType != "Yes/No"` | the text is that, capitals aside |
/// | `questionType ~ what`, `text !~ "New York"` | the text contains that, capitals aside |
/// | `usesFeature = Union` | it is among the names |
/// | `NNP`, `isExplicitEntity1 = false` | the fact holds, or not |
/// | `answerType in (number, date)` | one of them holds |
///
/// Joined by `and`, `or`, `not` and brackets. About a feature that a question does not have, nothing
/// holds.
///
/// ```
/// use lydite_sample::Condition;
///
/// let condition: Condition = "origin = qald9 and (tps > 1 or not usesFeature = Ask)".parse()?;
/// let names: Vec<_> = condition.features().iter().map(|feature| feature.name).collect();
/// assert_eq!(names, ["questionOrigin", "tps", "usesFeature"]);
///
/// let error = "tps > 1 adn length = 3".parse::<Condition>().unwrap_err();
/// assert_eq!(error.position, 8);
/// # Ok::<(), lydite_sample::ConditionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Condition {
    root: Node,
}

#[derive(Clone, Debug)]
enum Node {
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Not(Box<Node>),
    Compare(&'static Feature, Comparison, Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Contains,
    Lacks,
}

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    /// What is wrong.
    pub message: String,
    /// Where, in characters from 0.
    pub position: usize,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.position + 1, self.message)
    }
}

impl std::error::Error for ConditionError {}

impl Condition {
    /// Whether it holds for a question.
    pub fn holds(&self, features: &Features) -> bool {
        self.root.holds(features)
    }

    /// The features that it looks at, in order of appearance.
    pub fn features(&self) -> Vec<&'static Feature> {
        let mut found = Vec::new();
        self.root.collect(&mut found);
        found
    }
}

impl std::str::FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let tokens = tokens(text)?;
        let mut parser = Parser {
            tokens: &tokens,
            at: 0,
            end: text.chars().count(),
            depth: 0,
        };
        let root = parser.alternatives()?;
        match parser.peek() {
            None => Ok(Self { root }),
            Some(token) => Err(parser.error(format!(
                "expected `and`, `or` or the end before `{}`",
                token.text
            ))),
        }
    }
}

impl Node {
    fn holds(&self, features: &Features) -> bool {
        match self {
            Self::And(a, b) => a.holds(features) && b.holds(features),
            Self::Or(a, b) => a.holds(features) || b.holds(features),
            Self::Not(inner) => !inner.holds(features),
            Self::Compare(feature, comparison, values) => match features.get(feature) {
                Some(found) => values.iter().any(|value| comparison.holds(found, value)),
                None => false,
            },
        }
    }

    fn collect(&self, found: &mut Vec<&'static Feature>) {
        match self {
            Self::And(a, b) | Self::Or(a, b) => {
                a.collect(found);
                b.collect(found);
            }
            Self::Not(inner) => inner.collect(found),
            Self::Compare(feature, ..) => {
                if !found.iter().any(|known| known.name == feature.name) {
                    found.push(feature);
                }
            }
        }
    }
}

impl Comparison {
    fn holds(self, found: &Value, wanted: &str) -> bool {
        let number = || Some((found.as_number()?, number(wanted)?));
        let ordered = |order: fn(f64, f64) -> bool| number().is_some_and(|(a, b)| order(a, b));
        match self {
            Self::Equal => match found {
                // `lsq:Union` is Union, and SINGLE_FACT is the tag `query_type:SINGLE_FACT`.
                Value::Names(names) => names.iter().any(|name| {
                    same(name, wanted) || same(name, local(wanted)) || same(local(name), wanted)
                }),
                Value::Text(text) => same(text, wanted) || ordered(|a, b| a == b),
                _ => ordered(|a, b| a == b),
            },
            Self::NotEqual => !Self::Equal.holds(found, wanted),
            Self::Less => ordered(|a, b| a < b),
            Self::AtMost => ordered(|a, b| a <= b),
            Self::Greater => ordered(|a, b| a > b),
            Self::AtLeast => ordered(|a, b| a >= b),
            Self::Contains => found
                .to_string()
                .to_lowercase()
                .contains(&wanted.to_lowercase()),
            Self::Lacks => !Self::Contains.holds(found, wanted),
        }
    }

    fn needs_numbers(self) -> bool {
        matches!(
            self,
            Self::Less | Self::AtMost | Self::Greater | Self::AtLeast
        )
    }
}

/// A name without what stands before it.
fn local(name: &str) -> &str {
    name.rsplit([':', '#']).next().unwrap_or(name)
}

fn same(a: &str, b: &str) -> bool {
    a.trim().to_lowercase() == b.trim().to_lowercase()
}

/// The number that a word stands for; facts are 0 and 1.
fn number(word: &str) -> Option<f64> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" => Some(1.0),
        "false" | "no" => Some(0.0),
        word => word.parse().ok().filter(|number: &f64| number.is_finite()),
    }
}

#[derive(Clone, Debug)]
struct Token {
    text: String,
    position: usize,
    kind: TokenKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Word,
    Quoted,
    Sign,
}

impl Token {
    fn is(&self, text: &str) -> bool {
        match self.kind {
            TokenKind::Word => self.text.eq_ignore_ascii_case(text),
            TokenKind::Sign => self.text == text,
            TokenKind::Quoted => false,
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, ConditionError> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(character) = characters.get(at).copied() {
        let start = at;
        let signs = ['=', '!', '<', '>', '~', '&', '|'];
        let (kind, text) = if character.is_whitespace() {
            at += 1;
            continue;
        } else if character == '"' || character == '\'' {
            let rest = &characters[at + 1..];
            let Some(length) = rest.iter().position(|other| *other == character) else {
                return Err(ConditionError {
                    message: format!("the quote {character} is not closed"),
                    position: start,
                });
            };
            at += length + 2;
            (TokenKind::Quoted, rest[..length].iter().collect())
        } else if ['(', ')', ','].contains(&character) {
            at += 1;
            (TokenKind::Sign, character.to_string())
        } else {
            let is_sign = signs.contains(&character);
            let ends = |other: &char| {
                other.is_whitespace()
                    || ['(', ')', ',', '"', '\''].contains(other)
                    || signs.contains(other) != is_sign
            };
            let rest = &characters[at..];
            let length = rest.iter().position(ends).unwrap_or(rest.len());
            at += length;
            let kind = if is_sign {
                TokenKind::Sign
            } else {
                TokenKind::Word
            };
            (kind, rest[..length].iter().collect())
        };
        tokens.push(Token {
            text,
            position: start,
            kind,
        });
    }
    Ok(tokens)
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    end: usize,
    depth: usize,
}

/// Brackets and `not` within each other.
const DEEPEST: usize = 100;

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, text: &[&str]) -> bool {
        let taken = self
            .peek()
            .is_some_and(|token| text.iter().any(|text| token.is(text)));
        self.at += usize::from(taken);
        taken
    }

    fn error(&self, message: impl Into<String>) -> ConditionError {
        ConditionError {
            message: message.into(),
            position: self.peek().map_or(self.end, |token| token.position),
        }
    }

    fn alternatives(&mut self) -> Result<Node, ConditionError> {
        let mut node = self.conjunction()?;
        while self.take(&["or", "||"]) {
            node = Node::Or(Box::new(node), Box::new(self.conjunction()?));
        }
        Ok(node)
    }

    fn conjunction(&mut self) -> Result<Node, ConditionError> {
        let mut node = self.negation()?;
        while self.take(&["and", "&&"]) {
            node = Node::And(Box::new(node), Box::new(self.negation()?));
        }
        Ok(node)
    }

    fn negation(&mut self) -> Result<Node, ConditionError> {
        if self.depth == DEEPEST {
            return Err(self.error(format!("brackets are nested more than {DEEPEST} deep")));
        }
        self.depth += 1;
        let node = if self.take(&["not", "!"]) {
            Node::Not(Box::new(self.negation()?))
        } else if self.take(&["("]) {
            let node = self.alternatives()?;
            if !self.take(&[")"]) {
                return Err(self.error("expected `)`"));
            }
            node
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn comparison(&mut self) -> Result<Node, ConditionError> {
        let feature = match self.peek() {
            Some(token) if token.kind != TokenKind::Sign => Feature::find(&token.text)
                .map_err(|error: UnknownFeature| self.error(error.to_string()))?,
            Some(token) => {
                let message = format!("expected the name of a feature before `{}`", token.text);
                return Err(self.error(message));
            }
            None => return Err(self.error("expected the name of a feature")),
        };
        self.at += 1;
        if self.take(&["in"]) {
            return self.list(feature);
        }
        let Some(comparison) = self.operator()? else {
            if feature.kind != Kind::Boolean {
                let message = format!(
                    "expected a comparison such as `{} = …`, because it is of type {}",
                    feature.name, feature.kind
                );
                return Err(self.error(message));
            }
            let yes = vec!["true".to_owned()];
            return Ok(Node::Compare(feature, Comparison::Equal, yes));
        };
        if comparison.needs_numbers() && !feature.kind.is_numeric() {
            self.at -= 1;
            let message = format!(
                "`{}` is of type {}, not a number",
                feature.name, feature.kind
            );
            return Err(self.error(message));
        }
        let value = self.value(feature, comparison)?;
        Ok(Node::Compare(feature, comparison, vec![value]))
    }

    fn operator(&mut self) -> Result<Option<Comparison>, ConditionError> {
        let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Sign) else {
            return Ok(None);
        };
        let comparison = match token.text.as_str() {
            "=" | "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Greater,
            ">=" => Comparison::AtLeast,
            "~" => Comparison::Contains,
            "!~" => Comparison::Lacks,
            ")" | "&&" | "||" => return Ok(None),
            other => {
                let message = format!("`{other}` is not one of = != < <= > >= ~ !~");
                return Err(self.error(message));
            }
        };
        self.at += 1;
        Ok(Some(comparison))
    }

    fn value(
        &mut self,
        feature: &Feature,
        comparison: Comparison,
    ) -> Result<String, ConditionError> {
        let Some(token) = self.peek().filter(|token| token.kind != TokenKind::Sign) else {
            return Err(self.error("expected a value"));
        };
        let contains = matches!(comparison, Comparison::Contains | Comparison::Lacks);
        if feature.kind.is_numeric() && !contains && number(&token.text).is_none() {
            let message = format!(
                "`{}` is of type {}, and `{}` is not a number",
                feature.name, feature.kind, token.text
            );
            return Err(self.error(message));
        }
        self.at += 1;
        Ok(token.text.clone())
    }

    fn list(&mut self, feature: &'static Feature) -> Result<Node, ConditionError> {
        if !self.take(&["("]) {
            return Err(self.error("expected `(` after `in`"));
        }
        let mut values = Vec::new();
        loop {
            values.push(self.value(feature, Comparison::Equal)?);
            if self.take(&[")"]) {
                return Ok(Node::Compare(feature, Comparison::Equal, values));
            }
            if !self.take(&[","]) {
                return Err(self.error("expected `,` or `)`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::At;

    fn question() -> Features {
        let mut features = Features::default();
        features.put(At::tps, Value::Integer(2));
        features.put(At::questionOrigin, Value::Text("qald9".into()));
        features.put(At::questionType, Value::Text("What, ".into()));
        features.put(At::NNP, Value::Boolean(true));
        features.put(At::isNumberAnswer, Value::Text("1".into()));
        let names = ["Select", "Union"].map(str::to_owned).to_vec();
        features.put(At::usesFeature, Value::Names(names));
        let tags = ["RESULT_ORDER_MATTERS", "query_type:SINGLE_FACT"];
        let tags = tags.map(str::to_owned).to_vec();
        features.put(At::tags, Value::Names(tags));
        features
    }

    #[test]
    fn conditions_hold_or_not() {
        for (text, holds) in [
            ("tps > 1", true),
            ("tps>1&&tps<=2", true),
            ("tps < 2 or tps = 2", true),
            ("origin = QALD9 and not tps = 3", true),
            ("lsq:tps != 2", false),
            ("usesFeature = lsq:Union", true),
            ("usesFeature = Ask", false),
            ("tags = result_order_matters", true),
            ("tags = query_type:SINGLE_FACT", true),
            ("tags = SINGLE_FACT", true),
            ("tags = query_type", false),
            ("tags != COUNT", true),
            ("not hybrid", true),
            ("questionType ~ what", true),
            ("questionType !~ \"What\"", false),
            ("NNP", true),
            ("not NNP", false),
            ("NNP = false", false),
            ("isNumberAnswer", true),
            ("origin in (lcquad, 'qald9')", true),
            ("(tps = 1 or tps = 2) and NNP", true),
            ("tps = 1 or tps = 2 and not NNP", false),
            // The question does not have the feature.
            ("length > 0", false),
            ("length != 0", false),
        ] {
            let condition: Condition = text.parse().unwrap();
            assert_eq!(condition.holds(&question()), holds, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, position, message) in [
            ("", 0, "expected the name of a feature"),
            ("lenght > 3", 0, "did you mean `length`?"),
            ("tps > ", 6, "expected a value"),
            ("tps > many", 6, "`many` is not a number"),
            ("text > 3", 5, "of type text, not a number"),
            ("tps", 3, "expected a comparison"),
            ("(tps = 1", 8, "expected `)`"),
            ("tps = 1 length = 2", 8, "expected `and`, `or` or the end"),
            ("origin = 'qald9", 9, "not closed"),
            ("tps => 1", 4, "not one of"),
            ("tps in 3", 7, "expected `(`"),
            ("tps = NaN", 6, "not a number"),
        ] {
            let error = text.parse::<Condition>().unwrap_err();
            assert_eq!(error.position, position, "{text}: {error}");
            assert!(error.message.contains(message), "{text}: {error}");
        }
        assert!("(".repeat(100_000).parse::<Condition>().is_err());
    }
}
