"""The work whose cost is recorded for t2s-metrics, through the Python package.

    python python/benches/t2s.py DATA

pairs 5,000 queries of LC-QuAD with the next one of the file and computes the sixteen measures of
texts, then runs the 70 development questions of ck25 against themselves with fourteen measures of
answers. DATA is the shared data. CPU time of all threads, one run each.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TEXTS = (
    "query_exact_match token_precision token_recall token_f1 sp_f1 bleu sp_bleu naive_can_bleu "
    "rouge_4 naive_can_rouge_4 meteor codebleu levenshtein jaccard cosine euclidean"
).split()
ANSWERS = (
    "answerset_precision answerset_recall answerset_f1 cell_precision_qald cell_recall_qald "
    "cell_f1_qald f1_spinach exact_match_spinach hit@1 p@1 cell_mrr cell_ndcg query_execution unknown_iris"
).split()


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measured(what: str, recorded: float, work) -> None:
    cpu_before, wall_before = cpu(), time.perf_counter()
    report = work()
    took, wall = cpu() - cpu_before, time.perf_counter() - wall_before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what}: {took:.3f} s CPU, {wall:.3f} s wall, peak {peak:.0f} MB; recorded {recorded} s, {recorded / took:.0f} times")
    figures = {one["path"]: one.get("value") for one in report.systems[0]["figures"]}
    print("  " + ", ".join(f"{name} {value:.3f}" for name, value in figures.items() if value is not None))


def main(data: Path) -> None:
    before = cpu()
    import lydite

    print(f"import: {cpu() - before:.3f} s CPU")
    queries = [one["sparql_query"] for one in json.loads((data / "datasets/lc-quad-1-train.json").read_text())]
    with tempfile.TemporaryDirectory() as folder:
        pairs = Path(folder, "pairs.jsonl")
        with pairs.open("w") as file:
            for at in range(5000):
                golden, generated = queries[at % len(queries)], queries[(at + 1) % len(queries)]
                record = {"id": str(at), "golden": golden, "generated": generated, "order_matters": False}
                file.write(json.dumps(record) + "\n")
        measured("5,000 pairs, 16 measures of texts", 33.3, lambda: lydite.score(pairs, pairs, measure=TEXTS, experiment="QA"))
        graph = data / "kg/ck25"
        program = Path(sys.executable).with_name("lydite")
        files = [graph / "prod-inst.ttl", graph / "prod-vocab.ttl"]
        subprocess.run([program, "kg", "load", *files, "--name", "ck-bench", "--force", "-q"], check=True)
        lydite.Graph("ck-bench").query("ASK { ?s ?p ?o }")
        dev = graph / "dev-questions.yml"
        measured("70 queries run, 14 measures of answers", 9.9, lambda: lydite.score(dev, dev, kg="ck-bench", measure=ANSWERS, experiment="QA"))


main(Path(sys.argv[1]))
