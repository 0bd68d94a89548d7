"""The package itself: the command, what an import loads, the pytest plugin, progress."""

import logging
import subprocess
import sys

import lydite
from conftest import PROGRAM

pytest_plugins = ["pytester"]


def test_the_program_is_installed_along():
    run = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True)
    assert run.returncode == 0 and lydite.__version__ in run.stdout
    run = subprocess.run([PROGRAM, "score", "--gold", "nobody", "--answers", "x"], capture_output=True, text=True)
    assert run.returncode == 3 and run.stderr.startswith("error: ")
    assert subprocess.run([PROGRAM, "scor"], capture_output=True).returncode == 2
    run = subprocess.run([sys.executable, "-m", "lydite", "rules", "list"], capture_output=True, text=True)
    assert run.returncode == 0 and "gerbil" in run.stdout


def test_an_import_is_light():
    code = "import lydite, sys; print([name for name in ('pandas', 'numpy', 'rdflib', 'asyncio.runners', 'tqdm') if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.strip() in ("[]", "['asyncio.runners']"), run


def test_an_import_takes_no_time():
    """Processor time, which does not depend on what else the machine does; the least of several."""
    code = "import time; begun = time.process_time(); import lydite; print(time.process_time() - begun)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True) for _ in range(5)]
    assert min(float(run.stdout) for run in runs) < 0.15, runs


def test_everything_shows_itself_in_a_notebook():
    graph = lydite.Graph("demo")
    shown = [
        lydite.load("demo"),
        lydite.check("demo"),
        lydite.score("demo", "demo-careful"),
        lydite.slice("demo", "demo-careful", by="questionType"),
        graph.query("SELECT ?s ?l { ?s ?p ?o OPTIONAL { ?s <http://e/none> ?l } } LIMIT 30"),
    ]
    for one in shown:
        table = one._repr_html_()
        assert table.startswith("<table>") and table.count("<tr>") > 1 and "<td>" in table, one
    assert "10 more rows" in shown[-1]._repr_html_()


def test_the_pytest_plugin_explains_a_low_score(pytester):
    pytester.makepyfile("""
        import lydite

        def test_good_enough():
            assert lydite.score("demo", "demo-careful").f1 > 0.5
    """)
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["*0.3708 > 0.5*", "*demo-careful (lydite): 0.3708*the lowest scores:", "*question *: F1 0.0000, missing*"])


def test_notices_go_to_the_log_and_progress_to_tqdm(caplog, monkeypatch):
    made = []

    class Bar:
        def __init__(self, **options):
            self.n = 0
            made.append(options)

        def update(self, by):
            self.n += by

        def close(self):
            made.append(self.n)

    import types

    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    auto = types.ModuleType("tqdm.auto")
    auto.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm.auto", auto)
    with caplog.at_level(logging.INFO, logger="lydite"):
        lydite.run(lydite.sample("demo", 3), lambda question: "x", progress=True)
    assert made[0]["total"] == 3 and made[-1] == 3 or 3 in made
    assert "experiment" in caplog.text
