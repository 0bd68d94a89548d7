"""A laboratory for question answering over knowledge graphs.

>>> import lydite
>>> report = lydite.score("demo", "demo-careful", rules="gerbil")
>>> 0 < report.f1 < 1
True
"""

from . import sparql
from ._ask import Answer, Component, Pipeline, annotate, ask, component, components, run_components
from ._errors import Error, InputError, Interrupted, LimitError, OutOfReachError, QueryError, UsageError
from ._graph import Graph, Hit, Result, Term
from ._load import Dataset, Findings, Question, check, features, features_document, load, sample
from ._lydite import version as _version
from ._report import QuestionReport, Report, Slices, compare, score, slice
from ._run import Asked, run

__version__ = _version()

__all__ = [
    "Answer",
    "Asked",
    "Component",
    "Dataset",
    "Error",
    "Findings",
    "Graph",
    "Hit",
    "InputError",
    "Interrupted",
    "LimitError",
    "OutOfReachError",
    "Pipeline",
    "QueryError",
    "Question",
    "QuestionReport",
    "Report",
    "Result",
    "Slices",
    "Term",
    "UsageError",
    "annotate",
    "ask",
    "check",
    "compare",
    "component",
    "components",
    "features",
    "features_document",
    "load",
    "run",
    "run_components",
    "sample",
    "score",
    "slice",
    "sparql",
]
