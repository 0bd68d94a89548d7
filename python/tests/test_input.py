"""What people hand over, and what they should not: typed exceptions, never a crash."""

import pickle

import pytest

import lydite

GOLD = {"questions": [{"id": "1", "question": [{"language": "en", "string": "Who?"}],
                       "answers": [{"head": {"vars": ["x"]}, "results": {"bindings": [
                           {"x": {"type": "uri", "value": "http://e/a"}}]}}]}]}


def test_dicts_lists_and_frames_are_read_like_files():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": ["1"], "answers": [["http://e/a"]]})
    for answers in (GOLD, GOLD["questions"], frame, {"mine": GOLD}):
        assert lydite.score(GOLD, answers).f1 == 1.0
    wrong = pandas.DataFrame({"id": ["1"], "answers": [["http://e/b"]]})
    assert lydite.score(GOLD, wrong).f1 == 0.0
    assert lydite.load(frame)["1"].answers is not None
    assert list(lydite.score(GOLD, frame).to_pandas()["f1"]) == [1.0]
    assert "<table>" in lydite.score(GOLD, frame)._repr_html_()


def test_errors_carry_file_line_column_and_hint(tmp_path):
    with pytest.raises(lydite.UsageError) as error:
        lydite.score("demo", "demo-careful", rules="gerbill")
    assert error.value.hint == "did you mean `gerbil`?"
    rules = tmp_path / "mine.toml"
    rules.write_text('name = "mine"\nbass = "gerbil"\n')
    with pytest.raises(lydite.InputError) as error:
        lydite.score("demo", "demo-careful", rules=str(rules))
    assert (error.value.file, error.value.line) == (str(rules), 2)
    assert error.value.column == 1
    with pytest.raises(lydite.QueryError) as error:
        lydite.sparql.parse("SELECT ?x WHERE {\n ?x ?y }} ?")
    assert error.value.line == 2 and error.value.column > 0
    empty = tmp_path / "empty.json"
    empty.write_text("")
    with pytest.raises(lydite.InputError) as error:
        lydite.load(empty)
    assert error.value.file == str(empty) and error.value.hint
    with pytest.raises(lydite.OutOfReachError):
        lydite.Graph("http://127.0.0.1:9/sparql").query("ASK { ?s ?p ?o }")
    with pytest.raises(lydite.LimitError):
        lydite.Graph("demo").query("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }", timeout=0.2)


CYCLE: dict = {"questions": []}
CYCLE["questions"].append(CYCLE)
DEEP: dict = {}
for _ in range(100_000):
    DEEP = {"questions": DEEP}
BAD = [None, 1, 10**5000, 1.5, float("nan"), b"bytes", object(), "", "\0", "lone \ud800", [None], [1],
       {"questions": 10**5000}, {"questions": {1, 2}}, CYCLE, DEEP, ["\udfff"],
       {"\ud800": "x"}, type, lambda: None, {"id": float("inf")}, range(3)]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_bad_input_gives_a_typed_exception(number):
    bad = BAD[number]
    for call in (
        lambda: lydite.load(bad),
        lambda: lydite.check(bad),
        lambda: lydite.score(bad, "demo-careful"),
        lambda: lydite.score("demo", bad),
        lambda: lydite.sample(bad, 3),
        lambda: lydite.slice("demo", bad, by="length"),
        lambda: lydite.Graph(bad),
        lambda: lydite.ask(bad),
        lambda: lydite.ask("Who?", bad),
        lambda: lydite.sparql.parse(bad),
        lambda: lydite.sparql.diff("ASK {}", bad),
        lambda: lydite.sparql.canonical(bad),
        lambda: lydite.run(bad, lambda question: "x"),
        lambda: lydite.run("demo", bad) if not callable(bad) else lydite.load(bad),
        lambda: lydite.run("demo", lambda question: "x", jobs=bad) if bad != 1 else lydite.load(bad),
        lambda: lydite.score("demo", "demo-careful", rules=bad) if bad is not None else lydite.load(bad),
        lambda: lydite.score("demo", "demo-careful", seed=bad) if bad != 1 else lydite.load(bad),
        lambda: lydite.Graph("demo").query(bad),
        lambda: lydite.Graph("demo").query("ASK {}", limit=bad) if bad != 1 else lydite.load(bad),
    ):
        with pytest.raises((lydite.Error, TypeError)):
            call()


@pytest.mark.parametrize("empty", [[], {}, {"questions": None}])
def test_a_benchmark_without_questions_is_empty_and_said_to_be(empty, caplog):
    assert len(lydite.load(empty)) == 0
    assert not lydite.check(empty).ok or lydite.check(empty).diagnostics
    with pytest.raises(lydite.Error):
        lydite.score(empty, "demo-careful")


def test_errors_can_be_pickled_by_message():
    assert str(pickle.loads(pickle.dumps(lydite.UsageError("no")))) == "no"
