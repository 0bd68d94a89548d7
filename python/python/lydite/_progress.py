"""How the work goes on: bars where somebody sees them, notices in the log."""

from __future__ import annotations

import logging
import sys
from typing import Any, Optional

log = logging.getLogger("lydite")


def _is_seen() -> bool:
    """Whether a notebook or a terminal is there."""
    if "ipykernel" in sys.modules:
        return True
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:
        return False


class _Bar:
    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def update(self, by: int) -> None:
        self._bar.update(by)

    def at(self, done: int, total: int) -> None:
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class Watcher:
    """Is told by the engine how the work goes on."""

    def __init__(self, progress: Optional[bool] = None) -> None:
        self._shows = _is_seen() if progress is None else bool(progress)
        self.last_experiment: Optional[str] = None

    def begin(self, name: str, total: Optional[int], unit: str) -> Optional[_Bar]:
        if not self._shows:
            return None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        return _Bar(
            tqdm(desc=name, total=total, unit=unit, unit_scale=unit == "B", leave=False)
        )

    def experiment(self, id: str) -> None:
        self.last_experiment = id

    def notice(self, line: str) -> None:
        log.warning(line) if line.startswith("warning") else log.info(line)
