"""Questions answered by pipelines, and components of pipelines written in Python."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, Union

from . import _lydite
from ._errors import UsageError
from ._graph import Graph
from ._material import document_text, number_of, path_of, text_of, texts_of, words
from ._progress import Watcher

_registered: dict[str, "Component"] = {}


class Component:
    """A function as a component of pipelines; see `component`."""

    def __init__(self, name: str, task: str, function: Callable[[dict[str, Any]], Any], about: str) -> None:
        self.name = text_of(name, "the name of a component")
        if not self.name or any(c in self.name for c in "+@ ,"):
            raise UsageError(f"`{name}` cannot be the name of a component")
        self.task = text_of(task, "a task").upper()
        self.about = about
        self.function = function

    def __call__(self, question: dict[str, Any]) -> Any:
        return self.function(question)

    def _call(self, told: str) -> str:
        said = self.function(json.loads(told))
        return document_text([_link(one) for one in (said or [])])

    def _extra(self) -> tuple[str, str, str, Callable[[str], str]]:
        return self.name, self.task, self.about, self._call


def _link(one: Any) -> dict[str, Any]:
    """`iri`, `(iri, score)`, `(start, end)`, `(start, end, iri)` or `(start, end, iri, score)`."""
    if isinstance(one, str):
        return {"span": None, "candidates": [[one, 1.0]]}
    parts = list(one)
    if len(parts) == 2 and isinstance(parts[0], str):
        return {"span": None, "candidates": [[parts[0], float(parts[1])]]}
    if len(parts) in (2, 3, 4) and all(isinstance(part, int) for part in parts[:2]):
        candidates = [[str(parts[2]), float(parts[3]) if len(parts) == 4 else 1.0]] if len(parts) > 2 else []
        return {"span": [max(parts[0], 0), max(parts[1], 0)], "candidates": candidates}
    raise UsageError(f"a component cannot say {one!r}")


def component(name: str, task: str, about: str = "") -> Callable[[Callable[[dict[str, Any]], Any]], Component]:
    """Makes a function a component of pipelines, under a name, for a task (NER, NED, RL, CL, AT, QB, QR).

    It gets the question as a dict with `text`, `language` and `annotations`, whose spans count
    characters, and gives a list: IRIs, queries or answer types, `(value, score)`, or with the words
    that they are about `(start, end, value, score)`.

    >>> import lydite
    >>> @lydite.component("ned-mine", task="NED")
    ... def mine(question):
    ...     at = question["text"].find("Romania")
    ...     return [(at, at + 7, "http://dbpedia.org/resource/Romania")] if at >= 0 else []
    >>> lydite.annotate("Where is Romania?", "ned-mine")["annotations"][0]["span"]
    [9, 16]
    """

    def made(function: Callable[[dict[str, Any]], Any]) -> Component:
        own = Component(name, task, function, about or (function.__doc__ or "").strip())
        _registered[own.name] = own
        return own

    return made


def registered(more: Sequence[Component] = ()) -> list[Component]:
    """The components that were made, and these."""
    return list({**_registered, **{one.name: one for one in more}}.values())


class Answer(Mapping[str, Any]):
    """A question with its answer: the document of `lydite ask`."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def __getitem__(self, key: str) -> Any:
        return self._document[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)

    @property
    def query(self) -> Optional[str]:
        """The query that gave the answer."""
        found: Optional[str] = self._document["answered"].get("query")
        return found

    @property
    def confidence(self) -> float:
        """How likely the answer is right."""
        return float(self._document["answered"]["confidence"])

    @property
    def abstained(self) -> Any:
        """Why there is no answer, if there is none."""
        return self._document["answered"].get("abstained")

    @property
    def answers(self) -> Any:
        """The answers, as documents of the program have them."""
        return self._document["answered"].get("answers")

    @property
    def labels(self) -> dict[str, str]:
        """What people call the resources among the answers."""
        return dict(self._document["labels"])

    def to_dict(self) -> dict[str, Any]:
        """The document."""
        return self._document

    def __repr__(self) -> str:
        return f"Answer({self['question']!r}, confidence={self.confidence:.2f})"


class Pipeline:
    """A graph made ready for a pipeline: `auto`, `guess`, or components joined by `+`.

    >>> import lydite
    >>> pipeline = lydite.Pipeline("demo")
    >>> pipeline.ask("What is the capital of Romania?").labels
    {'http://dbpedia.org/resource/Bucharest': 'Bucharest'}
    """

    def __init__(
        self,
        kg: Union[str, Graph] = "demo",
        pipeline: str = "auto",
        *,
        components: Sequence[Component] = (),
        progress: Optional[bool] = None,
    ) -> None:
        self.graph = kg if isinstance(kg, Graph) else Graph(kg)
        self.name = text_of(pipeline, "a pipeline")
        extra = [one._extra() for one in registered(components)]
        self._asking = _lydite.Asking(self.graph._graph, self.name, extra, Watcher(progress))

    def ask(self, question: str, *, lang: Optional[str] = None, n: int = 10) -> Answer:
        """Answers a question."""
        tag = None if lang is None else text_of(lang, "lang")
        text = text_of(question, "a question")
        if not text.strip():
            raise UsageError("the question is empty")
        printed = self._asking.ask(text, tag, number_of(n, "n"))
        return Answer(json.loads(printed))

    def __call__(self, question: str) -> Any:
        """As a system of `run`: the query, or no answer."""
        answer = self.ask(str(question))
        if answer.abstained is not None or answer.query is None:
            return {"answers": []}
        return {"query": answer.query, "confidence": answer.confidence}


_ready: dict[tuple[str, str], Pipeline] = {}


def ask(
    question: str, kg: Union[str, Graph] = "demo", *, pipeline: str = "auto", lang: Optional[str] = None, n: int = 10
) -> Answer:
    """Answers a question over a graph; the same graph is made ready once.

    >>> import lydite
    >>> lydite.ask("What is the capital of Romania?").confidence > 0
    True
    """
    key = (str(kg) if isinstance(kg, str) else f"#{id(kg)}", f"{pipeline}/{len(_registered)}")
    ready = _ready.get(key)
    if ready is None:
        ready = Pipeline(kg, pipeline)
        _ready[key] = ready
    return ready.ask(question, lang=lang, n=n)


def annotate(
    question: str, pipeline: str, kg: Union[str, Graph] = "demo", *, components: Sequence[Component] = ()
) -> dict[str, Any]:
    """What the components of a pipeline say about a question, in turn."""
    graph = kg if isinstance(kg, Graph) else Graph(kg)
    extra = [one._extra() for one in registered(components)]
    printed = _lydite.annotate(graph._graph, text_of(question, "a question"), text_of(pipeline, "a pipeline"), extra)
    document: dict[str, Any] = json.loads(printed)
    return document


def components() -> list[dict[str, Any]]:
    """The components of the program: the document of `lydite component list`."""
    printed = _lydite.command(["component", "list", "--format=json"], None)[1]
    found: list[dict[str, Any]] = json.loads(printed)["components"]
    return found


def run_components(names: Any, dataset: Any, *, kg: str, limit: Optional[int] = None) -> dict[str, Any]:
    """Components judged by themselves: the document of `lydite component run`."""
    line = words(["component", "run", "--format=json"], dataset=path_of(dataset), kg=kg, limit=limit)
    printed = _lydite.command([*line, "--", *texts_of(names, "a component")], None)[1]
    document: dict[str, Any] = json.loads(printed)
    return document
