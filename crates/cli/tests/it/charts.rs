//! Pictures, where a command draws one.

use std::path::Path;

use serde_json::{Value, json};

use crate::program::{run, write_entries};

fn entry(id: usize, iri: &str) -> Value {
    json!({
        "id": id.to_string(),
        "answertype": "resource",
        "question": [{"language": "en", "string": format!("Question {id}?")}],
        "query": {"sparql": "SELECT ?uri WHERE { ?uri ?p ?o }"},
        "answers": [{"head": {"vars": ["uri"]}, "results": {"bindings": [
            {"uri": {"type": "uri", "value": iri}}
        ]}}]
    })
}

/// A gold file, a system that is always right and one that never is.
fn files(folder: &Path) -> [String; 3] {
    let of = |iri: &str| (1..=8).map(|id| entry(id, iri)).collect::<Vec<_>>();
    [
        write_entries(folder, "my gold.json", &of("http://x/a")),
        write_entries(folder, "right.json", &of("http://x/a")),
        write_entries(folder, "wrong <&>.json", &of("http://x/b")),
    ]
}

/// Runs a command that draws; the picture.
fn drawn(folder: &Path, arguments: &[&str]) -> String {
    let chart = folder.join("chart.svg").display().to_string();
    let (code, _, err) = run(&[arguments, &["--chart", &chart]].concat());
    assert_eq!(code, 0, "{err}");
    let svg = std::fs::read_to_string(chart).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // Titles are words: no folder, no extension.
    assert!(!svg.contains(&folder.display().to_string()), "{svg}");
    assert!(!svg.contains(".json"), "{svg}");
    svg
}

#[test]
fn scores_are_drawn_in_order_with_ranks_intervals_and_differences() {
    let folder = tempfile::tempdir().unwrap();
    let [gold, right, wrong] = files(folder.path());
    let score = ["score", "--gold", &gold, "--answers", &wrong, &right];
    let svg = drawn(folder.path(), &score);
    assert!(svg.contains("<title>2 systems on my gold"), "{svg}");
    assert!(svg.contains("<title>right: 1.000 ("), "{svg}");
    assert!(svg.contains("<title>wrong &lt;&amp;&gt;: 0.000"), "{svg}");
    assert!(svg.contains("Compared with right"), "{svg}");
    let [first, second] =
        [">right</text>", ">wrong &lt;&amp;&gt;</text>"].map(|name| svg.find(name));
    assert!(first < second);
}

#[test]
fn several_rule_sets_are_groups_of_bars_or_a_heat_map() {
    let folder = tempfile::tempdir().unwrap();
    let [gold, right, wrong] = files(folder.path());
    let score = [
        "score",
        "--gold",
        &gold,
        "--answers",
        &wrong,
        &right,
        "--rules",
    ];
    let groups = drawn(folder.path(), &[&score[..], &["lydite,gerbil"]].concat());
    assert!(groups.contains("<title>right, gerbil: 1.000"), "{groups}");
    let rules = "lydite,gerbil,gerbil-2019,qald,nliwod";
    let map = drawn(folder.path(), &[&score[..], &[rules]].concat());
    assert!(map.contains("<title>right, gerbil: 1.000</title>"), "{map}");
    let one = ["score", "--gold", &gold, "--answers", &right];
    assert!(drawn(folder.path(), &one).contains("right on my gold"));
}

#[test]
fn slices_are_a_heat_map() {
    let folder = tempfile::tempdir().unwrap();
    let [gold, right, wrong] = files(folder.path());
    let slice = ["slice", "--gold", &gold, "--answers", &right, &wrong];
    let svg = drawn(
        folder.path(),
        &[&slice[..], &["--by", "answerType"]].concat(),
    );
    assert!(
        svg.contains("<title>resource, right: 1.000</title>"),
        "{svg}"
    );
    assert!(svg.contains(">all questions</text>"), "{svg}");
}

#[test]
fn benchmarks_are_stacked_bars() {
    let folder = tempfile::tempdir().unwrap();
    let [gold, ..] = files(folder.path());
    let svg = drawn(folder.path(), &["dataset", "stats", &gold]);
    assert!(
        svg.contains("<title>resource: 8 (100.0 %)</title>"),
        "{svg}"
    );
    assert!(svg.contains(">8 questions</text>"), "{svg}");
}

#[test]
fn other_kinds_of_pictures_are_refused_before_any_work() {
    for command in [
        &["score", "--gold", "none", "--answers", "none"][..],
        &[
            "slice",
            "--gold",
            "none",
            "--answers",
            "none",
            "--by",
            "tps",
        ],
        &["dataset", "stats", "none"],
        &["template", "--gold", "none"],
    ] {
        let (code, _, err) = run(&[command, &["--chart", "chart.pdf"]].concat());
        assert_eq!(code, 2, "{err}");
        assert!(
            err.contains("rsvg-convert -f pdf -o chart.pdf chart.svg"),
            "{err}"
        );
        let (code, _, err) = run(&[command, &["--chart", "chart"]].concat());
        assert_eq!(code, 2, "{err}");
        assert!(err.contains("ends in .svg"), "{err}");
    }
}
