"""What users hand over (paths, names, dicts, frames) as files that the engine reads."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from ._errors import InputError, UsageError

#: A file, a catalogue name, a document, a list of questions or a pandas DataFrame.
Source = Union[str, "os.PathLike[str]", Mapping[str, Any], Sequence[Mapping[str, Any]], Any]

_folder: Optional[str] = None


def text_of(value: Any, what: str) -> str:
    """A string that the engine takes: no other type, no lone surrogate, no NUL."""
    if not isinstance(value, str):
        raise UsageError(f"{what} must be a string, not {type(value).__name__}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError(
            f"{what} has a lone surrogate at position {error.start}, which no text may have"
        ) from None
    if "\0" in value:
        raise UsageError(f"{what} has a NUL character")
    return value


def number_of(value: Any, what: str, least: int = 0) -> int:
    """A whole number that fits the engine."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise UsageError(f"{what} must be a whole number, not {type(value).__name__}")
    number = int(value.__index__())
    if not least <= number < 2**63:
        raise UsageError(f"{what} must be between {least} and 2**63 - 1")
    return number


def seconds_of(value: Any, what: str) -> float:
    """A positive number of seconds."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UsageError(f"{what} must be a number of seconds, not {type(value).__name__}")
    try:
        seconds = float(value)
    except OverflowError:
        raise UsageError(f"{what} is too large") from None
    if not 0.0 < seconds <= 1e9:
        raise UsageError(f"{what} must be a positive number of seconds")
    return seconds


def path_of(source: Source, name: str = "questions") -> str:
    """The path or catalogue name of what was handed over; what is in memory is written down."""
    from ._load import Dataset

    if isinstance(source, Dataset):
        return source.path
    if isinstance(source, (str, os.PathLike)):
        try:
            given = os.fspath(source)
        except TypeError as error:
            raise UsageError(str(error)) from None
        if isinstance(given, bytes):
            given = os.fsdecode(given)
        if not given:
            raise UsageError("an empty string names no file")
        return text_of(given, "the name of a file")
    if isinstance(source, Mapping):
        return _write(document_text(source), name)
    if _is_frame(source):
        return _write(document_text(_of_frame(source)), name)
    if isinstance(source, Iterable) and not isinstance(source, (bytes, bytearray)):
        return _write(document_text({"questions": [dict_of(one) for one in source]}), name)
    raise UsageError(
        f"expected a file, a catalogue name, a dict, a list of dicts or a DataFrame, "
        f"not {type(source).__name__}"
    )


def dict_of(one: Any) -> Mapping[str, Any]:
    if isinstance(one, Mapping):
        return one
    raise UsageError(f"a question must be a dict, not {type(one).__name__}")


def document_text(document: Any) -> str:
    """JSON, whatever is wrong with it said as an exception of ours."""
    try:
        text = json.dumps(document, allow_nan=False, ensure_ascii=False)
        text.encode()
        return text
    except RecursionError:
        raise InputError("this is nested too deeply, or contains itself") from None
    except UnicodeEncodeError:
        raise InputError("this has a lone surrogate, which no text may have") from None
    except ValueError as error:
        reason = str(error)
        if "Circular" in reason:
            reason = "it contains itself"
        raise InputError(f"this cannot be written as JSON: {reason}") from None
    except TypeError as error:
        raise InputError(f"this cannot be written as JSON: {error}") from None


def _is_frame(source: Any) -> bool:
    return hasattr(source, "columns") and hasattr(source, "to_dict")


def _of_frame(frame: Any) -> dict[str, Any]:
    """The questions of a DataFrame: `id`, `question`, `language`, `query`, `answers`, `boolean`."""
    columns = [str(column) for column in frame.columns]
    known = ("id", "question", "language", "query", "answers", "boolean")
    if "id" not in columns or not set(columns) & {"question", "query", "answers", "boolean"}:
        raise InputError(
            f"a DataFrame of questions needs the column id, and question, query, answers or "
            f"boolean; this one has {', '.join(columns) or 'none'}",
            hint=f"the columns that are read are {', '.join(known)}",
        )
    questions: list[Any] = []
    for row in frame.to_dict("records"):
        cells = {str(key): value for key, value in row.items() if not _is_missing(value)}
        if "id" not in cells:
            raise InputError(f"row {len(questions)} has no id")
        question: dict[str, Any] = {"id": str(cells["id"])}
        if "question" in cells:
            language = str(cells.get("language", "en"))
            question["question"] = [{"language": language, "string": str(cells["question"])}]
        if "query" in cells:
            question["query"] = {"sparql": str(cells["query"])}
        if "boolean" in cells:
            question["answers"] = [{"head": {}, "boolean": bool(cells["boolean"])}]
        elif "answers" in cells:
            found = cells["answers"]
            terms = [found] if isinstance(found, str) else list(found)
            bindings = [{"x": _term(term)} for term in terms]
            question["answers"] = [{"head": {"vars": ["x"]}, "results": {"bindings": bindings}}]
        questions.append(question)
    return {"dataset": {"id": "DataFrame"}, "questions": questions}


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)


def _term(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    text = str(value)
    is_iri = isinstance(value, str) and text.startswith(("http://", "https://", "urn:"))
    return {"type": "uri" if is_iri else "literal", "value": text}


def _write(text: str, name: str) -> str:
    """A file with this content, which is gone when Python ends."""
    global _folder
    if _folder is None or not os.path.isdir(_folder):
        _folder = tempfile.mkdtemp(prefix="lydite-")
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    content = text.encode("utf-8")
    digest = hashlib.sha256(content).hexdigest()[:16]
    path = Path(_folder, digest, f"{name}.json")
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return str(path)


def words(command: Sequence[str], **options: Any) -> list[str]:
    """The words of a command line: `gold="a"` is `--gold=a`, lists repeat, `True` is a flag."""
    line = [*command]
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is None or one is False:
                continue
            line.append(flag if one is True else f"{flag}={text_of(str(one), name)}")
    return line


def names_of(value: Any, what: str) -> Optional[str]:
    """One name or several, with commas between them."""
    if value is None:
        return None
    if isinstance(value, str):
        return text_of(value, what)
    if isinstance(value, Iterable) and not isinstance(value, (bytes, Mapping)):
        return ",".join(text_of(one, what) for one in value)
    raise UsageError(f"{what} must be a string or a list of strings, not {type(value).__name__}")


def texts_of(value: Any, what: str) -> list[str]:
    """One string or several."""
    if value is None:
        return []
    if isinstance(value, (str, os.PathLike)):
        return [text_of(os.fspath(value), what)]
    if isinstance(value, Iterable) and not isinstance(value, (bytes, Mapping)):
        return [text_of(os.fspath(one) if isinstance(one, os.PathLike) else one, what) for one in value]
    raise UsageError(f"{what} must be a string or a list of strings, not {type(value).__name__}")
