"""What goes wrong, as exceptions that carry the place and a hint."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """Something could not be done.

    >>> import lydite
    >>> try:
    ...     lydite.load("qald-9-test-multilingal")
    ... except lydite.Error as error:
    ...     print(error.hint)
    did you mean `qald-9-test-multilingual`, `qald-4-test-multilingual`, `qald-6-test-multilingual`?
    """

    message: str
    #: What to do about it.
    hint: Optional[str]
    #: The file that it is about.
    file: Optional[str]
    #: The line in that file or query, from 1.
    line: Optional[int]
    #: The column in that line, from 1.
    column: Optional[int]

    def __init__(
        self,
        message: str,
        *,
        hint: Optional[str] = None,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.message}\n  hint: {self.hint}" if self.hint else self.message


class UsageError(Error, ValueError):
    """What was asked for makes no sense: no such rule set, a number out of range."""


class InputError(Error, ValueError):
    """A file or an object cannot be read."""


class QueryError(InputError):
    """A SPARQL query cannot be understood; `line` and `column` say where."""


class OutOfReachError(Error, ConnectionError):
    """A service or a graph cannot be reached."""


class LimitError(Error):
    """A limit of time or memory was reached before there was a result."""


class Interrupted(KeyboardInterrupt):
    """An experiment was interrupted; `run(resume=experiment, …)` resumes it."""

    def __init__(self, experiment: Optional[str]) -> None:
        super().__init__(
            f"experiment {experiment} was interrupted; resume={experiment!r} resumes it"
        )
        self.experiment = experiment


_KINDS = {1: LimitError, 2: UsageError, 3: InputError, 4: OutOfReachError, 5: QueryError}


def make(
    kind: int,
    message: str,
    hint: Optional[str],
    place: tuple[Optional[str], Optional[int], Optional[int]],
) -> Error:
    """The exception for a failure of the engine."""
    file, line, column = place
    return _KINDS.get(kind, Error)(message, hint=hint, file=file, line=line, column=column)
