"""Experiments with any callable as a system."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import json
import os
import threading
import traceback
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from . import _lydite
from ._ask import Component, registered
from ._errors import Error, Interrupted, UsageError
from ._material import Source, document_text, names_of, number_of, path_of, seconds_of, text_of, words
from ._progress import Watcher
from ._report import Report, _graph_name

#: How often somebody who waits looks whether the run was ended.
_SLICE = 0.05
#: What a SPARQL query begins with.
_KEYWORDS = ("PREFIX", "BASE", "SELECT", "ASK", "CONSTRUCT", "DESCRIBE")

#: A callable that takes a question, or the name of a system as `lydite run --system` takes it.
System = Union[str, Callable[..., Any]]


class Asked(str):
    """The text of a question, with its identifier and language."""

    id: str
    language: str
    dataset: Optional[str]

    @classmethod
    def of(cls, request: Mapping[str, Any]) -> "Asked":
        asked = cls(request["text"])
        asked.id = request["id"]
        asked.language = request["language"]
        asked.dataset = request.get("dataset")
        return asked


def reply_of(said: Any) -> Any:
    """What a callable returned, in the layout in which programs answer.

    A string that begins like SPARQL is a query, any other an answer; bool, numbers and lists are
    answers; a dict has `query`, `answers`, `boolean`, `confidence` or `error`; None is no answer.
    """
    if isinstance(said, Mapping):
        return dict(said)
    if isinstance(said, bool):
        return {"boolean": said}
    if isinstance(said, str):
        begin = [line.strip() for line in said.splitlines() if line.strip() and not line.strip().startswith("#")]
        is_query = bool(begin) and begin[0].upper().startswith(_KEYWORDS) and "{" in said
        return {"query": said} if is_query else {"answers": [said]}
    if isinstance(said, (int, float)):
        return {"answers": [said]}
    if isinstance(said, (list, tuple, set, frozenset)):
        return {"answers": [str(one) if not isinstance(one, (str, int, float, Mapping)) else one for one in said]}
    raise TypeError(f"a system must return a query, answers or a dict, not {type(said).__name__}")


class _Wrapped:
    """A callable with a time limit, whose failures are said and not raised."""

    def __init__(self, function: Callable[..., Any], timeout: float) -> None:
        self._function = function
        self._timeout = timeout
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._lock = threading.Lock()

    def __call__(self, request: str, cancel: Any) -> tuple[str, str]:
        done = threading.Event()
        outcome: list[tuple[str, str]] = []

        def answer() -> None:
            try:
                outcome.append(self._answer(request))
            except BaseException as error:  # noqa: BLE001: whatever it is, it is this system's failure
                outcome.append(("crashed", _said(error)))
            finally:
                done.set()

        # A daemon: one that never returns does not keep Python from ending.
        threading.Thread(target=answer, name="lydite-system", daemon=True).start()
        waited = 0.0
        while not done.wait(_SLICE):
            waited += _SLICE
            if cancel.is_cancelled():
                return "cancelled", "the run was ended before it answered"
            if waited >= self._timeout:
                return "timeout", f"no answer within {self._timeout:g} s"
        return outcome[0]

    def _answer(self, request: str) -> tuple[str, str]:
        said = self._function(Asked.of(json.loads(request)))
        if inspect.isawaitable(said):
            future = asyncio.run_coroutine_threadsafe(_awaited(said), self._running_loop())
            try:
                said = future.result(self._timeout)
            except TimeoutError:
                future.cancel()
                return "timeout", f"no answer within {self._timeout:g} s"
        if said is None:
            return "empty", "the system returned None"
        try:
            return "reply", document_text(reply_of(said))
        except (Error, TypeError) as error:
            return "unreadable", _said(error)

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="lydite-async", daemon=True).start()
            return self._loop

    def close(self) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)


async def _awaited(said: Any) -> Any:
    return await said


def _said(error: BaseException) -> str:
    """An exception in one line that any reader takes, with the place."""
    try:
        frames = traceback.extract_tb(error.__traceback__)
        at = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
        text = f"{type(error).__name__}: {error}{at}"
    except Exception:  # noqa: BLE001: an exception that cannot even be shown
        text = type(error).__name__
    return text.encode("utf-8", "replace").decode("utf-8")[:2000]


def _described(function: Callable[..., Any], name: Optional[str], seen: set[str]) -> tuple[str, str, Optional[str]]:
    """What a callable is called, where it is from, and a digest of its source."""
    own = name or getattr(function, "__name__", None) or type(function).__name__
    own = "function" if own == "<lambda>" else str(own)
    called, count = own, 2
    while called in seen:
        called, count = f"{own} ({count})", count + 1
    seen.add(called)
    origin = f"python:{getattr(function, '__module__', '__main__')}.{getattr(function, '__qualname__', own)}"
    try:
        source: Optional[str] = inspect.getsource(function)
    except (OSError, TypeError):
        source = None
    digest = None if source is None else "sha256:" + hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()
    return text_of(called, "the name of a system"), origin, digest


def run(
    dataset: Any = None,
    systems: Union[System, Sequence[System], Mapping[str, System], None] = None,
    *,
    kg: Any = None,
    rules: Any = "lydite",
    lang: Any = None,
    experiment: Any = None,
    name: Optional[str] = None,
    jobs: int = 4,
    timeout: float = 60,
    query_timeout: float = 30,
    record: Union[str, "os.PathLike[str]", None] = None,
    resume: Optional[str] = None,
    retry: bool = False,
    store: Union[str, "os.PathLike[str]", None] = None,
    components: Sequence[Component] = (),
    seed: int = 1,
    progress: Optional[bool] = None,
) -> Report:
    """Puts the questions of a dataset to systems, stores and judges what they say.

    A system is any callable, async ones too, that takes a question (a `str` with `id` and
    `language`) and returns a SPARQL query, answers or a dict; or a name as `lydite run --system`
    takes it: `pipeline:auto`, `gerbil:URL`, `replay:FILE` …. Exceptions and answers that do not come
    within `timeout` seconds are recorded failures. `record` is a folder for a recording of each
    system, which `replay:FILE` answers from. `resume` is the identifier of an interrupted experiment.
    """
    named: list[tuple[Optional[str], System]]
    if systems is None:
        named = []
    elif isinstance(systems, Mapping):
        named = [(text_of(key, "the name of a system"), one) for key, one in systems.items()]
    elif isinstance(systems, str) or callable(systems):
        named = [(None, systems)]
    elif isinstance(systems, (list, tuple)):
        named = [(None, one) for one in systems]
    else:
        raise UsageError(f"systems must be callables or names, not {type(systems).__name__}")
    if not named and resume is None:
        raise UsageError("no system is given")
    limit = seconds_of(timeout, "timeout")
    specs: list[str] = []
    functions: list[tuple[str, str, Optional[str], Optional[int], Any]] = []
    seen: set[str] = set()
    for own, system in named:
        if isinstance(system, str):
            spec = text_of(system, "a system")
            specs.append(f"{own}={spec}" if own else spec)
        elif callable(system):
            called, origin, digest = _described(system, own, seen)
            functions.append((called, origin, digest, None, _Wrapped(system, limit)))
        else:
            raise UsageError(f"a system must be callable or a name, not {type(system).__name__}")
    if resume is not None:
        line = words(["run"], resume=text_of(resume, "resume"), retry=bool(retry))
    else:
        if dataset is None:
            raise UsageError("no dataset is given")
        datasets = dataset if isinstance(dataset, (list, tuple)) and not _are_questions(dataset) else [dataset]
        # The command line wants a system; those that are functions come beside.
        line = words(["run"], dataset=[path_of(one) for one in datasets], system=specs or ["pipeline:auto"])
        line += words([], rules=names_of(rules, "rules"), lang=names_of(lang, "lang"), name=name)
        line += words([], experiment=names_of(experiment, "experiment"), kg=_graph_name(kg))
        line += words([], timeout=seconds_of(query_timeout, "query_timeout"), seed=number_of(seed, "seed"))
    line += words([], jobs=number_of(jobs, "jobs", 1), store=None if store is None else os.fspath(store))
    watcher = Watcher(progress)
    records = _recordings(record, [*specs, *(one[0] for one in functions)])
    try:
        id, evaluated = _lydite.run(
            line, bool(specs), functions, records, [one._extra() for one in registered(components)], watcher
        )
    except KeyboardInterrupt:
        if watcher.last_experiment or resume:
            raise Interrupted(watcher.last_experiment or resume) from None
        raise
    finally:
        for function in functions:
            function[4].close()
    return Report(evaluated, None, id)


def _are_questions(source: Any) -> bool:
    return len(source) > 0 and all(isinstance(one, Mapping) and "id" in one for one in source)


def _recordings(folder: Any, systems: list[str]) -> list[Optional[str]]:
    """A file for each system in a folder, named after it."""
    if folder is None:
        return [None] * len(systems)
    place = Path(os.fspath(folder))
    place.mkdir(parents=True, exist_ok=True)
    names = ["".join(c if c.isalnum() or c in "-_." else "_" for c in one) for one in systems]
    return [str(place / f"{name}.jsonl") for name in names]
