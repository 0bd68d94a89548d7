"""A metric for the LM Evaluation Harness.

In the YAML of a task with `output_type: generate_until`:

    metric_list:
      - metric: !function lydite.adapters.lm_eval.lydite_f1
        aggregation: mean
        higher_is_better: true
        kg: shop.ttl
"""

from __future__ import annotations

from typing import Any, Optional, Sequence

from ._judging import f1_scores


def lydite_f1(
    *,
    references: Sequence[Any],
    predictions: Sequence[Any],
    kg: Optional[str] = None,
    rules: str = "lydite",
    **_: Any,
) -> float:
    """The mean F1 of answers against their gold.

    >>> from lydite.adapters.lm_eval import lydite_f1
    >>> lydite_f1(references=["true", "a"], predictions=["true", "b"])
    0.5
    """
    scores = f1_scores(references, predictions, kg=kg, rules=rules)
    return sum(scores) / len(scores) if scores else 0.0
