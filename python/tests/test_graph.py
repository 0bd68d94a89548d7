"""Graphs, queries and pipelines."""

import pytest

import lydite

TURTLE = """@prefix e: <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:a a e:Lake ; rdfs:label "Vattern"@sv ; e:depth 128 . e:b a e:Lake ; rdfs:label "Mälaren" .
"""


@pytest.fixture
def graph(tmp_path):
    path = tmp_path / "lakes.ttl"
    path.write_text(TURTLE, encoding="utf-8")
    return lydite.Graph(path)


def test_queries_give_plain_values_frames_and_rdflib_terms(graph):
    query = "SELECT ?l ?d { ?l a <http://e/Lake> OPTIONAL { ?l <http://e/depth> ?d } } ORDER BY ?l"
    result = graph.query(query)
    assert list(result) == [{"l": "http://e/a", "d": "128"}, {"l": "http://e/b", "d": None}]
    assert result.values() == ["http://e/a", "http://e/b"]
    rdflib = pytest.importorskip("rdflib")
    assert result.to_rdflib()[0] == (rdflib.URIRef("http://e/a"), rdflib.Literal(128))
    pytest.importorskip("pandas")
    assert list(result.to_pandas()["d"])[0] == "128"
    assert bool(graph.query("ASK { ?s <http://e/depth> 128 }"))
    assert not graph.query("ASK { ?s <http://e/depth> 129 }")
    triples = graph.query("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }")
    assert triples.columns == ["subject", "predicate", "object"] and len(triples) == 5


def test_names_are_found(graph):
    assert graph.search("Vattern")[0].iri == "http://e/a"
    assert graph.labels("http://e/a") == ["Vattern"]
    assert graph.labels("http://e/a", lang="de") == []
    assert graph.types("http://e/b") == ["http://e/Lake"]


def test_a_component_written_in_python_works_in_a_pipeline(graph):
    seen = []

    @lydite.component("ned-lakes", task="NED", about="knows one lake")
    def link(question):
        seen.append(question["text"])
        at = question["text"].find("Vattern")
        return [(at, at + 7, "http://e/a", 0.9)] if at >= 0 else []

    @lydite.component("qb-depth", task="QB")
    def build(question):
        entities = [one["candidates"][0]["value"] for one in question["annotations"] if one["kind"] == "entity"]
        return [f"SELECT ?d {{ <{iri}> <http://e/depth> ?d }}" for iri in entities]

    # The span counts characters: the one before it takes two bytes.
    said = lydite.annotate("Är Vattern deep?", "ned-lakes", graph)
    assert said["annotations"][0]["span"] == [3, 10]
    answer = lydite.Pipeline(graph, "ned-lakes+qb-depth").ask("How deep is Vattern?")
    assert answer.answers["table"]["rows"] == [[{"type": "literal", "value": "128",
        "datatype": "http://www.w3.org/2001/XMLSchema#integer"}]]
    assert seen

    @lydite.component("ned-broken", task="NED")
    def broken(question):
        raise RuntimeError("out of lakes")

    with pytest.raises(lydite.Error, match="out of lakes"):
        lydite.annotate("How deep?", "ned-broken", graph)
    with pytest.raises(lydite.UsageError):
        lydite.Pipeline(graph, "ned-nobody")
    with pytest.raises(lydite.UsageError):
        lydite.component("x", task="XX")(lambda question: []) and lydite.annotate("x", "x", graph)
    lydite._ask._registered.clear()
