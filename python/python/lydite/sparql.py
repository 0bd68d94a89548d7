"""Queries by themselves: what they consist of, repairs, differences."""

from __future__ import annotations

import json
from typing import Any

from . import _lydite
from ._material import text_of

__all__ = ["parse", "repair", "format", "diff", "canonical"]


def parse(query: str, *, strict: bool = False) -> dict[str, Any]:
    """What a query consists of: the document of `lydite query show`, for one query.

    >>> from lydite import sparql
    >>> sparql.parse("SELECT ?x { ?x a dbo:City }")["structure"]["classes"]
    ['http://dbpedia.org/ontology/City']
    """
    document: dict[str, Any] = json.loads(_lydite.parse(text_of(query, "a query"), bool(strict)))
    return document


def repair(query: str) -> str:
    """The query as valid SPARQL 1.1.

    >>> from lydite import sparql
    >>> sparql.repair("SELECT ?x WHERE { ?x a dbo:City").endswith("}")
    True
    """
    return str(parse(query)["repaired_text"])


def format(query: str) -> str:
    """The query laid out for reading."""
    return _lydite.readable(text_of(query, "a query"))


def diff(expected: str, found: str) -> dict[str, Any]:
    """In what two queries differ: the document of `lydite query diff`.

    >>> from lydite import sparql
    >>> sparql.diff("SELECT ?a { ?a ?b ?c }", "SELECT ?x { ?x ?y ?z }")["equivalent"]
    True
    """
    first, second = text_of(expected, "a query"), text_of(found, "a query")
    document: dict[str, Any] = json.loads(_lydite.difference(first, second))
    return document


def canonical(query: str) -> str:
    """The form that equivalent queries share.

    >>> from lydite import sparql
    >>> sparql.canonical("ASK { ?a ?b ?c }") == sparql.canonical("ASK { ?x ?y ?z }")
    True
    """
    return _lydite.canonical(text_of(query, "a query"))
