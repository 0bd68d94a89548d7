"""Answers judged: reports, their questions, slices and comparisons."""

from __future__ import annotations

import json
import os
from typing import Any, Iterator, Mapping, Optional, Union

from . import _lydite
from ._errors import InputError, UsageError
from ._html import SHOWN, table
from ._material import Source, names_of, number_of, path_of, seconds_of, text_of, texts_of, words
from ._progress import Watcher

#: One file of answers, several, or several by the names of their systems.
Answers = Union[Source, Mapping[str, Source]]


#: The report whose score was read last, which the pytest plugin explains.
last_read: Optional["Report"] = None


class QuestionReport(Mapping[str, Any]):
    """How a question was judged, for the system and the rules of a report."""

    def __init__(self, report: "Report", document: dict[str, Any]) -> None:
        self._report = report
        self._document = document

    def __getitem__(self, key: str) -> Any:
        return self._document[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)

    @property
    def id(self) -> str:
        """Its identifier."""
        return str(self._document["id"])

    @property
    def f1(self) -> float:
        """The F1 of this question."""
        return float(self._document["f1"])

    def explain(self) -> str:
        """Why it scores as it does, in the words of `lydite score --explain`."""
        return self._report._explain(self.id)

    def __repr__(self) -> str:
        return f"QuestionReport({self.id!r}, status={self['status']!r}, f1={self.f1:.4f})"


