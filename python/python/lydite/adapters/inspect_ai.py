"""A scorer for Inspect: `Task(..., scorer=lydite_f1(kg="shop.ttl"))`.

The target of a sample is a gold query or the gold answers, several of them as a list.
"""

from __future__ import annotations

import asyncio
from typing import Optional

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from ._judging import f1_scores


@scorer(metrics=[mean(), stderr()])
def lydite_f1(kg: Optional[str] = None, rules: str = "lydite") -> Scorer:
    """The F1 of what the model wrote, a query or values."""

    async def score(state: TaskState, target: Target) -> Score:
        gold = target.text if len(target) == 1 else list(target)
        answer = state.output.completion
        # The engine works in its own threads; the event loop goes on.
        found = await asyncio.to_thread(f1_scores, [gold], [answer], kg=kg, rules=rules)
        return Score(value=found[0], answer=answer)

    return score
