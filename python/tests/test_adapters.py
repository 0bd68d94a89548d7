"""Lydite's rules within the real evaluation tools."""

import os

import pytest

from lydite import UsageError
from lydite.adapters import f1_scores

RHINE = "SELECT ?x { <http://dbpedia.org/resource/Rhine> <http://dbpedia.org/ontology/length> ?x }"
FENCED = f"The length is found like this:\n```sparql\n{RHINE.replace('?x', '?y')}\n```"
#: Gold, answer, F1.
CASES = [
    (RHINE, FENCED, 1.0),
    (RHINE, "1", 0.0),
    (["http://x/a", "http://x/b"], '["http://x/a"]', 2 / 3),
    ("true", "False", 0.0),
    ("no", "false", 1.0),
    ("http://x/a", "", 0.0),
]


def tool(name):
    if os.environ.get("CI"):
        return __import__(name)
    return pytest.importorskip(name)


def test_texts_are_judged_in_pairs():
    gold, answers, expected = zip(*CASES)
    assert f1_scores(gold, answers, kg="demo") == pytest.approx(expected)
    assert f1_scores([], []) == []
    with pytest.raises(UsageError):
        f1_scores(["a"], [])


def test_inspect_scores_with_it():
    tool("inspect_ai")
    import asyncio

    from inspect_ai.model import ModelOutput
    from inspect_ai.scorer import Target
    from inspect_ai.solver import TaskState

    from lydite.adapters.inspect_ai import lydite_f1

    # A whole evaluation counts tokens, for which it wants the network.
    score = lydite_f1(kg="demo")
    for at, (gold, answer, expected) in enumerate(CASES):
        output = ModelOutput.from_content("mockllm/model", answer)
        state = TaskState(
            model="mockllm/model", sample_id=at, epoch=1, input="?", messages=[], output=output
        )
        found = asyncio.run(score(state, Target(gold)))
        assert found.value == pytest.approx(expected), answer
        assert found.answer == answer


def test_the_harness_takes_it_as_a_metric(tmp_path):
    tool("lm_eval")
    import json

    from lm_eval import simple_evaluate
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    gold, answers, expected = zip(*CASES[:2])
    questions = tmp_path / "questions.jsonl"
    lines = [json.dumps({"question": str(at), "gold": one}) for at, one in enumerate(gold)]
    questions.write_text("\n".join(lines))
    (tmp_path / "task.yaml").write_text(
        f"""task: lydite_example
dataset_path: json
dataset_kwargs:
  data_files:
    test: {questions}
test_split: test
output_type: generate_until
doc_to_text: "{{{{question}}}}"
doc_to_target: "{{{{gold}}}}"
generation_kwargs:
  until: ["<end>"]
metric_list:
  - metric: !function lydite.adapters.lm_eval.lydite_f1
    aggregation: mean
    higher_is_better: true
    kg: demo
"""
    )

    class Scripted(LM):
        def generate_until(self, requests, disable_tqdm=False):
            return [answers[int(request.args[0])] for request in requests]

        def loglikelihood(self, requests, disable_tqdm=False):
            raise NotImplementedError

        def loglikelihood_rolling(self, requests, disable_tqdm=False):
            raise NotImplementedError

    manager = TaskManager(include_path=str(tmp_path), include_defaults=False)
    results = simple_evaluate(Scripted(), tasks=["lydite_example"], task_manager=manager, bootstrap_iters=0)
    figures = results["results"]["lydite_example"]
    assert figures["lydite_f1,none"] == pytest.approx(sum(expected) / len(expected))


def test_hugging_face_computes_it(tmp_path, monkeypatch):
    tool("evaluate")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    from lydite.adapters.evaluate import LyditeF1

    gold, answers, expected = zip(*[case for case in CASES if isinstance(case[0], str)])
    metric = LyditeF1(cache_dir=str(tmp_path))
    found = metric.compute(predictions=list(answers), references=list(gold), kg="demo")
    assert found["f1_per_question"] == pytest.approx(expected)
    assert found["f1"] == pytest.approx(sum(expected) / len(expected))
