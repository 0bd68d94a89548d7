"""Benchmarks and answer files as lists of questions, and what is irregular in them."""

from __future__ import annotations

import json
from typing import Any, Iterator, Mapping, Optional

from . import _lydite
from ._html import SHOWN, table
from ._material import Source, number_of, path_of, texts_of, words
from ._progress import Watcher


class Question(Mapping[str, Any]):
    """A question as the program's documents have it, with the usual parts as attributes."""

    def __init__(self, document: dict[str, Any]) -> None:
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

    def text_in(self, language: str) -> Optional[str]:
        """Its text in a language, if it has one."""
        for text in self._document.get("texts", []):
            if text.get("language") == language and text.get("string") is not None:
                return str(text["string"])
        return None

    @property
    def text(self) -> Optional[str]:
        """Its English text, or else the first that it has."""
        texts = [text.get("string") for text in self._document.get("texts", [])]
        found = self.text_in("en") or next((text for text in texts if text), None)
        return found

    @property
    def query(self) -> Optional[str]:
        """Its first query."""
        queries = self._document.get("queries", [])
        return str(queries[0]["text"]) if queries else None

    @property
    def answers(self) -> Optional[dict[str, Any]]:
        """Its answers; None if there are none, not even an empty set."""
        return self._document.get("answers")

    def to_dict(self) -> dict[str, Any]:
        """All that is known about it."""
        return self._document

    def __repr__(self) -> str:
        return f"Question({self.id!r}, {self.text!r})"


class Dataset:
    """The questions of a file, in their order.

    >>> import lydite
    >>> demo = lydite.load("demo")
    >>> len(demo), demo[0].id
    (151, '1')
    >>> demo["2"].text
    'What are the capitals of South Africa?'
    """

    def __init__(self, path: str, document: dict[str, Any]) -> None:
        self.path = path
        #: The name of the format.
        self.format: str = document["format"]
        #: What the file says about itself.
        self.info: dict[str, Any] = document["info"]
        self.questions = [Question(one) for one in document["questions"]]
        #: What is irregular in the file.
        self.diagnostics: list[dict[str, Any]] = document["diagnostics"]

    def __len__(self) -> int:
        return len(self.questions)

    def __iter__(self) -> Iterator[Question]:
        return iter(self.questions)

    def __getitem__(self, key: Any) -> Any:
        """A question by its identifier, or by its place."""
        if isinstance(key, str):
            for question in self.questions:
                if question.id == key:
                    return question
            raise KeyError(key)
        return self.questions[key]

    def to_pandas(self) -> Any:
        """A row a question: id, text, query, answer type and the number of answers."""
        import pandas

        rows = [
            {"id": one.id, "question": one.text, "query": one.query, **_answer_facts(one)}
            for one in self.questions
        ]
        return pandas.DataFrame(rows)

    def __repr__(self) -> str:
        return f"Dataset({self.path!r}, {len(self)} questions)"

    def _repr_html_(self) -> str:
        rows = ([one.id, one.text, one.query] for one in self.questions[:SHOWN])
        return table(["id", "question", "query"], rows, len(self))


def _answer_facts(question: Question) -> dict[str, Any]:
    answers = question.answers or {}
    return {"answer_type": question.get("answer_type"), "answers": answers or None}


def load(source: Source, *, progress: Optional[bool] = None) -> Dataset:
    """Reads a file, a catalogue name, a dict, a list of dicts or a DataFrame.

    >>> import lydite
    >>> lydite.load({"questions": [{"id": "1", "question": [
    ...     {"language": "en", "string": "Who?"}]}]})[0].text
    'Who?'
    """
    if isinstance(source, Dataset):
        return source
    path = path_of(source)
    return Dataset(path, json.loads(_lydite.questions(path, Watcher(progress))))


