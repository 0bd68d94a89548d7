//! Declares the prefixes that a query uses without declaring them.

use lydite_model::nearest;

use super::{AssumedPrefix, Draft, RepairKind};
use crate::Dialect;
use crate::error::{Obstacle, ParseError};
use crate::token::Kind;

pub(crate) fn repair(
    draft: &mut Draft<'_>,
    text: &str,
    dialect: &Dialect,
) -> Result<Vec<AssumedPrefix>, ParseError> {
    let mut declared: Vec<&str> = Vec::new();
    let mut assumed: Vec<AssumedPrefix> = Vec::new();
    let has_texts = draft.tokens.iter().any(|token| token.kind == Kind::Text);
    for (index, token) in draft.tokens.iter().enumerate() {
        if token.kind != Kind::Name {
            continue;
        }
        let Some((prefix, _)) = token.text.split_once(':') else {
            continue;
        };
        let declares = draft
            .solid_before(index)
            .is_some_and(|before| draft.tokens[before].is_word("PREFIX"));
        if declares {
            declared.push(prefix);
        } else if !declared.contains(&prefix) && assumed.iter().all(|a| a.prefix != prefix) {
            let namespace = dialect
                .namespace(prefix)
                // Declared, it would make names of the free texts.
                .filter(|_| prefix != "text" || !has_texts)
                .ok_or_else(|| unknown(prefix, &declared, text, token.at, dialect))?;
            assumed.push(AssumedPrefix {
                prefix: prefix.to_owned(),
                namespace: namespace.to_owned(),
            });
        }
    }
    // In front, so that no declaration of the query is shadowed; the last comes to stand first.
    for AssumedPrefix { prefix, namespace } in assumed.iter().rev() {
        let declaration = format!("PREFIX {prefix}: <{namespace}> ");
        draft.rewrite(0..0, &declaration, RepairKind::MissingPrefix);
    }
    Ok(assumed)
}

fn unknown(
    prefix: &str,
    declared: &[&str],
    text: &str,
    at: usize,
    dialect: &Dialect,
) -> ParseError {
    let known = dialect.prefixes();
    let names = known.iter().map(|(name, _)| *name);
    let near = nearest(prefix, declared.iter().copied().chain(names));
    let declare = format!("declare it: PREFIX {prefix}: <…>");
    let hint = match near {
        Some(near) => format!("did you mean `{near}:`? Otherwise {declare}"),
        None => declare,
    };
    ParseError::new(
        Obstacle::UnknownPrefix,
        text,
        at,
        format!("the prefix `{prefix}:` is not declared"),
    )
    .with_hint(hint)
}
