"""Texts judged in pairs."""

from __future__ import annotations

import json
import re
from typing import Any, Optional, Sequence

from .._errors import UsageError
from .._report import score

#: What a query begins with, after prologue, fences and prose.
_QUERY = re.compile(r"\b(SELECT|ASK|CONSTRUCT|DESCRIBE)\b.*\{", re.I | re.S)


def f1_scores(
    gold: Sequence[Any], answers: Sequence[Any], *, kg: Optional[str] = None, rules: str = "lydite"
) -> list[float]:
    """The F1 of each answer against its gold.

    Queries are run on the graph `kg`; without one, only lists of values can be judged.

    >>> from lydite.adapters import f1_scores
    >>> f1_scores([["a", "b"], "true"], ['["a"]', "False"])
    [0.6666666666666666, 0.0]
    """
    if len(gold) != len(answers):
        raise UsageError(f"{len(gold)} gold answers do not go with {len(answers)} answers")
    said = [(_said(one), _said(other)) for one, other in zip(gold, answers)]
    scores = [0.0] * len(said)
    # What was executed is judged by itself: elsewhere values are compared as they stand.
    for executed in (True, False):
        chosen = [at for at, pair in enumerate(said) if executed == any("query" in one for one in pair)]
        if not chosen:
            continue
        files = [_document([said[at][side] for at in chosen]) for side in (0, 1)]
        graph = kg if executed else None
        report = score(files[0], {"answers": files[1]}, kg=graph, rules=rules, progress=False)
        found = {question["id"]: question["f1"] for question in report.systems[0]["questions"]}
        for number, at in enumerate(chosen):
            scores[at] = float(found.get(str(number), 0.0))
    return scores


def _document(said: Sequence[dict[str, Any]]) -> dict[str, Any]:
    text = [{"language": "en", "string": "?"}]
    questions = [{"id": str(at), "question": text, **one} for at, one in enumerate(said)]
    return {"dataset": {"id": "adapter"}, "questions": questions}


def _said(given: Any) -> dict[str, Any]:
    """A query or answers, as a question of QALD-JSON has them."""
    if isinstance(given, bool):
        return {"answers": [{"head": {}, "boolean": given}]}
    if isinstance(given, str):
        text = given.strip()
        if _QUERY.search(text):
            return {"query": {"sparql": text}}
        if text.lower() in ("true", "false", "yes", "no"):
            return {"answers": [{"head": {}, "boolean": text.lower() in ("true", "yes")}]}
        try:
            listed = json.loads(text)
        except ValueError:
            listed = text
        given = listed if isinstance(listed, list) else [text]
    if not isinstance(given, (list, tuple, set, frozenset)):
        given = [given]
    bindings = [{"x": _term(one)} for one in given if one not in ("", None)]
    return {"answers": [{"head": {"vars": ["x"]}, "results": {"bindings": bindings}}]}


def _term(value: Any) -> dict[str, str]:
    text = str(value).strip().removeprefix("<").removesuffix(">")
    is_iri = text.startswith(("http://", "https://", "urn:")) and " " not in text
    return {"type": "uri", "value": text} if is_iri else {"type": "literal", "value": str(value)}