class Report:
    """What an evaluation came to; `to_dict()` is the document of `lydite score`.

    >>> import lydite
    >>> report = lydite.score("demo", "demo-careful")
    >>> round(report.f1, 4)
    0.3708
    >>> report.question("2")["status"]
    'missing'
    """

    def __init__(
        self, evaluated: _lydite.Evaluated, line: Optional[list[str]], experiment: Optional[str] = None
    ) -> None:
        self._evaluated = evaluated
        self._line = line
        self._document: Optional[dict[str, Any]] = None
        #: The identifier of the stored experiment, if systems were run.
        self.experiment = experiment

    def to_dict(self) -> dict[str, Any]:
        """The document that the program prints, key by key."""
        if self._document is None:
            self._document = json.loads(self._evaluated.document())
        return self._document

    @property
    def systems(self) -> list[dict[str, Any]]:
        """A report for each system and rule set."""
        found: list[dict[str, Any]] = self.to_dict()["systems"]
        return found

    def _headline(self, at: int) -> float:
        if len(self.systems) != 1:
            names = ", ".join(f"{one['system']} under {one['rules']['name']}" for one in self.systems)
            raise UsageError(
                f"there are {len(self.systems)} scores: {names}",
                hint="`.scores()` or `.to_pandas()` has all of them",
            )
        value = headline(self.systems[0])[at]
        global last_read
        last_read = self
        return float("nan") if value is None else value

    @property
    def precision(self) -> float:
        """The precision that stands for the whole under the rules."""
        return self._headline(0)

    @property
    def recall(self) -> float:
        """The recall that stands for the whole under the rules."""
        return self._headline(1)

    @property
    def f1(self) -> float:
        """The F1 that stands for the whole under the rules; not a number if it is undefined."""
        return self._headline(2)

    def scores(self) -> dict[tuple[str, str], float]:
        """The F1 by system and rule set."""
        return {
            (one["system"], one["rules"]["name"]): _number(headline(one)[2]) for one in self.systems
        }

    def question(
        self, id: str, *, system: Optional[str] = None, rules: Optional[str] = None
    ) -> QuestionReport:
        """How a question was judged."""
        for one in self.systems:
            if (system or one["system"]) != one["system"]:
                continue
            if (rules or one["rules"]["name"]) != one["rules"]["name"]:
                continue
            for question in one["questions"]:
                if question["id"] == str(id):
                    return QuestionReport(self, question)
        raise InputError(f"the benchmark has no question `{id}`", hint="`.to_pandas()` lists all")

    def to_pandas(self, what: str = "questions") -> Any:
        """A row a question (`questions`), or a row a figure (`figures`)."""
        import pandas

        if what not in ("questions", "figures"):
            raise UsageError(f"`{what}` is neither `questions` nor `figures`")
        rows = [
            {"system": one["system"], "rules": one["rules"]["name"], **row}
            for one in self.systems
            for row in one[what]
        ]
        return pandas.DataFrame(rows)

    def to_latex(self, *, per_question: bool = False) -> str:
        """The table of `lydite score --format latex --intervals`."""
        return self._evaluated.present("latex", bool(per_question))

    def to_markdown(self, *, per_question: bool = False) -> str:
        """The table of `lydite score --format markdown`."""
        return self._evaluated.present("markdown", bool(per_question))

    def to_csv(self, *, per_question: bool = False) -> str:
        """The table of `lydite score --format csv`."""
        return self._evaluated.present("csv", bool(per_question))

    def _explain(self, id: str) -> str:
        if self._line is None:
            line = words(["experiment", "show", f"--question={text_of(id, 'id')}"])
            return _lydite.command([*line, "--", str(self.experiment)], None)[1]
        return _lydite.command([*self._line, f"--explain={text_of(id, 'id')}"], None)[1]

    def __str__(self) -> str:
        return self._evaluated.present("table", False)

    def __repr__(self) -> str:
        shown = [f"{system} ({rules}): {f1:.4f}" for (system, rules), f1 in self.scores().items()]
        return f"Report({'; '.join(shown)})"

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A row a question, system and rule set, as a table of Arrow."""
        return self._evaluated.__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        rows = [[one["system"], one["rules"]["name"], *headline(one)] for one in self.systems]
        return table(["system", "rules", "precision", "recall", "F1"], rows, 0)


def headline(report: Mapping[str, Any]) -> list[Optional[float]]:
    """The precision, recall and F1 that stand for the whole."""
    figures: dict[str, Optional[float]] = {}
    for figure in report["figures"]:
        # Sub-experiments come after the main one, under the same paths.
        figures.setdefault(figure["path"], figure.get("value"))
    return [figures.get(path) for path in report["headline"]]


def _number(value: Optional[float]) -> float:
    return float("nan") if value is None else value


def answer_words(answers: Answers) -> list[str]:
    """`FILE` or `NAME=FILE` for each system."""
    from ._load import Dataset

    if isinstance(answers, Mapping) and not _is_document(answers):
        return [
            f"{text_of(name, 'the name of a system')}={path_of(one, 'answers')}"
            for name, one in answers.items()
        ]
    if isinstance(answers, (list, tuple)) and answers:
        if all(isinstance(one, Mapping) and "id" in one for one in answers):
            return [path_of(answers, "answers")]
        return [path_of(one, "answers") for one in answers]
    if isinstance(answers, (list, tuple)):
        raise UsageError("there are no answers")
    if isinstance(answers, (str, os.PathLike, Dataset)):
        return [path_of(answers, "answers")]
    return [path_of(answers, "answers")]


def _is_document(given: Mapping[str, Any]) -> bool:
    """Whether a dict is a file of answers and not systems by name."""
    return any(key in given for key in ("questions", "dataset", "id", "head", "results"))


def score_words(gold: Source, answers: Answers, **options: Any) -> list[str]:
    """The words of `lydite score`."""
    return words(
        ["score", "--format=json", "--allow-damaged"],
        gold=path_of(gold, "gold"),
        answers=answer_words(answers),
        **options,
    )


def score(
    gold: Source,
    answers: Answers,
    *,
    rules: Any = "lydite",
    lang: Optional[str] = None,
    experiment: Any = None,
    kg: Optional[str] = None,
    timeout: float = 30,
    measure: Any = None,
    sample: Optional[Source] = None,
    same_as: Any = None,
    labels: Any = None,
    classes: Any = None,
    strict: bool = False,
    failures: bool = False,
    seed: int = 1,
    progress: Optional[bool] = None,
) -> Report:
    """Judges answers against a benchmark.

    `answers` is one file, several, or a dict of systems by name; files may be catalogue names, dicts
    and DataFrames as well. `rules` is a rule set or several.

    >>> import lydite
    >>> report = lydite.score("demo", {"a": "demo-careful", "b": "demo-eager"}, rules=["lydite", "gerbil"])
    >>> sorted(report.scores())[0]
    ('a', 'gerbil')
    """
    line = score_words(
        gold,
        answers,
        rules=names_of(rules, "rules"),
        lang=lang,
        experiment=names_of(experiment, "experiment"),
        kg=_graph_name(kg),
        timeout=seconds_of(timeout, "timeout"),
        measure=texts_of(measure, "measure"),
        sample=None if sample is None else path_of(sample, "sample"),
        same_as=texts_of(same_as, "same_as"),
        labels=texts_of(labels, "labels"),
        classes=texts_of(classes, "classes"),
        strict=bool(strict),
        failures=bool(failures),
        seed=number_of(seed, "seed"),
    )
    evaluated = _lydite.evaluate(line, Watcher(progress))
    again = [word for word in line if word not in ("--format=json", "--failures")]
    return Report(evaluated, again)


def _graph_name(kg: Any) -> Optional[str]:
    from ._graph import Graph

    if kg is None:
        return None
    return kg._given if isinstance(kg, Graph) else texts_of(kg, "kg")[0]


class Slices(Mapping[str, Any]):
    """Scores by feature of the questions: the document of `lydite slice`."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def __getitem__(self, key: str) -> Any:
        return self._document[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)

    def to_dict(self) -> dict[str, Any]:
        """The document."""
        return self._document

    def to_pandas(self) -> Any:
        """A row a slice and system."""
        import pandas

        return pandas.DataFrame(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "feature": line["feature"],
                "value": line["value"],
                "n": line["n"],
                "system": one["system"],
                "score": one["score"],
            }
            for line in [self._document["all"], *self._document["slices"]]
            for one in line["systems"]
        ]

    def _repr_html_(self) -> str:
        rows = self._rows()
        columns = ["feature", "value", "n", "system", "score"]
        return table(columns, (list(row.values()) for row in rows[:SHOWN]), len(rows))


