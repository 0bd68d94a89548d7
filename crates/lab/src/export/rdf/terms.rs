//! The vocabularies, and those of their terms that are used.

use oxrdf::NamedNodeRef;

/// The prefixes under which the vocabularies are written.
pub(super) const PREFIXES: &[(&str, &str)] = &[
    ("dataid", "http://dataid.dbpedia.org/ns/core#"),
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("dct", "http://purl.org/dc/terms/"),
    ("lydite", "urn:lydite:vocab#"),
    ("odrl", "http://www.w3.org/ns/odrl/2/"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("qb", "http://purl.org/linked-data/cube#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("spdx", "http://spdx.org/rdf/terms#"),
    ("void", "http://rdfs.org/ns/void#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident, $kind:ident, $namespace:literal, { $($function:ident: $term:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $kind;
        pub(super) const $name: $kind = $kind;
        impl $kind {
            $(pub(super) fn $function(self) -> NamedNodeRef<'static> {
                NamedNodeRef::new_unchecked(concat!($namespace, $term))
            })*
        }
    };
}

vocabulary! {
    /// RDF Data Cube (<https://www.w3.org/TR/vocab-data-cube/>).
    QB, DataCube, "http://purl.org/linked-data/cube#", {
        data_set_class: "DataSet",
        data_structure_definition: "DataStructureDefinition",
        component_specification: "ComponentSpecification",
        dimension_property: "DimensionProperty",
        measure_property: "MeasureProperty",
        attribute_property: "AttributeProperty",
        observation_class: "Observation",
        slice_class: "Slice",
        slice_key_class: "SliceKey",
        data_set: "dataSet",
        structure: "structure",
        component: "component",
        component_property: "componentProperty",
        component_required: "componentRequired",
        dimension: "dimension",
        measure: "measure",
        attribute: "attribute",
        order: "order",
        slice: "slice",
        slice_key: "sliceKey",
        slice_structure: "sliceStructure",
        observation: "observation",
    }
}

vocabulary! {
    /// PROV-O (<https://www.w3.org/TR/prov-o/>).
    PROV, Provenance, "http://www.w3.org/ns/prov#", {
        entity: "Entity",
        activity: "Activity",
        software_agent: "SoftwareAgent",
        used: "used",
        was_generated_by: "wasGeneratedBy",
        was_derived_from: "wasDerivedFrom",
        was_informed_by: "wasInformedBy",
        was_associated_with: "wasAssociatedWith",
        started_at: "startedAtTime",
        ended_at: "endedAtTime",
        generated_at: "generatedAtTime",
    }
}

vocabulary! {
    /// Dublin Core.
    DCT, DublinCore, "http://purl.org/dc/terms/", {
        title: "title",
        description: "description",
        identifier: "identifier",
        created: "created",
        issued: "issued",
        language: "language",
        licence: "license",
        references: "references",
        source: "source",
        citation: "bibliographicCitation",
        has_version: "hasVersion",
        has_part: "hasPart",
        is_part_of: "isPartOf",
        format: "format",
        subject: "subject",
    }
}

vocabulary! {
    /// DCAT (<https://www.w3.org/TR/vocab-dcat-3/>).
    DCAT, Catalogues, "http://www.w3.org/ns/dcat#", {
        dataset: "Dataset",
        distribution_class: "Distribution",
        distribution: "distribution",
        byte_size: "byteSize",
        download_url: "downloadURL",
        landing_page: "landingPage",
    }
}

vocabulary! {
    /// DataID (<http://dataid.dbpedia.org/ns/core.html>).
    DATAID, DataId, "http://dataid.dbpedia.org/ns/core#", {
        dataset: "Dataset",
        single_file: "SingleFile",
    }
}

vocabulary! {
    /// VoID (<https://www.w3.org/TR/void/>).
    VOID, Void, "http://rdfs.org/ns/void#", {
        dataset: "Dataset",
        documents: "documents",
    }
}

vocabulary! {
    /// ODRL (<https://www.w3.org/TR/odrl-vocab/>).
    ODRL, Odrl, "http://www.w3.org/ns/odrl/2/", {
        set: "Set",
        has_policy: "hasPolicy",
        target: "target",
        permission: "permission",
        permission_class: "Permission",
        action: "action",
        use_: "use",
    }
}

vocabulary! {
    /// SPDX, for digests.
    SPDX, Spdx, "http://spdx.org/rdf/terms#", {
        checksum: "checksum",
        checksum_class: "Checksum",
        algorithm: "algorithm",
        sha256: "checksumAlgorithm_sha256",
        value: "checksumValue",
    }
}

vocabulary! {
    /// What no other vocabulary has.
    LYDITE, Own, "urn:lydite:vocab#", {
        experiment: "Experiment",
        run: "Run",
        judging_class: "Judging",
        system_class: "System",
        rule_set: "RuleSet",
        measure_class: "Measure",
        question_class: "Question",
        experiment_type_class: "ExperimentType",
        system: "system",
        dataset: "dataset",
        language: "language",
        rules: "rules",
        experiment_type: "experimentType",
        measure: "measure",
        place: "place",
        value: "value",
        n: "n",
        low: "low",
        high: "high",
        question: "question",
        true_positives: "truePositives",
        false_positives: "falsePositives",
        false_negatives: "falseNegatives",
        precision: "precision",
        recall: "recall",
        f1: "f1",
        status: "status",
        gold: "gold",
        millis: "millis",
        confidence: "confidence",
        error: "error",
        summarised_by: "summarisedBy",
        headline: "headline",
        formula: "formula",
        unit: "unit",
        protocol: "protocol",
        seed: "seed",
        digest: "digest",
        text: "text",
        command: "command",
    }
}
