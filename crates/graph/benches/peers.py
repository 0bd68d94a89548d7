"""Loads one file with pyoxigraph, rdflib and Lydite, and asks all the same queries.

    pip install pyoxigraph rdflib
    lydite kg generate 500000 made.nt
    python peers.py made.nt path/to/lydite

Prints load time, size and the median and 99th percentile of the latency of 200 queries. Lydite's
latency is taken from `growth --file`, which asks queries of the same shapes without a process each.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time


def queries(path, count=200):
    """Queries of one to three patterns around subjects spread over the file."""
    shapes = [
        "SELECT DISTINCT ?x {{ {s} {p} ?x }}",
        "SELECT DISTINCT ?x {{ {s} {p} ?x . ?x a ?class }}",
        "SELECT (COUNT(DISTINCT ?x) AS ?n) {{ ?x {p} {o} }}",
        "SELECT DISTINCT ?x {{ {s} {p} ?y . ?y <http://www.w3.org/2000/01/rdf-schema#label> ?x }}",
        "ASK {{ {s} {p} {o} }}",
    ]
    lines = [line.split(" ", 2) for line in open(path, encoding="utf8")]
    links = [line for line in lines if line[2].startswith("<")]
    step = max(1, len(links) // (count // len(shapes)))
    for s, p, rest in links[::step]:
        for shape in shapes:
            yield shape.format(s=s, p=p, o=rest.rsplit(" .", 1)[0])


def ask(run, all_queries):
    times = []
    for query in all_queries:
        before = time.perf_counter()
        run(query)
        times.append(time.perf_counter() - before)
    times.sort()
    return times[len(times) // 2] * 1e6, times[len(times) * 99 // 100] * 1e6


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def oxigraph(path):
    import pyoxigraph

    store = pyoxigraph.Store()
    before = time.perf_counter()
    with open(path, "rb") as file:
        if hasattr(pyoxigraph, "RdfFormat"):
            store.bulk_load(file, format=pyoxigraph.RdfFormat.N_TRIPLES)
        else:
            store.bulk_load(file, "application/n-triples")
    loaded = time.perf_counter() - before

    def run(query):
        result = store.query(query)
        if not isinstance(result, bool) and hasattr(result, "__iter__"):
            for _ in result:
                pass

    return loaded, len(store), run


def rdflib(path):
    import rdflib as library

    graph = library.Graph()
    before = time.perf_counter()
    graph.parse(path, format="nt")
    return time.perf_counter() - before, len(graph), lambda query: list(graph.query(query))


def main():
    path = sys.argv[1]
    if len(sys.argv) > 2 and sys.argv[2] in ("oxigraph", "rdflib"):
        # In a process of its own, so that the peak of its memory is its own.
        loaded, triples, run = globals()[sys.argv[2]](path)
        median, late = ask(run, queries(path))
        print(f"{sys.argv[2]:>9} load {loaded:7.2f} s  {triples / loaded:9.0f} triples/s  "
              f"memory {peak() * 1048576 / triples:6.0f} B/triple  "
              f"query median {median:8.0f} us, p99 {late:8.0f} us", flush=True)
        return
    for engine in ("oxigraph", "rdflib"):
        subprocess.run([sys.executable, __file__, path, engine], check=True)
    if len(sys.argv) > 2:
        with tempfile.TemporaryDirectory() as home:
            command = [sys.argv[2], "kg", "load", "--name", "made", path, "--force"]
            before = time.perf_counter()
            subprocess.run(command, check=True, env={**os.environ, "LYDITE_HOME": home})
            print(f"   lydite load {time.perf_counter() - before:7.2f} s in all", flush=True)


if __name__ == "__main__":
    main()
