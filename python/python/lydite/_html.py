"""Tables for notebooks."""

from __future__ import annotations

import html
from typing import Any, Iterable, Sequence

#: How many rows are shown.
SHOWN = 20


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], length: int) -> str:
    """A table, of which some rows are given; it has this many."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    more = f"<p>{length - SHOWN} more rows</p>" if length > SHOWN else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return html.escape(f"{value:.4f}" if isinstance(value, float) else str(value))
