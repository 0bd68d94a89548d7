//! Which properties say what a thing is called: one list for every graph and every file of labels.

/// The properties of well-known vocabularies that name things, the preferred ones first.
pub const NAMING_PROPERTIES: [&str; 7] = [
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://xmlns.com/foaf/0.1/name",
    "http://schema.org/name",
    "https://schema.org/name",
    "http://purl.org/dc/elements/1.1/title",
    "http://purl.org/dc/terms/title",
];

/// What properties of other vocabularies are called that name things, in lower case: those that are
/// like `rdfs:label` first, other names last.
pub const NAMING_WORDS: [&[&str]; 3] = [
    &["label", "preflabel"],
    &[
        "name",
        "title",
        "fullname",
        "hasname",
        "officialname",
        "legalname",
    ],
    &[
        "altlabel",
        "alias",
        "alternativename",
        "alternatename",
        "nick",
        "nickname",
        "birthname",
        "longname",
        "shortname",
        "synonym",
    ],
];

/// How well a property names things, if it does: 0 is best.
///
/// The properties of [`NAMING_PROPERTIES`] come first, in their order, then those of any vocabulary
/// whose last part is one of [`NAMING_WORDS`].
///
/// ```
/// use lydite_model::naming_rank;
///
/// assert_eq!(naming_rank("http://www.w3.org/2000/01/rdf-schema#label"), Some(0));
/// let own = naming_rank("http://ld.company.org/prod-vocab/name");
/// let other = naming_rank("http://www.w3.org/2004/02/skos/core#altLabel");
/// assert!(own.is_some() && own < other);
/// assert_eq!(naming_rank("http://dbpedia.org/ontology/birthPlace"), None);
/// ```
pub fn naming_rank(property: &str) -> Option<u8> {
    let known = NAMING_PROPERTIES
        .iter()
        .position(|known| *known == property);
    let rank = known.or_else(|| {
        let local = property.rsplit(['/', '#']).next().unwrap_or(property);
        let local = local.to_lowercase();
        let group = NAMING_WORDS
            .iter()
            .position(|words| words.contains(&&*local));
        group.map(|group| NAMING_PROPERTIES.len() + group)
    })?;
    u8::try_from(rank).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_property_would_be_recognised_by_its_word() {
        // Whoever can only look at the last part of a property misses none.
        for property in NAMING_PROPERTIES {
            let elsewhere = property.replace("://", "://elsewhere.example/");
            assert!(naming_rank(&elsewhere).is_some(), "{property}");
        }
    }
}