class Findings(Mapping[str, Any]):
    """What was found in a file: the document of `lydite dataset check`, for one file."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def __getitem__(self, key: str) -> Any:
        return self._document[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return int(self._document["errors"]) == 0

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """What is irregular: code, place, message, what was done, hint."""
        return list(self._document["diagnostics"])

    def to_dict(self) -> dict[str, Any]:
        """The document."""
        return self._document

    def to_pandas(self) -> Any:
        """A row a diagnostic."""
        import pandas

        return pandas.json_normalize(self.diagnostics)

    def __repr__(self) -> str:
        one = self._document
        return (
            f"Findings({one['file']!r}, questions={one['questions']}, errors={one['errors']}, "
            f"warnings={one['warnings']}, notes={one['notes']})"
        )

    def _repr_html_(self) -> str:
        found = self.diagnostics
        rows = ([one["code"], one["message"], one.get("action")] for one in found[:SHOWN])
        return table(["code", "message", "action"], rows, len(found))


def check(
    source: Source, *, kg: Optional[str] = None, timeout: float = 30, progress: Optional[bool] = None
) -> Findings:
    """What is irregular in a file, and where; with a graph, what its gold queries give.

    >>> import lydite
    >>> lydite.check("demo").ok
    True
    """
    line = words(["dataset", "check", "--format=json"], kg=_one(kg), timeout=timeout)
    _, printed = _lydite.command([*line, "--", path_of(source)], Watcher(progress))
    return Findings(json.loads(printed)["files"][0])


def _one(name: Optional[str]) -> Optional[str]:
    found = texts_of(name, "kg")
    return found[0] if found else None


def sample(
    source: Source,
    n: int,
    *,
    method: str = "feasible-exemplars",
    features: Any = None,
    where: Optional[str] = None,
    seed: int = 1,
    progress: Optional[bool] = None,
    **options: Any,
) -> dict[str, Any]:
    """A micro-benchmark: the document of `lydite sample`, which `load` and `score` take.

    >>> import lydite
    >>> small = lydite.sample("demo", 5)
    >>> len(small["questions"])
    5
    """
    from ._material import names_of

    sources = source if isinstance(source, (list, tuple)) and not _is_questions(source) else [source]
    line = words(
        ["sample", "--format=json"],
        from_=[path_of(one) for one in sources],
        limit=number_of(n, "n"),
        method=method,
        features=names_of(features, "features"),
        where=where,
        seed=number_of(seed, "seed"),
        **options,
    )
    _, printed = _lydite.command(line, Watcher(progress))
    document: dict[str, Any] = json.loads(printed)
    return document


def _is_questions(source: Any) -> bool:
    return len(source) > 0 and all(isinstance(one, Mapping) and "id" in one for one in source)


def features(
    source: Source,
    *,
    features: Any = None,
    where: Optional[str] = None,
    lang: Optional[str] = None,
    kg: Optional[str] = None,
    progress: Optional[bool] = None,
) -> Any:
    """The features of the questions as a DataFrame, a row a question.

    >>> import lydite
    >>> list(lydite.features("demo", features=["length", "questionType"]).columns)[:2]
    ['id', 'length']
    """
    import pandas

    document = features_document(
        source, features=features, where=where, lang=lang, kg=kg, progress=progress
    )
    rows = [{"id": one["id"], **one["features"]} for one in document["questions"]]
    return pandas.DataFrame(rows)


def features_document(
    source: Source,
    *,
    features: Any = None,
    where: Optional[str] = None,
    lang: Optional[str] = None,
    kg: Optional[str] = None,
    progress: Optional[bool] = None,
) -> dict[str, Any]:
    """The document of `lydite features`."""
    from ._material import names_of

    line = words(
        ["features", "--format=json"],
        features=names_of(features, "features"),
        where=where,
        lang=lang,
        kg=_one(kg),
    )
    _, printed = _lydite.command([*line, "--", path_of(source)], Watcher(progress))
    document: dict[str, Any] = json.loads(printed)
    return document
