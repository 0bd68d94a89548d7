"""A metric for Hugging Face's `evaluate`: `LyditeF1().compute(predictions=…, references=…)`."""

from __future__ import annotations

from typing import Any, Optional

import datasets
import evaluate

from ._judging import f1_scores


class LyditeF1(evaluate.Metric):  # type: ignore[misc]
    """The F1 of answers, each a text: a query, a JSON list of values, or one value."""

    def _info(self) -> Any:
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description="F1 of answers to questions over knowledge graphs, under a rule set of Lydite.",
            citation="",
            inputs_description="Texts: a query, a JSON list of values, or one value.",
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(
        self,
        predictions: list[str],
        references: list[str],
        kg: Optional[str] = None,
        rules: str = "lydite",
    ) -> dict[str, Any]:
        scores = f1_scores(references, predictions, kg=kg, rules=rules)
        return {"f1": sum(scores) / len(scores) if scores else 0.0, "f1_per_question": scores}
