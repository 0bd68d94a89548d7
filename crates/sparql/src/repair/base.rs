//! Declares a base for the relative IRIs of a query that has none.

use oxiri::Iri;

use super::{Draft, Repair, RepairKind};
use crate::Dialect;
use crate::lower::slot;
use crate::token::{Kind, Token, scheme};

/// The first relative IRI that no BASE precedes, by its token.
pub(crate) fn first_relative(draft: &Draft<'_>) -> Option<usize> {
    for (at, token) in draft.tokens.iter().enumerate() {
        if token.kind != Kind::Iri {
            continue;
        }
        if is_relative(token) {
            return Some(at);
        }
        let declares = draft
            .solid_before(at)
            .is_some_and(|before| draft.tokens[before].is_word("BASE"));
        if declares {
            return None;
        }
    }
    None
}

fn is_relative(token: &Token<'_>) -> bool {
    scheme(token.text[1..].as_bytes()) == 0 && slot(token).is_none()
}

/// Puts a BASE in front. One repair stands for all relative IRIs, at the place of the `first`.
pub(crate) fn declare(draft: &mut Draft<'_>, first: usize, dialect: &Dialect) {
    let base = dialect.base();
    let token = &draft.tokens[first];
    let resolved = Iri::parse(base)
        .and_then(|base| base.resolve(&token.text[1..token.text.len() - 1]))
        .map_or_else(|_| token.text.to_string(), |iri| format!("<{iri}>"));
    let repair = Repair {
        kind: RepairKind::IriRelative,
        offset: token.at,
        before: token.text.to_string(),
        after: resolved,
    };
    let declaration = [
        (Kind::Word, "BASE".to_owned()),
        (Kind::Space, " ".to_owned()),
        (Kind::Iri, format!("<{base}>")),
        (Kind::Space, " ".to_owned()),
    ];
    draft.exchange(0..0, declaration.to_vec());
    draft.repairs.push(repair);
}
