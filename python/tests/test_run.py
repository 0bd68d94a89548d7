"""Experiments with callables: answers, failures, records, interrupts."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import lydite

LAND = "http://dbpedia.org/resource/"


def statuses(report):
    return {one["id"]: (one["status"], one.get("error")) for one in report.systems[0]["questions"]}


def few(count=4):
    """The first questions of the demo, as QALD-JSON."""
    return lydite.sample("demo", count, method="random")


def test_any_callable_is_a_system():
    questions = few()
    texts = {}

    def system(question):
        texts[question.id] = str(question)
        return next(one for one in lydite.load("demo") if one.id == question.id).query

    async def later(question):
        await asyncio.sleep(0.01)
        return system(question)

    report = lydite.run(questions, {"now": system, "later": later}, kg="demo")
    assert report.scores() == {("now", "lydite"): 1.0, ("later", "lydite"): 1.0}
    assert len(texts) == 4 and report.experiment
    assert [one["system"] for one in report.systems] == ["now", "later"]
    assert report.question(report.systems[0]["questions"][0]["id"]).explain()


def test_failures_are_recorded_and_do_not_end_the_run():
    calls = []

    def system(question):
        calls.append(question.id)
        turn = len(calls)
        if turn == 1:
            raise ValueError("no idea \ud800")
        if turn == 2:
            while True:
                time.sleep(0.05)
        if turn == 3:
            return object()
        if turn == 4:
            raise SystemExit(3)
        if turn == 5:
            cyclic = []
            cyclic.append(cyclic)
            return {"answers": cyclic}
        return None

    report = lydite.run(few(6), system, jobs=1, timeout=0.5)
    found = sorted(error for _, error in statuses(report).values())
    assert len(calls) == 6
    assert {status for status, _ in statuses(report).values()} == {"error"}
    text = "\n".join(found)
    for reason in ("ValueError: no idea", "no answer within 0.5 s", "not object", "SystemExit", "contains itself", "None"):
        assert reason in text, (reason, text)


def test_what_is_recorded_can_be_replayed(tmp_path):
    questions = few()

    def system(question):
        return [LAND + "Berlin"] if question.id != questions["questions"][0]["id"] else True

    first = lydite.run(questions, system, record=tmp_path)
    again = lydite.run(questions, f"replay:{tmp_path / 'system.jsonl'}")
    strip = lambda report: [{**one, "millis": None} for one in report.systems[0]["questions"]]
    assert [(one["id"], one["f1"], one["status"]) for one in strip(first)] == [
        (one["id"], one["f1"], one["status"]) for one in strip(again)
    ]
    compared = lydite.compare(first, again)
    assert "comparisons" in compared


SCRIPT = """
import json, os, sys, time
import lydite
asked = []
def slow(question):
    asked.append(question.id)
    time.sleep(0.2)
    return "http://e/a"
try:
    print("begin", flush=True)
    lydite.run("demo", slow, jobs=1, progress=False)
except lydite.Interrupted as stop:
    before = len(asked)
    def fast(question):
        asked.append(question.id)
        return "http://e/a"
    fast.__name__ = "slow"
    report = lydite.run(systems=[fast], resume=stop.experiment)
    print(json.dumps([before, len(asked), len(report.systems[0]["questions"])]))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals differ on Windows")
def test_ctrl_c_stops_a_run_which_can_be_resumed(tmp_path):
    environment = {**os.environ, "LYDITE_HOME": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout.readline() == "begin\n"
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    before, after, questions = json.loads(out)
    assert 0 < before < questions == 151
    # At most the question in flight is asked again.
    assert questions <= after <= questions + 1


def test_ctrl_c_stops_a_query(tmp_path):
    script = textwrap.dedent("""
        import lydite, time
        graph = lydite.Graph("demo")
        print("begin", flush=True)
        begun = time.monotonic()
        try:
            graph.query("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }", timeout=60, limit=10**9)
        except KeyboardInterrupt:
            print("stopped", time.monotonic() - begun < 10)
    """)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begin\n"
    time.sleep(0.7)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "stopped True\n"


def test_other_threads_go_on_meanwhile():
    import threading

    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(lydite.LimitError):
        lydite.Graph("demo").query("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }", timeout=1, limit=10**9)
    stop.set()
    thread.join()
    assert len(ticks) > 20
