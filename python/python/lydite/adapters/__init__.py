"""Lydite's rules in other people's evaluation tools, a few lines each.

- `lydite.adapters.inspect_ai`: a scorer for Inspect
- `lydite.adapters.lm_eval`: a metric for the LM Evaluation Harness
- `lydite.adapters.evaluate`: a metric for Hugging Face's `evaluate`

Each takes answers as these tools have them, as text: a SPARQL query (in a fence or in prose, as
language models write it), a JSON list of IRIs and values, `true` or `false`, or one value.
"""

from ._judging import f1_scores

__all__ = ["f1_scores"]
