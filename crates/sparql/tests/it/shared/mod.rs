//! How tests read the shared data.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

/// The distinct queries, blanks collapsed, of the files whose name `accept` takes.
#[allow(dead_code)]
pub(crate) fn queries(folder: &std::path::Path, accept: impl Fn(&str) -> bool) -> Vec<String> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| accept(&name.to_string_lossy()))
        })
        .collect();
    files.sort();
    let mut seen = std::collections::HashSet::new();
    let mut queries = Vec::new();
    for file in files {
        for question in lydite_formats::Reader::open(&file).unwrap() {
            for query in question.queries {
                let words: Vec<&str> = query.text.split_whitespace().collect();
                if !words.is_empty() && seen.insert(words.join(" ")) {
                    queries.push(query.text);
                }
            }
        }
    }
    queries
}

/// The files of QALD-1 to 9 and LC-QuAD 1.0.
#[allow(dead_code)]
pub(crate) fn is_classic(name: &str) -> bool {
    let number = name
        .strip_prefix("qald-")
        .and_then(|rest| rest.split('-').next());
    let qald = number.is_some_and(|number| number.len() == 1) && !name.starts_with("qald-9-plus");
    let lc_quad = matches!(name, "lc-quad-1-train.json" | "lc-quad-1-test.json");
    qald || lc_quad
}
