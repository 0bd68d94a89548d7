"""Tables cross to other libraries through the interface of Arrow."""

import gc
import os

import pytest

import lydite

if os.environ.get("CI"):
    import pyarrow
else:
    pyarrow = pytest.importorskip("pyarrow")


def test_results_of_queries_are_tables(tmp_path):
    path = tmp_path / "lakes.ttl"
    path.write_text('@prefix e: <http://e/> . e:a e:name "Vättern"@sv . e:b e:depth 5 ; e:name "" .', encoding="utf-8")
    graph = lydite.Graph(path)
    result = graph.query("SELECT ?l ?n ?d { ?l ?p ?o OPTIONAL { ?l <http://e/name> ?n } OPTIONAL { ?l <http://e/depth> ?d } } ORDER BY ?l ?n")
    table = pyarrow.table(result)
    assert table.column_names == ["l", "n", "d"] and table.num_rows == len(result) == 3
    assert table.column("l").to_pylist() == ["http://e/a", "http://e/b", "http://e/b"]
    assert table.column("n").to_pylist() == ["Vättern", "", ""]
    assert table.column("d").to_pylist() == [None, "5", "5"] and table.column("d").null_count == 1
    # Whoever has the table has its memory, whatever becomes of the result.
    del result, graph
    gc.collect()
    table.validate(full=True)
    assert table.column("n").to_pylist()[0] == "Vättern"


def test_a_table_can_be_taken_twice_or_not_at_all():
    result = lydite.Graph("demo").query("SELECT ?s ?o { ?s ?p ?o } LIMIT 1000")
    assert pyarrow.table(result) == pyarrow.table(result)
    assert pyarrow.table(result).to_pylist() == list(result)
    result.__arrow_c_stream__()
    gc.collect()
    # The buffers are those of the engine: both tables have them.
    addresses = [pyarrow.table(result).column("s").chunk(0).buffers()[2].address for _ in range(2)]
    assert addresses[0] == addresses[1]
    reader = pyarrow.RecordBatchReader.from_stream(result)
    assert reader.read_all().select(["o"]).num_rows == 1000
    empty = pyarrow.table(lydite.Graph("demo").query("SELECT ?s { ?s <http://e/none> ?o }"))
    assert empty.num_rows == 0 and empty.column_names == ["s"]
    asked = pyarrow.table(lydite.Graph("demo").query("ASK { ?s ?p ?o }"))
    assert asked.to_pylist() == [{"boolean": "true"}]


def test_a_report_is_a_table_of_its_questions():
    report = lydite.score("demo", {"a": "demo-careful", "b": "demo-eager"}, rules=["lydite", "gerbil"])
    table = pyarrow.table(report)
    rows = table.to_pylist()
    expected = [
        {"system": one["system"], "rules": one["rules"]["name"], **question}
        for one in report.systems
        for question in one["questions"]
    ]
    assert len(rows) == len(expected) > 4 * 151
    for row, question in zip(rows, expected):
        assert {key: value for key, value in row.items() if value is not None} == {
            key: question[key] for key in row if question.get(key) is not None
        }
    assert table.schema.field("f1").type == pyarrow.float64()
    assert table.schema.field("tp").type == pyarrow.int64()
    table.column("f1").chunk(0).to_numpy(zero_copy_only=True)


def test_what_is_no_schema_is_passed_over():
    result = lydite.Graph("demo").query("SELECT ?s { ?s ?p ?o } LIMIT 1")
    schema = pyarrow.schema([("s", pyarrow.string())])
    assert pyarrow.table(result, schema=schema).schema == schema
