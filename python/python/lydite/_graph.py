"""Knowledge graphs: files, loaded graphs, SPARQL endpoints."""

from __future__ import annotations

import os
from typing import Any, Iterator, NamedTuple, Optional, Union

from . import _lydite
from ._html import SHOWN, table
from ._material import number_of, seconds_of, text_of
from ._progress import Watcher


class Term(NamedTuple):
    """An RDF term: `type` is `uri`, `bnode` or `literal`."""

    type: str
    value: str
    datatype: Optional[str] = None
    language: Optional[str] = None

    def __str__(self) -> str:
        return self.value

    def to_rdflib(self) -> Any:
        """The term of rdflib."""
        import rdflib

        if self.type == "uri":
            return rdflib.URIRef(self.value)
        if self.type == "bnode":
            return rdflib.BNode(self.value)
        datatype = rdflib.URIRef(self.datatype) if self.datatype else None
        return rdflib.Literal(self.value, lang=self.language, datatype=datatype)


class Hit(NamedTuple):
    """A resource that was found by name."""

    iri: str
    text: str
    score: float


class Result:
    """What a query gives: rows of terms, with `columns`; `bool(result)` for ASK.

    It has the C stream interface of Arrow, so that `pyarrow.table(result)`, `polars.DataFrame(result)`
    and others take its values without copying them.
    """

    def __init__(self, found: _lydite.Found) -> None:
        self._found = found
        #: `rows`, `boolean` or `triples`.
        self.form: str = found.form
        #: The names of the columns.
        self.columns: list[str] = found.columns
        #: What is to be said of it.
        self.notes: list[str] = found.notes
        self._rows: Optional[list[tuple[Optional[Term], ...]]] = None

    @property
    def rows(self) -> list[tuple[Optional[Term], ...]]:
        """The terms, row by row."""
        if self._rows is None:
            self._rows = [
                tuple(None if cell is None else Term(*cell) for cell in row)
                for row in self._found.rows()
            ]
        return self._rows

    def __len__(self) -> int:
        return len(self._found)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The values as a table of Arrow."""
        return self._found.__arrow_c_stream__(requested_schema)

    def __iter__(self) -> Iterator[dict[str, Optional[str]]]:
        """Rows as dicts of plain strings."""
        for row in self.rows:
            yield {name: cell and cell.value for name, cell in zip(self.columns, row)}

    def __bool__(self) -> bool:
        if self.form == "boolean":
            cell = self.rows[0][0]
            return cell is not None and cell.value == "true"
        return bool(self.rows)

    def values(self) -> list[str]:
        """The values of the first column."""
        return [row[0].value for row in self.rows if row and row[0] is not None]

    def to_rdflib(self) -> list[tuple[Any, ...]]:
        """Rows of rdflib terms."""
        return [tuple(cell and cell.to_rdflib() for cell in row) for row in self.rows]

    def to_pandas(self) -> Any:
        """A DataFrame of plain strings."""
        import pandas

        return pandas.DataFrame(list(self), columns=self.columns)

    def __repr__(self) -> str:
        return f"Result({self.columns}, {len(self)} rows)"

    def _repr_html_(self) -> str:
        rows = ([cell and cell.value for cell in row] for row in self.rows[:SHOWN])
        return table(self.columns, rows, len(self))


class Graph:
    """A graph by name, file or address.

    >>> import lydite
    >>> graph = lydite.Graph("demo")
    >>> bool(graph.query("ASK { ?s ?p ?o }"))
    True
    """

    def __init__(
        self, source: Union[str, "os.PathLike[str]"], *, progress: Optional[bool] = None
    ) -> None:
        self._given = text_of(os.fspath(source) if isinstance(source, os.PathLike) else source, "a graph")
        self._graph = _lydite.Graph(self._given, Watcher(progress))

    @property
    def name(self) -> str:
        """How it was named, without passwords."""
        return self._graph.name

    def query(self, sparql: str, *, timeout: float = 30, limit: int = 1_000_000) -> Result:
        """Runs a query; slips that the field is used to are repaired.

        >>> import lydite
        >>> graph = lydite.Graph("demo")
        >>> len(graph.query("SELECT ?s { ?s ?p ?o } LIMIT 3").to_rdflib())
        3
        """
        found = self._graph.query(
            text_of(sparql, "a query"), seconds_of(timeout, "timeout"), number_of(limit, "limit")
        )
        return Result(found)

    def search(self, text: str, *, lang: Optional[str] = None, n: int = 10) -> list[Hit]:
        """Finds resources by name."""
        found = self._graph.search(text_of(text, "a text"), _tag(lang), number_of(n, "n"))
        return [Hit(*one) for one in found]

    def labels(self, iri: str, *, lang: Optional[str] = None) -> list[str]:
        """What a resource is called."""
        return self._graph.labels(text_of(iri, "an IRI"), _tag(lang))

    def types(self, iri: str) -> list[str]:
        """The classes of a resource."""
        return self._graph.types(text_of(iri, "an IRI"))

    def same_as(self, iri: str) -> list[str]:
        """Other names of a resource."""
        return self._graph.same_as(text_of(iri, "an IRI"))

    def __repr__(self) -> str:
        return f"Graph({self.name!r})"


def _tag(lang: Optional[str]) -> Optional[str]:
    return None if lang is None else text_of(lang, "lang")