def slice(
    gold: Source,
    answers: Answers,
    *,
    by: Any,
    rules: str = "lydite",
    lang: Optional[str] = None,
    kg: Optional[str] = None,
    at_least: int = 1,
    seed: int = 1,
    progress: Optional[bool] = None,
) -> Slices:
    """Strengths and weaknesses of systems by feature of the question.

    >>> import lydite
    >>> lydite.slice("demo", "demo-careful", by="questionType")["all"]["n"]
    141
    """
    line = words(
        ["slice", "--format=json", "--allow-damaged"],
        gold=path_of(gold, "gold"),
        answers=answer_words(answers),
        by=names_of(by, "by"),
        rules=rules,
        lang=lang,
        kg=_graph_name(kg),
        at_least=number_of(at_least, "at_least"),
        seed=number_of(seed, "seed"),
    )
    return Slices(json.loads(_lydite.command(line, Watcher(progress))[1]))


def compare(*experiments: Any, against: Optional[str] = None, most: int = 10) -> dict[str, Any]:
    """Stored experiments side by side, by identifier or as the reports of `run`."""
    ids = [one.experiment if isinstance(one, Report) else one for one in experiments]
    if not ids or any(one is None for one in ids):
        raise UsageError(
            "compare takes experiments that were run",
            hint="`score` with several systems compares answer files",
        )
    line = words(["compare", "--format=json"], against=against, most=number_of(most, "most"))
    printed = _lydite.command([*line, "--", *(text_of(one, "an experiment") for one in ids)], None)[1]
    document: dict[str, Any] = json.loads(printed)
    return document
