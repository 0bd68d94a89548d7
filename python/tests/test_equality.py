"""Every document from Python equals the one of the program, key by key."""

import json
import subprocess

import pytest

import lydite
from conftest import PROGRAM


def program(*words):
    run = subprocess.run([PROGRAM, *map(str, words), "--format", "json"], capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return json.loads(run.stdout)


def same(left, right, at="$"):
    """Compares key by key, so that a failure says where."""
    assert type(left) is type(right), f"{at}: {left!r} is not {right!r}"
    if isinstance(left, dict):
        assert list(left) == list(right), at
        for key in left:
            # What differs between two calls of the program as well.
            if not (at == "$.record" and key in ("command", "date")) and key not in ("seconds", "timings"):
                same(left[key], right[key], f"{at}.{key}")
    elif isinstance(left, list):
        assert len(left) == len(right), at
        for number, pair in enumerate(zip(left, right)):
            same(*pair, f"{at}[{number}]")
    else:
        assert left == right, at


RULES = [one["name"] for one in program("rules", "list")["rules"]]

PAIRS = [
    ("demo", "demo-careful"),
    ("demo", "demo-eager"),
    ("demo", "demo-encoded"),
    ("datasets/qald-5-test.xml", "answers/qald-5-test-hawk-optimal.xml"),
    ("datasets/qald-5-test.xml", "answers/qald-5-test-hawk-overlap.xml"),
    ("datasets/qald-8-train-multilingual.json", "answers/qald-8-train-multilingual-asknow.json"),
    ("datasets/qald-8-train-multilingual.json", "answers/qald-8-train-multilingual-ganswer2.json"),
    ("datasets/qald-1-test-dbpedia.xml", "datasets/qald-1-test-dbpedia.xml"),
    ("datasets/qald-2-test-dbpedia.xml", "datasets/qald-2-test-dbpedia.xml"),
    ("datasets/qald-3-test-dbpedia.xml", "datasets/qald-3-test-esdbpedia.xml"),
    ("datasets/qald-4-test-multilingual.xml", "datasets/qald-4-test-multilingual.xml"),
    ("datasets/qald-10-test-wikidata.json", "datasets/qald-10-test-wikidata.json"),
    ("datasets-modern/webqsp-train-tiny.json", "datasets-modern/predictions/synthetic-webqsp-train-tiny.json"),
    ("datasets-modern/wikiwebquestions-dev.json", "datasets-modern/predictions/wikisp-wikiwebquestions-dev.json"),
    ("datasets-modern/mkqa-testdata.jsonl", "datasets-modern/predictions/mkqa-testdata-en.jsonl"),
    ("datasets-modern/grailqa-dev-tog-first300.json", "datasets-modern/predictions/synthetic-grailqa-dev-first300.jsonl"),
    ("datasets-modern/mintaka-dev-plainlabels-first300.json", "datasets-modern/mintaka-dev-plainlabels-first300.json"),
]


@pytest.mark.parametrize("gold, answers", PAIRS, ids=lambda name: name.split("/")[-1])
def test_reports_equal_those_of_the_program(gold, answers, shared):
    gold, answers = (one if "/" not in one else str(shared / one) for one in (gold, answers))
    assert len(RULES) >= 16
    judged = 0
    for rules in RULES:
        words = ["score", "--gold", gold, "--answers", answers, "--rules", rules, "--format", "json"]
        run = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
        if run.returncode > 1:
            with pytest.raises(lydite.Error) as refused:
                lydite.score(gold, answers, rules=rules)
            assert refused.value.message in run.stderr
            continue
        judged += 1
        report = lydite.score(gold, answers, rules=rules)
        document = json.loads(run.stdout)
        same(report.to_dict(), document)
        figures = {}
        for figure in document["systems"][0]["figures"]:
            figures.setdefault(figure["path"], figure.get("value"))
        value = figures[document["systems"][0]["headline"][2]]
        assert report.f1 == value or (value is None and report.f1 != report.f1)
    assert judged >= 10


def test_other_documents_equal_those_of_the_program():
    same(lydite.check("demo").to_dict(), program("dataset", "check", "demo")["files"][0])
    same(lydite.sample("demo", 7, seed=3), program("sample", "--from", "demo", "-n", 7, "--seed", 3))
    same(lydite.features_document("demo"), program("features", "demo"))
    same(
        lydite.slice("demo", ["demo-careful", "demo-eager"], by=["questionType", "length"]).to_dict(),
        program("slice", "--gold", "demo", "--answers", "demo-careful", "demo-eager", "--by", "questionType", "length"),
    )
    query = "SELECT ?x WHERE { ?x a dbo:City . ?x dbo:country dbr:Romania"
    same(lydite.sparql.parse(query), program("query", "show", query)["queries"][0])
    other = "SELECT ?y { ?y a dbo:Town }"
    same(lydite.sparql.diff(query, other), program("query", "diff", query, other))
    question = "What is the capital of Romania?"
    same(lydite.ask(question).to_dict(), program("ask", question, "--kg", "demo"))
    same(lydite.components(), program("component", "list")["components"])


def test_tables_and_explanations_are_those_of_the_program():
    report = lydite.score("demo", "demo-careful", rules="gerbil")
    words = [PROGRAM, "score", "--gold", "demo", "--answers", "demo-careful", "--rules", "gerbil", "-q"]
    printed = lambda *more: subprocess.run([*words, *more], capture_output=True, text=True).stdout
    assert report.to_latex() == printed("--format", "latex", "--intervals")
    assert report.to_csv(per_question=True) == printed("--format", "csv", "--per-question")
    assert report.question("2").explain() == printed("--explain", "2")
